// `nightpost doctor`: one page of what works, what does not, and the one thing that helps.
import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MEGABYTE } from '../../core/media/fit/limits.ts'
import { NEARLY_FULL_BYTES } from '../../core/ports/data-storage.ts'
import { MINUTE } from '../../core/time.ts'
import { isOverdue, newestFirst } from '../backup/scheduled-backups.ts'
import { findUnfinishedRestores, namesIn } from '../backup/unfinished-restores.ts'
import manifest from '../../package.json' with { type: 'json' }
import { readConfig, readServiceConfig, type Config, type Env } from '../config.ts'
import { isDataFolder, isTaken } from '../data-folder/data-folder.ts'
import { readFolderId } from '../data-folder/queue-hold.ts'
import { listen } from '../listen.ts'
import { timeZoneHere } from '../node-clock.ts'
import { createSleepSetting } from '../power/sleep-setting.ts'
import { calledAs } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { whereItSaysWhy } from '../service/service.ts'
import { readVariables, type ServiceVariables } from '../service/service-variables.ts'
import { findService, type FoundService } from './service.ts'
import { reachServer, withSession, type Send } from './session.ts'

/** `broken` makes the exit code 1. */
type State = 'works' | 'look' | 'broken'

export interface CheckResult {
  readonly what: string
  readonly state: State
  readonly says: string
  readonly helps?: string
}

const SIGN: Record<State, string> = { works: '✔', look: '!', broken: '✖' }

export async function doctor(dataDir: string, asJson: boolean): Promise<void> {
  const results = await examine(['--data-dir', dataDir])
  if (asJson) process.stdout.write(`${JSON.stringify(results)}\n`)
  else for (const result of results) process.stdout.write(line(result))
  if (results.some(({ state }) => state === 'broken')) process.exitCode = 1
}

function line({ what, state, says, helps }: CheckResult): string {
  return `  ${SIGN[state]} ${what.padEnd(13)} ${says}\n${helps ? `${' '.repeat(18)}→ ${helps}\n` : ''}`
}

/** Examines what the service runs with where one is installed, else what a start with these flags would. */
export async function examine(flags: readonly string[], env?: Env): Promise<CheckResult[]> {
  const ofShell = readConfig(flags, env)
  const service = await findService(ofShell.desktop['XDG_CONFIG_HOME'] ?? null)
  const variables = service.installed ? readVariables(ofShell.dataDir) : null
  const ofService = service.port === null ? flags : [...flags, '--port', service.port]
  const { config, results } = examineVariables(variables, ofShell, (own) =>
    readServiceConfig(ofService, own, env),
  )
  return [
    {
      what: 'Version',
      state: 'works',
      says: `Nightpost ${manifest.version} on Node ${process.version}, ${process.platform} ${process.arch}`,
    },
    checkFolder(config),
    ...findUnfinishedRestores(config.dataDir).map((left): CheckResult => ({
      what: 'Restore',
      state: 'look',
      ...left,
    })),
    checkDisk(config),
    checkClock(config),
    { what: 'Time zone', state: 'works', says: timeZoneHere() },
    await checkSleep(config),
    checkService(service),
    ...results,
    checkBackup(config),
    ...(await checkServer(config)),
  ]
}

function checkFolder({ dataDir }: Config): CheckResult {
  const what = 'Data folder'
  if (!isDataFolder(dataDir))
    return { what, state: 'look', says: `${dataDir} is new`, helps: `${calledAs('start')} makes it.` }
  const isOpen = process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0
  if (isOpen)
    return {
      what,
      state: 'broken',
      says: `${dataDir} can be read by others`,
      helps: 'Restart Nightpost, which closes it.',
    }
  const missing = ['nightpost.db', 'secrets.json'].filter((name) => !existsSync(join(dataDir, name)))
  return missing.length === 0
    ? { what, state: 'works', says: dataDir }
    : {
        what,
        state: 'broken',
        says: `${dataDir} has no ${missing.join(' and no ')}`,
        helps: 'Restore a backup.',
      }
}

const FULL = 50 * MEGABYTE

