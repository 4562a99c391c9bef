// A day of the Worker on the free plan: the real index and accounts on the SQLite of real objects, with a clock that is turned,
// 1,440 cron runs, and every operation counted.
import { createTokenVault } from '../../core/engine/access/token-vault.ts'
import type { JobView } from '../../core/engine/worker/protocol.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { checkAccount } from '../../core/engine/reposts/check-account.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../core/time.ts'
import type { KvMirror } from '../../core/ports/cloud/kv-mirror.ts'
import { createEngine, type Engine } from '../../cloud-worker/engine.ts'
import { createAccountObject, type AccountObject } from '../../cloud-worker/index/account-object.ts'
import { createIndexObject, type IndexObject } from '../../cloud-worker/index/index-object.ts'
import type { IndexApi } from '../../cloud-worker/index/reporter.ts'
import type { Sql } from '../../cloud-worker/storage/sql.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { createMemorySandboxStore } from '../fakes/memory-sandbox-store.ts'
import { createSandbox } from '../../local-server/sandbox/sandbox.ts'
import { ACCOUNTS, aJobEnvelope, anAccountEnvelope, JPEG } from '../fakes/cloud/cloud-jobs.ts'
import {
  createMeter,
  createMeteredKvMirror,
  meteredExec,
  MOST_OUTSIDE_CALLS,
  QuotaSpent,
  type Day,
  type Meter,
} from '../fakes/cloud/free-plan.ts'
import { createManualClock, type ManualClock } from '../fakes/manual-clock.ts'
import { aRepostConfig } from '../fakes/reposts/repost-records.ts'
import { createInbox, INBOX_URL } from '../faults/reposts/inbox.ts'

const KEY = new Uint8Array(32)
const ORIGIN = 'http://127.0.0.1:4200'
const MIDNIGHT = Date.UTC(2026, 10, 20)

const PEOPLE = ['demo', 'harbour', 'noor'] as const
/** One request for the conversations, and one for the messages of each of three. */
const CALLS_OF_A_SCAN = 4

type Under = NonNullable<Parameters<typeof aJobEnvelope>[0]>['under']

/** Runs in the Durable Object of that name. */
type Within = <T>(name: string, act: (storage: DurableObjectStorage) => Promise<T>) => Promise<T>

/**
 * `posts` pictures are scheduled at midnight and go out between eight and midnight. With `mentions`, three accounts are delegated, each
 * of which is mentioned as often and looked for every six hours.
 */
export function liveOneDay(within: Within, posts: number, mentions = 0, under?: Under): Promise<Day> {
  const clock = createManualClock(MIDNIGHT)
  const meter = createMeter(clock)
  const outside = { all: 0, most: 0, now: 0 }
  const inbox = createInbox(clock)
  for (let n = 0; n < mentions; n += 1) inbox.mention()
  const alarms = new Map<string, Instant>()
  return within(INDEX, async (storage) => {
    const objects = createObjects({ within, clock, meter, alarms, outside, inbox }, storage)
    const { index } = objects
    const jobs = await scheduleAll(index, meter, posts, under)
    if (mentions > 0) await delegateAll(index, meter)
    const runs = await passTheDay({
      ...objects,
      clock,
      meter,
      alarms,
      newInvocation: () => (outside.now = 0),
    })
    const used = meter.used()
    const views = await Promise.all(jobs.map((jobId) => index.job(jobId)))
    const published = views.filter((view: JobView | null) => view?.state === 'published').length
    const { reposts } = await index.changes(0)
    const reposted = reposts.filter(({ record }) => record.status === 'PUBLISHED').length
    return { used, outsideCalls: outside, alarms: runs, published, reposted, looks: inbox.looks.length }
  })
}

interface Metered {
  readonly within: Within
  readonly clock: ManualClock
  readonly meter: Meter
  readonly alarms: Map<string, Instant>
  readonly outside: { all: number; most: number; now: number }
  readonly inbox: ReturnType<typeof createInbox>
}

/**
 * The index and an object of each account, as in production: each with its own SQLite, and asked by counted requests. Call in the
 * object of the index, which has this storage.
 */
function createObjects(metered: Metered, storage: DurableObjectStorage) {
  const { within, clock, meter } = metered
  const platform = platformOf(clock, meter)
  const kv = createMeteredKvMirror(meter, clock)
  const accounts = new Map<string, AccountObject>()
  const parts = (name: string, own: DurableObjectStorage, told: IndexApi | null) => {
    const sql = {
      exec: meteredExec(own.sql, meter),
      transaction: <T>(act: () => T) => own.transactionSync(act),
    }
    return { sql, engine: engineOf(metered, { name, sql, platform, kv, index: told }), log: LOG }
  }
  const { engine, ...own } = parts(INDEX, storage, null)
  const index = createIndexObject({
    ...own,
    engine,
    objectOf,
    within: (_time, answer) => answer,
    clock,
  })
  const told: IndexApi = {
    report(accountId, report) {
      meter.use('object requests')
      return within(INDEX, () => index.report(accountId, report))
    },
  }
  const createAccount = (id: string, its: DurableObjectStorage): AccountObject =>
    createAccountObject({ ...parts(id, its, told), inBackground: (work) => void work.catch(() => {}) })
  function objectOf(id: string): AccountObject {
    const counted = <T>(act: (account: AccountObject) => Promise<T>): Promise<T> => {
      meter.use('object requests')
      return within(id, (its) => {
        const account = accounts.get(id) ?? createAccount(id, its)
        accounts.set(id, account)
        return act(account)
      })
    }
    return {
      ask: (of, call, args) => counted((one) => one.ask(of, call, args)),
      receive: (of, rows) => counted((one) => one.receive(of, rows)),
      poke: () => counted((one) => one.poke()),
      alarm: () => counted((one) => one.alarm()),
    }
  }
  return { index, objectOf }
}

