// Makes Nightpost a service of this user: it runs from the login on (from the start of the computer, where the system allows it)
// and comes back after a crash.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SECOND, type Duration } from '../../core/time.ts'
import { hasCode, makePrivateFolder } from '../disk/private-folder.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import {
  launchdAgent,
  OWN_VIEW,
  scheduledTask,
  SERVICE_NAMES,
  startFlagsIn,
  systemdUnit,
  type ServiceProgram,
} from './service-files.ts'

export interface ServiceHost {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly user: string
  /** The user's number; unused on Windows. */
  readonly uid: number
  /** Where units of the user are; null for the usual place. */
  readonly configHome: string | null
  /** Runs a program of the system. Rejects when it cannot be run or reports a failure. */
  run(program: string, ...args: readonly string[]): Promise<string>
  pause(duration: Duration): Promise<unknown>
}

export interface ServiceState {
  readonly installed: boolean
  readonly active: boolean
}

/**
 * Resolves with what else the user has to know or do. Replaces an existing service. `freeFolder` is called once the system has
 * accepted the service and before it starts: a refusal leaves a running server alone. launchd accepts by starting.
 */
export async function installService(
  host: ServiceHost,
  program: ServiceProgram,
  freeFolder: () => Promise<void>,
): Promise<string[]> {
  makePrivateFolder(dirname(program.logFile))
  const file = serviceFileOf(host)
  const before = existsSync(file) ? readFileSync(file) : null
  /** If the system has not accepted it, `removeService` could not remove it: it asks the same system. */
  const takeBack = (error: unknown): never => {
    if (before === null) rmSync(file)
    else writeFileSync(file, before)
    throw error
  }
  switch (host.platform) {
    case 'linux':
      writeServiceFile(file, systemdUnit(program, await canHaveOwnView(host)))
      await systemctl(host, 'daemon-reload').catch(takeBack)
      await systemctl(host, 'enable', SERVICE_NAMES.systemd)
      await freeFolder()
      await systemctl(host, 'restart', SERVICE_NAMES.systemd)
      return stayAfterLogout(host)
    case 'darwin':
      writeServiceFile(file, launchdAgent(program))
      await freeFolder()
      await endLaunchdAgent(host)
      await host.run('launchctl', 'bootstrap', `gui/${host.uid}`, file).catch(takeBack)
      return []
    case 'win32':
      // The Task Scheduler reads UTF-16 only.
      writeServiceFile(file, `\ufeff${scheduledTask(program, host.user)}`, 'utf16le')
      await host.run('schtasks', '/Create', '/F', '/TN', SERVICE_NAMES.tasks, '/XML', file).catch(takeBack)
      await freeFolder()
      await endTask(host)
      await host.run('schtasks', '/Run', '/TN', SERVICE_NAMES.tasks)
      return [IN_A_WINDOW]
    default:
      throw unknownSystem(host)
  }
}

/** What a task of the user prints has a console, which Windows hides for those alone that run without a login. */
const IN_A_WINDOW =
  'Windows shows it in a window of its own. Minimise it: closing it ends Nightpost until your next login.'

