// Reposts one mention: reads the story once more, prepares it, counts it, then records it together with its post.
// From then on it is an ordinary post. Always inside the account's mutex.
import { ENGLISH } from '../../rules/notices/english/english.ts'
import { CodedError, codedErrorOf, failureOfError } from '../../coded-error.ts'
import type { ErrorCode } from '../../errors.ts'
import { failureDetail } from '../../rules/notices/failure-details.ts'
import { failureSentence } from '../../rules/notices/sentences.ts'
import type { Stop, StoryLook } from '../../ports/reposts/mention-source.ts'
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'
import { afterStopOf } from './breaker.ts'
import { changeConfig, exists, isOwnedBy } from './change-config.ts'
import type { Instant } from '../../time.ts'
import { nextRepostCounts, repostBarrier } from '../../rules/reposts/limits.ts'
import { GONE_DETAILS } from './new-records.ts'
import type { RepostingDeps, StoryToPublish } from './reposting-deps.ts'
import { asExpired } from './sync-records.ts'
import { createCallGuard } from './source-calls.ts'
import { ifContinued, nextVersionOf } from '../../rules/reposts/states.ts'

/**
 * begun    A post is in progress.
 * ended    There is nothing to repost, or it failed: the record says why.
 * stopped  The story could not be read now; nothing has changed.
 * skipped  Not possible now or not here; nothing has changed.
 */
export type RepostEnd = 'begun' | 'ended' | 'stopped' | 'skipped'

interface Wanted {
  readonly id: string
  readonly sourceType: StoryToPublish['sourceType']
  /** Called with why the story could not be read. */
  readonly onStop?: (stop: Stop) => void
}

/**
 * For a record that is PENDING, or FAILED without a post. All stories that are tried with the same `before`, the configuration
 * read before the first of them, count as one failure at most. Throws REPOST_FAILED, and has changed nothing, when the story
 * cannot be loaded now.
 */
export async function repostMention(
  deps: RepostingDeps,
  before: RepostConfig,
  { id, sourceType, onStop }: Wanted,
): Promise<RepostEnd> {
  const record = await deps.reposts.record(id)
  const config = record && (await deps.reposts.config(record.accountId))
  if (!record || !config || !exists(config) || !isBeginnable(record)) return 'skipped'
  const { consecutiveFailures } = before
  const look = await lookAtStory(deps, { ...config, consecutiveFailures }, record)
  if (look === null) return 'skipped'
  if (look.kind === 'stopped') {
    onStop?.(look.stop)
    return 'stopped'
  }
  if (look.kind === 'gone') return endRepost(deps, asExpired(record, look.gone, deps.clock.now()))
  const seen = { ...record, mediaKind: look.media.kind, mediaUrl: look.media.url, expiresAt: look.expiresAt }
  return beginPost(deps, config, { record, seen, sourceType })
}

const isBeginnable = ({ status, postId }: RepostRecord) =>
  status === 'PENDING' || (status === 'FAILED' && postId === null)

/** Null when no call may be made. */
async function lookAtStory(
  deps: RepostingDeps,
  config: RepostConfig,
  record: RepostRecord,
): Promise<StoryLook | null> {
  const now = deps.clock.now()
  const { accountId, expiresAt, itemId, threadId, posterId, storyId, mediaKind: kind, mediaUrl: url } = record
  if (expiresAt <= now) return { kind: 'gone', gone: 'expired' }
  const source = deps.sourceOf(record.transport)
  const mayCall = createCallGuard(deps, { accountId, source: record.transport })
  if (source === null || !(await mayBegin(deps, accountId, config))) return null
  const media = url === null ? null : { kind, url }
  const story = { itemId, threadId, posterId, storyId, media, expiresAt }
  await changeConfig(deps, accountId, () => ({ askingSince: now }))
  const look = await source.look({ accountId, now, mayCall }, story)
  // When no host was reached nothing was learned, and the time of the next scan does not change.
  const stop = look.kind === 'stopped' && look.stop.signal !== 'offline' ? look.stop : null
  await changeConfig(deps, accountId, (stored) => {
    const isCounted = stop !== null && hasFailedBefore(stored, record, stop)
    const consecutiveFailures = isCounted ? stored.consecutiveFailures - 1 : config.consecutiveFailures
    return {
      askingSince: null,
      ...(look.kind !== 'stopped' && stored.source === record.transport && { consecutiveFailures: 0 }),
      ...(stop && afterStopOf({ ...stored, consecutiveFailures }, record.transport, stop, deps.clock.now())),
    }
  })
  return look
}

/**
 * Counted already: a story is tried every quarter of an hour, so that one without an answer, or an hour of trouble at the platform,
 * would stop everything. Not with the owner's own session, for which each failure counts.
 */