const INDEX = 'index'
/** A spent quota shows up as a failed step. */
const LOG = {
  debug() {},
  info() {},
  warn() {},
  error(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    throw new Error(`${message}: ${String(fields['error'])}`)
  },
}

interface ObjectParts {
  readonly name: string
  readonly sql: Sql
  readonly platform: (request: Request) => Promise<Response>
  readonly kv: KvMirror
  readonly index: IndexApi | null
}

function engineOf(
  { clock, meter, alarms, outside, inbox }: Metered,
  { name, sql, platform, kv, index }: ObjectParts,
): Engine {
  return createEngine({
    sql,
    index,
    kv,
    clock,
    alarm: {
      async get() {
        meter.use('rows read')
        return alarms.get(name) ?? null
      },
      async set(at) {
        meter.use('rows written')
        alarms.set(name, at)
      },
    },
    media: { remove: async () => {} },
    openMedia: async () => null,
    fetch: async (...request) => {
      outside.all += 1
      outside.now += 1
      outside.most = Math.max(outside.most, outside.now)
      if (outside.now > MOST_OUTSIDE_CALLS) throw new QuotaSpent('too many subrequests')
      return platform(new Request(...request))
    },
    random: webCryptoRandom,
    log: LOG,
    pause: () => ({ over: new Promise(() => {}), end() {} }),
    inBackground: (work) => void work.catch(() => {}),
    version: '0.0.0',
    hosts: { platformGraphUrl: ORIGIN, partnerGraphUrl: ORIGIN, uploadUrl: ORIGIN },
    reposts: {
      check: checkAccount,
      createSource: ({ fetch }) =>
        inbox.source('cloud', async () => {
          for (let n = 0; n < CALLS_OF_A_SCAN; n += 1) await fetch(INBOX_URL)
        }),
    },
    keys: async () => ({ id: '', vault: await createTokenVault(KEY, webCryptoRandom) }),
  })
}

/** As the server does: the account, then for each post its picture and its job. */
async function scheduleAll(index: IndexObject, meter: Meter, posts: number, under: Under): Promise<string[]> {
  const request = () => {
    meter.use('Worker requests')
    meter.use('object requests')
  }
  for (const name of posts > 0 ? PEOPLE : []) {
    request()
    await index.putAccount(await anAccountEnvelope(name, KEY))
  }
  const jobs = Array.from({ length: posts }, (_, n) =>
    aJobEnvelope({
      under,
      accountId: ACCOUNTS[PEOPLE[n % 3] ?? 'demo'].id,
      publishAt: MIDNIGHT + 8 * HOUR + Math.floor((n * 15.5 * HOUR) / posts),
    }),
  )
  for (const job of jobs) {
    meter.use('R2 writes and lists')
    request()
    await index.putJob(job)
  }
  return jobs.map(({ jobId }) => jobId)
}

async function delegateAll(index: IndexObject, meter: Meter): Promise<void> {
  for (const name of PEOPLE) {
    const { id: accountId } = ACCOUNTS[name]
    meter.use('Worker requests', 2)
    meter.use('object requests', 2)
    await index.putAccount(await anAccountEnvelope(name, KEY))
    const times = { nextPollAt: MIDNIGHT, warmUpUntil: MIDNIGHT, configuredAt: MIDNIGHT }
    const config = aRepostConfig({ accountId, ...times, autoRepostEnabled: true })
    const answer = await index.delegateReposts({ version: 1, accountId, config, records: [] })
    if (typeof answer === 'string') throw new Error(answer)
  }
}

interface Hours {
  readonly index: IndexObject
  objectOf(name: string): AccountObject
  readonly clock: ManualClock
  readonly meter: Meter
  readonly alarms: Map<string, Instant>
  newInvocation(): void
}

/** How often an alarm fired. */
async function passTheDay({ index, objectOf, clock, meter, alarms, newInvocation }: Hours): Promise<number> {
  let runs = 0
  for (let tickAt = MIDNIGHT; tickAt < MIDNIGHT + DAY;) {
    newInvocation()
    const due = [...alarms].find(([, at]) => at <= clock.now())
    if (due) {
      alarms.delete(due[0])
      runs += 1
      if (due[0] === INDEX) meter.use('object requests')
      await (due[0] === INDEX ? index : objectOf(due[0])).alarm()
    } else if (tickAt <= clock.now()) {
      tickAt += MINUTE
      meter.use('Worker requests')
      meter.use('object requests')
      await index.tick({ cron: '* * * * *' })
    } else clock.advance(Math.min(...alarms.values(), tickAt, MIDNIGHT + DAY - 1) - clock.now())
  }
  return runs
}

function platformOf(clock: ManualClock, meter: Meter): (request: Request) => Promise<Response> {
  const sandbox = createSandbox({
    store: createMemorySandboxStore(),
    clock,
    random: webCryptoRandom,
    origin: () => ORIGIN,
    accessToken: SANDBOX_ACCESS_TOKEN,
    wait: async (time) => clock.advance(time),
    // The platform fetches the picture from the Worker's own route.
    fetch: async () => {
      meter.use('Worker requests')
      meter.use('R2 reads')
      const headers = { 'content-type': 'image/jpeg', 'content-length': String(JPEG.length) }
      return new Response(JPEG, { headers })
    },
  })
  return async (request) => sandbox.app.request(request)
}
