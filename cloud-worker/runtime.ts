// The Workers runtime behind our ports: its clock, its timer, its console.
import type { Clock } from '../core/ports/clock.ts'
import type { Log, LogFields } from '../core/ports/log.ts'
import type { Pause } from '../core/ports/pause.ts'
import { safeSentence } from '../core/redact.ts'

export function pause(time: number): Pause {
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

/** Rejects when the answer has not come by then. */
export async function within<T>(time: number, answer: Promise<T>): Promise<T> {
  const limit = pause(time)
  const late = limit.over.then(() => Promise.reject(new Error('there was no answer in time')))
  // The one that is not waited for may reject later.
  late.catch(() => {})
  answer.catch(() => {})
  return Promise.race([answer, late]).finally(() => limit.end())
}

/** Workers freeze both clocks between two outside calls, so an interval within one step of pure work reads 0. */
export function createWorkerClock(): Clock {
  return { now: () => Date.now(), monotonic: () => performance.now() }
}

/** One line of JSON per event, as the dashboard indexes it. */
export const workerLog: Log = {
  // The free plan keeps a limited number of events a day: those that only help debugging are left out.
  debug() {},
  info: (message, fields) => writeLine('info', message, fields),
  warn: (message, fields) => writeLine('warn', message, fields),
  error: (message, fields) => writeLine('error', message, fields),
}

function writeLine(level: 'info' | 'warn' | 'error', message: string, fields: LogFields = {}): void {
  // oxlint-disable-next-line no-console -- the console is the runtime's log
  console[level](JSON.stringify({ level, message, ...fields }, redactedField))
}

/** Errors may contain anything: their message is logged without what looks like a secret. */
function redactedField(_key: string, value: unknown): unknown {
  if (value instanceof Error) return safeSentence(`${value.name}: ${value.message}`)
  return typeof value === 'string' ? safeSentence(value) : value
}
