// The commands about the running server: `nightpost stop`, `status`, `open` and `logs`.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { open as openFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { isDataFolder, isTaken, requireReadableFolder } from '../data-folder/data-folder.ts'
import { readRunning } from '../data-folder/running.ts'
import { hasCode } from '../disk/private-folder.ts'
import { openInBrowser } from '../terminal/open-in-browser.ts'
import { withoutLink } from '../terminal/launch-link.ts'
import { printAside, say } from '../terminal/say.ts'
import { EXIT_CODES } from '../terminal/exit-codes.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { readableLine, type LogFlags } from './log-lines.ts'
import { reachServer, readAnswer, withSession, workSignedIn } from './session.ts'

/** A drained stop takes ten seconds at most. */
const STOPPED_WITHIN_MS = 12_000
const LOOK_EVERY_MS = 100

export async function stop(dataDir: string): Promise<void> {
  const asService = readRunning(dataDir)?.asService === true
  if (!(await stopServer(dataDir))) return say(`Nightpost is not running on ${dataDir}.`)
  // For the three systems it has ended as it should.
  say(asService ? 'Stopped; nightpost service install starts the service again.' : 'Stopped.')
}

/** Stops the server as Ctrl+C does: nothing is interrupted. False when none runs. */
export async function stopServer(dataDir: string): Promise<boolean> {
  if (!isTaken(dataDir)) return false
  const server = await reachServer(dataDir)
  const { pid } = server
  // Windows has no signal that a process could heed: it would be killed.
  const { ok } = await workSignedIn(dataDir, server, (send) => send('/api/stop', { json: {} }))
  // It is of a version that does not know this yet.
  if (!ok) process.kill(pid, 'SIGTERM')
  for (const started = performance.now(); performance.now() - started < STOPPED_WITHIN_MS;) {
    if (!isTaken(dataDir)) return true
    await pause(LOOK_EVERY_MS)
  }
  throw new StartFailure(
    `Nightpost (process ${pid}) has not stopped in time.`,
    'Look into its log with nightpost logs.',
  )
}

const Health = z.object({ status: z.string(), problems: z.array(z.object({ message: z.string() })) })
const Scheduled = z.object({ total: z.int(), posts: z.array(z.object({ scheduledFor: z.string() })) })

export async function printStatus(dataDir: string, asJson: boolean): Promise<void> {
  if (!isTaken(dataDir)) {
    process.exitCode = EXIT_CODES.noServer
    return say(asJson ? JSON.stringify({ running: false, dataDir }) : `Not running on ${dataDir}.`)
  }
  const { origin, pid } = await reachServer(dataDir)
  const { health, scheduled } = await withSession(dataDir, async (send) => ({
    health: Health.parse(await readAnswer(send, '/api/v1/health')),
    scheduled: Scheduled.parse(await readAnswer(send, '/api/v1/schedule?limit=1')),
  }))
  const next = scheduled.posts[0]?.scheduledFor ?? null
  const problems = health.problems.map(({ message }) => message)
  if (asJson) {
    const facts = { running: true, dataDir, origin, pid, health: health.status, problems }
    return say(JSON.stringify({ ...facts, scheduled: scheduled.total, next }))
  }
  say(`Running at ${origin} (process ${pid}), ${health.status}.`)
  say(
    next === null
      ? 'Nothing is scheduled.'
      : `${scheduled.total} scheduled, the next for ${new Date(next).toLocaleString()}.`,
  )
  for (const problem of problems) say(`  ! ${problem}`)
}

/** The browser takes a moment to read the page that redirects to the link. */
const BROWSER = { open: openInBrowser, readsWithinMs: 5_000 }

export async function open(dataDir: string, printOnly: boolean, browser = BROWSER): Promise<void> {
  const { origin, launchToken } = await reachServer(dataDir)
  const link = `${origin}/#t=${launchToken}`
  if (printOnly) {
    say(link)
    return printPhoneLink(dataDir)
  }
  await browser.open(dataDir, link)
  // A computer without a screen has none, and nobody is told.
  say(`Opened in your browser, if there is one: ${withoutLink(origin, dataDir)}`)
  await pause(browser.readsWithinMs)
}

const PhoneLink = z.object({ link: z.string() })

/** Beside the link, which scripts read alone. Of a container in Tailscale's network no browser reaches any other. */
async function printPhoneLink(dataDir: string): Promise<void> {
  const answer: unknown = await withSession(dataDir, async (send) =>
    (await send('/api/auth/phone-link', { json: {} })).json(),
  )
  // Without a proxy there is none.
  const { data } = PhoneLink.safeParse(answer)
  if (data) printAside(`On the phone: ${data.link}\n`)
}

/** The newest lines of the log, and with `follow` those to come, until the process is ended. */
export async function logs(
  dataDir: string,
  { lines, follow, json }: Omit<LogFlags, 'dataDir'>,
): Promise<void> {
  const show = (line: string) => say(json ? line : readableLine(line))
  const file = join(dataDir, 'logs', 'nightpost.log')
  for (const folder of [dataDir, join(dataDir, 'logs')]) requireReadableFolder(folder)
  const hasLog = existsSync(file)
  if (!hasLog && !isDataFolder(dataDir))
    throw new StartFailure(`There is no log in ${dataDir}.`, 'Name the data folder with --data-dir DIR.')
  const begun = hasLog ? await readBegun(file) : NOTHING_READ
  let newest = linesOf(begun.text)
  // The full log was rotated a moment ago, and has few lines.
  if (newest.length < lines)
    newest = [...linesOf(await readFile(`${file}.1`, 'utf8').catch(() => '')), ...newest]
  for (const line of lines === 0 ? [] : newest.slice(-lines)) show(line)
  let read = Buffer.byteLength(begun.text)
  let { of } = begun
  while (follow) {
    await pause(LOOK_EVERY_MS)
    const now = statSync(file, { throwIfNoEntry: false })
    // The full log was rotated, with lines that we have not seen yet, and a new one has begun.
    const isRotated = of !== null && (now?.ino !== of || now.size < read)
    if (isRotated) {
      await showFrom(`${file}.1`, read, show)
      read = 0
    }
    of = now?.ino ?? null
    if (now && now.size !== read) read += await showFrom(file, read, show)
  }
}

interface Begun {
  readonly text: string
  /** Tells the file from the one that takes its name; null: there was none. */
  readonly of: number | null
}

const NOTHING_READ: Begun = { text: '', of: null }

const MISSING: ReadonlySet<unknown> = new Set(['ENOENT'])

async function readBegun(file: string): Promise<Begun> {
  const opened = await openFile(file)
  try {
    return { text: await opened.readFile('utf8'), of: (await opened.stat()).ino }
  } finally {
    await opened.close()
  }
}

/** Resolves with the bytes of the lines that it has shown: one that is still being written is read again. */
async function showFrom(file: string, start: number, show: (line: string) => void): Promise<number> {
  let text = ''
  try {
    for await (const chunk of createReadStream(file, { start, encoding: 'utf8' })) text += String(chunk)
  } catch (error) {
    // Renamed at this moment: it is found again under its other name.
    if (!hasCode(error, MISSING)) throw error
  }
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  linesOf(whole).forEach(show)
  return Buffer.byteLength(whole)
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
