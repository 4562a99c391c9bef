// The cloud as several objects: the index and one of each account, each with its own SQLite, alarm and clock, on one sandbox.
// A hand can end any instance where it waits; calls between objects can be lost on their way there or back.
import type { JobEnvelope, JobView } from '../../../core/engine/worker/protocol.ts'
import type { KvMirror } from '../../../core/ports/cloud/kv-mirror.ts'
import { MINUTE, type Duration, type Instant } from '../../../core/time.ts'
import { createEngine, type Engine } from '../../../cloud-worker/engine.ts'
import { createAccountObject, type AccountObject } from '../../../cloud-worker/index/account-object.ts'
import { createIndexObject, type IndexObject } from '../../../cloud-worker/index/index-object.ts'
import type { IndexApi } from '../../../cloud-worker/index/reporter.ts'
import type { Sandbox } from '../../../local-server/sandbox/sandbox.ts'
import { anAccountEnvelope, JPEG } from '../../fakes/cloud/cloud-jobs.ts'
import type { Sql } from '../../../cloud-worker/storage/sql.ts'
import { openSqlStorage } from '../../fakes/cloud/sql-storage.ts'
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts'
import { endWithTest } from '../end-with-test.ts'
import { CLOUD_KEY, NO_KV_MIRROR, openSandbox, QUIET, SILENT } from './worker-ground.ts'

export const INDEX = 'scheduler'

class Ended extends Error {}

/** Where something can go wrong: a call to the platform, to another object, or a write. */
interface ObjectPlace {
  /** The account, or `INDEX`. */
  readonly object: string
  readonly place:
    | 'before fetch'
    | 'after fetch'
    | 'before call'
    | 'after call'
    | 'before write'
    | 'after write'
  readonly what: string
}
/** `die`: the instance ends. `lose`: of a call to another object, its way there or its answer. */
export type ObjectsHand = (place: ObjectPlace) => 'go on' | 'die' | 'lose'

interface ObjectsOptions {
  readonly alarms?: 'on time' | 'never'
  /** By how much the clock of each object is ahead. */
  readonly clockOf?: (object: string) => Duration
  readonly kv?: KvMirror
  readonly removeMedia?: (keys: readonly string[]) => Promise<void>
  /** Whether a call to the object of an account never ends; where the index waits for it no longer, it has its time limit at once. */
  readonly hangs?: (accountId: string, what: string) => boolean
  /** What a check for mentions does. */
  readonly check?: (clock: ManualClock) => Promise<void>
  /** The state of a Worker of the earlier layout, in which one object had all accounts. */
  readonly former?: (engine: Engine) => Promise<void>
}

interface Home {
  readonly name: string
  readonly sql: ReturnType<typeof openSqlStorage>
  alarmAt: Instant | null
  life: { isDead: boolean; isBorn: boolean }
  object: {
    readonly index: IndexObject | null
    readonly account: AccountObject | null
    readonly engine: Engine
  }
}

export interface ObjectsWorld {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  index(): IndexObject
  /** Every object that has ever been asked. */
  objects(): string[]
  sql(object: string): ReturnType<typeof openSqlStorage>
  readonly calls: { readonly from: string; readonly to: string; readonly what: string }[]
  /** The objects whose alarm has run, in turn. */
  readonly alarms: string[]
  run(time: Duration, hand?: ObjectsHand): Promise<void>
  /** Requests of the server, under this hand. */
  under(hand: ObjectsHand, act: () => Promise<void>): Promise<void>
  jobs(envelopes: readonly JobEnvelope[]): Promise<JobView[]>
  close(): void
}

