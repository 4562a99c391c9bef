// What moves the record of a mention from one state of `statuses.ts` to another.
import { CodedError } from '../../coded-error.ts'
import type { RepostRecord } from '../../ports/reposts/repost-store.ts'
import type { Instant } from '../../time.ts'
import { canBecome, type RepostStatus } from './statuses.ts'

type RecordChange = Partial<Omit<RepostRecord, 'id' | 'accountId' | 'key' | 'version' | 'createdAt'>>

/** The record's next version. Throws INVALID_STATE for a move that the table does not have. */
export function nextVersionOf(record: RepostRecord, change: RecordChange, now: Instant): RepostRecord {
  const { status = record.status } = change
  if (status !== record.status && !canBecome(record.status, status)) throw refusalOf(record.status, status)
  return { ...record, ...change, version: record.version + 1, updatedAt: now }
}

/** Decides for `next` while the stored version is the one that it continues: pass it to the store's `update…`. */
export const ifContinued =
  <T extends { readonly id: string; readonly version: number }>(next: T) =>
  ({ id, version }: Pick<T, 'id' | 'version'>): T | null =>
    id === next.id && version === next.version - 1 ? next : null

/** Throws ALREADY_REPOSTED, REPOST_IN_PROGRESS or INVALID_STATE unless the user may request this move. */
export function requireMove({ status }: Pick<RepostRecord, 'status'>, to: 'REPOSTING' | 'DISMISSED'): void {
  if (to === 'REPOSTING' && status === 'PUBLISHED') throw new CodedError('ALREADY_REPOSTED')
  if (status === 'REPOSTING') throw new CodedError('REPOST_IN_PROGRESS')
  if (!canBecome(status, to)) throw refusalOf(status, to)
}

const WANTED: Readonly<Record<string, string>> = { REPOSTING: 'reposted', DISMISSED: 'dismissed' }

function refusalOf(from: RepostStatus, to: RepostStatus): CodedError {
  return new CodedError('INVALID_STATE', `This mention is ${from} and can no longer be ${WANTED[to] ?? to}.`)
}
