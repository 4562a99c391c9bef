// The cloud but its runtime: the real scheduler on SQLite, the sandbox as the platform, one clock, and a hand that can end or
// freeze an instance of the object wherever it waits. As there: the alarm comes at its time or never, the cron each minute.
import type { JobEnvelope, JobView } from '../../../core/engine/worker/protocol.ts'
import type { Log } from '../../../core/ports/log.ts'
import type { KvMirror } from '../../../core/ports/cloud/kv-mirror.ts'
import { MINUTE, type Duration, type Instant } from '../../../core/time.ts'
import { createOfficialSource } from '../../../core/engine/platform/mentions/official-source.ts'
import { checkAccount } from '../../../core/engine/reposts/check-account.ts'
import { createEngine, type Engine } from '../../../cloud-worker/engine.ts'
import type { RepostParts } from '../../../cloud-worker/reposts/repost-checks.ts'
import type { Sql } from '../../../cloud-worker/storage/sql.ts'
import type { AccountBehaviour, ContainerScript } from '../../../local-server/sandbox/behaviour/behaviour.ts'
import type { Sandbox } from '../../../local-server/sandbox/sandbox.ts'
import { anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { bytesOf } from '../kinds/post-kinds.ts'
import { createManualClock, type ManualClock } from '../../fakes/manual-clock.ts'
import { openSqlStorage } from '../../fakes/cloud/sql-storage.ts'
import { endWithTest } from '../end-with-test.ts'
import { CLOUD_KEY, NO_KV_MIRROR, openSandbox, QUIET, SILENT } from './worker-ground.ts'

class Crash extends Error {}

/** Where an instance waits: for an answer of the platform, for a write, or for its keys before a step. */
export type Place = `${'before' | 'after'} ${'fetch' | 'write'}` | 'step'
/** `freeze` takes effect where something is waited for: `after fetch` and `step`. */
export type Hand = (place: Place, what: string) => 'go on' | 'die' | 'freeze'

export interface CloudWorldOptions {
  readonly kv?: KvMirror
  readonly containers?: Partial<ContainerScript>
  readonly behaviour?: Partial<AccountBehaviour>
  /** What the alarm is worth: `never` loses each one. */
  readonly alarms?: 'on time' | 'never'
  /** What a hand may do: end one instance, or every one that a run brings up. */
  readonly deaths?: 'one' | 'many'
  readonly log?: Log
  /** What becomes of the platform's answers on their way to the Worker. */
  readonly answers?: (response: Response) => Promise<Response>
  /** Where mentions are found; else at the sandbox. */
  readonly createSource?: RepostParts['createSource']
  readonly removeMedia?: (keys: readonly string[]) => Promise<void>
  /** All tests of a file share it, which closes it. */
  readonly isOfFile?: true
}

export interface CloudWorld {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
  readonly sql: Sql
  readonly kv: KvMirror
  /** The instance that lives now. */
  engine(): Engine
  /** Every address that was called outside, in order. */
  readonly calls: { readonly url: string; readonly method: string; readonly at: Instant }[]
  /** Calls to the outside of each invocation that made any. */
  readonly callsPerInvocation: number[]
  /** Keys that were removed from the bucket. */
  readonly removed: string[]
  put(envelope: JobEnvelope): Promise<void>
  /** Lives until then; the hand may end or freeze instances. */
  run(time: Duration, hand?: Hand): Promise<void>
  /** What was frozen goes on where it stood. Resolves when it has come to its end. */
  thaw(): Promise<void>
  jobs(envelopes: readonly JobEnvelope[]): Promise<JobView[]>
  close(): void
}

export async function createCloudWorld(options: CloudWorldOptions = {}): Promise<CloudWorld> {
  const clock = createManualClock()
  const sql = openSqlStorage()
  const sandbox = openSandbox(clock, options)
  const world = createInstances(options, { clock, sql, sandbox })
  for (const name of ['demo', 'harbour', 'noor'] as const)
    await world.engine().putAccount(await anAccountEnvelope(name, CLOUD_KEY))
  return {
    ...world,
    kv: options.kv ?? NO_KV_MIRROR,
    sandbox,
    clock,
    sql,
    async put(envelope) {
      await world.engine().putJob(envelope)
    },
    async jobs(envelopes) {
      const views = await Promise.all(envelopes.map(({ jobId }) => world.engine().job(jobId)))
      return views.flatMap((view) => view ?? [])
    },
    close: options.isOfFile ? () => sql.close() : endWithTest(() => sql.close()),
  }
}

/** Sentences about what does not hold of these jobs: N2 to N5 of the design. */
export function brokenInCloud(
  jobs: readonly JobView[],
  sandbox: Sandbox,
  captions: ReadonlyMap<string, string>,
) {
  const live = sandbox.live()
  return jobs.flatMap(({ jobId, state, publication }) => {
    const ours = live.filter(({ caption }) => caption === captions.get(jobId))
    const found: string[] = []
    if (ours.length > 1) found.push(`N2 ${jobId} is live ${ours.length} times`)
    if (state === 'published' && ours.length !== 1)
      found.push(`N3 ${jobId} is published and live ${ours.length} times`)
    if (state === 'published' && publication?.mediaId && publication.mediaId !== ours[0]?.id)
      found.push(`N3 ${jobId} has another's media`)
    if (state === 'failed' && publication?.failure?.unconfirmed === false && ours.length > 0)
      found.push(`N4 ${jobId} failed for sure and is live`)
    if (state === 'cancelled' && ours.length > 0) found.push(`N5 ${jobId} was cancelled and is live`)
    return found
  })
}

export const captionsOf = (envelopes: readonly JobEnvelope[]) =>
  new Map(envelopes.map(({ jobId, payload }) => [jobId, payload.caption ?? '']))

interface Ground {
  readonly clock: ManualClock
  readonly sql: ReturnType<typeof openSqlStorage>
  readonly sandbox: Sandbox
}

const GO_ON: Hand = () => 'go on'

function createInstances(options: CloudWorldOptions, { clock, sql, sandbox }: Ground) {
  const calls: { url: string; method: string; at: Instant }[] = []
  const callsPerInvocation: number[] = []
  const removed: string[] = []
  let alarmAt: Instant | null = null
  let hand: Hand = GO_ON
  /** Told when an instance freezes; a new one for each invocation. */
  let freezing = Promise.withResolvers<() => void>()
  let frozen: { readonly thaw: () => void; readonly end: Promise<void> } | null = null
  let current = bear()

  function bear() {
    const life = { isDead: false }
    const at = (place: Place, what: string) => {
      if (life.isDead) throw new Crash(place)
      const fate = hand(place, what)
      if (fate === 'die') life.isDead = true
      if (life.isDead) throw new Crash(place)
      return fate
    }
    const waitAt = async (place: 'after fetch' | 'step', what: string) => {
      if (at(place, what) !== 'freeze') return
      const gate = Promise.withResolvers<void>()
      freezing.resolve(gate.resolve)
      await gate.promise
    }
    const engine = createEngine({
      ...QUIET,
      sql: dyingSql(sql, at),
      alarm: {
        get: async () => alarmAt,
        async set(time) {
          if (life.isDead) throw new Crash('alarm')
          alarmAt = time
        },
      },
      kv: options.kv ?? NO_KV_MIRROR,
      media: { remove: options.removeMedia ?? (async (keys) => void removed.push(...keys)) },
      async openMedia(key) {
        const bytes = new Uint8Array(bytesOf(key).bytes)
        return { size: bytes.length, stream: () => new Blob([bytes]).stream() }
      },
      async fetch(input, init) {
        const request = new Request(input, init)
        at('before fetch', request.url)
        calls.push({ url: request.url, method: request.method, at: clock.now() })
        const response = await sandbox.app.request(request)
        await waitAt('after fetch', request.url)
        if (response.headers.has('x-sandbox-drop')) throw new TypeError('the connection was lost')
        return options.answers?.(response) ?? response
      },
      clock,
      log: options.log ?? SILENT,
      index: null,
      reposts: {
        check: checkAccount,
        createSource: (given) =>
          (options.createSource ?? createOfficialSource)({
            ...given,
            pause: async (time) => clock.advance(time),
          }),
      },
      async keys() {
        await waitAt('step', '')
        return QUIET.keys()
      },
    })
    return { engine, life }
  }

  async function invoke(act: (engine: Engine) => Promise<void>): Promise<void> {
    const before = calls.length
    freezing = Promise.withResolvers()
    const end = act(current.engine)
    const thaw = await Promise.race([end.then(() => null), freezing.promise])
    if (calls.length > before) callsPerInvocation.push(calls.length - before)
    if (thaw) frozen = { thaw, end }
    // The runtime brings up another instance, which finds what this one held.
    if (thaw || current.life.isDead) {
      if (options.deaths !== 'many') hand = GO_ON
      current = bear()
    }
  }

  return {
    calls,
    callsPerInvocation,
    removed,
    engine: () => current.engine,
    async run(time: Duration, with_: Hand = GO_ON) {
      hand = with_
      const until = clock.now() + time
      let tickAt = Math.ceil(clock.now() / MINUTE) * MINUTE
      while (clock.now() <= until) {
        if (alarmAt !== null && alarmAt <= clock.now() && options.alarms !== 'never') {
          alarmAt = null
          await invoke((engine) => engine.alarm())
        } else if (tickAt <= clock.now()) {
          tickAt += MINUTE
          await invoke((engine) => engine.tick({ cron: '* * * * *' }))
        } else {
          const alarm = options.alarms === 'never' ? null : alarmAt
          clock.advance(Math.max(1, Math.min(alarm ?? tickAt, tickAt, until + 1) - clock.now()))
        }
      }
      hand = GO_ON
    },
    async thaw() {
      frozen?.thaw()
      await frozen?.end
    },
  }
}

function dyingSql(sql: Sql, at: (place: Place, what: string) => unknown): Sql {
  return {
    exec(query, ...bindings) {
      // A dead instance reads nothing either.
      if (!query.startsWith('SELECT')) at('before write', query)
      return sql.exec(query, ...bindings)
    },
    transaction(act) {
      const result = sql.transaction(act)
      at('after write', 'transaction')
      return result
    },
  }
}
