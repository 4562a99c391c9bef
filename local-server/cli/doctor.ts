// `nightpost doctor`: one page of what works, what does not, and the one thing that helps.
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MEGABYTE } from '../../core/rules/fit/limits.ts'
import { NEARLY_FULL_BYTES } from '../../core/ports/data-storage.ts'
import { MINUTE } from '../../core/time.ts'
import { isOverdue, newestFirst } from '../backup/scheduled-backups.ts'
import { findUnfinishedRestores, namesIn } from '../backup/unfinished-restores.ts'
import manifest from '../../package.json' with { type: 'json' }
import { readConfig, readServiceConfig, type Config, type Env } from '../config.ts'
import { isDataFolder, isTaken } from '../data-folder/data-folder.ts'
import { readRunning, type Running } from '../data-folder/running.ts'
import { readFolderId } from '../data-folder/queue-hold.ts'
import { isLink } from '../disk/dangling-link.ts'
import { freeBytesAt, nearestThere } from '../disk/free-space.ts'
import { databaseIn, START_NEEDS } from '../start-needs.ts'
import { timeZoneHere } from '../node-clock.ts'
import { proxyHosts } from '../proxies.ts'
import { createSleepSetting } from '../power/sleep-setting.ts'
import { calledAs, dataDirFlag } from '../terminal/called-as.ts'
import { print, say } from '../terminal/say.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { howItRunsAgain } from '../service/service.ts'
import { readVariables, type ServiceVariables } from '../service/service-variables.ts'
import { findService, otherFolderOf, type FoundService } from './service.ts'
import { reachServer, readAnswer, withSession, type Send } from './session.ts'

/** `broken` makes the exit code 1. */
type State = 'works' | 'look' | 'broken'

export interface CheckResult {
  readonly what: string
  readonly state: State
  readonly says: string
  readonly helps?: string
}

const SIGN: Record<State, string> = { works: '✔', look: '!', broken: '✖' }

const works = (what: string, says: string): CheckResult => ({ what, state: 'works', says })
const look = (what: string, says: string, helps?: string): CheckResult => ({
  what,
  state: 'look',
  says,
  ...(helps !== undefined && { helps }),
})
const broken = (what: string, says: string, helps: string): CheckResult => ({
  what,
  state: 'broken',
  says,
  helps,
})

/** For what cannot even be looked at. Throws every other error. */
function brokenBy(what: string, error: unknown): CheckResult {
  if (!(error instanceof StartFailure)) throw error
  return broken(what, error.message, error.whatToDo)
}

export async function doctor(dataDir: string, asJson: boolean): Promise<void> {
  const results = await examine(['--data-dir', dataDir])
  if (asJson) say(JSON.stringify(results))
  else for (const result of results) print(line(result))
  if (results.some(({ state }) => state === 'broken')) process.exitCode = 1
}

function line({ what, state, says, helps }: CheckResult): string {
  return `  ${SIGN[state]} ${what.padEnd(13)} ${says}\n${helps ? `${' '.repeat(18)}→ ${helps}\n` : ''}`
}

/** Examines what the service runs with where one is installed, else what a start with these flags would. */
export async function examine(flags: readonly string[], env?: Env): Promise<CheckResult[]> {
  const bare = readServiceConfig(flags, {}, env)
  const service = await findService(bare.desktop['XDG_CONFIG_HOME'] ?? null)
  const isHere = service.installed && otherFolderOf(service, bare) === null
  const ofStart = isHere ? bare : readConfig(flags, env)
  const variables = isHere ? readVariables(ofStart.dataDir) : null
  const ofService = service.port === null ? flags : [...flags, '--port', service.port]
  const { config, results } = examineVariables(variables, ofStart, (own) =>
    readServiceConfig(ofService, own, env),
  )
  return [
    works(
      'Version',
      `Nightpost ${manifest.version} on Node ${process.version}, ${process.platform} ${process.arch}`,
    ),
    ...(await checkStartNeeds(config)),
    ...findUnfinishedRestores(config.dataDir).map(({ says, helps }) => look('Restore', says, helps)),
    ...checkDisks(config),
    checkClock(config),
    works('Time zone', timeZoneHere()),
    await checkSleep(config),
    ...checkProxy(config),
    checkService(service, config),
    ...results,
    ...(await checkServer(config)),
  ]
}

/** A server that runs has met them; its own folder is all that can have changed since. */
async function checkStartNeeds(config: Config): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const { what, examine } of isServed(config) ? [] : START_NEEDS) {
    // Whatever is in a folder that cannot be used cannot be looked at.
    if (what !== 'Port' && results.some(({ state }) => state === 'broken')) continue
    try {
      results.push(works(what, await examine(config)))
    } catch (error) {
      results.push(brokenBy(what, error))
    }
  }
  const [folder, ...others] = results
  return folder?.state === 'broken' ? results : [checkFolder(config), ...checkKeys(config), ...others]
}

