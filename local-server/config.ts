// The only place that reads the environment. Two steps: raw text from flags and variables, then one schema
// (config-variables.ts) that turns it into a frozen Config with defaults, or stops the start with what is wrong and what to do.
import { CommanderError, Option } from 'commander'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { Severity } from '../core/api/attention.ts'
import type { FixedCloud } from '../core/features/cloud/connection/settings.ts'
import type { Duration } from '../core/time.ts'
import { readFixedCloud } from './cloud-variables.ts'
import {
  DEFAULT_PORT,
  refusal,
  Settings,
  unmarked,
  VARIABLES_WITH_FLAG,
  VARIABLES_WITHOUT_FLAG,
  WorkerHosts,
} from './config-variables.ts'
import type { HookCommand } from './loops/hook-command.ts'
import { createCommand } from './terminal/create-command.ts'
import { calledAs } from './terminal/called-as.ts'
import { StartFailure, UsageFailure } from './terminal/start-failure.ts'
import { findHome } from './data-folder/find-home.ts'
import { PROXY_VARIABLES, readProxies, type Proxies } from './proxies.ts'
import { stateDirFor } from './data-folder/state-dir.ts'

export interface Config {
  readonly port: number
  readonly dataDir: string
  /** Outside the data folder; null where the user has no place for it. */
  readonly stateDir: string | null
  /** The https origin of a proxy of the user's on this computer that forwards to loopback; null: there is none. */
  readonly proxyOrigin: string | null
  /** The way out of the user's network. */
  readonly proxies: Proxies
  readonly openBrowser: boolean
  /** Started by the system's service manager, which `service install` told to say so. */
  readonly asService: boolean
  readonly demo: boolean
  readonly sandbox: boolean
  /** The address of `npm run sandbox`; null: the sandbox runs inside this server. */
  readonly sandboxUrl: string | null
  readonly maxUploadBytes: number
  /** The folders from which agents may have files read by their path. */
  readonly agentFolders: readonly string[]
  /** The user's command for each event; null: none. */
  readonly onEvent: HookCommand | null
  /** New attention entries from this severity up are shown as system notifications; null: none. */
  readonly notifyFrom: Severity | null
  readonly limits: { readonly perMinute: number; readonly perHour: number }
  /** The user's own apps at the platform, where variables name them. */
  readonly apps: Readonly<
    Record<'platform' | 'partner', { readonly id: string | null; readonly secret: string | null }>
  >
  /** The consent pages of the two logins, and the host that exchanges the platform's codes. */
  readonly platformAuthUrl: string
  readonly platformApiUrl: string
  readonly partnerAuthUrl: string
  /** The Graph host of the platform login. */
  readonly platformGraphUrl: string
  /** The Graph host of the partner login. */
  readonly partnerGraphUrl: string
  /** The host that takes the bytes of videos. */
  readonly uploadUrl: string
  /** The host of the platform's app, and the one of its web page: story mentions by the owner's own session. */
  readonly privateApiUrl: string
  readonly privateApiWebUrl: string
  /** Development and tests: the loopback address from which a platform double fetches media. */
  readonly mediaPublicBaseUrl: string | null
  /** The user's Worker and bucket, where variables name them. */
  readonly cloud: FixedCloud
  /** The API of the cloud's provider. */
  readonly cloudApiUrl: string
  readonly development: boolean
  /**
   * When the user started us, as milliseconds since 1970: the launcher installs and builds before this process
   * exists.
   */
  readonly launchedAt: number
  /** The folders in which programs such as ffmpeg are looked for. */
  readonly searchPath: string
  /** A backup a day; null: none. */
  readonly backups: {
    readonly dir: string
    readonly passphraseFile: string
    readonly keep: number
    readonly withMedia: boolean
  } | null
  /** Whether the link that signs in is printed where that is no terminal; null: as `terminal/launch-link.ts` decides. */
  readonly link: 'on' | 'off' | null
  /** How systemd names the journal; null: it has started none of our parents. */
  readonly journalStream: string | null
  /** Set when systemd waits for us to be ready. */
  readonly serviceManager: { readonly socket: string; readonly watchdog: Duration | null } | null
  /** The variables by which a program finds the settings of this user's desktop. */
  readonly desktop: Readonly<Record<string, string>>
  /** All of the environment that the user's own programs get: none of the variables of this process that hold secrets. */
  readonly programVariables: Readonly<Record<string, string>>
}

export type Env = Readonly<Record<string, string | undefined>>

