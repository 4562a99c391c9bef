// One run of the server, from start to drained stop, and what the person in front of the terminal reads meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { sweepAvatars } from '../core/engine/access/avatars.ts'
import { sweepMedia } from '../core/features/media/sweep.ts'
import { webCryptoRandom as random } from '../core/random.ts'
import { HELD } from '../core/rules/times/held.ts'
import { giveBackAfterStart } from './after-start.ts'
import { findUnfinishedRestores } from './backup/unfinished-restores.ts'
import { notRunning, type RunState } from './wire/base.ts'
import { compose, type Server } from './wire/server.ts'
import type { Config } from './config.ts'
import { takeDataFolder } from './data-folder/data-folder.ts'
import { publishFirstPost } from './demo/first-post.ts'
import { startLoops } from './loops/start-loops.ts'
import { listen, type Listening } from './listen.ts'
import { databaseIn, requireStartNeeds } from './start-needs.ts'
import { openInBrowser } from './terminal/open-in-browser.ts'
import { nodeClock as clock } from './node-clock.ts'
import { migrationsDir, programDir } from './paths.ts'
import { announceRunning, withdrawRunning } from './data-folder/running.ts'
import { ensureSandboxAccount } from './demo/sandbox-account.ts'
import { readInstance, writeInstance } from './sqlite/settings/instance-values.ts'
import { noteWhetherSound } from './sqlite/known-sound.ts'
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
/** How long the server waits for a first request before it begins work of its own. */
const FIRST_REQUEST_MS = 1_000

export async function serve(config: Config): Promise<void> {
  const transcript = createTranscript(print)
  await requireStartNeeds(config)
  const folder = await takeDataFolder(config.dataDir)
  if ('runningAt' in folder) {
    const open = printsLink(config)
      ? folder.runningAt
      : withoutLink(new URL(folder.runningAt).origin, config.dataDir)
    transcript.line(`\n  Nightpost is already running on this data folder.\n\n  Open   ${open}\n`)
    return
  }
  const database = openDatabase(databaseIn(config.dataDir), migrationsDir, folder.holds)
  transcript.done(databaseLine(database))
  const late = notRunning(config.port)
  const server = await compose(config, database, late)
  const listening = await listen((request) => server.app.fetch(request), {
    ...config,
    newRequestId: random.uuid,
  })
  late.port = listening.port
  late.hasIPv6 = listening.hasIPv6
  // A new database names none of the files that it may have found.
  if (!database.isNew) await sweepMedia(server.parts)
  const announced = { origin: originOf(late), life: server.signingIn.life, asService: config.asService }
  announceRunning(config.dataDir, announced, server.parts.log)
  const work = beginWork(config, { server, database, listening, late })
  late.stop = stopOnSignal({ config, server, database, listening, work, transcript, release: folder.release })
  const welcomed = welcome(config, { server, database, transcript, origin: originOf(late) })
  await Promise.all([welcomed.then(() => database.endStart()), work.begun])
  if (config.serviceManager) tellReady({ ...config.serviceManager, searchPath: config.searchPath })
  giveBackAfterStart()
}

interface Answering {
  readonly server: Server
  readonly database: OpenDatabase
  readonly listening: Listening
  readonly late: RunState
}

interface Work {
  /** Rejects when it cannot begin. */
  readonly begun: Promise<unknown>
  stop(): Promise<void>
}

/** Begins what the server does by itself. Whoever waits for the server, such as the browser that it opens, is answered first. */
function beginWork(config: Config, { server, database, listening, late }: Answering): Work {
  const stopping = new AbortController()
  const begin = async () => {
    const { signal } = stopping
    await Promise.race([listening.answered, pause(FIRST_REQUEST_MS, undefined, { signal }).catch(() => {})])
    if (signal.aborted) return null
    const loop = await startLoops(config, server, late)
    // Without the sandbox its accounts are hidden, and their pictures would seem to belong to no account.
    if (config.sandbox && !database.isNew) void tidyAvatars(server)
    await server.mountRest()
    if (programDir !== null) await keepLoadable(programDir, server)
    return loop
  }
  const begun = begin()
  return {
    begun,
    async stop() {
      stopping.abort()
      await (await begun)?.stop()
    },
  }
}

async function keepLoadable(program: string, { parts }: Server): Promise<void> {
  try {
    const { keepProgram } = await import('./keep-program.ts')
    await keepProgram(program)
  } catch (error) {
    parts.log.warn('the program could not be kept in memory: restart Nightpost after an update', { error })
  }
}

async function tidyAvatars({ parts }: Server): Promise<void> {
  try {
    await sweepAvatars(parts)
  } catch (error) {
    parts.log.warn('pictures of accounts could not be tidied', { error })
  }
}

interface Welcome {
  readonly server: Server
  readonly database: OpenDatabase
  readonly transcript: Transcript
  readonly origin: string
}

async function welcome(config: Config, { server, database, transcript, origin }: Welcome): Promise<void> {
  const { accounts, hold, ledger, settings, vault } = server.parts
  const { media, posts } = server.modules
  if (config.sandbox) {
    const account = await ensureSandboxAccount({ accounts, settings, vault, clock, random })
    if (account) transcript.done(`Sandbox ready – account ${account.username}, no credentials needed`)
    if (account && isFirstWelcome(database) && config.demo)
      await publishFirstPost({ media, posts, ledger }, account.id, transcript)
  }
  if (!database.isNew) resumed(database, transcript)
  if (!database.isNew && server.parts.areSecretsNew) transcript.line(`\n${newSecretsLine(config.dataDir)}`)
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
  readonly work: Work
  readonly transcript: Transcript
  release(): void
}

/** Returns what a signal does. */
function stopOnSignal(running: RunningServer): () => void {
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
  return stop
}

/**
 * Drains what is under way. What does not end in time is as safe as after a crash: the ledger knows what may have been sent.
 */
async function drain({
  config,
  server,
  database,
  listening,
  work,
  transcript,
  release,
}: RunningServer): Promise<void> {
  server.modules.events.close()
  const patience = new Promise<void>((resolve) => setTimeout(resolve, STEP_GRACE_MS))
  await Promise.all([listening.close(REQUEST_GRACE_MS), Promise.race([work.stop(), patience])])
  await server.modules.apiKeys.calls.write().catch(() => {})
  await server.close()
  server.parts.hold.stopped()
  transcript.line(`\n  ${stoppedLine(database.db)}`)
  database.close()
  withdrawRunning(config.dataDir)
  noteWhetherSound(databaseIn(config.dataDir))
  release()
}

function originOf({ port }: RunState): string {
  return `http://127.0.0.1:${port}`
}
