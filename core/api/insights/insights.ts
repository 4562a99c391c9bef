// What the platform counts of posts and accounts, as it was read and kept, and what follows from it.
import { createRoute, z } from '@hono/zod-openapi'
import { EXPORTED_COLUMNS, GROUPINGS } from '../../rules/insights/insight-words.ts'
import type { ErrorCode } from '../../errors.ts'
import { BEARER_OR_COOKIE, openToKeys } from '../access.ts'
import {
  AccountInsights,
  BestTimes,
  ComparedInsights,
  InsightsPatch,
  MetricName,
  PostInsights,
  Refreshed,
} from './insight-shapes.ts'
import { IdParam, InstantQuery, json, requiredBody, TimeZone, Uuid } from '../primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from '../refusals.ts'

const common = { tags: ['Insights'], security: BEARER_OR_COOKIE }

function answering<T extends z.ZodType, const Codes extends readonly ErrorCode[]>(
  description: string,
  schema: T,
  ...codes: Codes
) {
  return { responses: { 200: { description, ...json(schema) }, ...refusals(...codes) } }
}

export const getPostInsights = createRoute({
  ...common,
  operationId: 'getPostInsights',
  summary: 'Get what the platform has counted of a PUBLISHED post',
  method: 'get',
  path: '/posts/{id}/insights',
  request: { params: IdParam },
  ...answering('Its numbers', PostInsights, ...BEHIND_LOGIN, 'NOT_FOUND', 'INVALID_STATUS'),
})

const InsightsQuery = z.object({
  accountId: Uuid,
  from: InstantQuery.optional().openapi({ description: 'Default: 28 days before `to`.' }),
  to: InstantQuery.optional().openapi({ description: 'Default: now.' }),
  metric: MetricName.optional().openapi({ description: 'Default: the one that the account has chosen.' }),
  by: z.enum(GROUPINGS).default('day'),
  timezone: TimeZone.optional().openapi({
    description: 'Default: that of the account’s posting slots, else UTC.',
  }),
})
export type InsightsQueryBody = z.output<typeof InsightsQuery>

export const getInsights = createRoute({
  ...common,
  operationId: 'getInsights',
  summary: 'Compare the posts of an account by one metric',
  description:
    'Posts that were made elsewhere count, too. Names that the platform has changed since are read as one: `impressions` counts as `views`.',
  method: 'get',
  path: '/insights',
  request: { query: InsightsQuery },
  ...answering(
    'The groups',
    ComparedInsights,
    ...BEHIND_LOGIN,
    'MISSING_PARAM',
    'INVALID_PARAM',
    'NOT_FOUND',
  ),
})

export const getBestTimes = createRoute({
  ...common,
  operationId: 'getBestTimes',
  summary: 'Get the hours in which posts of an account have reached most',
  description:
    'From the account’s own posts alone: each by its reach after a day, divided by what was usual for its kind in the four weeks around it. Weekdays and hours are those of the account’s zone.',
  method: 'get',
  path: '/accounts/{id}/best-times',
  request: { params: IdParam },
  ...answering('The hours, by kind of post', BestTimes, ...BEHIND_LOGIN, 'NOT_FOUND'),
})

export const getAccountInsights = createRoute({
  ...common,
  operationId: 'getAccountInsights',
  summary: 'Get the figures of an account, and what its user has chosen',
  method: 'get',
  path: '/accounts/{id}/insights',
  request: { params: IdParam },
  ...answering('The figures', AccountInsights, ...BEHIND_LOGIN, 'NOT_FOUND'),
})

export const changeAccountInsights = createRoute({
  ...common,
  operationId: 'changeAccountInsights',
  summary: 'Choose which metric is shown, and whether best times count for nextSlot',
  method: 'patch',
  path: '/accounts/{id}/insights',
  request: { params: IdParam, body: requiredBody(InsightsPatch) },
  ...answering('As it is now', AccountInsights, ...BEHIND_RIGHTS, 'NOT_FOUND'),
})

export const refreshInsights = createRoute({
  ...common,
  operationId: 'refreshInsights',
  summary: 'Look at the numbers now',
  description:
    'With postId at that post, else at all that are due within the next day. Calls to the platform are counted as always; nothing is asked shortly before a post is due.',
  method: 'post',
  path: '/insights/refresh',
  ...openToKeys('draft'),
  request: {
    body: requiredBody(z.object({ accountId: Uuid, postId: Uuid.nullish() }).openapi('RefreshInsights')),
  },
  ...answering(
    'What was looked at',
    Refreshed,
    ...BEHIND_RIGHTS,
    'NOT_FOUND',
    'INVALID_STATUS',
    'PLATFORM_ERROR',
  ),
})

export const exportInsights = createRoute({
  ...common,
  operationId: 'exportInsights',
  summary: 'Export all rows, of one account or of all',
  description: `One row on each line, of each media in turn, oldest first: ${EXPORTED_COLUMNS.join(', ')}. A figure of an account has no media.`,
  method: 'get',
  path: '/insights/export',
  request: {
    query: z.object({ accountId: Uuid.optional(), format: z.enum(['csv', 'jsonl']).default('csv') }),
  },
  responses: {
    200: {
      description: 'The rows',
      content: {
        'text/csv': { schema: z.string() },
        'application/x-ndjson': { schema: z.string() },
      },
    },
    ...refusals(...BEHIND_LOGIN, 'INVALID_PARAM'),
  },
})
