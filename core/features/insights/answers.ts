// What requests ask of the kept numbers.
import type {
  AccountInsightsBody,
  BestTimesBody,
  InsightsBody,
  PostInsightsBody,
} from '../../api/insights/insight-shapes.ts'
import { CodedError } from '../../errors.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { InsightMedia } from '../../ports/insights/insight-store.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import { canReadInsights } from '../../rules/accounts/permissions.ts'
import { ENOUGH_POSTS, type Grouping } from '../../rules/insights/insight-words.ts'
import { AGE_OF_OLDEST } from '../../rules/insights/looks.ts'
import { latestOf, rowsOfMetric } from '../../rules/insights/rows.ts'
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
  type MediaWithRows,
} from './questions.ts'
import type { InsightReading } from './turn.ts'

const DEFAULT_TIME: Duration = 28 * DAY
const COMPARED_REELS = 30

interface ReadQuestion {
  readonly accountId: string
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
  readonly metric?: string | undefined
  readonly by: Grouping
  readonly timezone?: string | undefined
}

/** With the posts, which may not have been met yet. */
export type InsightAnswering = InsightReading & { readonly posts: PostStore }

export function createAnswers(reading: InsightAnswering) {
  const { insights, clock } = reading
  return {
    async ofPost(postId: string): Promise<PostInsightsBody> {
      const media = await requireMedia(reading, postId)
      const { accountId, igMediaId } = media
      const rows = (await insights.rowsOf(accountId, [igMediaId])).get(igMediaId) ?? []
      const one = { ...media, rows }
      return {
        ...(await ofAccount(reading, accountId)),
        post: insightPostBody(media),
        accountId,
        latest: latestOf(rows).map(rowBody),
        rows: rows.map(rowBody),
        curve: curvesOf(one),
        nextLookAt: toIsoOrNull(media.nextAt),
        trial: media.isTrial ? await verdictOf(reading, one) : null,
      }
    },
    async compare({ accountId, by, ...asked }: ReadQuestion): Promise<InsightsBody> {
      const { permission } = await ofAccount(reading, (await requireConnected(reading, accountId)).id)
      const to = asked.to ?? clock.now()
      const from = Math.min(asked.from ?? to - DEFAULT_TIME, to)
      const metric = asked.metric ?? (await insights.account(accountId))?.metric ?? 'reach'
      const timezone = asked.timezone ?? (await zoneOf(reading, accountId))
      const media = await readInsightMedia(insights, { accountId, metric }, [
        by === 'day' ? from - AGE_OF_OLDEST : from,
        to,
      ])
      const own = by === 'day' ? await insights.ownRows(accountId) : []
      return {
        accountId,
        metric,
        by,
        from: toIso(from),
        to: toIso(to),
        timezone,
        permission,
        posts: media.filter((one) => one.publishedAt >= from && rowsOfMetric(one.rows, metric).length > 0)
          .length,
        groups: groupsOf(media, { metric, by, timeZone: timezone }, { from, to, own }),
        nextLookAt: toIsoOrNull(await insights.nextAt(accountId)),
      }
    },
    bestTimes: (accountId: string) => bestTimes(reading, accountId),
    async show(accountId: string): Promise<AccountInsightsBody> {
      await requireConnected(reading, accountId)
      return accountInsights(reading, accountId)
    },
  }
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
): Promise<InsightMedia> {
  const found = await insights.mediaOfPost(postId)
  if (found) return found
  const post = await posts.get(postId)
  if (post === null) throw new CodedError('NOT_FOUND', 'Post not found.')
  const { igMediaId, publishedAt } = post
  if (post.status !== 'PUBLISHED' || igMediaId === null)
    throw new CodedError('INVALID_STATUS', 'Only a post that is live has numbers.')
  return {
    accountId: post.platformAccountId,
    igMediaId,
    postId,
    permalink: post.igPermalink,
    caption: post.caption,
    kind: post.mediaType,
    isTrial: false,
    publishedAt: publishedAt ?? post.updatedAt,
    done: 0,
    nextAt: null,
  }
}

async function bestTimes(reading: InsightReading, accountId: string): Promise<BestTimesBody> {
  const { insights, clock } = reading
  await requireConnected(reading, accountId)
  const timezone = await zoneOf(reading, accountId)
  const now = clock.now()
  const media = await readInsightMedia(insights, { accountId, metric: 'reach' }, [now - TIMES_SINCE, now])
  const usedForNextSlot = (await insights.account(accountId))?.bestTimesForNextSlot ?? false
  const kinds = timesByKind(media, timezone)
  return { accountId, timezone, usedForNextSlot, needed: ENOUGH_POSTS, kinds }
}

/** The numbers of an account that was disconnected are still there. */
async function ofAccount(
  { accounts, insights }: InsightReading,
  id: string,
): Promise<{ permission: boolean }> {
  const account = await accounts.get(id)
  const trouble = (await insights.account(id))?.progress.trouble
  if (!account) return { permission: false }
  const isRefused = account.grantedScopes === null && trouble?.reason === 'no-permission'
  return { permission: canReadInsights(account.loginMethod, account.grantedScopes) && !isRefused }
}

export async function accountInsights(
  reading: InsightReading,
  accountId: string,
): Promise<AccountInsightsBody> {
  const { insights } = reading
  const record = await insights.account(accountId)
  const own = await insights.ownRows(accountId)
  return {
    ...(await ofAccount(reading, accountId)),
    accountId,
    metric: record?.metric ?? 'reach',
    bestTimesForNextSlot: record?.bestTimesForNextSlot ?? false,
    latest: latestOf(own).map(rowBody),
    media: await insights.countMedia(accountId),
    since: toIsoOrNull(await insights.oldestRow(accountId)),
    nextLookAt: toIsoOrNull(await insights.nextAt(accountId)),
  }
}

async function verdictOf({ insights, clock }: InsightReading, trial: MediaWithRows) {
  const media = await readInsightMedia(insights, { accountId: trial.accountId, metric: 'views' }, [
    trial.publishedAt - TIMES_SINCE,
    clock.now(),
  ])
  const others = media.filter((one) => one.kind === 'REELS' && !one.isTrial).slice(0, COMPARED_REELS)
  return judgeTrial(trial, others)
}

/** Weekdays and hours are those in which the account's slots are. */
async function zoneOf({ slots }: InsightReading, accountId: string): Promise<string> {
  const timezone = (await slots.get(accountId))?.plan.timezone
  return timezone !== undefined && isTimeZone(timezone) ? timezone : 'UTC'
}
