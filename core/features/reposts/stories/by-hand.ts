// One click of the user on one mention. Replies when the post is in progress, or with why there is none.
import { CodedError } from '../../../coded-error.ts'
import type { Stop } from '../../../ports/reposts/mention-source.ts'
import type { RepostConfig, RepostRecord } from '../../../ports/reposts/repost-store.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../../retry-while-overtaken.ts'
import { nextConfig } from '../../../engine/reposts/change-config.ts'
import { requireConfig } from '../settings/configure.ts'
import { scheduleCheck } from '../scanning/check-jobs.ts'
import { repostBarrier } from '../../../rules/reposts/limits.ts'
import { countedRepost, repostFailureOf, repostMention } from '../../../engine/reposts/repost.ts'
import type { RepostsDeps } from '../reposts-deps.ts'
import { syncAccount } from '../../../engine/reposts/sync-records.ts'
import { ifContinued, nextVersionOf, requireMove } from '../../../rules/reposts/states.ts'

/**
 * Throws NOT_FOUND, ALREADY_REPOSTED, REPOST_IN_PROGRESS, INVALID_STATE (its state, a pause or the daily limit do
 * not allow it) or REPOST_FAILED (the story is gone, cannot be loaded or cannot be made into a post).
 */
export async function repostByHand(deps: RepostsDeps, id: string): Promise<RepostRecord> {
  const { accountId } = await requireRecord(deps, id)
  return deps.mutex.runExclusive(accountId, async () => {
    await syncAccount(deps, accountId)
    await recallAccount(deps, accountId)
    const record = await claimRecord(deps, await requireRecord(deps, id), 'repost')
    requireMove(record, 'REPOSTING')
    const config = await requireFree(deps, accountId)
    const stops: Stop[] = []
    const wanted = { id, sourceType: 'STORY_REPOST', onStop: (stop: Stop) => void stops.push(stop) } as const
    const isBegun =
      record.postId === null
        ? await repostMention(deps, config, wanted).catch((error: unknown) => {
            deps.log.warn('a story could not be reposted', { accountId, error })
            throw error
          })
        : await repeatPost(deps, record)
    const now = await requireRecord(deps, id)
    await scheduleCheck(deps, accountId, deps.clock.now())
    deps.wakeChecks()
    if (isBegun === 'begun') return now
    if (isBegun === 'ended') throw repostFailureOf(now)
    requireMove(now, 'REPOSTING')
    throw await explainRefusal(deps, now, stops[0])
  })
}

/** Throws NOT_FOUND, REPOST_IN_PROGRESS or INVALID_STATE. */
export async function dismissByHand(deps: RepostsDeps, id: string): Promise<RepostRecord> {
  const { accountId } = await requireRecord(deps, id)
  return deps.mutex.runExclusive(accountId, async () => {
    await syncAccount(deps, accountId)
    return retryWhileOvertaken(async () => {
      const record = await claimRecord(deps, await requireRecord(deps, id), 'dismiss')
      if (record.status === 'DISMISSED') return record
      requireMove(record, 'DISMISSED')
      const next = nextVersionOf(
        record,
        { status: 'DISMISSED', errorCode: null, errorDetail: null },
        deps.clock.now(),
      )
      if (!(await deps.reposts.updateRecord(id, ifContinued(next)))) return OVERTAKEN
      await deps.stories.tidy(next)
      return next
    })
  })
}

/**
 * The count of the day is recalled with the account. When the Worker cannot be asked, this computer's own mentions
 * can still be reposted.
 */
async function recallAccount({ delegation }: RepostsDeps, accountId: string): Promise<void> {
  try {
    await delegation.recall(accountId)
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== 'WORKER_UNREACHABLE') throw error
  }
}

async function requireRecord({ reposts }: RepostsDeps, id: string): Promise<RepostRecord> {
  const record = await reposts.record(id)
  if (!record) throw new CodedError('NOT_FOUND', 'Mention not found.')
  return record
}

/** Recalls a mention that the Worker found, first: two owners must not repost it. */
async function claimRecord(
  deps: RepostsDeps,
  record: RepostRecord,
  as: 'repost' | 'dismiss',
): Promise<RepostRecord> {
  if (record.runner === 'here') return record
  requireMove(record, as === 'repost' ? 'REPOSTING' : 'DISMISSED')
  const outcome = await deps.delegation.claim(record, as)
  if (outcome === 'too-late')
    throw new CodedError('REPOST_IN_PROGRESS', 'The Worker has begun to repost this story.')
  if (outcome === 'limit')
    throw new CodedError('INVALID_STATE', 'The daily limit of reposts has been reached.')
  return requireRecord(deps, record.id)
}

async function requireFree(deps: RepostsDeps, accountId: string): Promise<RepostConfig> {
  const config = await requireConfig(deps, accountId)
  const barrier = repostBarrier(config, deps.clock.now(), { byHand: true })
  if (barrier) throw new CodedError('INVALID_STATE', barrier.message)
  return config
}

/** The same post once more: what is live already is found, and not sent twice. */
async function repeatPost(
  { owner, stories, clock }: RepostsDeps,
  record: RepostRecord,
): Promise<'begun' | 'skipped'> {
  const now = clock.now()
  const next = nextVersionOf(record, { status: 'REPOSTING', errorCode: null, errorDetail: null }, now)
  const isBegun = await stories.beginAgain(next, (config) => {
    const counted = countedRepost(config, { owner, now, byHand: true })
    return counted && nextConfig(config, counted, now)
  })
  return isBegun ? 'begun' : 'skipped'
}

/** `stop`: why the story could not be read. What an earlier check has met may be another reason. */
async function explainRefusal(
  deps: RepostsDeps,
  { accountId, postId }: RepostRecord,
  stop: Stop | undefined,
): Promise<CodedError> {
  const config = await deps.reposts.config(accountId)
  const barrier = config && repostBarrier(config, deps.clock.now(), { byHand: true })
  if (barrier) return new CodedError('INVALID_STATE', barrier.message)
  if (postId !== null)
    return new CodedError('INVALID_STATE', 'Its post cannot be retried. Open the post to see why.')
  return new CodedError('REPOST_FAILED', stop?.message ?? 'The story could not be checked. Try again later.')
}
