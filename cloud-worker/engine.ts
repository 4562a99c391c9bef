// The scheduler itself, without its runtime: what requests, alarms and cron runs do with the one database. The alarm fires
// posts on the second; the cron is the watchdog that writes the heartbeat and catches an alarm that never came. Both may
// come twice, at once, or end anywhere.
import type { TokenVault } from '../core/accounts/token-vault.ts'
import { cloudTokenOwner, ENVELOPE_VERSION } from '../core/cloud/protocol/protocol.ts'
import { createKeyedMutex } from '../core/keyed-mutex.ts'
import { createPlatformLogin } from '../core/platform/logins/platform-login.ts'
import type { OpenBlob } from '../core/ports/media/blob-store.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { MediaObjects } from '../core/ports/cloud/media-objects.ts'
import type { KvMirror } from '../core/ports/cloud/kv-mirror.ts'
import type { Pause } from '../core/ports/pause.ts'
import type { Random } from '../core/ports/random.ts'
import type { AccountTrouble, SchedulerApi } from '../core/ports/cloud/scheduler-api.ts'
import { KEEP_RECORDS } from '../core/ports/reposts/repost-store.ts'
import { DAY, MINUTE, SECOND, type Duration, type Instant } from '../core/time.ts'
import { readAccount, deleteAccount, writeAccount } from './accounts/account-rows.ts'
import { createBudget, type Budget } from './budget.ts'
import { createStatusReader, recordCronRun, recordMirrored } from './heartbeat.ts'
import { createJobApi } from './jobs/job-api.ts'
import { createMirrorWriter, type MirrorWriter } from './kv/mirror-writer.ts'
import { expireMedia, nextMediaExpiry } from './media/media-expiry.ts'
import { publishingPorts, platformAccess, type Hosts } from './jobs/publishing-ports.ts'
import {
  createRepostChecks,
  nextRepostCheck,
  type RepostChecks,
  type RepostParts,
} from './reposts/repost-checks.ts'
import { createRepostApi } from './reposts/repost-api.ts'
import { forgetDelegation, forgetRecordsOf, pruneReposts } from './reposts/repost-rows.ts'
import { createRunner, earliest, QUEUES, type Runner } from './jobs/runner.ts'
import { createSqlLedger, firstDue, releaseHeld, type SqlLedger } from './jobs/sql-ledger.ts'
import type { Sql } from './storage/sql.ts'
import { createTables } from './storage/tables.ts'
import { keepUpTokens } from './accounts/token-upkeep.ts'

export interface EngineOptions {
  readonly sql: Sql
  /** One alarm; setting it again replaces it. */
  readonly alarm: { get(): Promise<Instant | null>; set(at: Instant): Promise<void> }
  readonly kv: KvMirror
  readonly media: Pick<MediaObjects, 'remove'>
  openMedia(key: string): Promise<OpenBlob | null>
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  pause(time: Duration): Pause
  /** Goes on after the answer. */
  inBackground(work: Promise<unknown>): void
  readonly version: string
  readonly hosts: Hosts
  readonly reposts: RepostParts
  /** Null without a usable encryption key. */
  keys(): Promise<{ readonly id: string; readonly vault: TokenVault } | null>
}

export interface CronRun {
  readonly cron: string
}

export interface Engine extends SchedulerApi {
  /** Never rejects: an alarm that fails is retried a few times and then never again. */
  alarm(): Promise<void>
  /** Never rejects. */
  tick(run: CronRun): Promise<void>
}

/** Later than this the alarm has not come. */
const OVERDUE = 20 * SECOND
const PRUNE_EVERY = DAY

/** To be called when the object comes to life: whatever a claim held before is an orphan. */
export function createEngine(options: EngineOptions): Engine {
  const { sql, clock, pause } = options
  createTables(sql)
  const ledger = createSqlLedger(sql)
  releaseHeld(sql, clock.now())
  const mirrorWriter = createMirrorWriter(options)
  const runner = createRunner(pause)
  const jobs = createJobApi(sql, clock)
  const checks = createRepostChecks({
    ...options,
    ...options.reposts,
    mutex: createKeyedMutex(),
    sourceOptions: (fetch) => ({
      ...platformAccess({ ...options, vault: vaultOf(options) }, fetch),
      pause: waitWith(pause),
    }),
    onJobWritten: () => options.inBackground(mirrorWriter.write()),
  })
  const inside: Inside = { ...options, ledger, mirrorWriter, runner, jobs, checks }
  return { ...schedulerApi(inside), ...invocations(inside) }
}