/** A lock that cannot be read is reported as the server's. */
function isServed({ dataDir }: Config): boolean {
  try {
    return isTaken(dataDir)
  } catch {
    return false
  }
}

function checkFolder({ dataDir }: Config): CheckResult {
  const what = 'Data folder'
  // A restored one has a database before its first start.
  if (!isDataFolder(dataDir) && !existsSync(databaseIn(dataDir)))
    return look(what, `${dataDir} is new`, `${calledAs('start')} makes it.`)
  const isOpen = process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0
  return isOpen
    ? broken(what, `${dataDir} can be read by others`, 'Restart Nightpost, which closes it.')
    : works(what, dataDir)
}

/** A start makes new ones, and only then says what that means. */
function checkKeys({ dataDir }: Config): CheckResult[] {
  if (!existsSync(databaseIn(dataDir)) || existsSync(join(dataDir, 'secrets.json'))) return []
  const helps = 'Put it back before you start: with new keys every account has to be connected again.'
  return [broken('Keys', `${dataDir} has no secrets.json`, helps)]
}

const FULL = 50 * MEGABYTE

/** Pictures and videos may be on another one, behind a link. */
function checkDisks({ dataDir }: Config): CheckResult[] {
  const uploads = join(dataDir, 'uploads')
  const disk = checkDisk('Disk', dataDir)
  return isLink(uploads) && existsSync(uploads) ? [disk, checkDisk('Disk, uploads', uploads)] : [disk]
}

function checkDisk(what: string, folder: string): CheckResult {
  const free = freeBytesAt(nearestThere(folder))
  if (free === null) return works(what, 'how much is free is not known')
  const says = `${Math.floor(free / MEGABYTE).toLocaleString('en')} MB free`
  if (free >= NEARLY_FULL_BYTES) return works(what, says)
  return (free < FULL ? broken : look)(what, says, 'Free some space on this disk.')
}

/** Needs no other clock: one earlier than the newest time in this folder is wrong. */
function checkClock({ dataDir }: Config): CheckResult {
  const seen = lastStartIn(dataDir)
  const says = new Date().toLocaleString()
  if (Date.now() >= seen - MINUTE) return works('Clock', says)
  const wrong = `${says}, which is before the last start of Nightpost`
  return broken('Clock', wrong, 'Let the system set its clock automatically.')
}

/** Zero where none is known, also in a folder that cannot be looked into: what is wrong with it is a result of its own. */
function lastStartIn(dataDir: string): number {
  try {
    return statSync(join(dataDir, 'instance.json')).mtimeMs
  } catch {
    return 0
  }
}

async function checkSleep(config: Config): Promise<CheckResult> {
  const setting = await createSleepSetting({ platform: process.platform, ...config })()
  if (setting === null) return works('Sleep', 'not known to go to sleep on mains power')
  const says = `goes to sleep after ${Math.round(setting.sleepsAfter / MINUTE)} minutes`
  return look('Sleep', says, 'Let it stay awake, or set up the Worker: Settings → Cloud.')
}

function checkProxy({ proxies }: Config): CheckResult[] {
  const what = 'Proxy'
  const wrong = proxies.unusable.map((name) =>
    look(what, `${name} is not used`, 'Set it to an address such as http://proxy.example:3128.'),
  )
  const hosts = proxyHosts(proxies)
  return hosts.length === 0 ? wrong : [works(what, hosts.join(', ')), ...wrong]
}

function checkService(service: FoundService, { dataDir }: Config): CheckResult {
  const what = 'Service'
  const { installed, active, refusal } = service
  if (refusal) return look(what, refusal.message, refusal.whatToDo)
  const other = otherFolderOf(service, { dataDir })
  if (other !== null)
    return look(what, `installed for ${other}, not for this folder`, `nightpost doctor ${dataDirFlag(other)}`)
  const isByHand = readRunning(dataDir)?.asService === false && isTaken(dataDir)
  // After a stop no system would start one that was itself stopped before.
  if (installed && isByHand)
    return look(
      what,
      'installed, but the Nightpost on this folder was started by hand',
      'nightpost service install: the service takes its place.',
    )
  if (active) return works(what, 'installed, and running')
  if (installed) return broken(what, 'installed, but not running', howItRunsAgain(process.platform))
  return look(what, 'none: it runs while you keep it open', 'nightpost service install')
}

interface Examined {
  readonly config: Config
  readonly results: readonly CheckResult[]
}

function examineVariables(
  given: ServiceVariables | null,
  ofStart: Config,
  read: (variables: Env) => Config,
): Examined {
  if (given === null) return { config: ofStart, results: [] }
  const what = 'Variables'
  const { file, variables } = given
  const names = Object.keys(variables).join(', ') || 'none'
  try {
    const says = `those of the service, in ${file}: ${names}`
    return { config: read(variables), results: [works(what, says)] }
  } catch (error) {
    const found = brokenBy(what, error)
    const says = `the service cannot start with ${file}: ${found.says}`
    return { config: ofStart, results: [{ ...found, says }] }
  }
}

