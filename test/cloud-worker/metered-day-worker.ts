// Runs metered days for `npm run bench -- idle-day`: GET /<accounts>/<posts of each>/<stories of each> answers with what one used. The index and
// the object of each account are real ones, with their own SQLite; the clock is turned, and every operation is counted.
import { DurableObject } from 'cloudflare:workers'
import { createTokenVault } from '../../core/engine/access/token-vault.ts'
import type { WorkerChanges } from '../../core/engine/worker/protocol.ts'
import { LAST_OF_STORY } from '../../core/rules/insights/looks.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../core/time.ts'
import { createEngine } from '../../cloud-worker/engine.ts'
import {
  createAccountObject,
  type AccountObjectCall,
  type AccountObject,
} from '../../cloud-worker/index/account-object.ts'
import type { ObjectReport } from '../../cloud-worker/index/directory.ts'
import { createIndexObject, type IndexObject } from '../../cloud-worker/index/index-object.ts'
import type { CountedDay } from '../../cloud-worker/kv/kv-budget.ts'
import type { FormerRows } from '../../cloud-worker/index/former-rows.ts'
import { aJobEnvelope, anAccountEnvelope } from '../fakes/cloud/cloud-jobs.ts'
import {
  createMeter,
  createMeteredKvMirror,
  meteredExec,
  type Day,
  type Meter,
} from '../fakes/cloud/free-plan.ts'
import { createManualClock } from '../fakes/manual-clock.ts'

const KEY = new Uint8Array(32)
const ORIGIN = 'http://127.0.0.1:4200'
const MIDNIGHT = Date.UTC(2026, 10, 20)

/** All objects of a Worker live in this one process, together with what they share. */
function createDay() {
  const clock = createManualClock(MIDNIGHT)
  const strict = createMeter(clock)
  // Only KV refuses what exceeds the plan, because only its quota may run out here.
  const meter: Meter = {
    ...strict,
    use(quota, amount) {
      try {
        strict.use(quota, amount)
      } catch (error) {
        if (quota === 'KV writes' || quota === 'KV deletes') throw error
      }
    },
  }
  const outside = { all: 0, most: 0, now: 0 }
  // Each day has an index of its own.
  return {
    clock,
    meter,
    index: crypto.randomUUID(),
    kv: createMeteredKvMirror(meter, clock),
    alarms: new Map<string, Instant>(),
    outside,
    /** When the stories of each account went live. */
    stories: new Map<string, readonly Instant[]>(),
    runs: 0,
  }
}

let day: ReturnType<typeof createDay>
let lastId = 17_900_000_000_000_000n

/** Answers at once with what an image publication asks for. */
async function platform(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  day.outside.all += 1
  day.outside.now += 1
  day.outside.most = Math.max(day.outside.most, day.outside.now)
  const { pathname, search } = new URL(request.url)
  if (request.method === 'POST' && pathname.endsWith('/media')) {
    // It fetches the picture from the Worker's own route.
    day.meter.use('Worker requests')
    day.meter.use('R2 reads')
  }
  if (request.method === 'POST') return Response.json({ id: String(++lastId) })
  if (pathname.endsWith('/stories'))
    return Response.json({ data: liveStories(pathname.split('/').at(-2) ?? '') })
  if (pathname.endsWith('/media')) return Response.json({ data: [] })
  if (search.includes('status_code')) return Response.json({ status_code: 'FINISHED', id: '1' })
  return Response.json({ id: '1', permalink: 'https://example.com/p/1' })
}

function liveStories(igUserId: string) {
  const now = day.clock.now()
  const live = (day.stories.get(igUserId) ?? []).filter((at) => at <= now && now < at + DAY)
  return live.map((at) => ({
    id: `${igUserId.slice(0, 10)}${at}`,
    timestamp: new Date(at).toISOString(),
    media_product_type: 'STORY',
    insights: { data: [{ name: 'reach', values: [{ value: Math.floor((now - at) / MINUTE) }] }] },
  }))
}

export class Scheduler extends DurableObject<Bindings> {
  #object: { index: IndexObject | null; account: AccountObject | null } | null = null

  get #own() {
    return (this.#object ??= this.#compose())
  }

