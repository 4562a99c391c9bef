// One set of stores as publishing sees them, and the moves that tests make with it.
import type { JobRecord } from '../../core/ports/posts/job-record.ts'
import { expect } from 'vitest'
import type { AccountStore } from '../../core/ports/account-store.ts'
import type { MediaStore } from '../../core/ports/media/media-store.ts'
import type { PostRecord, PostStore } from '../../core/ports/posts/post-store.ts'
import type { DuePost, PostLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { Change, Failure, Publication } from '../../core/rules/publication/publication.ts'
import type { Instant } from '../../core/time.ts'
import { aFailureDetail, aJob, aPost, aPublication, START } from '../factories.ts'

export interface PublishingStores {
  readonly accounts: AccountStore
  readonly media: MediaStore
  readonly posts: PostStore
  readonly ledger: PostLedger
}

type WithLedger = Pick<PublishingStores, 'ledger'>

/** Accepts a post; each is of an account of its own unless the test says otherwise. */
export async function accept(
  { ledger }: WithLedger,
  post: Partial<PostRecord> = {},
  job: Partial<JobRecord> = {},
): Promise<{ post: PostRecord; job: JobRecord }> {
  const accepted = aPost({ platformAccountId: crypto.randomUUID(), ...post })
  const queued = aJob(accepted, job)
  await ledger.accept(accepted, queued)
  return { post: accepted, job: queued }
}

/** Does what `beginPublication` does, without checking what it means. */
export const begin =
  (now: Instant = START) =>
  ({ jobId: id, postId, accountId, previous }: DuePost): Publication =>
    previous === null || previous.step === 'failed'
      ? aPublication({ id, postId, accountId }, { createdAt: now, updatedAt: now })
      : { ...previous, version: previous.version + 1, nextAt: null, updatedAt: now }

export function claimAt(
  { ledger }: WithLedger,
  now: Instant = START,
  busyAccounts: readonly string[] = [],
): Promise<Publication | null> {
  return ledger.claim({ now, busyAccounts, queue: 'publish' }, begin(now))
}

/** Claims a job that must exist. */
export async function mustClaim(stores: WithLedger, now: Instant = START): Promise<Publication> {
  return (await claimAt(stores, now)) ?? expect.unreachable('nothing is due')
}

/** The publication one step on. */
export function next(publication: Publication, change: Change = {}): Publication {
  return { ...publication, ...change, version: publication.version + 1 }
}

export async function mustCommit(
  { ledger }: WithLedger,
  publication: Publication,
  change: Change,
): Promise<Publication> {
  const moved = next(publication, change)
  expect(await ledger.commit(moved)).not.toBe(false)
  return moved
}

export const PUBLISHED: Change = { step: 'done', mediaId: '18010000000000001', publishedAt: START }

export const REFUSED: Failure = {
  code: 'PLATFORM_ERROR',
  detail: aFailureDetail('The platform refused.'),
  recovery: 'retry',
  transient: false,
}

export const FAILED: Change = { step: 'failed', failure: { ...REFUSED, unconfirmed: false } }

/** The user was told that the outcome is unknown; we go on looking in the background. */
export const UNKNOWN: Change = { step: 'uncertain', failure: { ...REFUSED, unconfirmed: true } }

export const INTENT: Publication['intent'] = {
  at: START,
  platformAt: null,
  monotonicAt: 0,
  sends: 1,
  lastPossibleSend: START,
  lastRefusal: null,
  onlyLagReplies: true,
  lagLooks: 1,
}