function checkDisk({ dataDir }: Config): CheckResult {
  const { bavail, bsize } = statfsSync(nearestFolder(dataDir))
  const free = bavail * bsize
  const says = `${Math.floor(free / MEGABYTE).toLocaleString('en')} MB free`
  if (free >= NEARLY_FULL_BYTES) return { what: 'Disk', state: 'works', says }
  return {
    what: 'Disk',
    state: free < FULL ? 'broken' : 'look',
    says,
    helps: 'Free some space on this disk.',
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(join(path, '..'))
}

/** Needs no other clock: one earlier than the newest time in this folder is wrong. */
function checkClock({ dataDir }: Config): CheckResult {
  const seen = statSync(join(dataDir, 'instance.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const says = new Date().toLocaleString()
  if (Date.now() >= seen - MINUTE) return { what: 'Clock', state: 'works', says }
  return {
    what: 'Clock',
    state: 'broken',
    says: `${says}, which is before the last start of Nightpost`,
    helps: 'Let the system set its clock automatically.',
  }
}

async function checkSleep(config: Config): Promise<CheckResult> {
  const setting = await createSleepSetting({ platform: process.platform, ...config })()
  if (setting === null)
    return { what: 'Sleep', state: 'works', says: 'not known to go to sleep on mains power' }
  return {
    what: 'Sleep',
    state: 'look',
    says: `goes to sleep after ${Math.round(setting.sleepsAfter / MINUTE)} minutes`,
    helps: 'Let it stay awake, or set up the Worker: Settings → Cloud.',
  }
}

function checkService({ installed, active, refusal }: FoundService): CheckResult {
  const what = 'Service'
  if (refusal) return { what, state: 'look', says: refusal.message, helps: refusal.whatToDo }
  if (active) return { what, state: 'works', says: 'installed, and running' }
  if (installed)
    return {
      what,
      state: 'broken',
      says: 'installed, but not running',
      helps: whereItSaysWhy(process.platform),
    }
  return {
    what,
    state: 'look',
    says: 'none: it runs while you keep it open',
    helps: 'nightpost service install',
  }
}

interface Examined {
  readonly config: Config
  readonly results: readonly CheckResult[]
}

function examineVariables(
  given: ServiceVariables | null,
  ofShell: Config,
  read: (variables: Env) => Config,
): Examined {
  if (given === null) return { config: ofShell, results: [] }
  const what = 'Variables'
  const { file, variables } = given
  const names = Object.keys(variables).join(', ') || 'none'
  try {
    const says = `those of the service, in ${file}: ${names}`
    return { config: read(variables), results: [{ what, state: 'works', says }] }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    const { message, whatToDo } = error
    const says = `the service cannot start with ${file}: ${message}`
    return { config: ofShell, results: [{ what, state: 'broken', says, helps: whatToDo }] }
  }
}

/** Whether they can be opened is known to the server, which says so in attention. */
function checkBackup({ backups, dataDir }: Config): CheckResult {
  const what = 'Backup'
  if (backups === null)
    return {
      what,
      state: 'look',
      says: 'none is scheduled',
      helps: 'nightpost backup FILE, or NIGHTPOST_BACKUP_DIR.',
    }
  const now = Date.now()
  const [newest] = newestFirst(namesIn(backups.dir), readFolderId(dataDir) ?? '', now)
  const broken = { what, state: 'broken', helps: 'nightpost logs says why.' } as const
  if (newest === undefined) return { ...broken, says: `none of this data folder in ${backups.dir}` }
  const says = `the newest is ${newest}`
  return isOverdue(newest, now)
    ? { ...broken, says: `${says}, more than two days old` }
    : { what, state: 'works', says }
}

async function checkServer(config: Config): Promise<CheckResult[]> {
  const what = 'Server'
  try {
    if (!isDataFolder(config.dataDir) || !isTaken(config.dataDir))
      return [
        { what, state: 'broken', says: 'not running', helps: calledAs('start') },
        await checkPort(config),
      ]
    const { origin } = await reachServer(config.dataDir)
    const found = await withSession(config.dataDir, checkSignedIn)
    return [{ what, state: 'works', says: `running at ${origin}` }, ...found]
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    return [{ what, state: 'broken', says: error.message, helps: error.whatToDo }]
  }
}

async function checkPort({ port, proxyOrigin }: Config): Promise<CheckResult> {
  const what = 'Port'
  try {
    const probe = await listen(() => new Response(null, { status: 503 }), {
      port,
      proxyOrigin,
      newRequestId: () => '',
    })
    await probe.close(0)
    return { what, state: 'works', says: port === 0 ? 'any free one' : `${port} is free` }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    return { what, state: 'broken', says: error.message, helps: error.whatToDo }
  }
}

const Me = z.object({ accounts: z.array(z.object({ username: z.string(), isSandbox: z.boolean() })) })
const Cloud = z.object({
  bucketConfigured: z.boolean(),
  bucketName: z.string().nullable(),
  workerConfigured: z.boolean(),
  workerUrl: z.string().nullable(),
})
const Diagnostics = z.object({ offline: z.boolean(), version: z.string().nullable() })
const Attention = z.object({
  entries: z.array(z.object({ severity: z.enum(['error', 'warning', 'notice']), message: z.string() })),
})

async function checkSignedIn(send: Send): Promise<CheckResult[]> {
  const read = async (path: string) => (await send(`/api/v1${path}`)).json()
  const { accounts } = Me.parse(await read('/auth/me'))
  const live = accounts.filter(({ isSandbox }) => !isSandbox)
  const { entries } = Attention.parse(await read('/attention'))
  const troubles = entries.filter(({ severity }) => severity !== 'notice')
  return [
    {
      what: 'Accounts',
      state: live.length > 0 ? 'works' : 'look',
      says: accounts.map(({ username }) => username).join(', ') || 'none',
      ...(live.length === 0 && { helps: 'Connect yours: Settings → Accounts → guide.' }),
    },
    ...(await checkCloud(read)),
    ...troubles.map(({ severity, message }): CheckResult => ({
      what: 'Attention',
      state: severity === 'error' ? 'broken' : 'look',
      says: message,
      helps: 'Open the inbox: nightpost open.',
    })),
  ]
}

async function checkCloud(read: (path: string) => Promise<unknown>): Promise<CheckResult[]> {
  const { bucketConfigured, bucketName, workerConfigured, workerUrl } = Cloud.parse(
    await read('/cloud/status'),
  )
  const bucket: CheckResult = bucketConfigured
    ? { what: 'Bucket', state: 'works', says: String(bucketName) }
    : {
        what: 'Bucket',
        state: 'look',
        says: 'none',
        helps: 'Pictures of live accounts need one: Settings → Cloud.',
      }
  if (!workerConfigured)
    return [bucket, { what: 'Worker', state: 'look', says: 'none: posts need this computer at their time' }]
  const answer = Diagnostics.safeParse(await read('/cloud/diagnostics'))
  const says = String(workerUrl)
  if (answer.success && !answer.data.offline) return [bucket, { what: 'Worker', state: 'works', says }]
  return [
    bucket,
    { what: 'Worker', state: 'broken', says: `${says} is silent`, helps: 'See its state: Settings → Cloud.' },
  ]
}
