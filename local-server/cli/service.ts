// `nightpost service install | remove | status`.
import { existsSync, realpathSync } from 'node:fs'
import { homedir, userInfo, type UserInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isSetWithFlag, readServiceConfig, setWithoutFlag, type Config, type Env } from '../config.ts'
import { DEFAULT_PORT, VARIABLES_WITH_FLAG } from '../config-variables.ts'
import { isTaken } from '../data-folder/data-folder.ts'
import { readRunning } from '../data-folder/running.ts'
import { listen } from '../listen.ts'
import { repositoryRoot } from '../paths.ts'
import {
  afterCrash,
  doesLinger,
  howItRunsAgain,
  installService,
  readService,
  readServiceFlags,
  readServiceFolder,
  readServicePort,
  removeService,
  runOnSystem,
  serviceFileOf,
  whereItSaysWhy,
  type ServiceHost,
  type ServiceState,
} from '../service/service.ts'
import { serviceLogIn } from '../service/failed-start.ts'
import { prepareVariables, type ServiceVariables } from '../service/service-variables.ts'
import { calledAs, dataDirFlag } from '../terminal/called-as.ts'
import { say } from '../terminal/say.ts'
import { requireStartNeeds } from '../start-needs.ts'
import { stopServer } from './running.ts'
import { EXIT_CODES } from '../terminal/exit-codes.ts'
import { StartFailure } from '../terminal/start-failure.ts'

/** Throws StartFailure when the user has no name here, as in a container that runs under a bare user id. */
function thisHost(configHome: string | null = null): ServiceHost {
  const { username, uid } = knownUser()
  return {
    platform: process.platform,
    home: homedir(),
    user: username,
    uid,
    configHome,
    run: runOnSystem,
    pause,
  }
}

/** Of this shell it takes where units are: a variable that a start refuses is none of a service that is there. */
function hostOfShell(): ServiceHost {
  return thisHost(readServiceConfig([], NO_FLAGS).desktop['XDG_CONFIG_HOME'] ?? null)
}

const NO_FLAGS: Env = Object.fromEntries(VARIABLES_WITH_FLAG.map((name) => [name, undefined]))

function knownUser(): Pick<UserInfo<string>, 'username' | 'uid'> {
  try {
    return userInfo()
  } catch {
    throw new StartFailure(
      `This system does not know the user ${process.getuid?.() ?? 'of this process'} by name, so there can be no service.`,
      'Start Nightpost with whatever starts your programs: nightpost start --no-open',
    )
  }
}

export interface FoundService extends ServiceState {
  readonly port: string | null
  /** The data folder of its flags. */
  readonly dataDir: string | null
  /** Where the system reads what it is; null where there can be none. */
  readonly file: string | null
  /** Null where the system knows nothing like it. */
  readonly lingers: boolean | null
  /** Why there can be none here; null when there can. */
  readonly refusal: StartFailure | null
}

export async function findService(configHome: string | null): Promise<FoundService> {
  try {
    const host = thisHost(configHome)
    const flags = { port: readServicePort(host), dataDir: readServiceFolder(host) }
    const known = { file: serviceFileOf(host), lingers: await doesLinger(host) }
    return { ...(await readService(host)), ...flags, ...known, refusal: null }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    const nothing = { file: null, port: null, dataDir: null, lingers: null }
    return { installed: false, active: false, ...nothing, refusal: error }
  }
}

const OF_NPX = /[\\/]_npx[\\/]/

/** `flags` are those of `nightpost start`. The service gets none of the variables of this shell. */
export async function install(flags: readonly string[]): Promise<void> {
  if (OF_NPX.test(repositoryRoot))
    throw new StartFailure(
      'npx keeps this program only for a while.',
      'Install it with npm install --global and what you gave to npx, then run nightpost service install.',
    )
  if (OF_NPX.test(process.execPath))
    throw new StartFailure(
      'npx keeps the Node that runs this for a while only.',
      'Install Node 24 or later from https://nodejs.org, then run nightpost service install with it.',
    )
  const host = hostOfShell()
  const config = configOfService(host, flags)
  await requireItsNeeds(host, config)
  const { dataDir, searchPath } = config
  const given = prepareVariables(dataDir)
  await requireItsPort(host, usableConfig(given, config))
  const { file, variables } = given
  const command = [`--env-file-if-exists=${file}`, ...program(), 'start', ...flagsOf(config)]
  const found = readRunning(dataDir)
  const replaced = replacedBy(host, dataDir)
  const told = await installService(
    host,
    { command: [process.execPath, ...command], logFile: serviceLogIn(dataDir), searchPath },
    async () => {
      if (await stopServer(dataDir))
        say(`Stopped the Nightpost that ran on ${dataDir}: the service takes its place.`)
    },
  )
  await untilServiceServes(dataDir, found?.life)
  say(`Installed and started. It starts when you log in. ${afterCrash(process.platform)}`)
  const missing = setWithoutFlag().filter((name) => !Object.hasOwn(variables, name))
  if (missing.length > 0)
    say(
      `It does not get the variables of this shell: ${missing.join(', ')}. ` +
        `Write those that it needs into ${file}, NAME=value on each line, and run this command again.`,
    )
  for (const line of [...replaced, ...told]) say(line)
}

