// The user's cloud account: the shipped Worker, its objects each on an SQLite of its own, and the bucket behind it. An object may die
// where it writes, calls or waits; then what had not passed its output gate is lost, its alarm among it.
import Database from 'better-sqlite3'
import {
  composeApp,
  composeObject,
  type Host as WorkerHost,
  type Index,
  type ObjectHost,
} from '../../cloud-worker/compose.ts'
import type { AccountObject } from '../../cloud-worker/index/account-object.ts'
import { createWorkerClock, pause } from '../../cloud-worker/runtime.ts'
import { createTokenVault } from '../../core/engine/access/token-vault.ts'
import { keyIdOf } from '../../core/engine/worker/protocol.ts'
import { toBase64Url } from '../../core/base64url.ts'
import { CodedError } from '../../core/coded-error.ts'
import type { Bucket } from '../../core/ports/cloud/bucket.ts'
import type { KvMirror } from '../../core/ports/cloud/kv-mirror.ts'
import type { MediaObjects } from '../../core/ports/cloud/media-objects.ts'
import type { Log } from '../../core/ports/log.ts'
import type { OpenBlob } from '../../core/ports/media/blob-store.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../core/time.ts'
import type { Faults } from './faults.ts'
import {
  after,
  currentMachine,
  Died,
  kill,
  newMachine,
  noteActivity,
  runOn,
  sleep,
  START,
  unlessDead,
  worldNow,
  type Machine,
} from './machine.ts'
import { weightOf, type Host } from './network.ts'

const WORKER_KEY = 'the-worker-key-of-this-world-0123456789'

/** Where a Worker is, and the key that it shares with the computer. */
export interface CloudLine {
  /** Begins the names of its machines. */
  readonly name: string
  readonly url: string
  readonly secret: Uint8Array<ArrayBuffer>
}

/** What connects it. */
export const variablesOf = ({ url, secret }: CloudLine): Record<string, string> => ({
  CLOUD_WORKER_URL: url,
  CLOUD_WORKER_KEY: WORKER_KEY,
  CLOUD_ENCRYPTION_KEY: toBase64Url(secret),
  BUCKET_ENDPOINT: 'http://127.0.0.1:9000',
  BUCKET_NAME: 'bucket',
  BUCKET_ACCESS_KEY_ID: 'accesskeyid0123456789',
  BUCKET_SECRET_ACCESS_KEY: 'secretaccesskey0123456789',
  BUCKET_PUBLIC_URL: url,
})

export interface CloudOptions {
  readonly line: CloudLine
  readonly faults: Faults
  readonly sandboxUrl: string
  /** By how much the clocks of the objects are ahead. */
  readonly clockAhead: Duration
  fetchOf(from: Machine): typeof globalThis.fetch
  name(text: string): string
  trace(line: string): void
}

export interface Cloud extends Host {
  readonly line: CloudLine
  bucketOf(from: Machine): Bucket
  /** The rows of all objects. */
  jobs(): readonly JobRow[]
  close(): void
}

export interface JobRow {
  readonly id: string
  readonly postId: string
  readonly state: string
  readonly containerId: string | null
}

const JOBS = `select id, post_id as postId, state, json_extract(publication, '$.containerId') as containerId from post_jobs`

interface Home {
  readonly name: string
  readonly sqlite: Database.Database
  readonly statements: Map<string, Database.Statement>
  /** What is durable of the alarm, and what a death forgets. */
  alarmAt: Instant | null
  alarmBefore: Instant | null
  life: Machine
  isBorn: boolean
  /** Resolves once everything written so far is durable. */
  gate: Promise<void>
  object: Record<string, (...given: unknown[]) => Promise<unknown>>
}

const INDEX = 'scheduler'
const GATE: Duration = 8
const RETRY_ALARM: Duration = 2 * SECOND

