// Events as JSON lines in the data folder. Two nets catch secrets at the sink: by field name at any depth, and by shape (`core/redact.ts`) in
// the finished line, so that a token in an error's message or stack goes no further either. Nor has a line an effect on a terminal.
import { configureSync, getLogger, jsonLinesFormatter, resetSync, type LogRecord } from '@logtape/logtape'
import { redactByField } from '@logtape/redaction'
import { chmodSync, closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Log, LogFields } from '../core/ports/log.ts'
import { redacted, safeText } from '../core/redact.ts'
import { makeOwnFolder } from './disk/own-folder.ts'
import { showControls } from './terminal/show-controls.ts'

const SECRET_FIELDS = [/token/i, /authorization/i, /cookie/i, /secret/i, /password/i, /key$/i]

const LARGEST_FILE = 5 * 1024 * 1024

/** Opens `logs/nightpost.log`; a file of 5 MB becomes `nightpost.log.1`. */
export function openLog(dataDir: string): Log {
  const folder = makeOwnFolder(dataDir, 'logs')
  const line = (record: LogRecord) => showControls(redacted(jsonLinesFormatter(record)))
  const write = appendTo(join(folder, 'nightpost.log'))
  const sink = redactByField((record: LogRecord) => write(line(withErrors(record))), {
    fieldPatterns: SECRET_FIELDS,
    action: () => '[redacted]',
  })
  resetSync()
  configureSync({
    sinks: { file: sink },
    loggers: [
      { category: 'nightpost', lowestLevel: 'info', sinks: ['file'] },
      { category: ['logtape', 'meta'], lowestLevel: 'error', sinks: ['file'] },
    ],
  })
  const logger = getLogger('nightpost')
  return {
    debug: (message, fields) => logger.debug(message, copy(fields)),
    info: (message, fields) => logger.info(message, copy(fields)),
    warn: (message, fields) => logger.warn(message, copy(fields)),
    error: (message, fields) => logger.error(message, copy(fields)),
  }
}

function copy(fields: LogFields | undefined): Record<string, unknown> {
  return { ...fields }
}

/** JSON shows an Error as `{}`; its name, message and stack are what is wanted. */
function withErrors(record: LogRecord): LogRecord {
  const properties = Object.fromEntries(
    Object.entries(record.properties).map(([name, value]) => [name, plain(value)]),
  )
  return { ...record, properties }
}

/** As many causes of an error as help a reader. */
const MOST_CAUSES = 3
const LONGEST_TEXT = 1_000
const LONGEST_STACK = 4_000

function plain(value: unknown, causes = MOST_CAUSES): unknown {
  if (typeof value === 'string') return safeText(value, [], LONGEST_TEXT)
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return {
    name: plain(name),
    message: plain(message),
    stack: stack && safeText(stack, [], LONGEST_STACK),
    ...(cause !== undefined && causes > 0 && { cause: plain(cause, causes - 1) }),
  }
}

/** A full file becomes the older one. */
export function rotate(file: string): void {
  if (existsSync(file) && statSync(file).size > LARGEST_FILE) renameSync(file, `${file}.1`)
}

/** A log that cannot be written must not take the server down. */
function appendTo(file: string): (line: string) => void {
  return (line) => {
    try {
      rotate(file)
      const descriptor = openSync(file, 'a', 0o600)
      try {
        writeSync(descriptor, line)
      } finally {
        closeSync(descriptor)
      }
      chmodSync(file, 0o600)
    } catch {
      // The disk is full or the folder is gone; there is nowhere left to write.
    }
  }
}
