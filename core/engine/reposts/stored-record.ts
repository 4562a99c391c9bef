// A mention as server and Worker send it to each other: with sentences, and the same as data beside them. The Worker stores what it
// was sent, and without them what it has changed.
import { ENGLISH } from '../../rules/notices/english/english.ts'
import { readFailureDetail, readWarning } from '../../rules/notices/read-notices.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import { failureSentence, warningSentence } from '../../rules/notices/sentences.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'

type SentRecord = Omit<RepostRecord, 'errorDetail' | 'note'> & {
  readonly errorMessage: string | null
  readonly note: string | null
  /** What `errorMessage` and `note` say of this version of the record. */
  readonly details: {
    readonly version: number
    readonly error: FailureDetail | null
    readonly note: Warning | null
  }
}

export type StoredRecord = RepostRecord | SentRecord

export function recordOfStored(stored: StoredRecord): RepostRecord {
  if (!('details' in stored)) return stored
  const { details, errorMessage, note, ...record } = stored
  return {
    ...record,
    errorDetail: readFailureDetail(details.error, errorMessage),
    note: readWarning(details.note, note),
  }
}

export function reportedRecord({ errorDetail, note, ...record }: RepostRecord): SentRecord {
  return {
    ...record,
    errorMessage: errorDetail && failureSentence(errorDetail, ENGLISH),
    note: note && warningSentence(note, ENGLISH),
    details: { version: record.version, error: errorDetail, note },
  }
}

/** A configuration as server and Worker send it to each other, whose rows say who owns it. */
export type ReportedConfig = Omit<RepostConfig, 'ownership'>

export function reportedConfig({ ownership: _owner, ...config }: ReportedConfig & { ownership?: unknown }) {
  return config
}
