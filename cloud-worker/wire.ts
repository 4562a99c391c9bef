// The only place in the Worker that names concrete adapters: bindings in, the app and the scheduler out.
import { createWorkerApp } from '../core/http/worker-app.ts'
import { createOfficialSource } from '../core/platform/mentions/official-source.ts'
import type { Pause } from '../core/ports/pause.ts'
import { webCryptoRandom } from '../core/random.ts'
import { checkAccount } from '../core/reposts/scanning/check-account.ts'
import { createEngine, type Engine } from './engine.ts'
import { createWorkersKvMirror } from './kv/workers-kv-mirror.ts'
import { createR2MediaObjects, openMedia } from './media/r2-media-objects.ts'
import { hostsOf, keysOf, type WorkerEnv } from './settings.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log, LogFields } from '../core/ports/log.ts'
import { redacted } from '../core/redact.ts'

export function composeApp(env: WorkerEnv) {
  return createWorkerApp({
    clock: createWorkerClock(),
    log: workerLog,
    workerKey: env.WORKER_API_KEY || null,
    version: env.WORKER_VERSION,
    keyId: async () => (await keysOf(env))?.id ?? null,
    scheduler: schedulerOf(env),
    kv: createWorkersKvMirror(env.KV),
    media: createR2MediaObjects(env.BUCKET),
  })
}

/** There is one object, by this name. Each call to it is a request of its own. */
export function schedulerOf(env: WorkerEnv): Pick<Engine, Exclude<keyof Engine, 'alarm'>> {
  return env.SCHEDULER.get(env.SCHEDULER.idFromName('scheduler'))
}

export function composeEngine(state: DurableObjectState, env: WorkerEnv): Engine {
  const { storage } = state
  let keys: ReturnType<typeof keysOf> | null = null
  return createEngine({
    sql: {
      exec: (query, ...bindings) => storage.sql.exec(query, ...bindings),
      transaction: (act) => storage.transactionSync(act),
    },
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

function pause(time: number): Pause {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, time)
  return {
    over: promise,
    end() {
      clearTimeout(timer)
      resolve()
    },
  }
}

/** Workers freeze both clocks between two outside calls, so an interval within one step of pure work reads 0. */
export function createWorkerClock(): Clock {
  return { now: () => Date.now(), monotonic: () => performance.now() }
}

/** One line of JSON per event, as the dashboard indexes it. */
const workerLog: Log = {
  // The free plan keeps a limited number of events a day: what is only of interest while looking for a fault is left out.
  debug() {},
  info: (message, fields) => writeLine('info', message, fields),
  warn: (message, fields) => writeLine('warn', message, fields),
  error: (message, fields) => writeLine('error', message, fields),
}

function writeLine(level: 'info' | 'warn' | 'error', message: string, fields: LogFields = {}): void {
  // oxlint-disable-next-line no-console -- the console is the runtime's log
  console[level](JSON.stringify({ level, message, ...fields }, redactedField))
}

/** Whatever throws may carry anything with it: its sentence is logged, without what looks like a secret. */
function redactedField(_key: string, value: unknown): unknown {
  if (value instanceof Error) return redacted(`${value.name}: ${value.message}`)
  return typeof value === 'string' ? redacted(value) : value
}