interface Inside extends EngineOptions {
  readonly ledger: SqlLedger
  readonly mirrorWriter: MirrorWriter
  readonly runner: Runner
  readonly jobs: ReturnType<typeof createJobApi>
  readonly checks: RepostChecks
}

const waitWith = (pause: EngineOptions['pause']) => (time: Duration) => pause(time).over

const vaultOf =
  ({ keys }: Pick<EngineOptions, 'keys'>) =>
  async () =>
    (await keys())?.vault ?? null

function schedulerApi(inside: Inside): SchedulerApi {
  const { sql, jobs, mirrorWriter, runner, clock, inBackground } = inside
  const readStatus = createStatusReader(sql)
  const afterChange = async () => {
    inBackground(mirrorWriter.write())
    runner.wake()
    // Should it fail: the row is stored, and the next cron run sets the alarm.
    await attempt(inside, 'set the alarm', () => rearm(inside))
  }
  return {
    async status() {
      const { version } = inside
      const keyId = (await inside.keys())?.id ?? null
      return { version, envelopeVersion: ENVELOPE_VERSION, keyId, ...readStatus(), timestamp: clock.now() }
    },
    openJobs: async () => jobs.open(),
    job: async (jobId) => jobs.view(jobId),
    async putJob(envelope) {
      const trouble = jobs.view(envelope.jobId) ? null : await accountTrouble(inside, envelope.accountId)
      if (trouble) return trouble
      const { changed: isNew, ...answer } = jobs.put(envelope)
      if (isNew) await afterChange()
      return answer
    },
    async cancelJob(jobId) {
      const { changed: isNew, ...answer } = jobs.cancel(jobId)
      if (isNew) await afterChange()
      return answer
    },
    async putAccount(account) {
      sql.transaction(() => writeAccount(sql, account, clock.now()))
      inBackground(mirrorWriter.write())
    },
    async removeAccount(accountId) {
      jobs.cancelAll(accountId)
      sql.transaction(() => {
        deleteAccount(sql, accountId, clock.now())
        forgetDelegation(sql, accountId)
        forgetRecordsOf(sql, accountId)
      })
      await afterChange()
    },
    ...repostApi(inside, afterChange),
    changes: async (since) => jobs.changes(since),
  }
}

type RepostMethod = 'delegateReposts' | 'recallReposts' | 'claimRepost'

function repostApi(inside: Inside, afterChange: () => Promise<void>): Pick<SchedulerApi, RepostMethod> {
  const { sql, clock } = inside
  const reposts = createRepostApi(sql, clock)
  return {
    async delegateReposts(envelope) {
      const trouble = await accountTrouble(inside, envelope.accountId)
      if (trouble) return trouble
      const { changed: isNew, ...answer } = reposts.delegate(envelope)
      if (isNew) await afterChange()
      return answer
    },
    recallReposts: async (accountId, revision) => reposts.recall(accountId, revision),
    claimRepost: async (accountId, request) => reposts.claim(accountId, request),
  }
}

/** Finds the trouble that would only come to light when the post is due. */
async function accountTrouble({ sql, keys }: Inside, accountId: string): Promise<AccountTrouble | null> {
  const account = readAccount(sql, accountId)
  if (account === null) return 'unknown account'
  const vault = (await keys())?.vault
  const token = await vault?.open(account.sealedToken, cloudTokenOwner(accountId))
  return token ? null : 'sealed token'
}

