// What requests ask of the kept numbers.
import type {
  AccountInsightsBody,
  BestTimesBody,
  InsightsBody,
  PostInsightsBody,
} from '../../api/insights/insight-shapes.ts'
import type { InsightsQueryBody } from '../../api/insights/insights.ts'
import { ASKED_METRICS } from '../../engine/platform/insights/read-figures.ts'
import { CodedError } from '../../coded-error.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { InsightAccount, InsightProgress, MediaWithRows } from '../../ports/insights/insight-store.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import { canReadInsights } from '../../rules/accounts/permissions.ts'
import { ENOUGH_POSTS } from '../../rules/insights/insight-words.ts'
import { AGE_OF_OLDEST, FIRST_DAYS, nextLook } from '../../rules/insights/looks.ts'
import { latestOf, rowsOfMetric, todaysName } from '../../rules/insights/rows.ts'
import { judgeTrial } from '../../rules/insights/trial-verdict.ts'
import { DAY, isTimeZone, toIso, toIsoOrNull, type Duration, type Instant } from '../../time.ts'
import {
  curvesOf,
  groupsOf,
  insightPostBody,
  readInsightMedia,
  rowBody,
  timesByKind,
  TIMES_SINCE,
} from './questions.ts'
import type { InsightReading } from './turn.ts'

const DEFAULT_TIME: Duration = 28 * DAY
const COMPARED_REELS = 30

/** With the posts, of which some are not live. */
export type InsightAnswering = InsightReading & { readonly posts: PostStore }

export function createAnswers(reading: InsightAnswering) {
  const { insights, clock, platformClock } = reading
  /** Of a post that went live since the last turn, which is planned in the next one; null once its looks are over. */
  const firstLook = (media: MediaWithRows) => nextLook(media, media.done, platformClock.now())?.at ?? null
  return {
    async ofPost(postId: string): Promise<PostInsightsBody> {
      const media = await requireMedia(reading, postId)
      const { accountId, rows } = media
      const permission = await mayRead(reading, accountId)
      return {
        post: insightPostBody(media),
        accountId,
        permission,
        latest: latestOf(rows).map(rowBody),
        rows: rows.map(rowBody),
        curve: curvesOf(media),
        // Of an account that was disconnected nothing more is looked at.
        nextLookAt: toIsoOrNull(
          (await reading.accounts.get(accountId)) && (media.nextAt ?? (permission ? firstLook(media) : null)),
        ),
        trial: media.isTrial ? await verdictOf(reading, media) : null,
      }
    },
    compare: (question: InsightsQueryBody) => compare(reading, question),
    async bestTimes(accountId: string): Promise<BestTimesBody> {
      await requireConnected(reading, accountId)
      const timezone = await zoneOf(reading, accountId)
      const usedForNextSlot = (await insights.account(accountId))?.bestTimesForNextSlot ?? false
      const kinds = await timesByKind(insights, accountId, { now: clock.now(), timeZone: timezone })
      return { accountId, timezone, usedForNextSlot, needed: ENOUGH_POSTS, kinds }
    },
    async show(accountId: string): Promise<AccountInsightsBody> {
      await requireConnected(reading, accountId)
      const record = await insights.account(accountId)
      return {
        accountId,
        permission: await mayRead(reading, accountId),
        metric: record?.metric ?? 'reach',
        bestTimesForNextSlot: record?.bestTimesForNextSlot ?? false,
        latest: latestOf(await insights.ownRows(accountId)).map(rowBody),
        media: await insights.countMedia(accountId),
        since: toIsoOrNull(await insights.oldestRow(accountId)),
        nextLookAt: toIsoOrNull(await insights.nextAt(accountId)),
      }
    },
  }
}

