// Posts that have a time. The instant is stored as UTC; the time zone beside it says how people meant it, and moves nothing.
import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE } from './access.ts'
import { A_PAGE_OF_POSTS, CONTENT_REFUSALS, PAGE_QUERY, Post, PublishablePost } from './posts.ts'
import { DateTime, IdParam, InstantInput, Success, TimeZone, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

/** What a scheduled post passes through until it is out. */
const UNDER_WAY = ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING'] as const

const When = {
  scheduledFor: InstantInput.openapi({
    type: 'string',
    format: 'date-time',
    description: 'Strictly in the future, with an offset.',
  }),
  timezone: TimeZone.nullish().openapi({
    description: 'An IANA name, stored beside the UTC time. Default UTC.',
  }),
}

const ScheduledPostInput = z.object({ ...PublishablePost.shape, ...When }).openapi('SchedulablePost')

export type ScheduledPostBody = z.infer<typeof ScheduledPostInput>

const { caption, userTags, locationId, locationName, collaborators, crossPostToPartner, storyMentions } =
  PublishablePost.shape

const SchedulePatch = z
  .object({
    caption,
    userTags,
    locationId,
    locationName,
    collaborators,
    crossPostToPartner,
    storyMentions,
    scheduledFor: When.scheduledFor.optional(),
    timezone: When.timezone,
  })
  .openapi('SchedulePatch')

export type SchedulePatchBody = z.infer<typeof SchedulePatch>

const DraftTime = z.object(When).openapi('DraftTime')

const Scheduled = z
  .object({
    postId: Uuid,
    jobId: z.string(),
    cloudJobId: z.string().optional().openapi({ description: 'Only when the cloud runs it.' }),
    status: z.literal('SCHEDULED'),
    scheduledFor: DateTime,
    timezone: z.string(),
    isCloud: z.boolean().openapi({ description: 'False: this computer must be on, with Nightpost running.' }),
    handover: Post.shape.handover,
    nextAttemptAt: Post.shape.nextAttemptAt,
    warnings: Post.shape.warnings,
  })
  .openapi('ScheduledPost')

export type ScheduledBody = z.infer<typeof Scheduled>

const CREATED = { description: 'Scheduled', content: { 'application/json': { schema: Scheduled } } }

export const schedulePost = createRoute({
  operationId: 'schedulePost',
  tags: ['Schedule'],
  summary: 'Publish at a time',
  description:
    'Runs in the cloud when one is set up, else on this computer; `isCloud` says which. ' +
    'Calling twice makes two posts. After a lost answer, list the scheduled posts before repeating the call.',
  method: 'post',
  path: '/schedule',
  security: BEARER_OR_COOKIE,
  request: { body: { required: true, content: { 'application/json': { schema: ScheduledPostInput } } } },
  responses: { 201: CREATED, ...refusals(...BEHIND_LOGIN, ...CONTENT_REFUSALS, 'INVALID_SCHEDULE') },
})

export const schedulePostDraft = createRoute({
  operationId: 'scheduleDraft',
  tags: ['Schedule'],
  summary: 'Publish a draft at a time, as it was last acknowledged',
  description:
    'The draft itself becomes the SCHEDULED post and keeps its id. Runs in the cloud when one is set up, else on this computer; `isCloud` says which.',
  method: 'post',
  path: '/posts/draft/{id}/schedule',
  security: BEARER_OR_COOKIE,
  request: {
    params: IdParam,
    body: { required: true, content: { 'application/json': { schema: DraftTime } } },
  },
  responses: {
    201: CREATED,
    ...refusals(...BEHIND_LOGIN, ...CONTENT_REFUSALS, 'INVALID_SCHEDULE', 'INVALID_STATUS'),
  },
})

export const listScheduledPosts = createRoute({
  operationId: 'listScheduled',
  tags: ['Schedule'],
  summary: 'Scheduled posts that are still to go out, soonest first',
  method: 'get',
  path: '/schedule',
  security: BEARER_OR_COOKIE,
  request: {
    query: z.object({
      status: z.enum(UNDER_WAY).optional(),
      ...PAGE_QUERY,
    }),
  },
  responses: A_PAGE_OF_POSTS,
})

export const getScheduledPost = createRoute({
  operationId: 'getScheduled',
  tags: ['Schedule'],
  summary: 'One scheduled post with its media, also after it went out',
  method: 'get',
  path: '/schedule/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'The post', content: { 'application/json': { schema: Post } } },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR', 'NOT_FOUND'),
  },
})

export const editScheduledPost = createRoute({
  operationId: 'editScheduled',
  tags: ['Schedule'],
  summary: 'Change a scheduled post',
  description:
    'A field that is absent stays as it is, null clears it. What results is checked as a whole. Answered with 200, this is ' +
    'what is published. Once publishing has begun: `INVALID_STATUS`.',
  method: 'put',
  path: '/schedule/{id}',
  security: BEARER_OR_COOKIE,
  request: {
    params: IdParam,
    body: { required: true, content: { 'application/json': { schema: SchedulePatch } } },
  },
  responses: {
    200: { description: 'The post as it is now', content: { 'application/json': { schema: Post } } },
    ...refusals(
      ...BEHIND_LOGIN,
      'VALIDATION_ERROR',
      'NOT_FOUND',
      'INVALID_TAGS',
      'INVALID_MENTIONS',
      'INVALID_COLLABORATORS',
      'INVALID_CROSS_POST',
      'MEDIA_INVALID',
      'INVALID_SCHEDULE',
      'INVALID_STATUS',
      'WORKER_UNREACHABLE',
    ),
  },
})

export const cancelScheduledPost = createRoute({
  operationId: 'cancelScheduled',
  tags: ['Schedule'],
  summary: 'Take a scheduled post back; it becomes a draft',
  description:
    'Answered with 200, nothing of it will ever appear. Once the platform was or may have been asked to publish it: `INVALID_STATUS`.',
  method: 'delete',
  path: '/schedule/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'Cancelled', content: { 'application/json': { schema: Success } } },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS', 'WORKER_UNREACHABLE'),
  },
})

export const getQueueStatus = createRoute({
  operationId: 'getQueueStatus',
  tags: ['Schedule'],
  summary: 'The queue of this computer; what the cloud has is not in it',
  method: 'get',
  path: '/schedule/queue/status',
  security: BEARER_OR_COOKIE,
  responses: {
    200: {
      description: 'How many jobs wait, run, or have a time that is still to come',
      content: {
        'application/json': {
          schema: z.object({
            queue: z.string(),
            counts: z.object({
              waiting: z.int().openapi({ description: 'PENDING, and their time has come.' }),
              active: z.int().openapi({ description: 'PROCESSING.' }),
              delayed: z.int().openapi({ description: 'PENDING, and their time is still to come.' }),
              total: z.int(),
            }),
          }),
        },
      },
    },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR'),
  },
})
