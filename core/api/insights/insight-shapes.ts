// The shapes of what the platform counts of posts and accounts.
import { z } from '@hono/zod-openapi'
import {
  ENOUGH_POSTS,
  GROUPINGS,
  INSIGHT_REASONS,
  TRIAL_VERDICTS,
} from '../../rules/insights/insight-words.ts'
import { MEDIA_TYPES } from '../../rules/publication/post-words.ts'
import { DateTime, openList, Uuid } from '../primitives.ts'

const Metric = z.string().openapi({ example: 'reach' })
const Value = z.number().nullable()
/** The name of a metric in a request. */
export const MetricName = z
  .string()
  .regex(/^[a-z_]{1,64}$/, 'must be the name of a metric')
  .openapi({ example: 'reach' })

const InsightRow = z
  .object({
    metric: z.string().openapi({
      description:
        'The name that the platform had for it on that day. `look`: a whole look that brought nothing, with the reason.',
      example: 'reach',
    }),
    at: DateTime.openapi({
      description:
        'When it was read, by the platform’s clock; for a figure of an account the day that it is of.',
    }),
    value: Value.openapi({ description: 'Null with a reason. Never zero for what was not given.' }),
    reason: z
      .enum(INSIGHT_REASONS)
      .nullable()
      .openapi({
        ...openList(
          INSIGHT_REASONS,
          'Why there is no value. `gone`: the platform gave it before, and no longer does. `too-few-viewers`: below five. `before-professional`: the post is older than the professional account. `missed`: nobody could look in time.',
        ),
        type: ['string', 'null'],
      }),
  })
  .openapi('InsightRow')
export type InsightRowBody = z.infer<typeof InsightRow>
const Rows = z.array(InsightRow)

const permission = z.boolean().openapi({
  description: 'False: the login of this account does not allow it, and `GET /attention` says what to do.',
})
const nextLookAt = DateTime.nullable().openapi({
  description: 'When the platform is next asked; null when nothing more is looked at.',
})

/** A media on the profile: a post of Nightpost, or one that was made elsewhere. */
const InsightPost = z
  .object({
    postId: Uuid.nullable().openapi({ description: 'Null for a post that was made elsewhere.' }),
    igMediaId: z.string(),
    permalink: z.string().nullable(),
    caption: z.string().nullable().openapi({ description: 'Its first 200 characters.' }),
    kind: z.enum(MEDIA_TYPES),
    publishedAt: DateTime,
  })
  .openapi('InsightPost')
export type InsightPostBody = z.infer<typeof InsightPost>

const TrialVerdict = z
  .object({
    verdict: z.enum(TRIAL_VERDICTS).openapi(openList(TRIAL_VERDICTS, 'What its numbers say.')),
    sentence: z.string().openapi({ description: 'The verdict with its reason, in English.' }),
    views: Value.openapi({ description: 'Of this reel, at that age.' }),
    usual: Value.openapi({
      description: 'The median of the account’s other reels at the same age; null without enough.',
    }),
    reels: z.int().openapi({ description: 'How many reels that median is of.' }),
    hours: z.int().nullable().openapi({ description: 'The age at which they are compared.' }),
  })
  .openapi('TrialVerdict')

const Point = z.object({ hours: z.number(), value: z.number() })
const Curve = z.object({ metric: Metric, points: z.array(Point) })

export const PostInsights = z
  .object({
    post: InsightPost,
    accountId: Uuid,
    permission,
    latest: Rows.openapi({ description: 'The newest row of each metric.' }),
    rows: Rows.openapi({ description: 'Oldest first. One for each time that a value had changed.' }),
    curve: z.array(Curve).openapi({
      description: 'By metric, its values by the age of the post in hours, for a chart.',
    }),
    nextLookAt,
    trial: z
      .union([TrialVerdict, z.null()])
      .openapi({ description: 'Of a trial reel; null for all others.' }),
  })
  .openapi('PostInsights')
export type PostInsightsBody = z.infer<typeof PostInsights>

