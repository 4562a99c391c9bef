// Syncs records with their posts and with the stories behind them. Repeating it changes nothing.
import { failureDetail } from '../../rules/notices/failure-details.ts'
import type { RepostRecord } from '../../ports/reposts/repost-store.ts'
import { DAY, type Duration } from '../../time.ts'
import { GONE_DETAILS } from './new-records.ts'
import type { PostOutcome, RecordSyncDeps } from './reposting-deps.ts'
import { ifContinued, nextVersionOf } from '../../rules/reposts/states.ts'
import { afterInterruption } from './breaker.ts'
import { changeConfig, isOwnedBy } from './change-config.ts'

/**
 * A failed post may be retried by hand or found live late, a permalink may be read late, a crash may come before the
 * clean-up.
 */
const LATE_NEWS: Duration = 7 * DAY
const MOST_ENDED = 200
/** All of them: each ends. */
const MOST_OPEN = 10_000

/** Syncs the records of one account, or of all. */
export async function syncRecords(deps: RecordSyncDeps, accountId?: string): Promise<void> {
  const { reposts, owner, clock } = deps
  const newest = (statuses: readonly RepostRecord['status'][], limit: number) =>
    reposts.records({ accountId, statuses, limit })
  // Read apart: however many mentions come, none must hide a repost that is under way, or a story that has ended.
  const records = [...(await newest(OPEN, MOST_OPEN)), ...(await newest(ENDED, MOST_ENDED))]
  const since = clock.now() - LATE_NEWS
  for (const record of records) {
    const hasEnded = record.status === 'FAILED' || record.status === 'PUBLISHED'
    if (hasEnded && record.updatedAt < since) continue
    if (record.runner === owner) await syncRecord(deps, record)
    else if (owner === 'here' && record.status === 'FAILED') await syncFailedThere(deps, record)
  }
}

const OPEN = ['PENDING', 'REPOSTING'] as const
/** A mention that was dismissed while its post was in doubt may have left a file, and the post may prove to be live. */
const ENDED = ['FAILED', 'PUBLISHED', 'DISMISSED'] as const

async function syncRecord(deps: RecordSyncDeps, record: RepostRecord): Promise<void> {
  const now = deps.clock.now()
  if (record.status === 'PENDING') {
    if (record.expiresAt > now) return
    const over = asExpired(record, 'expired', now)
    if (await deps.reposts.updateRecord(record.id, ifContinued(over))) await deps.stories.tidy(over)
    return
  }
  if (record.postId !== null) await syncWithPost(deps, record)
}

/** The Worker retries nothing: the post of a repost that has failed there, and is live or gone, was retried or deleted here. */
async function syncFailedThere(
  { reposts, stories, clock }: RecordSyncDeps,
  record: RepostRecord,
): Promise<void> {
  if (record.postId === null) return
  const outcome = await stories.outcomeOf(record)
  if (outcome !== null && outcome.state !== 'published') return
  const change = { ...(outcome ? changeOf(record, outcome) : DELETED), runner: 'here' } as const
  await reposts.updateRecord(record.id, ifContinued(nextVersionOf(record, change, clock.now())))
}

export function asExpired(
  record: RepostRecord,
  gone: NonNullable<RepostRecord['gone']>,
  now: number,
): RepostRecord {
  return nextVersionOf(
    record,
    { status: 'EXPIRED', gone, errorDetail: failureDetail(GONE_DETAILS[gone]), errorCode: null },
    now,
  )
}

/**
 * Syncs a record with its post, and removes its leftovers as soon as nothing needs them, also after a crash in
 * between.
 */
async function syncWithPost(
  { reposts, stories, clock }: RecordSyncDeps,
  record: RepostRecord,
): Promise<void> {
  const outcome = await stories.outcomeOf(record)
  if (record.status === 'DISMISSED' && outcome?.state !== 'published') return stories.tidy(record)
  const change = outcome ? changeOf(record, outcome) : changeWithoutPost(record)
  const next = change && nextVersionOf(record, change, clock.now())
  if (next && !(await reposts.updateRecord(record.id, ifContinued(next)))) return
  const synced = next ?? record
  if (synced.status !== 'REPOSTING') await stories.tidy(synced)
}

const changeWithoutPost = ({ status }: RepostRecord) => (status === 'PUBLISHED' ? null : DELETED)

const DELETED: Partial<RepostRecord> = {
  status: 'DISMISSED',
  errorCode: null,
  errorDetail: failureDetail('REPOST_DELETED'),
}

function changeOf(record: RepostRecord, outcome: PostOutcome): Partial<RepostRecord> | null {
  const { state, igPermalink, publishedAt, errorCode, errorDetail } = outcome
  if (record.status === 'PUBLISHED') return record.igPermalink === igPermalink ? null : { igPermalink }
  if (state === 'published')
    return { status: 'PUBLISHED', igPermalink, publishedAt, errorCode: null, errorDetail: null }
  if (state === 'under-way')
    return record.status === 'FAILED' ? { status: 'REPOSTING', errorCode: null, errorDetail: null } : null
  const isKnown =
    record.status === 'FAILED' &&
    record.errorCode === errorCode &&
    JSON.stringify(record.errorDetail) === JSON.stringify(errorDetail)
  return isKnown ? null : { status: 'FAILED', errorCode, errorDetail }
}

/**
 * Runs before any work for an account, inside its mutex: reads the outcomes of its posts, and whether a call was
 * interrupted by a crash.
 */
export async function syncAccount(deps: RecordSyncDeps, accountId: string): Promise<void> {
  await syncRecords(deps, accountId)
  await changeConfig(deps, accountId, (config) =>
    isOwnedBy(config, deps.owner) ? afterInterruption(config) : null,
  )
}