/** Throws StartFailure: what was once run by sudo may have made its folder, which is root's then. */
function writeServiceFile(file: string, text: string, encoding: BufferEncoding = 'utf8'): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, encoding)
  } catch (error) {
    throw new StartFailure(
      `The file of the service, ${file}, cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
      'Make its folder yours, if it is not, and run this command again.',
    )
  }
}

/** False when there is none. `endServer` ends the one of the service on that folder, where the system would only kill it. */
export async function removeService(
  host: ServiceHost,
  endServer: (dataDir: string) => Promise<unknown>,
): Promise<boolean> {
  if (!existsSync(serviceFileOf(host))) return false
  await removeFrom(host, endServer)
  return true
}

async function removeFrom(
  host: ServiceHost,
  endServer: (dataDir: string) => Promise<unknown>,
): Promise<void> {
  const file = serviceFileOf(host)
  const dataDir = readServiceFolder(host)
  switch (host.platform) {
    case 'linux':
      await systemctl(host, 'disable', '--now', SERVICE_NAMES.systemd)
      rmSync(file)
      return void (await systemctl(host, 'daemon-reload'))
    case 'darwin':
      await endLaunchdAgent(host)
      return rmSync(file)
    default:
      if (dataDir !== null) await endServer(dataDir)
      await endTask(host)
      if (await succeeds(host.run('schtasks', '/Query', '/TN', SERVICE_NAMES.tasks)))
        await host.run('schtasks', '/Delete', '/F', '/TN', SERVICE_NAMES.tasks)
      return rmSync(file)
  }
}

const succeeds = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  )

const launchdTarget = ({ uid }: ServiceHost) => `gui/${uid}/${SERVICE_NAMES.launchd}`

/** launchd refuses to start what is still ending. */
async function endLaunchdAgent(host: ServiceHost): Promise<void> {
  await succeeds(host.run('launchctl', 'bootout', launchdTarget(host)))
  await untilEnded(host, () => succeeds(host.run('launchctl', 'print', launchdTarget(host))))
}

/** The Task Scheduler ignores a start while the task still runs, with what it was before. */
async function endTask(host: ServiceHost): Promise<void> {
  await succeeds(host.run('schtasks', '/End', '/TN', SERVICE_NAMES.tasks))
  await untilEnded(host, () => isActive(host))
}

/** After `ExitTimeOut` a system kills it. */
const ENDED_WITHIN: Duration = 25 * SECOND
const LOOK_EVERY: Duration = SECOND / 5

async function untilEnded(host: ServiceHost, isThere: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < ENDED_WITHIN && (await isThere()); waited += LOOK_EVERY)
    await host.pause(LOOK_EVERY)
}

export async function readService(host: ServiceHost): Promise<ServiceState> {
  const installed = existsSync(serviceFileOf(host))
  return { installed, active: installed && (await isActive(host)) }
}

/** Those of `start` that it was installed with; none where there is no service. */
export function readServiceFlags(host: ServiceHost): readonly string[] {
  const file = serviceFileOf(host)
  if (!existsSync(file)) return []
  return startFlagsIn(host.platform, readFileSync(file, host.platform === 'win32' ? 'utf16le' : 'utf8'))
}

/** Null: no flag, or no service. */
export const readServicePort = (host: ServiceHost) => valueOfFlag(host, '--port')

/** Null also for a service that we have not installed. */
export const readServiceFolder = (host: ServiceHost) => valueOfFlag(host, '--data-dir')

function valueOfFlag(host: ServiceHost, flag: string): string | null {
  const flags = readServiceFlags(host)
  return flags.includes(flag) ? (flags[flags.indexOf(flag) + 1] ?? null) : null
}

/**
 * A start that fails prints the reason, which each system keeps in another place; our own log has only what comes later.
 * Not `--user`: a journal in memory, as of a Raspberry Pi, has no file of the user's own, which is all that it would open.
 */
export function whereItSaysWhy(platform: NodeJS.Platform): string {
  return platform === 'linux'
    ? `journalctl --user-unit ${SERVICE_NAMES.systemd} says why.`
    : 'logs/service.log in the data folder says why.'
}

/** A service that was stopped has ended as it should, so no system starts it again. */
export function howItRunsAgain(platform: NodeJS.Platform): string {
  return `nightpost service install starts it again. If nobody has stopped it, ${whereItSaysWhy(platform)}`
}

/** The Task Scheduler starts again what could not be started, not what ended with a code (decision 149). */
export function afterCrash(platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? 'After a crash Windows starts it with your next login only: nightpost service install does at once.'
    : 'It comes back after a crash.'
}

async function isActive(host: ServiceHost): Promise<boolean> {
  try {
    if (host.platform === 'linux')
      return (await systemctl(host, 'is-active', SERVICE_NAMES.systemd)).trim() === 'active'
    if (host.platform === 'darwin')
      return /^\s*state = running$/m.test(await host.run('launchctl', 'print', launchdTarget(host)))
    // The words are translated; the code of a running task is not.
    const asked = `(Get-ScheduledTask -TaskName ${SERVICE_NAMES.tasks}).State -eq 4`
    return (await host.run('powershell', '-NoProfile', '-Command', asked)).trim() === 'True'
  } catch {
    return false
  }
}

/** Whether this user's services run without a login; null where no system knows that. */
export async function doesLinger(host: ServiceHost): Promise<boolean | null> {
  if (host.platform !== 'linux') return null
  return host.run('loginctl', 'show-user', host.user, '--property=Linger', '--value').then(
    (said) => said.trim() === 'yes',
    () => null,
  )
}

/** Where the system reads what the service is, whether there is one or not. */
export function serviceFileOf(host: ServiceHost): string {
  const { platform, home, uid, configHome } = host
  switch (platform) {
    case 'linux':
      return join(configHome ?? join(home, '.config'), 'systemd', 'user', SERVICE_NAMES.systemd)
    case 'darwin':
      // sudo leaves HOME as it is there: the file would be found, and the agent of the user would not.
      if (uid === 0)
        throw new StartFailure('launchd has no services for root.', 'Run this command again without sudo.')
      return join(home, 'Library', 'LaunchAgents', `${SERVICE_NAMES.launchd}.plist`)
    case 'win32':
      return join(home, 'AppData', 'Local', 'Nightpost State', 'service.xml')
    default:
      throw unknownSystem(host)
  }
}

const systemctl = (host: ServiceHost, ...args: readonly string[]) => host.run('systemctl', '--user', ...args)

/** Some systems keep users from making namespaces, and a unit that asks for them would not start. */
async function canHaveOwnView(host: ServiceHost): Promise<boolean> {
  const asked = OWN_VIEW.map((line) => `--property=${line}`)
  return succeeds(host.run('systemd-run', '--user', '--wait', '--collect', '--quiet', ...asked, 'true'))
}

/** Otherwise a user's services end at the last logout, and never start on a computer that nobody logs in to. */
async function stayAfterLogout(host: ServiceHost): Promise<string[]> {
  try {
    await host.run('loginctl', 'enable-linger')
    return []
  } catch {
    return [
      `It stops when you log out. To keep it running, an administrator runs: sudo loginctl enable-linger ${host.user}`,
    ]
  }
}

function unknownSystem({ platform }: ServiceHost): StartFailure {
  return new StartFailure(`Nightpost knows no services of ${platform}.`, `Without them, ${BY_HAND}.`)
}

const execute = promisify(execFile)

/** Throws StartFailure with the words of the program. */
export async function runOnSystem(program: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await execute(program, [...args], { encoding: 'utf8', windowsHide: true })).stdout
  } catch (error) {
    if (hasCode(error, MISSING))
      throw new StartFailure(`There is no ${program} here, which services need.`, `Without them, ${BY_HAND}.`)
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new StartFailure(`${program} ${args.join(' ')} failed: ${said || String(error)}`, helpFor(said))
  }
}

const BY_HAND = 'start it with whatever starts your programs: nightpost start --no-open'
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT'])

/** What the systems say where they run no services of this user, which no repetition changes. */
const NONE_OF_THIS_USER: readonly (readonly [said: RegExp, helps: string])[] = [
  [
    /connect to (?:user scope )?bus|booted with systemd/,
    `After sudo or su, log in as this user instead; without systemd, ${BY_HAND}.`,
  ],
  [/Domain does not support/, `Log in at the screen of this Mac and run it there, or ${BY_HAND}.`],
]

function helpFor(said: string): string {
  const known = NONE_OF_THIS_USER.find(([words]) => words.test(said))
  return known?.[1] ?? 'Nothing is installed halfway: nightpost service remove takes back what there is.'
}