const GroupOfInsights = z
  .object({
    key: z.string().openapi({
      description:
        'day: `2026-11-29`. weekday-hour: `1-08`, Monday to Sunday as 1 to 7, and the first of two hours. kind: as in `kind` of a post. hashtag: without `#`, in small letters. post: `igMediaId`.',
    }),
    n: z.int().openapi({ description: 'The number of posts behind it.' }),
    value: Value.openapi({
      description:
        'day: the sum of what was added on that day; what posts had gathered before the account was first read is of none. post: the latest value. All others: the median of the latest values of these posts. Null: nothing is known.',
    }),
    correction: z.number().openapi({
      description: 'day: what the platform took back on that day, 0 or less. Otherwise 0.',
    }),
    accountValue: Value.openapi({
      description: 'day: the account’s own figure for that day, when there is one. Otherwise null.',
    }),
    post: z.union([InsightPost, z.null()]).openapi({ description: 'by=post alone.' }),
  })
  .openapi('GroupOfInsights')
export type GroupOfInsightsBody = z.infer<typeof GroupOfInsights>

export const ComparedInsights = z
  .object({
    accountId: Uuid,
    metric: Metric,
    by: z.enum(GROUPINGS),
    from: DateTime,
    to: DateTime,
    timezone: z.string(),
    permission,
    posts: z
      .int()
      .openapi({ description: 'The posts that went live within that time and have this metric.' }),
    groups: z.array(GroupOfInsights).openapi({
      description: 'By key; hashtags and posts by value, the highest first. At most 1,000.',
    }),
    nextLookAt,
  })
  .openapi('Insights')
export type InsightsBody = z.infer<typeof ComparedInsights>

const Cell = z.object({
  weekday: z.int().min(1).max(7).openapi({ description: '1 is Monday.' }),
  hour: z.int().min(0).max(22).openapi({ description: 'The first of its two hours.' }),
  n: z.int().openapi({ description: 'The posts behind it.' }),
  score: Value.openapi({
    description:
      '1 is usual for the account at that time, 1.5 half as much again. Null: too few posts to say.',
  }),
})
const TimesOfKind = z.object({
  kind: z.enum(MEDIA_TYPES),
  posts: z.int(),
  cells: z.array(Cell).openapi({ description: 'Cells without a post are left out.' }),
})

export const BestTimes = z
  .object({
    accountId: Uuid,
    timezone: z.string(),
    usedForNextSlot: z.boolean(),
    needed: z.literal(ENOUGH_POSTS).openapi({ description: 'With fewer posts a cell has no score.' }),
    kinds: z.array(TimesOfKind),
  })
  .openapi('BestTimes')
export type BestTimesBody = z.infer<typeof BestTimes>

export const AccountInsights = z
  .object({
    accountId: Uuid,
    permission,
    metric: Metric.openapi({ description: 'The one that is shown with a post where there is room for one.' }),
    bestTimesForNextSlot: z.boolean().openapi({
      description:
        '`nextSlot` proposes, of the free slots of the next seven days, the one with the best score.',
    }),
    latest: Rows.openapi({ description: 'The account’s own figures, the newest row of each.' }),
    media: z.int().openapi({ description: 'The posts and stories that are known.' }),
    since: DateTime.nullable().openapi({ description: 'The time of the oldest row.' }),
    nextLookAt,
  })
  .openapi('AccountInsights')
export type AccountInsightsBody = z.infer<typeof AccountInsights>

export const InsightsPatch = z
  .object({ metric: MetricName.optional(), bestTimesForNextSlot: z.boolean().optional() })
  .openapi('AccountInsightsPatch')
export type InsightsPatchBody = z.infer<typeof InsightsPatch>

export const Refreshed = z
  .object({
    looks: z.int().openapi({ description: 'The posts that were looked at.' }),
    rows: z.int().openapi({ description: 'The rows that followed, as values had changed.' }),
    waiting: z
      .int()
      .openapi({ description: 'Those that wait for room in the call limit, or until a post is out.' }),
  })
  .openapi('RefreshedInsights')
export type RefreshedBody = z.infer<typeof Refreshed>
