import type { Log, LogFields } from '../core/ports/log.ts'
import { redacted } from '../core/redact.ts'

/** One line of JSON per event, as the dashboard indexes it. */
export const workerLog: Log = {
  // The free plan keeps a limited number of events a day: what is only of interest while looking for a fault is left out.
  debug() {},
  info: (message, fields) => write('info', message, fields),
  warn: (message, fields) => write('warn', message, fields),
  error: (message, fields) => write('error', message, fields),
}

function write(level: 'info' | 'warn' | 'error', message: string, fields: LogFields = {}): void {
  // oxlint-disable-next-line no-console -- the console is the runtime's log
  console[level](JSON.stringify({ level, message, ...fields }, plain))
}

/** Whatever throws may carry anything with it: its sentence is logged, without what looks like a secret. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error) return redacted(`${value.name}: ${value.message}`)
  return typeof value === 'string' ? redacted(value) : value
}