/** Throws StartFailure. */
export function readConfig(argv: readonly string[], env: Env = process.env): Config {
  const flags = readFlags(argv)
  const typed = pickVariables(
    { PORT: flags.port, NIGHTPOST_DATA_DIR: flags.dataDir, NIGHTPOST_ORIGIN: flags.origin },
    VARIABLES_WITH_FLAG,
  )
  // Compiling a schema that is used once takes longer than using it.
  const raw = Settings.safeParse({ ...unmarked(env), ...typed }, { jitless: true })
  if (!raw.success) throw refusal(raw.error, Object.keys(typed))
  const settings = raw.data
  const dataDir = resolve(settings.NIGHTPOST_DATA_DIR ?? requireDataDir(env))
  return Object.freeze({
    port: settings.PORT,
    dataDir,
    stateDir: stateDirFor(dataDir, env),
    proxyOrigin: settings.NIGHTPOST_ORIGIN ?? null,
    proxies: Object.freeze(readProxies(env)),
    openBrowser: flags.open && settings.NO_OPEN !== 'on' && !isInCi(env),
    asService: flags.service === true,
    demo: flags.demo,
    sandbox: flags.sandbox && settings.NIGHTPOST_SANDBOX !== 'off',
    sandboxUrl: settings.NIGHTPOST_SANDBOX_URL ?? null,
    maxUploadBytes: settings.MAX_FILE_SIZE_MB * 1024 * 1024,
    agentFolders: Object.freeze(settings.NIGHTPOST_AGENT_FOLDERS),
    onEvent: settings.NIGHTPOST_ON_EVENT ?? null,
    notifyFrom: settings.NIGHTPOST_NOTIFY ?? null,
    limits: Object.freeze({ perMinute: settings.RATE_LIMIT_RPM, perHour: settings.RATE_LIMIT_RPH }),
    apps: Object.freeze({
      platform: { id: settings.PLATFORM_APP_ID ?? null, secret: settings.PLATFORM_APP_SECRET ?? null },
      partner: { id: settings.PARTNER_APP_ID ?? null, secret: settings.PARTNER_APP_SECRET ?? null },
    }),
    platformAuthUrl: settings.PLATFORM_AUTH_URL,
    platformApiUrl: settings.PLATFORM_API_URL,
    partnerAuthUrl: settings.PARTNER_AUTH_URL,
    platformGraphUrl: settings.PLATFORM_GRAPH_URL,
    partnerGraphUrl: settings.PARTNER_GRAPH_URL,
    uploadUrl: settings.UPLOAD_URL,
    privateApiUrl: settings.NATIVE_API_URL,
    privateApiWebUrl: settings.NATIVE_WEB_URL,
    mediaPublicBaseUrl: settings.MEDIA_PUBLIC_BASE_URL ?? null,
    cloud: Object.freeze(readFixedCloud(settings)),
    cloudApiUrl: settings.CLOUD_API_URL,
    development: settings.NODE_ENV === 'development',
    launchedAt: settings.NIGHTPOST_LAUNCHED_AT ?? Date.now() - performance.now(),
    searchPath: env['PATH'] ?? '',
    backups: readBackups(settings),
    link: settings.NIGHTPOST_LINK ?? null,
    journalStream: settings.JOURNAL_STREAM ?? null,
    serviceManager: readServiceManager(settings),
    desktop: Object.freeze(pickVariables(env, DESKTOP_VARIABLES)),
    programVariables: Object.freeze({
      ...pickVariables(env, PROGRAM_VARIABLES),
      NIGHTPOST_DATA_DIR: dataDir,
    }),
  })
}

const OF_ITS_FILE: readonly string[] = [...VARIABLES_WITHOUT_FLAG, ...PROXY_VARIABLES]

/** Set by CIs to a word of their own; a shell may have it set to say no. */
const isInCi = (env: Env): boolean => !/^(?:|off|false|no|0)$/i.test(env['CI']?.trim() ?? '')

/** The config of the service: variables without a flag come from its file alone, never from this shell. */
export function readServiceConfig(argv: readonly string[], variables: Env, env: Env = process.env): Config {
  const rest = Object.entries(env).filter(([name]) => !OF_ITS_FILE.includes(name))
  // Windows writes it `Path`, and finds it by any spelling in the environment, but not in a copy.
  return readConfig(argv, { ...Object.fromEntries(rest), PATH: env['PATH'], ...variables })
}

/** Throws StartFailure when half of it is missing: the user would believe that there are backups. */
function readBackups(settings: z.infer<typeof Settings>): Config['backups'] {
  const { NIGHTPOST_BACKUP_DIR: dir, NIGHTPOST_BACKUP_PASSPHRASE_FILE: passphraseFile } = settings
  if (dir === undefined && passphraseFile === undefined) return null
  if (dir === undefined || passphraseFile === undefined)
    throw new StartFailure(
      `${dir === undefined ? 'NIGHTPOST_BACKUP_DIR' : 'NIGHTPOST_BACKUP_PASSPHRASE_FILE'} is missing, but the other one is set.`,
      'Set both, or leave both out.',
    )
  return {
    dir: resolve(dir),
    passphraseFile: resolve(passphraseFile),
    keep: settings.NIGHTPOST_BACKUP_KEEP,
    withMedia: settings.NIGHTPOST_BACKUP_MEDIA === 'on',
  }
}

function readServiceManager({ NOTIFY_SOCKET, WATCHDOG_USEC }: z.infer<typeof Settings>) {
  if (NOTIFY_SOCKET === undefined) return null
  return { socket: NOTIFY_SOCKET, watchdog: WATCHDOG_USEC === undefined ? null : WATCHDOG_USEC / 1_000 }
}

