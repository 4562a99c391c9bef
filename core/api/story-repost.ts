// Story mentions of an account, found and reposted. Only these seven routes are in the contract.
import { createRoute, z } from '@hono/zod-openapi'
import { ERROR_CODES } from '../errors.ts'
import { REPOST_STATUSES } from '../rules/reposts/statuses.ts'
import { SETTING_BOUNDS } from '../rules/reposts/setting-bounds.ts'
import { BEARER_OR_COOKIE } from './access.ts'
import { FailureDetailSchema, WarningDetailSchema } from './notices.ts'
import { DateTime, json, requiredBody, Success, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from './refusals.ts'

const TAGS = ['Story repost']

const Interval = SETTING_BOUNDS.pollIntervalHours

const nullable = (description: string) => DateTime.nullable().openapi({ description })

const StoryRepostConfig = z
  .object({
    id: Uuid,
    userId: Uuid,
    platformAccountId: Uuid.nullable(),
    isEnabled: z.boolean(),
    pollIntervalHours: z.int().openapi({ minimum: Interval.least, maximum: Interval.most }),
    jitterMinutes: z.int().openapi({ description: 'Random offset of each check, plus or minus.' }),
    lastPollAt: DateTime.nullable(),
    lastPollStatus: z.enum(['SUCCESS', 'FAILED', 'NO_MENTIONS']).nullable(),
    lastPollError: z
      .string()
      .nullable()
      .openapi({ description: 'Why the last check failed, or that it could not read everything.' }),
    consecutiveFailures: z.int(),
    autoDisabledAt: nullable('Set when story repost switched itself off. Enabling it again clears this.'),
    autoDisableReason: z.string().nullable(),
    challengeCount30d: z.int(),
    lastChallengeAt: DateTime.nullable(),
    challengePauseUntil: nullable('No requests are made before this time.'),
    configuredAt: DateTime.nullable(),
    warmUpComplete: z
      .boolean()
      .openapi({ description: 'False during the first 48 hours, when nothing is reposted without a click.' }),
    sleepWindowStart: z.int().openapi({ minimum: 0, maximum: 23 }),
    sleepWindowEnd: z
      .int()
      .openapi({ minimum: 0, maximum: 23, description: 'Equal to the start: no quiet hours.' }),
    dailyRepostLimit: z.int(),
    repostsToday: z.int(),
    repostsTodayResetAt: DateTime.nullable(),
    autoRepostEnabled: z.boolean(),
    lastAutoSyncAt: DateTime.nullable(),
    autoTagOriginalPoster: z.boolean(),
    signatureOverlay: z.string().nullable().openapi({ description: 'JSON: { text, x, y, colour }' }),
    createdAt: DateTime,
    updatedAt: DateTime,
    source: z.enum(['official', 'native']).openapi({
      description:
        'official: the platform’s messaging interface. native: the direct inbox, by the owner’s own session.',
    }),
    timezone: z.string().openapi({ description: 'The time zone for days and quiet hours.' }),
    nextPollAt: nullable('When the next check is due, not counting quiet hours and pauses.'),
    runner: z
      .enum(['local', 'cloud'])
      .openapi({ description: 'Who checks for mentions: this computer or the Worker.' }),
  })
  .openapi('StoryRepostConfig')

export type StoryRepostConfigBody = z.infer<typeof StoryRepostConfig>

export const RepostItem = z
  .object({
    id: Uuid,
    accountId: Uuid,
    status: z.enum(REPOST_STATUSES),
    originalUsername: z.string().nullable(),
    createdAt: DateTime,
    igPermalink: z
      .string()
      .nullable()
      .openapi({ description: 'The permalink of the repost, once it is PUBLISHED.' }),
    mediaType: z
      .enum(['IMAGE', 'VIDEO'])
      .nullable()
      .openapi({ description: 'Null until the story has been read.' }),
    mentionedAt: DateTime,
    detectedAt: DateTime,
    expiresAt: nullable('When the story ends, at the latest.'),
    publishedAt: DateTime.nullable(),
    errorCode: z.enum(ERROR_CODES).nullable(),
    errorMessage: z.string().nullable(),
    errorDetail: z.union([FailureDetailSchema, z.null()]).openapi({ description: 'The same as data.' }),
    postId: Uuid.nullable().openapi({ description: 'The post that reposts it.' }),
    note: z.string().nullable(),
    noteDetail: z.union([WarningDetailSchema, z.null()]).openapi({ description: 'The same as data.' }),
    source: StoryRepostConfig.shape.source,
  })
  .openapi('StoryRepostItem')

export type RepostItemBody = z.infer<typeof RepostItem>

/** Parsed without a schema: an unreadable parameter is INVALID_PARAM, a missing one MISSING_PARAM. */
const accountQuery = (required: boolean) =>
  z.object({
    accountId: z
      .string()
      .optional()
      .openapi({ param: { name: 'accountId', in: 'query', required }, format: 'uuid' }),
  })

const OfAccount = z.object({ accountId: Uuid }).openapi('StoryRepostAccount')

const Configure = z
  .object({
    accountId: Uuid,
    pollIntervalHours: z.int().min(Interval.least).max(Interval.most),
    autoTagOriginalPoster: z.boolean(),
  })
  .openapi('ConfigureStoryRepost')

const common = { tags: TAGS, security: BEARER_OR_COOKIE }

export const getStoryRepostStatus = createRoute({
  ...common,
  operationId: 'getStoryRepostStatus',
  summary: 'Get the story repost status of an account',
  description: 'Without accountId: the account that was configured first.',
  method: 'get',
  path: '/story-repost/status',
  request: { query: accountQuery(false) },
  responses: {
    200: {
      description: 'The state',
      ...json(
        z.object({
          configured: z
            .boolean()
            .openapi({ description: 'The account is configured and has a source to read mentions from.' }),
          isEnabled: z.boolean(),
          config: StoryRepostConfig.nullable(),
        }),
      ),
    },
    ...refusals(...BEHIND_LOGIN, 'INVALID_PARAM'),
  },
})

export const configureStoryRepost = createRoute({
  ...common,
  operationId: 'configureStoryRepost',
  summary: 'Configure story repost for an account; enable starts it',
  method: 'post',
  path: '/story-repost/config',
  request: { body: requiredBody(Configure) },
  responses: {
    200: { description: 'The configuration', ...json(StoryRepostConfig) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'CREDENTIALS_NOT_CONFIGURED'),
  },
})

export const removeStoryRepost = createRoute({
  ...common,
  operationId: 'removeStoryRepost',
  summary: 'Delete the configuration of an account; its history stays',
  method: 'delete',
  path: '/story-repost/config',
  request: { query: accountQuery(true) },
  responses: {
    200: { description: 'Deleted', ...json(Success) },
    ...refusals(...BEHIND_RIGHTS, 'MISSING_PARAM', 'INVALID_PARAM'),
  },
})

export const enableStoryRepost = createRoute({
  ...common,
  operationId: 'enableStoryRepost',
  summary: 'Start checking for mentions',
  description: 'Clears an automatic switch-off. A pause that the platform caused stays.',
  method: 'post',
  path: '/story-repost/enable',
  request: { body: requiredBody(OfAccount) },
  responses: {
    200: { description: 'Enabled', ...json(Success) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'CREDENTIALS_NOT_CONFIGURED'),
  },
})

export const disableStoryRepost = createRoute({
  ...common,
  operationId: 'disableStoryRepost',
  summary: 'Stop checking for mentions',
  method: 'post',
  path: '/story-repost/disable',
  request: { body: requiredBody(OfAccount) },
  responses: {
    200: { description: 'Disabled, even if it already was', ...json(Success) },
    ...refusals(...BEHIND_RIGHTS),
  },
})

export const scanStoryMentions = createRoute({
  ...common,
  operationId: 'scanStoryMentions',
  summary: 'Check for mentions now',
  description:
    'Ignores the interval and quiet hours, but not a pause or an automatic switch-off. Without accountId: every configured account. `INVALID_STATE`: the data folder is on hold, and the cloud checks this account.',
  method: 'post',
  path: '/story-repost/scan',
  request: {
    body: { required: false, ...json(z.object({ accountId: Uuid.nullish() }).openapi('StoryScan')) },
  },
  responses: {
    200: {
      description: 'The number of new mentions',
      ...json(
        z.object({
          detected: z.int(),
          pending: z.int().openapi({ description: 'The number of mentions that wait to be reposted.' }),
          items: z.array(RepostItem),
          skipped: z
            .array(z.object({ accountId: Uuid, code: z.enum(ERROR_CODES).nullable(), message: z.string() }))
            .openapi({ description: 'Accounts that were not checked, and why.' }),
        }),
      ),
    },
    ...refusals(
      ...BEHIND_RIGHTS,
      'NOT_FOUND',
      'CREDENTIALS_NOT_CONFIGURED',
      'LOGIN_RATE_LIMITED',
      'LOGIN_FAILED',
      'TWO_FACTOR_REQUIRED',
      'INVALID_STATE',
      'PLATFORM_ERROR',
      'WORKER_UNREACHABLE',
    ),
  },
})

export const listStoryReposts = createRoute({
  ...common,
  operationId: 'listStoryReposts',
  summary: 'List the mentions that were found and what became of them, newest first',
  description: 'At most 200. Compare by id, and poll no faster than once a minute.',
  method: 'get',
  path: '/story-repost/history',
  request: { query: accountQuery(false) },
  responses: {
    200: {
      description: 'The mentions',
      ...json(z.object({ reposts: z.array(RepostItem), hasMore: z.boolean() })),
    },
    ...refusals(...BEHIND_LOGIN, 'INVALID_PARAM'),
  },
})