export function createCloud(options: CloudOptions): Cloud {
  const { faults, trace, name: called } = options
  const homes = new Map<string, Home>()
  const stored = new Map<string, StoredObject>()
  const entry = newMachine(`${options.line.name}worker`, options.clockAhead)

  function homeOf(name: string): Home {
    const known = homes.get(name)
    if (known) return known
    const home = {
      name,
      sqlite: new Database(':memory:'),
      statements: new Map(),
      alarmAt: null,
      alarmBefore: null,
    } as unknown as Home
    homes.set(name, home)
    bear(home)
    return home
  }

  /** The object begins anew with what is durable. */
  function bear(home: Home): void {
    if (home.sqlite.inTransaction) home.sqlite.exec('ROLLBACK')
    home.life = newMachine(`${options.line.name}object ${called(home.name)}`, options.clockAhead)
    home.isBorn = false
    home.gate = Promise.resolve()
    home.alarmAt = home.alarmBefore
    runOn(home.life, () => {
      const { index, account } = composeObject(objectHostOf(home, home.life))
      home.object = (index ?? account) as unknown as Home['object']
    })
    home.isBorn = true
    expectAlarm(home, RETRY_ALARM)
  }

  function end(home: Home, life: Machine): never {
    kill(life)
    // The rows of its successor are those that were durable.
    if (home.life === life) bear(home)
    throw new Died(life.name)
  }

  function objectHostOf(home: Home, life: Machine): ObjectHost {
    const { sqlite, statements } = home
    const open = () => {
      if (life.isDead) throw new Died(life.name)
      if (sqlite.inTransaction) return
      sqlite.exec('BEGIN')
      home.gate = sleep(GATE).then(() => {
        sqlite.exec('COMMIT')
        home.alarmBefore = home.alarmAt
      })
    }
    const exec: ObjectHost['sql']['exec'] = (query, ...bindings) => {
      if (life.isDead) throw new Died(life.name)
      const statement = statements.get(query) ?? sqlite.prepare(query)
      statements.set(query, statement)
      const rows = () => statement.all(...bindings) as Record<string, unknown>[]
      if (statement.readonly) return { toArray: rows }
      open()
      noteActivity()
      if (home.isBorn && faults.strike('object dies at a write', life.name)) end(home, life)
      const changed = statement.reader ? rows() : []
      if (!statement.reader) statement.run(...bindings)
      return { toArray: () => changed }
    }
    return {
      ...host,
      isIndex: home.name === INDEX,
      sql: {
        exec,
        transaction(act) {
          open()
          return sqlite.transaction(act)()
        },
      },
      alarm: {
        get: async () => home.alarmAt,
        async set(at) {
          open()
          home.alarmAt = at
          expectAlarm(home)
        },
      },
      fetch: (input, init) => leaving(life, options.fetchOf(life))(input, init),
      openMedia: async (key) => {
        const object = stored.get(key)
        return object ? openBytes(object.bytes) : null
      },
      pause,
      inBackground: (work) => void work.catch(() => {}),
      hosts: {
        platformGraphUrl: `${options.sandboxUrl}/sandbox/graph.instagram.com`,
        partnerGraphUrl: `${options.sandboxUrl}/sandbox/graph.facebook.com`,
        uploadUrl: `${options.sandboxUrl}/sandbox/rupload.facebook.com`,
      },
      account: (accountId) => remote<AccountObject>(accountId),
    }
  }

  function expectAlarm(home: Home, atLeast: Duration = 0): void {
    const { life, alarmAt } = home
    if (alarmAt === null || faults.strike('alarm lost', life.name)) return
    const late = faults.strike('alarm late', life.name)?.between(5 * SECOND, 3 * MINUTE) ?? 0
    const time = Math.max(alarmAt - life.clockAhead - worldNow(), atLeast) + late
    runOn(undefined, () =>
      after(time, () => {
        if (home.life !== life || home.alarmAt !== alarmAt) return
        void ring(home)
        if (faults.strike('alarm twice', life.name)) void ring(home)
      }),
    )
  }

  /** At least once: an alarm whose object died comes again. */
  async function ring(home: Home): Promise<void> {
    home.alarmAt = null
    try {
      await invoke(home, 'alarm', [])
      if (!home.sqlite.inTransaction) home.alarmBefore = home.alarmAt
    } catch {
      home.alarmAt ??= worldNow() + home.life.clockAhead
      expectAlarm(home, RETRY_ALARM)
    }
  }

  /** A request to the object; its death is an error for whoever asked. */
  async function invoke(home: Home, method: string, given: readonly unknown[]): Promise<unknown> {
    if (faults.strike('object forgets', `object ${called(home.name)}`)) {
      kill(home.life)
      bear(home)
    }
    const { life, object } = home
    const act = object[method]
    if (!act) throw new Error('another object of this Worker has to be asked')
    const work = runOn(life, async () => {
      const answer = await act(...given)
      await home.gate
      return { answer: structuredClone(answer) }
    })
    const answered = await unlessDead(life, work)
    if (answered === null) {
      trace(`x ${life.name} ${method}`)
      throw new Error('the object was reset')
    }
    return answered.answer
  }

  /** Before anything leaves an object, and before an answer comes in: it may die here, and what it has written is durable. */
  async function leave(from: Machine, what: string, weight = 1): Promise<void> {
    if (from.isDead) await new Promise(() => {})
    const home = [...homes.values()].find(({ life }) => life === from)
    if (!home) return
    if (faults.strike('object dies at a call', what, weight)) end(home, from)
    await home.gate
  }

  /** From one object, or the entry, to another. */
  async function call(to: string, method: string, given: readonly unknown[]): Promise<unknown> {
    const from = currentMachine() as Machine
    const what = `${from.name} ${called(to)}.${method}`
    await leave(from, `${what} before`)
    await sleep(3)
    if (faults.strike('call refused', what)) throw new Error('the object does not answer')
    const answer = await runOn(undefined, () =>
      invoke(
        homeOf(to),
        method,
        given.map((one) => structuredClone(one)),
      ),
    )
    await leave(from, `${what} after`)
    if (faults.strike('answer lost', what)) throw new Error('the answer was lost')
    return answer
  }

  const leaving =
    (from: Machine, fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (input, init) => {
      const weight = weightOf(input instanceof Request ? input.url : String(input))
      await leave(from, `${from.name} fetch before`, weight)
      const response = await fetch(input, init)
      await leave(from, `${from.name} fetch after`, weight)
      return response
    }

  const remote = <Called extends object>(to: string): Called =>
    new Proxy({} as Called, {
      get:
        (_none, method: string) =>
        (...given: unknown[]) =>
          call(to, method, given),
    })
  const log: Log = { debug() {}, info() {}, warn: noted, error: noted }
  function noted(message: string, fields?: Record<string, unknown>) {
    const error = fields?.['error']
    trace(`# ${currentMachine()?.name}: ${message}${error instanceof Error ? `: ${error.message}` : ''}`)
  }
  const host: WorkerHost = {
    kv: kvOf(faults),
    media: mediaOf(stored),
    version: '0.0.0',
    keys: async () => ({
      id: await keyIdOf(options.line.secret),
      vault: await createTokenVault(options.line.secret, random),
    }),
    clock: createWorkerClock(),
    log,
    index: () => remote<Index>(INDEX),
  }

  // The runs of a night find nothing that those of its first hours have not: most are left out.
  const tick = () =>
    after(worldNow() < START + 2 * HOUR ? MINUTE : 10 * MINUTE, () => {
      tick()
      if (faults.strike('cron away', 'cron')) return
      const run = async () => runOn(entry, () => call(INDEX, 'tick', [{ cron: '* * * * *' }])).catch(() => {})
      void run()
      if (faults.strike('cron twice', 'cron')) void run()
    })
  tick()

  return {
    line: options.line,
    machine: () => entry,
    answer: async (request) => composeApp(host, WORKER_KEY).fetch(request),
    bucketOf: (from) => bucketOf(from, stored, faults),
    jobs: () => [...homes.values()].flatMap(({ sqlite }) => sqlite.prepare(JOBS).all() as JobRow[]),
    close: () => homes.forEach(({ sqlite }) => sqlite.close()),
  }
}

/** Tells what was true up to a minute ago, and sometimes takes no write. */
function kvOf(faults: Faults): KvMirror {
  const history = new Map<string, { readonly at: Instant; readonly text: string | null }[]>()
  const read = (key: string) => {
    const old = faults.strike('KV old', key)?.between(0, 60 * SECOND) ?? 0
    return history.get(key)?.findLast(({ at }) => at <= worldNow() - old)?.text ?? null
  }
  const write = async (key: string, text: string | null) => {
    await sleep(30)
    if (faults.strike('KV fails', key)) throw new Error('KV PUT failed: 429 Too Many Requests')
    history.set(key, [...(history.get(key) ?? []), { at: worldNow(), text }])
  }
  return {
    put: write,
    remove: (key) => write(key, null),
    async get(key) {
      await sleep(10)
      return read(key)
    },
    async list(prefix) {
      await sleep(30)
      const names = [...history.keys()].filter((key) => key.startsWith(prefix) && read(key) !== null)
      return { names: names.toSorted(), isComplete: true }
    },
  }
}

interface StoredObject {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
}

function mediaOf(stored: Map<string, StoredObject>): MediaObjects {
  const facts = ({ bytes, type }: StoredObject) => ({
    size: bytes.length,
    contentType: type,
    etag: `"${bytes.length}"`,
  })
  return {
    async facts(key) {
      await sleep(5)
      const object = stored.get(key)
      return object ? facts(object) : null
    },
    async open(key, range) {
      await sleep(8)
      const object = stored.get(key)
      return object ? { ...facts(object), body: openBytes(object.bytes).stream(range) } : null
    },
    async remove(keys) {
      await sleep(8)
      for (const key of keys) stored.delete(key)
    },
  }
}

/** The whole, or the inclusive range. */
export function openBytes(bytes: Uint8Array<ArrayBuffer>): OpenBlob {
  return {
    size: bytes.length,
    stream: (range) => new Blob([range ? bytes.slice(range.start, range.end + 1) : bytes]).stream(),
  }
}

/** The same bucket as a computer reaches it. */
function bucketOf(from: Machine, stored: Map<string, StoredObject>, faults: Faults): Bucket {
  const reach = async (what: string, act: () => void) => {
    await sleep(60)
    const fails = faults.strike('bucket fails', `${from.name} ${what}`)
    if (!fails || fails.chance(0.5)) act()
    if (fails) throw new CodedError('CLOUD_ERROR', 'The bucket did not answer.')
  }
  return {
    async put(key, blob, type) {
      const bytes = new Uint8Array(await new Response(blob.stream()).arrayBuffer())
      await reach('put', () => void stored.set(key, { bytes, type }))
    },
    async open(key) {
      await reach('open', () => {})
      const object = stored.get(key)
      return object ? new Blob([object.bytes]).stream() : null
    },
    remove: (key) => reach('remove', () => void stored.delete(key)),
  }
}
