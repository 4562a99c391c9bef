// The object of one account in workerd, and a platform that shows its stories for a day. Every operation is counted.
import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { createEngine } from '../../../cloud-worker/engine.ts'
import { createAccountObject } from '../../../cloud-worker/index/account-object.ts'
import {
  addAccount,
  forgetHistory,
  noteTaken,
  pruneEntries,
  storeReport,
} from '../../../cloud-worker/index/directory.ts'
import { changesSince } from '../../../cloud-worker/jobs/job-api.ts'
import { select, type Sql } from '../../../cloud-worker/storage/sql.ts'
import { createTables } from '../../../cloud-worker/storage/tables.ts'
import { createTokenVault } from '../../../core/engine/access/token-vault.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { DAY, HOUR, type Duration, type Instant } from '../../../core/time.ts'
import { aJobEnvelope, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { createMeter, createMeteredKvMirror, meteredExec } from '../../fakes/cloud/free-plan.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

const KEY = new Uint8Array(32)
const ORIGIN = 'http://127.0.0.1:4200'

export interface Stories {
  /** When each went live. */
  live: Instant[]
  isSilent: boolean
  isIndexSilent: boolean
  /** Refused with the list of all, as one media can make it. */
  isBare: boolean
  calls: Instant[]
  used: ReturnType<ReturnType<typeof createMeter>['used']>
  readonly clock: ReturnType<typeof createManualClock>
  pass(time: Duration): Promise<void>
  /** As the server asks. */
  changes(since: number): Promise<ReturnType<typeof changesSince>>
  entries(): Promise<number>
  /** What the index does when the account is disconnected. */
  forget(): Promise<void>
  /** What it does once a day. */
  prune(): Promise<void>
  putAccount(looksAtStories?: true): Promise<void>
  putJob(): Promise<void>
}

function within<T>(name: string, act: (storage: DurableObjectStorage) => Promise<T>): Promise<T> {
  const object = env.SCHEDULER.get(env.SCHEDULER.idFromName(name))
  return runInDurableObject(object, (_object, { storage }) => act(storage))
}

export function withStories(act: (stories: Stories) => Promise<void>): Promise<void> {
  return within(crypto.randomUUID(), async (storage) => act(await createStories(storage)))
}

async function createStories(storage: DurableObjectStorage): Promise<Stories> {
  const clock = createManualClock()
  const meter = createMeter(clock)
  const sqlOf = (its: DurableObjectStorage): Sql => ({
    exec: meteredExec(its.sql, meter),
    transaction: <T>(work: () => T) => its.transactionSync(work),
  })
  const sql = sqlOf(storage)
  const indexName = crypto.randomUUID()
  const atIndex = <T>(work: (index: Sql) => T): Promise<T> =>
    within(indexName, async (its) => work(sqlOf(its)))
  const envelope = await anAccountEnvelope('demo', KEY, { accountId: crypto.randomUUID() })
  const { accountId } = envelope
  await atIndex((index) => {
    createTables(index)
    addAccount(index, accountId)
  })
  let alarm: Instant | null = null
  const log = { debug() {}, info() {}, warn() {}, error: console.error }
  const engine = createEngine({
    sql,
    index: {
      async report(of, report) {
        if (stories.isIndexSilent) throw new Error('the index does not answer')
        await atIndex((index) => storeReport(index, of, report, clock.now()))
        return { day: 0, writes: 0 }
      },
    },
    alarm: {
      get: async () => alarm,
      async set(at) {
        meter.use('rows written')
        alarm = at
      },
    },
    kv: createMeteredKvMirror(meter, clock),
    media: { remove: async () => {} },
    openMedia: async () => null,
    fetch: async (input) => answer(new URL(new Request(input).url)),
    clock,
    random: webCryptoRandom,
    log,
    pause: () => ({ over: new Promise(() => {}), end() {} }),
    inBackground: (work) => void work.catch(() => {}),
    version: '0.0.0',
    hosts: { platformGraphUrl: ORIGIN, partnerGraphUrl: ORIGIN, uploadUrl: ORIGIN },
    reposts: { check: async () => null, createSource: () => ({}) as never },
    keys: async () => ({ id: '', vault: await createTokenVault(KEY, webCryptoRandom) }),
  })
  const object = createAccountObject({ sql, engine, log, inBackground: (work) => void work })
  const stories: Stories = {
    live: [],
    isSilent: false,
    isIndexSilent: false,
    isBare: false,
    calls: [],
    get used() {
      return meter.used()
    },
    clock,
    async pass(time) {
      const end = clock.now() + time
      while (clock.now() < end) {
        if (alarm !== null && alarm <= clock.now()) {
          alarm = null
          await object.alarm()
        } else clock.advance(Math.min(alarm ?? end, end) - clock.now())
      }
    },
    changes: (since) =>
      atIndex((index) => {
        noteTaken(index, since)
        return changesSince(index, since, clock.now())
      }),
    forget: () => atIndex((index) => forgetHistory(index, accountId)),
    prune: () => atIndex((index) => pruneEntries(index, clock.now())),
    entries: () => atIndex((index) => select(index, `SELECT id FROM entries WHERE kind = 'insights'`).length),
    async putAccount(looksAtStories) {
      const { looksAtStories: _before, ...rest } = envelope
      await object.ask(accountId, 'putAccount', [looksAtStories ? { ...rest, looksAtStories } : rest])
    },
    async putJob() {
      await object.ask(accountId, 'putJob', [aJobEnvelope({ accountId, publishAt: clock.now() + DAY })])
    },
  }
  function answer({ pathname, searchParams }: URL): Response {
    stories.calls.push(clock.now())
    const headers = { date: new Date(clock.now()).toUTCString() }
    if (stories.isSilent) return new Response('', { status: 502 })
    const figures = (at: Instant) => {
      const reach = 5 + Math.floor((clock.now() - at) / HOUR)
      return { data: [{ name: 'reach', values: [{ value: reach }] }] }
    }
    const withFigures = searchParams.get('fields')?.includes('insights') ?? false
    if (!pathname.endsWith('/stories')) {
      const id = /\/(\d+)\/insights$/.exec(pathname)?.[1]
      return Response.json(figures(stories.live[Number(id) - 1000] ?? clock.now()), { headers })
    }
    if (withFigures && stories.isBare)
      return Response.json({ error: { message: 'no', code: 10 } }, { status: 400, headers })
    const data = stories.live.flatMap((at, n) =>
      at <= clock.now() && clock.now() < at + DAY
        ? [
            {
              id: String(1000 + n),
              timestamp: new Date(at).toISOString(),
              media_type: 'IMAGE',
              media_product_type: 'STORY',
              ...(withFigures && { insights: figures(at) }),
            },
          ]
        : [],
    )
    return Response.json({ data }, { headers })
  }
  return stories
}
