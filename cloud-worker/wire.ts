// The only place in the Worker that names concrete adapters: bindings in, the app and the scheduler out.
import { createWorkerModules } from '../core/engine/worker/worker-modules.ts'
import { createWorkerApp } from '../core/http/worker/worker-app.ts'
import { createOfficialSource } from '../core/engine/platform/mentions/official-source.ts'
import type { SchedulerApi } from '../core/engine/worker/scheduler-api.ts'
import { webCryptoRandom } from '../core/random.ts'
import { checkAccount } from '../core/engine/reposts/check-account.ts'
import { createEngine, type Engine } from './engine.ts'
import { createAccountObject, type AccountObject } from './index/account-object.ts'
import { createIndexObject, type IndexObject } from './index/index-object.ts'
import type { IndexApi } from './index/reporter.ts'
import type { CronRuns } from './invocations.ts'
import { createWorkersKvMirror } from './kv/workers-kv-mirror.ts'
import { createR2MediaObjects, openMedia } from './media/r2-media-objects.ts'
import { createWorkerClock, pause, within, workerLog } from './runtime.ts'
import { hostsOf, keysOf, type WorkerEnv } from './settings.ts'
import type { Sql } from './storage/sql.ts'

export function composeApp(env: WorkerEnv) {
  const [clock, log] = [createWorkerClock(), workerLog]
  const modules = createWorkerModules({
    scheduler: schedulerOf(env),
    kv: createWorkersKvMirror(env.KV),
    media: createR2MediaObjects(env.BUCKET),
    version: env.WORKER_VERSION,
    keyId: async () => (await keysOf(env))?.id ?? null,
    clock,
    log,
  })
  return createWorkerApp(modules, { clock, log, workerKey: env.WORKER_API_KEY || null })
}

/** The index, under the name it had before there was one object per account. Each call to it is a request of its own. */
export function schedulerOf(env: WorkerEnv): SchedulerApi & CronRuns & IndexApi {
  return env.SCHEDULER.getByName(INDEX)
}

const INDEX = 'scheduler'

/** What an object is: the index, or that of one account. */
export function composeObject(
  state: DurableObjectState,
  env: WorkerEnv,
): { readonly index: IndexObject | null; readonly account: AccountObject | null } {
  const { sql, clock, log } = { sql: sqlOf(state), clock: createWorkerClock(), log: workerLog }
  if (!state.id.equals(env.SCHEDULER.idFromName(INDEX))) {
    const engine = composeEngine(state, env, { report: (...report) => schedulerOf(env).report(...report) })
    const inBackground = (work: Promise<unknown>) => state.waitUntil(work)
    return { index: null, account: createAccountObject({ sql, engine, log, inBackground }) }
  }
  const engine = composeEngine(state, env, null)
  const objectOf = (accountId: string): AccountObject => {
    const object = env.SCHEDULER.getByName(accountId) as unknown as AccountObject
    return {
      ask: async (...asked) => releaseAnswer(await object.ask(...asked)),
      receive: (...asked) => object.receive(...asked),
      poke: () => object.poke(),
      alarm: () => object.alarm(),
    }
  }
  return { index: createIndexObject({ sql, engine, objectOf, within, clock, log }), account: null }
}

/**
 * Copies the answer of another object and releases what it holds there. The index passes it on, and an answer with a `dispose`
 * would have to be disposed of by its receiver, too.
 */
function releaseAnswer(answer: unknown): unknown {
  const plain = structuredClone(answer)
  ;(answer as Partial<Disposable> | null | undefined)?.[Symbol.dispose]?.()
  return plain
}

function sqlOf({ storage }: DurableObjectState): Sql {
  return {
    exec: (query, ...bindings) => storage.sql.exec(query, ...bindings),
    transaction: (act) => storage.transactionSync(act),
  }
}

function composeEngine(state: DurableObjectState, env: WorkerEnv, index: IndexApi | null): Engine {
  const { storage } = state
  let keys: ReturnType<typeof keysOf> | null = null
  return createEngine({
    sql: sqlOf(state),
    index,
    alarm: { get: () => storage.getAlarm(), set: (at) => storage.setAlarm(at) },
    kv: createWorkersKvMirror(env.KV),
    media: createR2MediaObjects(env.BUCKET),
    openMedia: (key) => openMedia(env.BUCKET, key),
    fetch: (...request) => fetch(...request),
    clock: createWorkerClock(),
    random: webCryptoRandom,
    log: workerLog,
    pause,
    inBackground: (work) => state.waitUntil(work),
    version: env.WORKER_VERSION,
    hosts: hostsOf(env),
    reposts: { check: checkAccount, createSource: createOfficialSource },
    keys: () => (keys ??= keysOf(env)),
  })
}