/** Who the user is, where things are, how they write, and how to reach the network. */
const PROGRAM_VARIABLES =
  `HOME LOGNAME PATH SHELL TMPDIR TZ USER LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LC_NUMERIC LC_TIME
  DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY XDG_CONFIG_HOME XDG_CURRENT_DESKTOP XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR
  http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_DIR SSL_CERT_FILE
  APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROGRAMDATA PROGRAMFILES PSMODULEPATH SYSTEMDRIVE SYSTEMROOT TEMP TMP
  USERDOMAIN USERNAME USERPROFILE WINDIR`.split(/\s+/)

const DESKTOP_VARIABLES = [
  'DBUS_SESSION_BUS_ADDRESS',
  'HOME',
  'XDG_CONFIG_HOME',
  'XDG_CURRENT_DESKTOP',
  'XDG_DATA_DIRS',
  'XDG_RUNTIME_DIR',
]

function pickVariables(env: Env, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const])),
  )
}

/** For what Node could not read at the start of the process: what it has read stays. */
export function addMissing(variables: Env): void {
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
}

/** The variables that are set and that no flag of `start` stands for, by name. */
export function setWithoutFlag(env: Env = process.env): string[] {
  return OF_ITS_FILE.filter((name) => env[name] !== undefined)
}

/** Whether a variable is set that a flag of the service stands for, too. */
export function isSetWithFlag(env: Env = process.env): boolean {
  return VARIABLES_WITH_FLAG.some((name) => name !== 'NO_OPEN' && env[name] !== undefined)
}

/** The folder of this user's data, where each operating system keeps it. Null for a user without a home. */
export function defaultDataDir(env: Env = process.env): string | null {
  if (env['NIGHTPOST_DATA_DIR']) return env['NIGHTPOST_DATA_DIR']
  const home = findHome()
  if (process.platform === 'win32')
    return home && join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Nightpost')
  if (process.platform === 'darwin') return home && join(home, 'Library', 'Application Support', 'Nightpost')
  const shared = env['XDG_DATA_HOME'] || (home && join(home, '.local', 'share'))
  return shared && join(shared, 'nightpost')
}

/** Throws StartFailure. */
function requireDataDir(env: Env): string {
  const dataDir = defaultDataDir(env)
  if (dataDir !== null) return dataDir
  throw new StartFailure(
    'This user has no home, so there is no usual place for the data folder.',
    'Name one with --data-dir DIR, or set HOME.',
  )
}

/** Of a command that no flag names one to. Throws StartFailure for a variable that a start would refuse. */
export function readDataDir(env: Env = process.env): string {
  const raw = Settings.pick({ NIGHTPOST_DATA_DIR: true }).safeParse(env)
  if (!raw.success) throw refusal(raw.error)
  return resolve(requireDataDir(env))
}

/** Null when it is not set. */
export function readBackupPassphrase(env: Env = process.env): string | null {
  return env['NIGHTPOST_BACKUP_PASSPHRASE'] || null
}

export interface AgentSettings {
  readonly key: string | null
  readonly folders: readonly string[]
}

/** Of an agent that starts `nightpost mcp`. Throws StartFailure. */
export function readAgentSettings(env: Env = process.env): AgentSettings {
  const raw = Settings.pick({ NIGHTPOST_AGENT_FOLDERS: true }).safeParse(env)
  if (!raw.success) throw refusal(raw.error)
  return { key: env['NIGHTPOST_KEY'] || null, folders: raw.data.NIGHTPOST_AGENT_FOLDERS }
}

/** The platform's hosts for the Worker on this computer, by the names of its variables. Throws StartFailure. */
export function readWorkerHosts(env: Env = process.env): Readonly<Record<string, string>> {
  const raw = WorkerHosts.safeParse(env)
  if (!raw.success) throw refusal(raw.error)
  return raw.data
}

interface Flags {
  readonly port?: string
  readonly dataDir?: string
  readonly origin?: string
  readonly open: boolean
  readonly demo: boolean
  readonly sandbox: boolean
  readonly service?: true
}

function readFlags(argv: readonly string[]): Flags {
  const command = createCommand(calledAs('start', ''))
    .option('--port <n>', `port on 127.0.0.1; 0 takes a free one (default ${DEFAULT_PORT})`)
    .option('--data-dir <dir>', 'where accounts, posts and media are kept')
    .option('--origin <url>', 'https origin of a proxy on this computer, to reach the page from a phone')
    .option('--no-open', 'do not open the browser')
    .option('--no-demo', 'skip the first post that a new data folder gets in the sandbox')
    .option('--no-sandbox', 'run without the built-in practice account')
    .addOption(new Option('--service', 'set by nightpost service install').hideHelp())
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  try {
    return command.parse([...argv], { from: 'user' }).opts<Flags>()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // --help was requested and has been printed.
    if (error.exitCode === 0) process.exit(0)
    throw new UsageFailure(usageSentence(error), `${calledAs('start', '--help')} lists the flags.`)
  }
}

/** A suggestion is printed on a line of its own. */
export function usageSentence({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.?$/, '.')
}
