// The only place in the Worker that names concrete adapters: bindings in, the app and the scheduler out.
import { composeApp, composeObject, type Host, type Index } from './compose.ts'
import type { AccountObject } from './index/account-object.ts'
import { createWorkersKvMirror } from './kv/workers-kv-mirror.ts'
import { createR2MediaObjects, openMedia } from './media/r2-media-objects.ts'
import { createWorkerClock, pause, workerLog } from './runtime.ts'
import { hostsOf, keysOf, type WorkerEnv } from './settings.ts'

export const wireApp = (env: WorkerEnv) => composeApp(hostOf(env), env.WORKER_API_KEY || null)

/** The index, under the name it had before there was one object per account. Each call to it is a request of its own. */
export function schedulerOf(env: WorkerEnv): Index {
  return env.SCHEDULER.getByName(INDEX)
}

const INDEX = 'scheduler'

function hostOf(env: WorkerEnv): Host {
  let keys: ReturnType<typeof keysOf> | null = null
  return {
    kv: createWorkersKvMirror(env.KV),
    media: createR2MediaObjects(env.BUCKET),
    version: env.WORKER_VERSION,
    keys: () => (keys ??= keysOf(env)),
    clock: createWorkerClock(),
    log: workerLog,
    index: () => schedulerOf(env),
  }
}

export function wireObject(state: DurableObjectState, env: WorkerEnv) {
  const { storage } = state
  return composeObject({
    ...hostOf(env),
    isIndex: state.id.equals(env.SCHEDULER.idFromName(INDEX)),
    sql: {
      exec: (query, ...bindings) => storage.sql.exec(query, ...bindings),
      transaction: (act) => storage.transactionSync(act),
    },
    alarm: { get: () => storage.getAlarm(), set: (at) => storage.setAlarm(at) },
    openMedia: (key) => openMedia(env.BUCKET, key),
    fetch: (...request) => fetch(...request),
    pause,
    inBackground: (work) => state.waitUntil(work),
    hosts: hostsOf(env),
    account: (accountId) => accountOf(env, accountId),
  })
}

function accountOf(env: WorkerEnv, accountId: string): AccountObject {
  const object = env.SCHEDULER.getByName(accountId) as unknown as AccountObject
  return {
    ask: async (...asked) => releaseAnswer(await object.ask(...asked)),
    receive: (...asked) => object.receive(...asked),
    poke: () => object.poke(),
    alarm: () => object.alarm(),
  }
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
