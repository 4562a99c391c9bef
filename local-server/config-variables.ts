// The variables that Nightpost reads, and what each of them may be.
import { delimiter, isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { MOBILE_API_URL, WEB_API_URL } from '../core/features/private-api/hosts.ts'
import { AppId, AppSecret } from '../core/features/setup/login-apps.ts'
import { CLOUD_VARIABLES } from './cloud-variables.ts'
import { isBlockedPort } from './http/blocked-ports.ts'
import { HookCommand } from './loops/hook-command.ts'
import { StartFailure, UsageFailure } from './terminal/start-failure.ts'

export const DEFAULT_PORT = 4100

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .describe(`a whole number from ${min} to ${max}`)

const port = whole(0, 65_535)
  .refine((number) => !isBlockedPort(number))
  .describe('a whole number from 0 to 65535 that browsers do not refuse')

/** https, or http on loopback: a token must not travel in clear to another machine. */
const hostUrl = z
  .url()
  .refine((text) => isSafeUrl(text))
  .transform((text) => text.replace(/\/+$/, ''))
  .describe('an https address, or an http address on loopback')

/** As browsers write it: lower case, no path, no port where it is the usual one. It is compared, never matched. */
const httpsOrigin = z
  .string()
  .refine((text) => /^https:\/\/[a-z0-9.-]+(:\d+)?$/.test(text) && URL.parse(text)?.origin === text)
  .describe('exactly one https origin in lower case and without a path, like https://computer.example.ts.net')

const loopbackUrl = z
  .url()
  .refine((text) => isLoopback(text))
  .transform((text) => text.replace(/\/+$/, ''))
  .describe('an address on loopback, like http://127.0.0.1:4100')

/** Below it are paths of ours: behind the address of the feed, which is printed beside it, nothing would be found. */
const sandboxUrl = loopbackUrl
  .refine((text) => /^https?:\/\/[^/?#]+$/.test(text))
  .describe('the address that the sandbox prints first, without a path, like http://127.0.0.1:4200')

const appId = AppId.describe('the digits of the app ID, as the app dashboard shows them')
const appSecret = AppSecret.describe('the whole app secret, as the app dashboard shows it')

/** A shell turns an unset variable into an empty text, and leaves `~` as it is in `--data-dir=~/x`; no shell reads `service.env`. */
export const isWholePath = (text: string) => text !== '' && !/^~([/\\]|$)/.test(text)

const pathOf = (what: 'file' | 'folder') =>
  z.string().refine(isWholePath).describe(`the path of a ${what} that does not begin with ~`)

/** As PATH is written on this system. */
const folders = z
  .string()
  .transform((text) => text.split(delimiter).filter((folder) => folder !== ''))
  .refine((list) => list.every((folder) => isAbsolute(folder)))
  .transform((list) => list.map((folder) => resolve(folder)))
  .describe(`absolute paths of folders, separated by ${delimiter}`)

const onOrOff = z
  .stringbool({ truthy: ['on', 'true', 'yes', '1'], falsy: ['off', 'false', 'no', '0'] })
  .transform((isOn) => (isOn ? 'on' : 'off'))
  .describe('on or off')

export const Settings = z.object({
  PORT: port.default(DEFAULT_PORT),
  NIGHTPOST_DATA_DIR: pathOf('folder').optional(),
  NIGHTPOST_STATE_DIR: pathOf('folder').optional(),
  NIGHTPOST_ORIGIN: httpsOrigin.optional(),
  NIGHTPOST_AGENT_FOLDERS: folders.default([]),
  NIGHTPOST_ON_EVENT: HookCommand.optional(),
  NIGHTPOST_NOTIFY: z.enum(['error', 'warning', 'notice']).describe('error, warning or notice').optional(),
  // Empty, as a shell makes it of a variable that is not set, it has always been off.
  NO_OPEN: onOrOff.or(z.literal('')).describe('on or off').optional(),
  NIGHTPOST_LINK: onOrOff.optional(),
  NIGHTPOST_SANDBOX: onOrOff.optional(),
  NIGHTPOST_SANDBOX_URL: sandboxUrl.optional(),
  MAX_FILE_SIZE_MB: whole(1, 100_000).default(100),
  RATE_LIMIT_RPM: whole(1, 1_000_000).default(100),
  RATE_LIMIT_RPH: whole(1, 1_000_000).default(1_000),
  PLATFORM_APP_ID: appId.optional(),
  PLATFORM_APP_SECRET: appSecret.optional(),
  PARTNER_APP_ID: appId.optional(),
  PARTNER_APP_SECRET: appSecret.optional(),
  PLATFORM_AUTH_URL: hostUrl.default('https://www.instagram.com'),
  PLATFORM_API_URL: hostUrl.default('https://api.instagram.com'),
  PARTNER_AUTH_URL: hostUrl.default('https://www.facebook.com'),
  PLATFORM_GRAPH_URL: hostUrl.default('https://graph.instagram.com'),
  PARTNER_GRAPH_URL: hostUrl.default('https://graph.facebook.com'),
  UPLOAD_URL: hostUrl.default('https://rupload.facebook.com'),
  NATIVE_API_URL: hostUrl.default(MOBILE_API_URL),
  NATIVE_WEB_URL: hostUrl.default(WEB_API_URL),
  MEDIA_PUBLIC_BASE_URL: loopbackUrl.optional(),
  ...CLOUD_VARIABLES,
  CLOUD_API_URL: hostUrl.default('https://api.cloudflare.com/client/v4'),
  NODE_ENV: z.string().optional(),
  NIGHTPOST_LAUNCHED_AT: z.coerce.number().optional(),
  NIGHTPOST_BACKUP_DIR: pathOf('folder').optional(),
  NIGHTPOST_BACKUP_PASSPHRASE_FILE: pathOf('file').optional(),
  NIGHTPOST_BACKUP_KEEP: whole(1, 1_000).default(7),
  NIGHTPOST_BACKUP_MEDIA: onOrOff.optional(),
  JOURNAL_STREAM: z.string().optional(),
  NOTIFY_SOCKET: z.string().min(1).optional(),
  WATCHDOG_USEC: z.coerce.number().positive().optional(),
})

export const WorkerHosts = Settings.pick({
  PLATFORM_GRAPH_URL: true,
  PLATFORM_API_URL: true,
  PARTNER_GRAPH_URL: true,
  UPLOAD_URL: true,
})

/** Editors of Windows put a mark before the text of `service.env`, which Node takes for a part of its first name. */
export function unmarked(
  variables: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name.replace(/^\ufeff/, ''), value]),
  )
}

