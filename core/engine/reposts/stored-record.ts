// A mention as it is stored or sent: with sentences where older versions had them. What is sent keeps them, with the same as data
// beside them, for the version of the record that it belongs to.
import { readFailureDetail, readWarning } from '../../rules/notices/read-notices.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import { failureSentence, warningSentence } from '../../rules/notices/sentences.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'

/** A record as another version may have stored or sent it. */
export type StoredRecord = Omit<RepostRecord, 'errorDetail' | 'note'> & {
  readonly errorDetail?: FailureDetail | null
  readonly errorMessage?: string | null
  readonly note: Warning | string | null
  /** What `errorMessage` and `note` say, unless another version has changed the record since. */
  readonly details?: {
    readonly version: number
    readonly error: FailureDetail | null
    readonly note: Warning | null
  }
}

export function recordOfStored({ details, errorMessage, ...record }: StoredRecord): RepostRecord {
  const { errorDetail, note } = record
  const coded = details?.version === record.version ? details : null
  return {
    ...record,
    errorDetail: readFailureDetail(coded ? coded.error : errorDetail, errorMessage),
    note: readWarning(coded ? coded.note : note, note),
  }
}

/** As server and Worker send it to each other. */
export function reportedRecord({ errorDetail, note, ...record }: RepostRecord): StoredRecord {
  return {
    ...record,
    errorMessage: errorDetail && failureSentence(errorDetail),
    note: note && warningSentence(note),
    details: { version: record.version, error: errorDetail, note },
  }
}

/** A configuration as server and Worker send it to each other, whose rows say who owns it; `runner` is for older versions. */
export type ReportedConfig = Omit<RepostConfig, 'ownership'> & { readonly runner?: string }

export function reportedConfig({ ownership: _owner, ...config }: ReportedConfig & { ownership?: unknown }) {
  return { ...config, runner: 'cloud' }
}
