import type { Log, LogFields } from '../../core/ports/log.ts'

export interface LogLine {
  readonly level: keyof Log
  readonly message: string
  readonly fields: LogFields
}

export interface MemoryLog extends Log {
  readonly lines: readonly LogLine[]
}

/** A log that can be read back. */
export function createMemoryLog(): MemoryLog {
  const lines: LogLine[] = []
  const at =
    (level: keyof Log) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, fields })
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