/** Throws StartFailure. Of a service that runs, which this one replaces, the port is its own, and the folder may be another one. */
export async function requireItsNeeds(host: ServiceHost, config: Config): Promise<void> {
  const { active } = await readService(host)
  await requireStartNeeds(active ? { ...config, port: 0 } : config)
}

/** The folder of a service that is for another one than this. */
export const otherFolderOf = ({ dataDir: of }: FoundService, { dataDir }: Pick<Config, 'dataDir'>) =>
  of === null || isSameFolder(of, dataDir) ? null : of

/** Also under another name, by way of a link. */
function isSameFolder(one: string, other: string): boolean {
  return one === other || (existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other))
}

/** What its owner is told where there was one for another folder, whose posts nothing publishes any more. */
export function replacedBy(host: ServiceHost, dataDir: string): string[] {
  const before = readServiceFolder(host)
  if (before === null || isSameFolder(before, dataDir)) return []
  return [
    `It has taken the place of the service for ${before}, because each user has one: nothing of that folder goes out from here until you start it with ${calledAs('start', dataDirFlag(before))}.`,
  ]
}

/**
 * Installed once more without any flags, as after an update, a service keeps those that it has: its data folder, too. A variable of
 * this shell that says other than the usual replaces its own flag alone, unless it names another folder, for which they were not meant.
 */
export function configOfService(host: ServiceHost, flags: readonly string[], env?: Env): Config {
  const asked = readServiceConfig(flags, {}, env)
  if (flags.length > 0) return asked
  const kept = readServiceConfig(readServiceFlags(host), {}, env)
  if (!isSetWithFlag(env)) return kept
  const usual = readServiceConfig([], NO_FLAGS, env)
  if (asked.dataDir !== usual.dataDir && !isSameFolder(asked.dataDir, kept.dataDir)) return asked
  const own = <Name extends 'port' | 'proxyOrigin' | 'sandbox'>(name: Name): Config[Name] =>
    asked[name] === usual[name] ? kept[name] : asked[name]
  return { ...kept, port: own('port'), proxyOrigin: own('proxyOrigin'), sandbox: own('sandbox') }
}

/** What it starts with. Throws StartFailure before a server that runs is stopped for one that could not start. */
function usableConfig({ file, variables }: ServiceVariables, config: Config): Config {
  try {
    return readServiceConfig(flagsOf(config), { ...NO_FLAGS, ...variables })
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    throw new StartFailure(`The service cannot start with ${file}: ${error.message}`, error.whatToDo)
  }
}

const STARTED_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 200

/** Throws StartFailure for a port that another program has. That of a server whose place it takes is free by then. */
export async function requireItsPort(host: ServiceHost, config: Config): Promise<void> {
  const replaced = [config.dataDir, readServiceFolder(host)].map(
    (folder) => folder && readRunning(folder)?.origin,
  )
  if (replaced.includes(`http://127.0.0.1:${config.port}`)) return
  const probe = await listen(() => new Response(null, { status: 503 }), { ...config, newRequestId: () => '' })
  await probe.close(0)
}

/** The systems call a service started that still waits, or that ends at once. */
async function untilServiceServes(dataDir: string, lifeBefore: string | undefined): Promise<void> {
  for (const started = performance.now(); performance.now() - started < STARTED_WITHIN_MS;) {
    const running = isTaken(dataDir) ? readRunning(dataDir) : null
    if (running?.asService && running.life !== lifeBefore) return
    await pause(LOOK_EVERY_MS)
  }
  throw new StartFailure(
    'The service is installed, but it has not started within two minutes.',
    whereItSaysWhy(process.platform),
  )
}

/** The settings as flags, also those that came from variables. */
function flagsOf({ dataDir, port, proxyOrigin, demo, sandbox }: Config): string[] {
  return [
    '--service',
    '--no-open',
    '--data-dir',
    dataDir,
    ...(port === DEFAULT_PORT ? [] : ['--port', String(port)]),
    ...(proxyOrigin === null ? [] : ['--origin', proxyOrigin]),
    ...(demo ? [] : ['--no-demo']),
    ...(sandbox ? [] : ['--no-sandbox']),
  ]
}

export async function uninstall(): Promise<void> {
  const host = hostOfShell()
  const wasThere = await removeService(host, async (dataDir) => {
    // What does not answer is left to the system.
    if (readRunning(dataDir)?.asService) await stopServer(dataDir).catch(() => false)
  })
  // Whoever types sudo asks for the service of another user.
  if (!wasThere) return say(`There is no service of the user ${host.user}, so nothing was removed.`)
  say('Removed. Your data is untouched; nightpost places lists what else there is.')
}

export async function printServiceStatus(asJson: boolean): Promise<void> {
  const state = await readService(hostOfShell())
  if (!state.active) process.exitCode = EXIT_CODES.noServer
  if (asJson) return say(JSON.stringify(state))
  if (!state.installed) return say('Not installed: nightpost service install.')
  say(
    state.active
      ? 'Installed, and running.'
      : `Installed, but not running: ${howItRunsAgain(process.platform)}`,
  )
}

/** In a clone the launcher, which also installs and builds what has changed. */
function program(): string[] {
  const launcher = join(repositoryRoot, 'local-server', 'launch.mjs')
  return [existsSync(launcher) ? launcher : join(repositoryRoot, 'local-server', 'nightpost.mjs')]
}
