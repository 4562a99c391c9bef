/** Facts of an event, as plain values. Secrets never belong here; the sink redacts them anyway. */
export type LogFields = Readonly<Record<string, unknown>>

/** Structured events. Never throws, never waits. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