async function compare(
  reading: InsightReading,
  { accountId, by, ...asked }: InsightsQueryBody,
): Promise<InsightsBody> {
  const { insights, clock } = reading
  await requireConnected(reading, accountId)
  const to = asked.to ?? clock.now()
  const from = Math.min(asked.from ?? to - DEFAULT_TIME, to)
  const record = await insights.account(accountId)
  const metric = asked.metric ?? record?.metric ?? 'reach'
  const timezone = asked.timezone ?? (await zoneOf(reading, accountId))
  const since = by === 'day' ? from - AGE_OF_OLDEST : from
  const media = await readInsightMedia(insights, { accountId, metric }, [since, to])
  const own = by === 'day' ? await insights.ownRows(accountId) : []
  const isCounted = ({ publishedAt, rows }: MediaWithRows) =>
    publishedAt >= from && rowsOfMetric(rows, metric).length > 0
  const posts = media.filter(isCounted).length
  // What was kept of a metric that is not asked for any more can still be compared.
  if (metric !== record?.metric && posts + rowsOfMetric(own, metric).length === 0)
    requireMetric(metric, 'INVALID_PARAM')
  return {
    accountId,
    metric,
    by,
    from: toIso(from),
    to: toIso(to),
    timezone,
    permission: await mayRead(reading, accountId),
    posts,
    groups: groupsOf(media, { metric, by, timeZone: timezone, from, to, begun: begunAt(record) }, own),
    nextLookAt: toIsoOrNull(await insights.nextAt(accountId)),
  }
}

/** Throws CodedError: a word that is written wrong would look like a metric without numbers. */
export function requireMetric(metric: string, code: 'INVALID_PARAM' | 'VALIDATION_ERROR'): void {
  if (ASKED_METRICS.has(todaysName(metric))) return
  throw new CodedError(code, `metric must be one of ${[...ASKED_METRICS].join(', ')}.`)
}

export async function requireConnected({ accounts }: InsightReading, id: string): Promise<AccountRecord> {
  const found = await accounts.get(id)
  if (found) return found
  throw new CodedError('NOT_FOUND', 'Account not found.')
}

/** Throws NOT_FOUND for an unknown post, INVALID_STATUS for one that is not live. */
export async function requireMedia(
  { insights, posts }: InsightAnswering,
  postId: string,
): Promise<MediaWithRows> {
  const found = await insights.mediaOfPost(postId)
  if (found) return found
  if ((await posts.get(postId)) === null) throw new CodedError('NOT_FOUND', 'Post not found.')
  throw new CodedError('INVALID_STATUS', 'Only a post that is live has numbers.')
}

/** The numbers of an account that was disconnected are still there. */
async function mayRead({ accounts, insights }: InsightReading, id: string): Promise<boolean> {
  const account = await accounts.get(id)
  return account !== null && mayReadFigures(account, (await insights.account(id))?.progress)
}

/**
 * What was granted can be taken back, and is not always known: then the platform’s refusal says it. One of an earlier token, or of an
 * access that has ended, does not.
 */
export function mayReadFigures(
  { loginMethod, grantedScopes, tokenIssuedAt, tokenExpiresAt }: AccountRecord,
  progress: InsightProgress | undefined,
): boolean {
  const { reason, at = 0 } = progress?.trouble ?? {}
  const isOfToken = at >= (tokenIssuedAt ?? 0) && at < (tokenExpiresAt ?? Infinity)
  return canReadInsights(loginMethod, grantedScopes) && !(reason === 'no-permission' && isOfToken)
}

async function verdictOf({ insights, clock }: InsightReading, trial: MediaWithRows) {
  const { accountId, publishedAt } = trial
  const time = [publishedAt - TIMES_SINCE, clock.now()] as const
  const media = await readInsightMedia(insights, { accountId, metric: 'views' }, time)
  const others = media.filter((one) => one.kind === 'REELS' && !one.isTrial)
  return judgeTrial(trial, others.slice(0, COMPARED_REELS))
}

/** When an account was first read, to the day. */
const begunAt = (record: InsightAccount | null): Instant =>
  record === null ? 0 : (record.progress.since + FIRST_DAYS) * DAY

/** Weekdays and hours are those in which the account's slots are. */
async function zoneOf({ slots }: InsightReading, accountId: string): Promise<string> {
  const timezone = (await slots.get(accountId))?.plan.timezone
  return timezone !== undefined && isTimeZone(timezone) ? timezone : 'UTC'
}