/** Whether they can be opened is known to the server, which says so in attention. */
function checkBackup(backupDir: string | null, { dataDir }: Config): CheckResult {
  const what = 'Backup'
  if (backupDir === null)
    return look(what, 'none is scheduled', 'nightpost backup FILE, or NIGHTPOST_BACKUP_DIR.')
  const now = Date.now()
  const [newest] = newestFirst(namesIn(backupDir), readFolderId(dataDir) ?? '', now)
  const failing = (says: string) => broken(what, says, 'nightpost logs says why.')
  if (newest === undefined) return failing(`none of this data folder in ${backupDir}`)
  const says = `the newest is ${newest}`
  return isOverdue(newest, now) ? failing(`${says}, more than two days old`) : works(what, says)
}

async function checkServer(config: Config): Promise<CheckResult[]> {
  const what = 'Server'
  const ofShell = checkBackup(config.backups?.dir ?? null, config)
  try {
    if (!isDataFolder(config.dataDir) || !isTaken(config.dataDir))
      return [ofShell, broken(what, 'not running', calledAs('start'))]
    const running = await reachServer(config.dataDir)
    return await withSession(config.dataDir, async (send) => {
      const { backupDir, version } = Facts.parse(await readAnswer(send, '/api/system'))
      return [checkBackup(backupDir, config), checkVersion(running, version), ...(await checkSignedIn(send))]
    })
  } catch (error) {
    return [ofShell, brokenBy(what, error)]
  }
}

/** An update replaces the files of a package under the server that runs, which stays in its version (decision 158). */
export function checkVersion(
  { origin, asService }: Pick<Running, 'origin' | 'asService'>,
  version: string,
): CheckResult {
  const says = `running at ${origin}`
  return version === manifest.version
    ? works('Server', says)
    : look(
        'Server',
        `${says} in version ${version}, but ${manifest.version} is installed`,
        asService ? 'nightpost service install restarts it.' : 'Restart Nightpost.',
      )
}

/** What the server runs with, whatever the shell of this command has. */
const Facts = z.object({ backupDir: z.string().nullable(), version: z.string() })
const Me = z.object({ accounts: z.array(z.object({ username: z.string(), isSandbox: z.boolean() })) })
const Cloud = z.object({
  bucketConfigured: z.boolean(),
  bucketName: z.string().nullable(),
  workerConfigured: z.boolean(),
  workerUrl: z.string().nullable(),
})
/** Why the Worker does not work, in the server's words; null: it does. */
const WorkerTrouble = z
  .union([
    z.object({ error: z.string() }).transform(({ error }) => error),
    z.object({ keyMatches: z.literal(false) }).transform(() => 'it does not have our encryption key'),
    z.object({ offlineReason: z.string().nullable() }).transform((answer) => answer.offlineReason),
  ])
  .catch('it gave no answer in time')
/** After a deployment its timer may take a while. */
const NeverWoken = z.object({ keyMatches: z.literal(true), lastCronRun: z.null() })
const Attention = z.object({
  entries: z.array(z.object({ severity: z.enum(['error', 'warning', 'notice']), message: z.string() })),
})

async function checkSignedIn(send: Send): Promise<CheckResult[]> {
  const { accounts } = Me.parse(await readAnswer(send, '/api/v1/auth/me'))
  const live = accounts.filter(({ isSandbox }) => !isSandbox)
  const { entries } = Attention.parse(await readAnswer(send, '/api/v1/attention'))
  const troubles = entries.filter(({ severity }) => severity !== 'notice')
  const names = accounts.map(({ username }) => username).join(', ') || 'none'
  return [
    live.length > 0
      ? works('Accounts', names)
      : look('Accounts', names, 'Connect yours: Settings → Accounts → guide.'),
    ...(await checkCloud(send)),
    ...troubles.map(({ severity, message }) =>
      (severity === 'error' ? broken : look)('Attention', message, 'Open the inbox: nightpost open.'),
    ),
  ]
}

/** For a server that was asked. */
export async function checkCloud(send: Send): Promise<CheckResult[]> {
  const { bucketConfigured, bucketName, workerConfigured, workerUrl } = Cloud.parse(
    await readAnswer(send, '/api/v1/cloud/status'),
  )
  const bucket = bucketConfigured
    ? works('Bucket', String(bucketName))
    : look('Bucket', 'none', 'Pictures of live accounts need one: Settings → Cloud.')
  if (!workerConfigured) return [bucket, look('Worker', 'none: posts need this computer at their time')]
  // No answer says something, too: the server may wait longer for the Worker than we do.
  const asked = send('/api/v1/cloud/diagnostics').then((response): Promise<unknown> => response.json())
  const diagnostics = await asked.catch(() => null)
  const trouble = WorkerTrouble.parse(diagnostics)
  if (trouble === null) return [bucket, works('Worker', String(workerUrl))]
  const result = NeverWoken.safeParse(diagnostics).success ? look : broken
  return [bucket, result('Worker', `${workerUrl}: ${trouble}`, 'See its state: Settings → Cloud.')]
}
