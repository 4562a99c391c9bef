// A day of the Worker on the free plan: the real scheduler on a real object's SQLite, with a clock that is turned, 1,440 cron
// runs, and every operation counted.
import { createTokenVault } from '../../core/accounts/token-vault.ts'
import type { JobView } from '../../core/cloud/protocol/protocol.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { checkAccount } from '../../core/reposts/scanning/check-account.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../core/time.ts'
import { createEngine, type Engine } from '../../cloud-worker/engine.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { createMemoryStore } from '../../local-server/sandbox/state/memory-store.ts'
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
/** A look at the conversations, and at the messages of three of them. */
const CALLS_OF_A_SCAN = 4

type Under = NonNullable<Parameters<typeof aJobEnvelope>[0]>['under']

/**
 * `posts` pictures are scheduled at midnight and go out between eight and midnight. With `mentions`, three accounts are delegated, each
 * of which is mentioned as often and looked for every six hours.
 */
export async function liveOneDay(
  storage: DurableObjectStorage,
  posts: number,
  mentions = 0,
  under?: Under,
): Promise<Day> {
  const clock = createManualClock(MIDNIGHT)
  const meter = createMeter(clock)
  const outside = { all: 0, most: 0, now: 0 }
  const platform = platformOf(clock, meter)
  const inbox = createInbox(clock)
  for (let n = 0; n < mentions; n += 1) inbox.mention()
  const alarm: { at: Instant | null; runs: number } = { at: null, runs: 0 }
  const engine = createEngine({
    sql: { exec: meteredExec(storage.sql, meter), transaction: (act) => storage.transactionSync(act) },
    alarm: {
      async get() {
        meter.use('rows read')
        return alarm.at
      },
      async set(at) {
        meter.use('rows written')
        alarm.at = at
      },
    },
    kv: createMeteredKvMirror(meter, clock),
    media: { remove: async () => {} },
    openMedia: async () => null,
    fetch: async (...request) => {
      outside.all += 1
      outside.now += 1
      outside.most = Math.max(outside.most, outside.now)
      if (outside.now > MOST_OUTSIDE_CALLS) throw new QuotaSpent('too many subrequests')
      return platform(new Request(...request))
    },
    clock,
    random: webCryptoRandom,
    log: { debug() {}, info() {}, warn() {}, error: throwError },
    pause: () => ({ over: new Promise(() => {}), end() {} }),
    inBackground: (work) => void work.catch(() => {}),
    version: '0.0.0',
    index: null,
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
  const jobs = await scheduleAll(engine, meter, posts, under)
  if (mentions > 0) await delegateAll(engine, meter)
  await passTheDay({ engine, clock, meter, alarm, newInvocation: () => (outside.now = 0) })
  const used = meter.used()
  const views = await Promise.all(jobs.map((jobId) => engine.job(jobId)))
  const published = views.filter((view: JobView | null) => view?.state === 'published').length
  const { reposts } = await engine.changes(0)
  const reposted = reposts.filter(({ record }) => record.status === 'PUBLISHED').length
  return { used, outsideCalls: outside, alarms: alarm.runs, published, reposted, looks: inbox.looks.length }
}

/** As the server does: the account, then for each post its picture and its job. */
async function scheduleAll(engine: Engine, meter: Meter, posts: number, under: Under): Promise<string[]> {
  const request = () => {
    meter.use('Worker requests')
    meter.use('object requests')
  }
  for (const name of posts > 0 ? PEOPLE : []) {
    request()
    await engine.putAccount(await anAccountEnvelope(name, KEY))
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
    await engine.putJob(job)
  }
  return jobs.map(({ jobId }) => jobId)
}

async function delegateAll(engine: Engine, meter: Meter): Promise<void> {
  for (const name of PEOPLE) {
    const { id: accountId } = ACCOUNTS[name]
    meter.use('Worker requests', 2)
    meter.use('object requests', 2)
    await engine.putAccount(await anAccountEnvelope(name, KEY))
    const times = { nextPollAt: MIDNIGHT, warmUpUntil: MIDNIGHT, configuredAt: MIDNIGHT }
    const config = aRepostConfig({ accountId, ...times, autoRepostEnabled: true })
    const answer = await engine.delegateReposts({ version: 1, accountId, config, records: [] })
    if (typeof answer === 'string') throw new Error(answer)
  }
}

interface Hours {
  readonly engine: Engine
  readonly clock: ManualClock
  readonly meter: Meter
  readonly alarm: { at: Instant | null; runs: number }
  newInvocation(): void
}

async function passTheDay({ engine, clock, meter, alarm, newInvocation }: Hours): Promise<void> {
  let tickAt = MIDNIGHT
  while (tickAt < MIDNIGHT + DAY) {
    newInvocation()
    if (alarm.at !== null && alarm.at <= clock.now()) {
      alarm.at = null
      alarm.runs += 1
      meter.use('object requests')
      await engine.alarm()
    } else if (tickAt <= clock.now()) {
      tickAt += MINUTE
      meter.use('Worker requests')
      meter.use('object requests')
      await engine.tick({ cron: '* * * * *' })
    } else clock.advance(Math.min(alarm.at ?? tickAt, tickAt, MIDNIGHT + DAY - 1) - clock.now())
    if (tickAt >= MIDNIGHT + DAY) return
  }
}

function platformOf(clock: ManualClock, meter: Meter): (request: Request) => Promise<Response> {
  const sandbox = createSandbox({
    store: createMemoryStore(),
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

/** A quota that is spent shows itself as a step that failed. */
function throwError(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  throw new Error(`${message}: ${String(fields['error'])}`)
}
