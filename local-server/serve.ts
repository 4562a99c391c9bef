// One run of the server, from start to drained stop, and what the person in front of the terminal reads meanwhile.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sweepAvatars } from '../core/engine/access/avatars.ts'
import { REMEMBERED } from '../core/api/idempotency.ts'
import { sweepMedia } from '../core/features/media/sweep.ts'
import { webCryptoRandom as random } from '../core/random.ts'
import { HELD } from '../core/rules/times/held.ts'
import { giveBackAfterStart } from './after-start.ts'
import { findUnfinishedRestores } from './backup/unfinished-restores.ts'
import { startAccountUpkeep } from './loops/account-upkeep.ts'
import {
  startBackupLoop,
  startCloudSync,
  startDailyCheck,
  startEventsLoop,
  startKeyCallsLoop,
  startNightCheck,
  startRecurrenceLoop,
} from './loops/chores.ts'
import type { RunState } from './wire/outside.ts'
import { compose, type Server } from './wire/server.ts'
import type { Config } from './config.ts'
import { isDataFolder, takeDataFolder } from './data-folder/data-folder.ts'
import { publishFirstPost } from './demo/first-post.ts'
import { startJobLoop } from './loops/job-loop.ts'
import type { Loop } from './loops/loop.ts'
import { listen, type Listening } from './listen.ts'
import { openInBrowser } from './terminal/open-in-browser.ts'
import { nodeClock as clock } from './node-clock.ts'
import { migrationsDir } from './paths.ts'
import { createSleepInhibitor } from './power/sleep-inhibitor.ts'
import { startRepeatingLoop } from './loops/repeating-loop.ts'
import { startWatchedFolder } from './loops/watched-folder-loop.ts'
import { announceRunning, withdrawRunning } from './data-folder/running.ts'
import { ensureSandboxAccount } from './demo/sandbox-account.ts'
import { readInstance, writeInstance } from './sqlite/settings/instance-values.ts'
import { openDatabase, type OpenDatabase } from './sqlite/open-database.ts'
import { isTerminal, print } from './terminal/say.ts'
import { printsLink, showLinks, withoutLink } from './terminal/launch-link.ts'
import { databaseLine, newSecretsLine } from './terminal/folder-lines.ts'
import { stoppedLine } from './terminal/stopped-line.ts'
import { tellReady } from './service/notify.ts'
import { createTranscript, untilText, type Transcript } from './terminal/transcript.ts'
import { countWaitingPosts } from './sqlite/posts/queue-counts.ts'

/** The whole stop must fit in ten seconds. */
const REQUEST_GRACE_MS = 3_000
const STEP_GRACE_MS = 5_000
const ANOTHER_FIRST_START_MS = 200

export async function serve(config: Config): Promise<void> {
  const transcript = createTranscript(print)
  await beforeFirstStart(config)
  const folder = await takeDataFolder(config.dataDir)
  if ('runningAt' in folder) {
    const open = printsLink(config)
      ? folder.runningAt
      : withoutLink(new URL(folder.runningAt).origin, config.dataDir)
    transcript.line(`\n  Nightpost is already running on this data folder.\n\n  Open   ${open}\n`)
    return
  }
  const database = openDatabase(join(config.dataDir, 'nightpost.db'), migrationsDir, folder.holds)
  transcript.done(databaseLine(database))
  const late: RunState = {
    port: config.port,
    hasIPv6: false,
    wake() {},
    wakeChecks() {},
    wakeSync() {},
    wakeNightCheck() {},
  }
  const server = await compose(config, database, late)
  const listening = await listen((request) => server.app.fetch(request), {
    ...config,
    newRequestId: random.uuid,
  })
  late.port = listening.port
  late.hasIPv6 = listening.hasIPv6
  // A new database names none of the files that it may have found.
  if (!database.isNew) await sweepMedia(server.folder)
  const loop = await startWork(server, late, config)
  const upkeep = startAccountUpkeep(server.accountUpkeep)
  // Without the sandbox its accounts are hidden, and their pictures would seem to belong to no account.
  if (config.sandbox && !database.isNew) void tidyAvatars(server)
  announceRunning(config.dataDir, { origin: originOf(late), life: server.signingIn.life }, server.folder.log)
  stopOnSignal({ config, server, database, listening, loop, upkeep, transcript, release: folder.release })
  await welcome(config, { server, database, transcript, origin: originOf(late) })
  database.endStart()
  if (config.serviceManager) tellReady({ ...config.serviceManager, searchPath: config.searchPath })
  giveBackAfterStart()
}