export async function createObjectsWorld(options: ObjectsOptions = {}): Promise<ObjectsWorld> {
  const clock = createManualClock()
  const sandbox = openSandbox(clock)
  const homes = new Map<string, Home>()
  const calls: ObjectsWorld['calls'] = []
  const alarmsRun: string[] = []
  const check = async () => (await options.check?.(clock), null)
  const hanging = new WeakSet<Promise<unknown>>()
  let hand: ObjectsHand = () => 'go on'

  function at(home: Home, life: Home['life'], place: ObjectPlace['place'], what: string): 'go on' | 'lose' {
    if (!life.isBorn) return 'go on'
    if (life.isDead) throw new Ended(place)
    const fate = hand({ object: home.name, place, what })
    if (fate !== 'die') return fate
    life.isDead = true
    throw new Ended(place)
  }

  /** A call from one object to another: a request of its own, whose answer may be lost although it was carried out. */
  async function callObject<T>(
    { from, life, to, what }: { from: Home; life: Home['life']; to: string; what: string },
    act: () => Promise<T>,
  ) {
    if (at(from, life, 'before call', `${to} ${what}`) === 'lose')
      throw new Error('the object does not answer')
    calls.push({ from: from.name, to, what })
    // As over the wire: the callee goes on when the caller is gone, and its death is an error here.
    const answer = await invoke(homeOf(to), act)
    if (at(from, life, 'after call', `${to} ${what}`) === 'lose') throw new Error('the answer was lost')
    return structuredClone(answer)
  }

  /** An instance that ended is followed by another, which finds its rows. */
  async function invoke<T>(home: Home, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } finally {
      if (home.life.isDead) bear(home)
    }
  }

  function homeOf(name: string): Home {
    const known = homes.get(name)
    if (known) return known
    const home = { name, sql: openSqlStorage(), alarmAt: null } as unknown as Home
    homes.set(name, home)
    bear(home)
    return home
  }

  function bear(home: Home): void {
    const life = { isDead: false, isBorn: false }
    home.life = life
    const { sql: storage } = home
    const sql = {
      exec(query: string, ...bindings: (string | number | null)[]) {
        if (!query.startsWith('SELECT')) at(home, life, 'before write', query)
        if (life.isDead) throw new Ended('read')
        return storage.exec(query, ...bindings)
      },
      transaction<T>(act: () => T): T {
        const result = storage.transaction(act)
        at(home, life, 'after write', 'transaction')
        return result
      },
    }
    const ownClock = {
      now: () => clock.now() + (options.clockOf?.(home.name) ?? 0),
      monotonic: () => clock.monotonic(),
    }
    const indexApi: IndexApi = {
      report: (accountId, report) =>
        callObject({ from: home, life, to: INDEX, what: 'report' }, () =>
          theIndex().report(accountId, structuredClone(report)),
        ),
    }
    const engine = createEngine({
      ...QUIET,
      sql,
      index: home.name === INDEX ? null : indexApi,
      alarm: {
        get: async () => home.alarmAt,
        async set(time) {
          if (life.isDead) throw new Ended('alarm')
          home.alarmAt = time
        },
      },
      kv: options.kv ?? NO_KV_MIRROR,
      media: { remove: options.removeMedia ?? (async () => {}) },
      openMedia: async () => ({ size: JPEG.length, stream: () => new Blob([JPEG]).stream() }),
      async fetch(input, init) {
        const request = new Request(input, init)
        at(home, life, 'before fetch', request.url)
        const response = await sandbox.app.request(request)
        at(home, life, 'after fetch', request.url)
        return response
      },
      clock: ownClock,
      log: SILENT,
      pause: (time) => clock.startPause(time),
      reposts: { check, createSource: () => ({}) as never },
    })
    const { inBackground } = QUIET
    home.object =
      home.name === INDEX
        ? {
            engine,
            account: null,
            index: createIndexObject({
              sql,
              engine,
              objectOf: (accountId) => remoteAccount(home, life, accountId),
              within: (_time, answer) =>
                hanging.has(answer) ? Promise.reject(new Error('there was no answer in time')) : answer,
              clock: ownClock,
              log: SILENT,
            }),
          }
        : { engine, index: null, account: createAccountObject({ sql, engine, log: SILENT, inBackground }) }
    life.isBorn = true
  }

  function remoteAccount(from: Home, life: Home['life'], accountId: string): AccountObject {
    const there = () => homeOf(accountId).object.account as AccountObject
    const call = <T>(what: string, act: () => Promise<T>) => {
      if (!options.hangs?.(accountId, what)) return callObject({ from, life, to: accountId, what }, act)
      const never = new Promise<T>(() => {})
      hanging.add(never)
      return never
    }
    return {
      ask: (id, what, args) => call(what, () => there().ask(id, what, structuredClone(args))),
      receive: (id, rows) => call('receive', () => there().receive(id, structuredClone(rows))),
      poke: () => call('poke', () => there().poke()),
      alarm: () => there().alarm(),
    }
  }

  const theIndex = () => homeOf(INDEX).object.index as IndexObject
  const first = homeOf(INDEX)
  if (options.former) {
    await options.former(first.object.engine)
    makeFormer(first.sql)
    bear(first)
  }
  /** As the entry of the Worker asks it. */
  const asked = new Proxy({} as IndexObject, {
    get:
      (_none, name: keyof IndexObject) =>
      (...args: unknown[]) =>
        invoke(homeOf(INDEX), () => (theIndex()[name] as (...given: unknown[]) => Promise<unknown>)(...args)),
  })

  return {
    sandbox,
    clock,
    calls,
    alarms: alarmsRun,
    index: () => asked,
    objects: () => [...homes.keys()],
    sql: (object) => homeOf(object).sql,
    async run(time, with_ = () => 'go on') {
      hand = with_
      const until = clock.now() + time
      let tickAt = Math.ceil(clock.now() / MINUTE) * MINUTE
      while (clock.now() <= until) {
        const due = [...homes.values()].find(
          ({ name, alarmAt }) => alarmAt !== null && alarmAt <= clock.now() + (options.clockOf?.(name) ?? 0),
        )
        if (due && options.alarms !== 'never') {
          due.alarmAt = null
          alarmsRun.push(due.name)
          const object = due.object
          await invoke(due, () => (object.index ?? (object.account as AccountObject)).alarm()).catch(() => {})
        } else if (tickAt <= clock.now()) {
          tickAt += MINUTE
          // Two that overlap.
          await Promise.all([1, 2].map(() => asked.tick({ cron: '* * * * *' }).catch(() => {})))
        } else {
          const alarms = [...homes.values()].flatMap(({ name, alarmAt }) =>
            alarmAt === null || options.alarms === 'never' ? [] : alarmAt - (options.clockOf?.(name) ?? 0),
          )
          const next = Math.min(...alarms, tickAt, until + 1)
          clock.advance(Math.max(1, next - clock.now()))
        }
      }
      hand = () => 'go on'
    },
    async under(with_, act) {
      hand = with_
      await act().finally(() => (hand = () => 'go on'))
    },
    async jobs(envelopes) {
      const views = await Promise.all(envelopes.map(({ jobId }) => asked.job(jobId)))
      return views.flatMap((view) => view ?? [])
    },
    close: endWithTest(() => homes.forEach(({ sql }) => sql.close())),
  }
}

/** The tables as they were before there was one object per account, noted as on their way by a move that never came to them. */
function makeFormer(sql: Sql): void {
  const drop = `SELECT 'DROP ' || type || ' ' || name AS query FROM sqlite_master
    WHERE name IN ('owners', 'entries')`
  for (const { query } of sql.exec(drop).toArray() as { query: string }[]) sql.exec(query)
  sql.exec('ALTER TABLE post_jobs RENAME TO jobs')
  sql.exec(`INSERT OR REPLACE INTO meta (id, value) VALUES ('accountsListed', 'true')`)
}

/** The three accounts that every sandbox knows, at the index. */
export async function putAccounts(to: Pick<IndexObject, 'putAccount'>) {
  for (const name of ['demo', 'harbour', 'noor'] as const)
    await to.putAccount(await anAccountEnvelope(name, CLOUD_KEY))
}
