// The states of a mention, in one place.
//
//                  ┌──────────► EXPIRED ◄───────┐
//                  │                            │
//   found ──► PENDING ──► REPOSTING ──► FAILED ─┤
//                  │        │    ▲        │     │
//                  │        │    └────────┘     │
//                  │        ├──► PUBLISHED ◄────┤
//                  └──────► DISMISSED ◄─────────┘   (of one that was in doubt: ──► PUBLISHED)
//
// PENDING    Found while the story lives. It waits for one click, or, where that is switched on, for its turn.
// REPOSTING  A post is under way. Record and post were stored in one transaction, so neither is without the other.
// PUBLISHED  The post is live. Nothing leads out: another repost of the same mention is refused.
// FAILED     The post failed, or the story could not be made into one. The same post may be tried again: the publishing engine
//            looks before it sends, so what is live already is found and not sent twice.
// EXPIRED    Nothing to repost any more: `gone` says why.
// DISMISSED  The user does not want it, or has deleted its post before anything of it was sent. A post that was in doubt when it was
//            dismissed may still prove to be live.
import { CodedError } from '../../errors.ts'
import type { RepostRecord } from '../../ports/reposts/repost-store.ts'
import type { Instant } from '../../time.ts'
import type { RepostStatus } from './statuses.ts'

const TRANSITIONS: Readonly<Record<RepostStatus, readonly RepostStatus[]>> = {
  PENDING: ['REPOSTING', 'FAILED', 'EXPIRED', 'DISMISSED'],
  REPOSTING: ['PUBLISHED', 'FAILED', 'DISMISSED'],
  FAILED: ['REPOSTING', 'PUBLISHED', 'EXPIRED', 'DISMISSED'],
  PUBLISHED: [],
  EXPIRED: [],
  DISMISSED: ['PUBLISHED'],
}

export const canBecome = (from: RepostStatus, to: RepostStatus): boolean => TRANSITIONS[from].includes(to)

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