/** A start that cannot listen makes no folder. An existing one is checked first: its own server may have the port. */
async function beforeFirstStart({ dataDir, port, proxyOrigin }: Config): Promise<void> {
  for (const isLastTry of [false, true]) {
    if (isDataFolder(dataDir)) return
    try {
      const probe = await listen(() => new Response(null, { status: 503 }), {
        port,
        proxyOrigin,
        newRequestId: () => '',
      })
      return await probe.close(0)
    } catch (error) {
      if (isLastTry) throw error
      // Another first start may be trying at this moment, and will have made the folder.
      await pause(ANOTHER_FIRST_START_MS)
    }
  }
}

async function startWork(server: Server, late: RunState, config: Config): Promise<Loop> {
  const { modules, publishing, cloudExchange } = server
  const { accounts, earlierRuns, hold, ledger, log, repeatingJobs, requests, running } = server.folder
  await ledger.correctTimesTo(clock.now())
  await ledger.releaseOrphans(clock.now())
  await modules.reposts.scheduleChecks()
  const checks = { STORY_REPOST_CHECK: modules.reposts.runCheck }
  const watchedFolder = await startWatchedFolder({
    folder: join(config.dataDir, 'inbox'),
    accounts,
    requests,
    running,
    clock,
    log,
    media: modules.media,
    posts: modules.posts,
  })
  const nightCheck = startNightCheck(modules.attention, log)
  const sleepInhibitor = createSleepInhibitor({ ...config, platform: process.platform, log })
  const jobs = startJobLoop({ publishing, ledger, earlierRuns, sleepInhibitor, clock, log })
  const repeating = startRepeatingLoop({ repeatingJobs, hold, clock, log }, checks)
  const recurrences = startRecurrenceLoop(
    modules.recurrences,
    async () => {
      await requests.removeBefore((await running.now()) - REMEMBERED)
      await running.store()
    },
    log,
  )
  late.wake = jobs.wake
  late.wakeChecks = repeating.wake
  late.wakeNightCheck = nightCheck.wake
  const exchange = startCloudSync(cloudExchange)
  late.wakeSync = exchange.wake
  const works = [
    jobs,
    repeating,
    recurrences,
    exchange,
    nightCheck,
    startEventsLoop(modules, log),
    startKeyCallsLoop(modules, log),
    startDailyCheck(server.folder.checkDatabase, log),
    watchedFolder,
    ...(await startWanted(server, config)),
  ]
  return {
    wake: late.wake,
    async stop() {
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}

/** Starts what only some users have switched on; nobody else waits for it. */
async function startWanted(
  { backups, modules: { attention, events }, folder: { accounts, log, settings } }: Server,
  config: Config,
): Promise<Loop[]> {
  const works: Loop[] = []
  if (backups) works.push(startBackupLoop(backups, log))
  if (config.onEvent) {
    const { startEventHook } = await import('./loops/event-hook.ts')
    const variables = config.programVariables
    works.push(startEventHook(config.onEvent, { events, settings, log, variables }))
  }
  if (config.notifyFrom) {
    const { startNotifications } = await import('./loops/notifications.ts')
    const { platform } = process
    const { locale } = new Intl.DateTimeFormat().resolvedOptions()
    const deps = { ...config, accounts, attention, settings, log, locale, platform }
    works.push(startNotifications(config.notifyFrom, deps))
  }
  return works
}

async function tidyAvatars({ folder: { accounts, blobs, log } }: Server): Promise<void> {
  try {
    await sweepAvatars({ accounts, blobs })
  } catch (error) {
    log.warn('pictures of accounts could not be tidied', { error })
  }
}

interface Welcome {
  readonly server: Server
  readonly database: OpenDatabase
  readonly transcript: Transcript
  readonly origin: string
}

async function welcome(config: Config, { server, database, transcript, origin }: Welcome): Promise<void> {
  const { accounts, hold, ledger, settings, vault } = server.folder
  const { media, posts } = server.modules
  if (config.sandbox) {
    const account = await ensureSandboxAccount({ accounts, settings, vault, clock, random })
    if (account) transcript.done(`Sandbox ready – account ${account.username}, no credentials needed`)
    if (account && isFirstWelcome(database) && config.demo)
      await publishFirstPost({ media, posts, ledger }, account.id, transcript)
  }
  if (!database.isNew) resumed(database, transcript)
  if (!database.isNew && server.folder.areSecretsNew) transcript.line(`\n${newSecretsLine(config.dataDir)}`)
  const held = hold.current()
  if (held) transcript.line(`\n  Held   Nothing is published. ${HELD[held.reason]} Confirm on the page.`)
  for (const { says, helps } of findUnfinishedRestores(config.dataDir))
    transcript.line(`\n  Left   ${says}. ${helps}`)
  const link = await showLinks({ ...config, ...server.signingIn, origin }, transcript)
  if (config.sandbox) transcript.line(`  Feed   ${config.sandboxUrl ?? origin}/sandbox`)
  transcript.line(`  API    ${origin}/api/docs`)
  const seconds = (Date.now() - config.launchedAt) / 1000
  transcript.line(
    `\n  Ready in ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s. Press Ctrl+C to stop.\n`,
  )
  if (link !== null && config.openBrowser && isTerminal()) await openInBrowser(config.dataDir, link)
}

/** A first start that ended early, for example on a taken port, leaves the welcome to the next. */
function isFirstWelcome({ db }: OpenDatabase): boolean {
  const { welcomed } = readInstance(db)
  writeInstance(db, { welcomed: 'yes' })
  return welcomed === undefined
}

function resumed({ db }: OpenDatabase, transcript: Transcript): void {
  const { count, nextAt, username } = countWaitingPosts(db)
  if (count === 0 || nextAt === null) return
  transcript.done(
    `Resumed: ${count} waiting, next ${untilText(nextAt - Date.now())}${username ? ` (${username})` : ''}`,
  )
}

interface RunningServer {
  readonly config: Config
  readonly server: Server
  readonly database: OpenDatabase
  readonly listening: Listening
  readonly loop: Loop
  readonly upkeep: Loop
  readonly transcript: Transcript
  release(): void
}

function stopOnSignal(running: RunningServer): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void drain(running).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', stop)
}

/**
 * Drains what is under way. What does not end in time is as safe as after a crash: the ledger knows what may have been sent.
 */
async function drain({
  config,
  server,
  database,
  listening,
  loop,
  upkeep,
  transcript,
  release,
}: RunningServer): Promise<void> {
  server.modules.events.close()
  // A call for an account ends by its own time limits; given up, it is as safe as after a crash.
  void upkeep.stop()
  const patience = new Promise<void>((resolve) => setTimeout(resolve, STEP_GRACE_MS))
  await Promise.all([listening.close(REQUEST_GRACE_MS), Promise.race([loop.stop(), patience])])
  await server.modules.apiKeys.calls.write().catch(() => {})
  await server.close()
  server.folder.hold.stopped()
  transcript.line(`\n  ${stoppedLine(database.db)}`)
  database.close()
  withdrawRunning(config.dataDir)
  release()
}

function originOf({ port }: RunState): string {
  return `http://127.0.0.1:${port}`
}