function invocations(inside: Inside): Pick<Engine, 'alarm' | 'tick'> {
  const { sql, clock, ledger, media, runner, alarm, jobs, mirrorWriter, checks } = inside
  let prunedAt: Instant | null = null
  const isLate = (at: Instant | null) => (at ?? Number.POSITIVE_INFINITY) < clock.now() - OVERDUE
  const steps = (heartbeat: { isMirrorDue: boolean }, budget: Budget, { cron }: CronRun): Steps => ({
    'write the heartbeat': () => void (heartbeat.isMirrorDue = recordCronRun(sql, { at: clock.now(), cron })),
    'release abandoned jobs': () => void ledger.releaseStrays(clock.now(), runner.heldJobs()),
    'set the alarm': () => rearm(inside),
    'run what is overdue': async () => {
      if (isLate(nextWork(inside))) await runDue(inside, budget)
    },
    'remove media': () => expireMedia(sql, media, clock),
    'renew tokens': () => renewTokens(inside),
    'forget old jobs': () => {
      if (prunedAt !== null && clock.now() - prunedAt < PRUNE_EVERY) return
      prunedAt = clock.now()
      jobs.prune(clock.now())
      pruneReposts(sql, clock.now() - KEEP_RECORDS)
    },
    'update the KV mirror': async () => {
      const at = clock.now()
      if (heartbeat.isMirrorDue && (await mirrorWriter.writeCronRun(at))) recordMirrored(sql, at)
      await mirrorWriter.write()
    },
    'look for story mentions': async () => {
      if (isLate(nextRepostCheck(sql))) await checks.run(budget)
    },
    'set the alarm again': () => rearm(inside),
  })
  return {
    async tick(run) {
      const budget = createBudget(inside.fetch)
      for (const [name, step] of Object.entries(steps({ isMirrorDue: false }, budget, run)))
        await attempt(inside, name, step)
    },
    async alarm() {
      const budget = createBudget(inside.fetch)
      const done = await attempt(inside, 'run what is due', () => runDue(inside, budget))
      await attempt(inside, 'remove media', () => expireMedia(sql, media, clock))
      await attempt(inside, 'look for story mentions', () => checks.run(budget))
      await attempt(inside, 'set the alarm', () => (done ? rearm(inside) : alarm.set(clock.now() + MINUTE)))
    },
  }
}

type Steps = Readonly<Record<string, () => void | Promise<void>>>

/** One step that fails must not keep the others from running. */
async function attempt({ log }: Inside, name: string, step: Steps[string]): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    log.error('a step of the Worker failed', { step: name, error })
    return false
  }
}

async function runDue(inside: Inside, budget: Budget): Promise<void> {
  const { ledger, runner, mirrorWriter, clock, random } = inside
  const portsOf = publishingPorts({ ...inside, vault: vaultOf(inside) }, budget.fetch)
  try {
    await runner.run({ ports: { ledger, clock, random }, portsOf, budget })
  } finally {
    inside.inBackground(mirrorWriter.write())
  }
}

/** When there is something to publish or prepare that need not wait for what is under way. */
function nextWork({ sql, runner, ledger, clock }: Inside): Instant | null {
  const queues = QUEUES.filter((queue) => !runner.isFull(queue))
  const queries = queues.map((queue) => ({
    now: clock.now(),
    queue,
    busyAccounts: runner.busyAccounts(queue),
  }))
  const isIdle =
    queues.length === QUEUES.length && queries.every(({ busyAccounts }) => busyAccounts.length === 0)
  return isIdle ? firstDue(sql) : earliest(queries.map((options) => ledger.firstIn(options)))
}

/** Also when it is set for a time that has passed: such an alarm will never come. */
async function rearm(inside: Inside): Promise<void> {
  const at = earliest([nextWork(inside), nextMediaExpiry(inside.sql), nextRepostCheck(inside.sql)])
  if (at === null) return
  const set = await inside.alarm.get()
  if (set === null || set > at || set < inside.clock.now() - OVERDUE) await inside.alarm.set(at)
}

async function renewTokens({ sql, clock, log, fetch, hosts, keys }: Inside): Promise<void> {
  const { platformGraphUrl: graphUrl } = hosts
  // Only renewed here: people sign in at the server.
  const login = createPlatformLogin({
    fetch,
    clock,
    hosts: () => ({ graphUrl, apiUrl: graphUrl, authUrl: graphUrl }),
  })
  if (login.refresh) await keepUpTokens({ sql, clock, log, vault: vaultOf({ keys }), refresh: login.refresh })
}
