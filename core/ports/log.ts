import type { SafeText } from '../redact.ts'

/** Ids and words of Nightpost's own. */
type OwnText =
  | 'accountId'
  | 'cause'
  | 'code'
  | 'copy'
  | 'event'
  | 'jobId'
  | 'key'
  | 'loginMethod'
  | 'mediaFileId'
  | 'mediaId'
  | 'outcome'
  | 'postId'
  | 'publicationId'
  | 'repeatKey'
  | 'reply'
  | 'requestId'
  | 'script'
  | 'signal'
  | 'step'
  | 'table'
  | 'type'
  | 'version'

/**
 * Facts of an event. Each field is declared: a text that a stranger has a part in is a SafeText. Secrets never belong
 * here; the sink still redacts and bounds everything.
 */
export interface LogFields extends Readonly<Partial<Record<OwnText, string>>> {
  readonly bySeconds?: number
  readonly columns?: readonly string[]
  readonly days?: number
  /** What was thrown. */
  readonly error?: unknown
  readonly files?: number
  readonly reason?: SafeText
  readonly row?: number
  readonly username?: SafeText
}

/** Structured events. Never throws, never waits. A message is a fixed sentence; what varies goes into the fields. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