function hasFailedBefore(
  { lastPollStatus, consecutiveFailures }: RepostConfig,
  { transport }: RepostRecord,
  { signal }: Stop,
): boolean {
  const isHarmless = signal === 'failed' || signal === 'token-expired'
  return isHarmless && transport === 'official' && lastPollStatus === 'FAILED' && consecutiveFailures > 0
}

async function mayBegin({ reposts, clock }: RepostingDeps, accountId: string, { id }: RepostConfig) {
  const config = await reposts.config(accountId)
  return config?.id === id && exists(config) && repostBarrier(config, clock.now(), { byHand: true }) === null
}

interface Attempt {
  /** The record as it is stored. */
  readonly record: RepostRecord
  /** With what was just read. */
  readonly seen: RepostRecord
  readonly sourceType: Wanted['sourceType']
}

async function beginPost(deps: RepostingDeps, config: RepostConfig, attempt: Attempt): Promise<RepostEnd> {
  const { record, seen, sourceType } = attempt
  const { stories, clock } = deps
  const prepared = await stories.prepare(seen, config).catch(codedErrorOf)
  if (prepared instanceof CodedError) {
    // It could not be loaded now, which says nothing against the story.
    if (prepared.code === 'REPOST_FAILED') throw prepared
    return endRepost(deps, asFailed(record, prepared, clock.now()))
  }
  if (prepared.kind === 'elsewhere') return 'skipped'
  if (prepared.kind === 'gone') return endRepost(deps, asExpired(record, 'expired', clock.now()))
  const story = { ...prepared.story, sourceType }
  try {
    // Counted before it begins: a crash in between can lose a repost of the day, never add one.
    if (!(await countRepost(deps, config.accountId, sourceType))) return await discardStory(deps, story)
    const begun = { ...seen, status: 'REPOSTING', postId: deps.random.uuid(), note: story.note } as const
    const isBegun = await stories.begin(
      nextVersionOf(record, { ...begun, errorCode: null, errorDetail: null }, clock.now()),
      story,
    )
    return isBegun ? 'begun' : await discardStory(deps, story)
  } catch (error) {
    await discardStory(deps, story)
    if (error instanceof CodedError) return endRepost(deps, asFailed(record, error, clock.now()))
    throw error
  }
}

async function discardStory({ stories }: RepostingDeps, story: StoryToPublish): Promise<'skipped'> {
  await stories.discard(story)
  return 'skipped'
}

/** False when none may begin any more. */
async function countRepost(
  { owner, ...deps }: RepostingDeps,
  accountId: string,
  sourceType: Wanted['sourceType'],
): Promise<boolean> {
  let isCounted = false
  const byHand = sourceType === 'STORY_REPOST'
  await changeConfig(deps, accountId, (config) => {
    const counted = countedRepost(config, { owner, now: deps.clock.now(), byHand })
    isCounted = counted !== null
    return counted
  })
  return isCounted
}

interface Counting {
  readonly owner: RepostingDeps['owner']
  readonly now: Instant
  readonly byHand: boolean
}

/**
 * Null when the day's limit is reached, the platform has warned us, or the set-up was removed; without a click also when the user
 * has switched it off since, or quiet hours have begun. The Worker that has the account is notified of a click that it could not be
 * asked about.
 */
export function countedRepost(
  config: RepostConfig,
  { owner, now, byHand }: Counting,
): Partial<RepostConfig> | null {
  if (!exists(config) || repostBarrier(config, now, { byHand }) !== null) return null
  const counts = nextRepostCounts(config, now)
  const isAway = owner === 'here' && !isOwnedBy(config, owner)
  return isAway ? { ...counts, revision: config.revision + 1 } : counts
}

async function endRepost({ reposts, stories }: RepostingDeps, next: RepostRecord): Promise<RepostEnd> {
  if (!(await reposts.updateRecord(next.id, ifContinued(next)))) return 'skipped'
  await stories.tidy(next)
  return 'ended'
}

function asFailed(record: RepostRecord, error: CodedError, now: number): RepostRecord {
  const failed = { status: 'FAILED', errorCode: error.code, errorDetail: failureOfError(error) } as const
  return nextVersionOf(record, failed, now)
}

/** The failure that a click gets when it led to nothing. */
export function repostFailureOf({ status, gone, errorCode, errorDetail }: RepostRecord): CodedError {
  const detail = status === 'EXPIRED' && gone ? failureDetail(GONE_DETAILS[gone]) : errorDetail
  return new CodedError(
    'REPOST_FAILED',
    withCode(detail ? failureSentence(detail, ENGLISH) : undefined, errorCode),
  )
}

function withCode(message: string | undefined, code: ErrorCode | null): string | undefined {
  return message !== undefined && code !== null ? `${message} (${code})` : message
}