  #compose() {
    const { storage, id } = this.ctx
    const { clock, meter, alarms } = day
    const name = id.toString()
    const sql = {
      exec: meteredExec(storage.sql, meter),
      transaction: <T>(act: () => T) => storage.transactionSync(act),
    }
    const isIndex = id.equals(this.env.SCHEDULER.idFromName(day.index))
    const log = { debug() {}, info() {}, warn() {}, error: console.error }
    const index = {
      report: (accountId: string, report: ObjectReport) => {
        meter.use('object requests')
        return this.env.SCHEDULER.getByName(day.index).report(accountId, report)
      },
    }
    const engine = createEngine({
      sql,
      index: isIndex ? null : index,
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
      kv: day.kv,
      media: { remove: async () => {} },
      openMedia: async () => null,
      fetch: platform,
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
    const objectOf = (accountId: string): AccountObject => {
      const stub = this.env.SCHEDULER.getByName(accountId)
      const counted = <T>(act: () => Promise<T>) => {
        meter.use('object requests')
        return act()
      }
      return {
        ask: (of, call, args) => counted(() => stub.ask(of, call, [...args])),
        receive: (of, rows) => counted(() => stub.receive(of, rows)),
        poke: () => counted(() => stub.poke()),
        alarm: () => stub.fire(),
      }
    }
    return isIndex
      ? {
          index: createIndexObject({
            sql,
            engine,
            objectOf,
            within: (_time, answer) => answer,
            clock,
            log,
          }),
          account: null,
        }
      : { index: null, account: createAccountObject({ sql, engine, log, inBackground: (work) => void work }) }
  }

  async asIndex(call: keyof IndexObject, args: unknown[]): Promise<unknown> {
    const { index } = this.#own
    if (!index) throw new Error('only the index is asked')
    return (index[call] as (...given: unknown[]) => Promise<unknown>)(...args)
  }

  async report(accountId: string, report: ObjectReport): Promise<CountedDay> {
    if (!this.#own.index) throw new Error('only the index is told')
    return this.#own.index.report(accountId, report)
  }

  async ask(accountId: string, call: AccountObjectCall, args: unknown[]): Promise<unknown> {
    return this.#own.account?.ask(accountId, call, args)
  }

  async receive(accountId: string, rows: FormerRows): Promise<void> {
    return this.#own.account?.receive(accountId, rows)
  }

  async poke(): Promise<void> {
    return this.#own.account?.poke()
  }

  async fire(): Promise<void> {
    return (this.#own.index ?? this.#own.account)?.alarm()
  }
}

interface Bindings {
  readonly SCHEDULER: DurableObjectNamespace<Scheduler>
}

/** Each account's posts are handed over at midnight and go out between eight and midnight, as evenly as they can. */
async function liveOneDay(
  { SCHEDULER }: Bindings,
  {
    accounts,
    posts,
    stories,
    onMinute,
  }: { accounts: number; posts: number; stories: number; onMinute: () => Promise<void> },
): Promise<Day> {
  day = createDay()
  const { clock, meter, alarms } = day
  const index = SCHEDULER.getByName(day.index)
  const request = (call: keyof IndexObject, ...args: unknown[]): Promise<unknown> => {
    meter.use('Worker requests')
    meter.use('object requests')
    return index.asIndex(call, args)
  }
  for (let a = 0; a < accounts; a += 1) {
    const igUserId = String(17_841_400_000_000_000 + a)
    const looks = stories > 0 ? { looksAtStories: true as const, igUserId } : {}
    const account = await anAccountEnvelope('demo', KEY, { accountId: crypto.randomUUID(), ...looks })
    // Those of the day before end on this one.
    const times = Array.from({ length: stories }, (_, n) => MIDNIGHT + 8 * HOUR + (n * 15.5 * HOUR) / stories)
    day.stories.set(igUserId, [...times.map((at) => at - DAY), ...times])
    await request('putAccount', account)
    await onMinute()
    for (let n = 0; n < posts; n += 1) {
      const at = MIDNIGHT + 8 * HOUR + Math.floor(((n * accounts + a) * 15.5 * HOUR) / (accounts * posts))
      meter.use('R2 writes and lists')
      await request('putJob', aJobEnvelope({ accountId: account.accountId, publishAt: at }))
    }
  }
  for (let tickAt = MIDNIGHT; tickAt < MIDNIGHT + DAY;) {
    day.outside.now = 0
    const due = [...alarms].find(([, at]) => at <= clock.now())
    if (due) {
      alarms.delete(due[0])
      day.runs += 1
      meter.use('object requests')
      await SCHEDULER.get(SCHEDULER.idFromString(due[0])).fire()
    } else if (tickAt <= clock.now()) {
      tickAt += MINUTE
      await onMinute()
      await request('tick', { cron: '* * * * *' })
    } else clock.advance(Math.min(...alarms.values(), tickAt) - clock.now())
  }
  const used = meter.used()
  const { counts } = (await request('status')) as { counts: { completed: number } }
  const outsideCalls = { all: day.outside.all, most: day.outside.most }
  const ended = await countEnds((since) => request('changes', since) as Promise<WorkerChanges>)
  return { used, outsideCalls, alarms: day.runs, published: counts.completed, reposted: 0, looks: 0, ended }
}

async function countEnds(changes: (since: number) => Promise<WorkerChanges>): Promise<number> {
  let ended = 0
  for (let since = 0, hasMore = true; hasMore;) {
    const page = await changes(since)
    const stories = (page.insights ?? []).flatMap(({ media }) => media)
    for (const { publishedAt, rows } of stories)
      ended += rows.filter(
        ({ metric, value, at }) => metric === 'look' && value !== null && at >= publishedAt + LAST_OF_STORY,
      ).length
    ;({ until: since, hasMore } = page)
  }
  return ended
}

// oxlint-disable-next-line import/no-default-export -- the runtime asks for it
export default {
  async fetch(request, bindings, context) {
    const [accounts = 0, posts = 0, stories = 0] = new URL(request.url).pathname
      .slice(1)
      .split('/')
      .map(Number)
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const [writer, encoder] = [writable.getWriter(), new TextEncoder()]
    // A day of many accounts takes longer than a client waits for an answer.
    const onMinute = () => writer.write(encoder.encode(' '))
    context.waitUntil(
      liveOneDay(bindings, { accounts, posts, stories, onMinute }).then(
        async (used) => {
          await writer.write(encoder.encode(JSON.stringify(used)))
          await writer.close()
        },
        (error: unknown) => writer.abort(error),
      ),
    )
    return new Response(readable)
  },
} satisfies ExportedHandler<Bindings>