type Variable = keyof typeof Settings.shape

export const VARIABLES_WITH_FLAG: readonly Variable[] = [
  'PORT',
  'NIGHTPOST_DATA_DIR',
  'NIGHTPOST_ORIGIN',
  'NO_OPEN',
  'NIGHTPOST_SANDBOX',
]
const SET_FOR_US: readonly Variable[] = [
  'NIGHTPOST_LAUNCHED_AT',
  'JOURNAL_STREAM',
  'NOTIFY_SOCKET',
  'WATCHDOG_USEC',
]

/** Leaves out what the launcher and systemd set. */
export const VARIABLES_WITHOUT_FLAG = (Object.keys(Settings.shape) as Variable[]).filter(
  (name) => !VARIABLES_WITH_FLAG.includes(name) && !SET_FOR_US.includes(name),
)

const FLAGS_OF: Readonly<Record<string, string>> = {
  PORT: '--port',
  NIGHTPOST_DATA_DIR: '--data-dir',
  NIGHTPOST_ORIGIN: '--origin',
}

/** What is wrong with the first variable that cannot be used, and what it may be. The flags of those in `typed` were given. */
export function refusal(error: z.ZodError, typed: readonly string[] = []): StartFailure {
  const name = String(error.issues[0]?.path[0])
  const schema = Settings.shape[name as Variable]
  const expected = expectation(schema) ?? 'another value'
  const flag = FLAGS_OF[name]
  const where = flag === undefined ? name : `${name} or ${flag}`
  const Failure = typed.includes(name) ? UsageFailure : StartFailure
  return new Failure(`${where} has a value that cannot be used.`, `Set it to ${expected}, or leave it out.`)
}

/** The description of a schema, also below `optional` and `default`. */
function expectation(schema: z.ZodType): string | undefined {
  if (schema.description !== undefined) return schema.description
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : null
  return inner instanceof z.ZodType ? expectation(inner) : undefined
}

function isSafeUrl(text: string): boolean {
  return URL.parse(text)?.protocol === 'https:' || isLoopback(text)
}

/** Also called for text that is not an address: a schema reports every problem at once. */
function isLoopback(text: string): boolean {
  const { protocol, hostname } = URL.parse(text) ?? { protocol: '', hostname: '' }
  return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}
