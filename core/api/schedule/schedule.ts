// Posts that have a time. The instant is stored as UTC; the time zone beside it says how people meant it, and moves nothing.
import { createRoute, z } from '@hono/zod-openapi'
import { askedFor, BEARER_OR_COOKIE } from '../access.ts'
import { ETAG, IF_MATCH, VERSION_REFUSALS } from '../post-version.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REFUSALS } from '../idempotency.ts'
import { TO_GO_OUT } from '../../rules/publication/post-words.ts'
import { A_PAGE_OF_POSTS, CONTENT_REFUSALS, DraftPatch, PAGE_QUERY, Post, PublishablePost } from '../posts.ts'
import {
  DateTime,
  IdParam,
  INSTANT,
  InstantInput,
  json,
  requiredBody,
  Success,
  TimeZone,
  Uuid,
} from '../primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from '../refusals.ts'

const When = {
  scheduledFor: InstantInput.openapi({
    ...INSTANT,
    description: 'In the future, with a UTC offset: `Z`, `+02:00`, `+0200` or `+02`.',
  }),
  timezone: TimeZone.nullish().openapi({
    description: 'An IANA name, stored beside the UTC time. Default UTC.',
  }),
}

/** A time, or the account's next free slot. */
const TimeOrSlot = {
  ...When,
  scheduledFor: When.scheduledFor.optional(),
  nextSlot: z.literal(true).optional().openapi({
    description:
      'Instead of `scheduledFor`: the next free posting slot of the account that is at least 20 minutes from its other posts. The response says which it is.',
  }),
  timezone: TimeZone.nullish().openapi({
    description:
      'An IANA name, stored beside the UTC time. Default UTC; with `nextSlot`, the zone of the slots.',
  }),
}

const EITHER = { oneOf: [{ required: ['scheduledFor'] }, { required: ['nextSlot'] }] }

export const NOT_BOTH = 'replaces scheduledFor; send only one of the two'

function requireEither(
  {
    scheduledFor,
    nextSlot,
  }: { readonly scheduledFor?: number | undefined; readonly nextSlot?: true | undefined },
  context: z.core.$RefinementCtx,
): void {
  if ((scheduledFor === undefined) !== (nextSlot === undefined)) return
  const [path, message] =
    nextSlot === undefined ? ['scheduledFor', 'is required, unless nextSlot is true'] : ['nextSlot', NOT_BOTH]
  context.addIssue({ code: 'custom', path: [path], message })
}

export const SchedulablePost = z
  .object({ ...PublishablePost.shape, ...TimeOrSlot })
  .superRefine(requireEither)
  .openapi('SchedulablePost', EITHER)

export type ScheduledPostBody = z.infer<typeof SchedulablePost>

export const SchedulePatch = z
  .object({
    ...DraftPatch.shape,
    scheduledFor: When.scheduledFor.optional(),
    timezone: When.timezone,
  })
  .openapi('SchedulePatch')

export type SchedulePatchBody = z.infer<typeof SchedulePatch>

const DraftTime = z.object(TimeOrSlot).superRefine(requireEither).openapi('DraftTime', EITHER)

export type DraftTimeBody = z.infer<typeof DraftTime>

export const Scheduled = z
  .object({
    postId: Uuid,
    jobId: z.string(),
    cloudJobId: z.string().optional().openapi({ description: 'Only when the cloud publishes the post.' }),
    status: z.literal('SCHEDULED'),
    scheduledFor: DateTime,
    timezone: z.string(),
    isCloud: z
      .boolean()
      .openapi({ description: 'False: this computer must be on at that time, with Nightpost running.' }),
    handover: Post.shape.handover,
    nextAttemptAt: Post.shape.nextAttemptAt,
    warnings: Post.shape.warnings,
    warningDetails: Post.shape.warningDetails,
  })
  .openapi('ScheduledPost')

export type ScheduledBody = z.infer<typeof Scheduled>

const CREATED = { description: 'Scheduled', ...json(Scheduled) }

export const schedulePost = createRoute({
  operationId: 'schedulePost',
  tags: ['Schedule'],
  summary: 'Schedule a post',
  description:
    'A scheduled post needs this computer to be running at its time, or a Worker that publishes it while Nightpost is stopped; `isCloud` says which. ' +
    'Calling this twice creates two posts, unless both calls carry the same `Idempotency-Key`: then the second gets the answer of the first.',
  method: 'post',
  path: '/schedule',
  security: BEARER_OR_COOKIE,
  ...askedFor('send'),
  parameters: [IDEMPOTENCY_KEY],
  request: { body: requiredBody(SchedulablePost) },
  responses: {
    201: CREATED,
    ...refusals(...BEHIND_RIGHTS, ...CONTENT_REFUSALS, 'INVALID_SCHEDULE'),
    ...IDEMPOTENCY_REFUSALS,
  },
})

export const schedulePostDraft = createRoute({
  operationId: 'scheduleDraft',
  tags: ['Schedule'],
  summary: 'Schedule a draft',
  description:
    'The draft becomes the SCHEDULED post and keeps its id. `isCloud` says whether the Worker or this computer publishes it.',
  method: 'post',
  path: '/posts/draft/{id}/schedule',
  security: BEARER_OR_COOKIE,
  ...askedFor('send'),
  parameters: [IDEMPOTENCY_KEY, IF_MATCH],
  request: { params: IdParam, body: requiredBody(DraftTime) },
  responses: {
    201: CREATED,
    ...refusals(...BEHIND_RIGHTS, ...CONTENT_REFUSALS, 'INVALID_SCHEDULE', 'INVALID_STATUS'),
    ...IDEMPOTENCY_REFUSALS,
    ...VERSION_REFUSALS,
  },
})

export const listScheduledPosts = createRoute({
  operationId: 'listScheduled',
  tags: ['Schedule'],
  summary: 'List scheduled posts that have not gone out yet, soonest first',
  method: 'get',
  path: '/schedule',
  security: BEARER_OR_COOKIE,
  request: {
    query: z.object({
      status: z.enum(TO_GO_OUT).optional(),
      ...PAGE_QUERY,
    }),
  },
  responses: A_PAGE_OF_POSTS,
})

export const getScheduledPost = createRoute({
  operationId: 'getScheduled',
  tags: ['Schedule'],
  summary: 'Get a scheduled post with its media, even after it has gone out',
  method: 'get',
  path: '/schedule/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'The post', headers: ETAG, ...json(Post) },
    ...refusals(...BEHIND_LOGIN, 'NOT_FOUND'),
  },
})

export const editScheduledPost = createRoute({
  operationId: 'editScheduled',
  tags: ['Schedule'],
  summary: 'Change a scheduled post',
  description:
    'You can edit or cancel it until it goes out: its words, its files, its kind, its account and its time. A change is guaranteed ' +
    'once the request returns 200. An absent field stays as it is; null clears it. The result is validated as a whole. Once publishing has begun, and for another account of a post that an earlier run may have published: `INVALID_STATUS`. A post without a time ' +
    'that waits because the publishing limit is full can be changed, too, and is a scheduled post from then on.',
  method: 'put',
  path: '/schedule/{id}',
  security: BEARER_OR_COOKIE,
  ...askedFor('change'),
  parameters: [IF_MATCH],
  request: { params: IdParam, body: requiredBody(SchedulePatch) },
  responses: {
    200: { description: 'The updated post', headers: ETAG, ...json(Post) },
    ...refusals(
      ...BEHIND_RIGHTS,
      ...CONTENT_REFUSALS,
      'INVALID_SCHEDULE',
      'INVALID_STATUS',
      'WORKER_UNREACHABLE',
    ),
    ...VERSION_REFUSALS,
  },
})

const Cancelled = Success.extend({
  updatedAt: DateTime.openapi({ description: 'The version of the draft that it has become.' }),
}).openapi('Cancelled')

export const cancelScheduledPost = createRoute({
  operationId: 'cancelScheduled',
  tags: ['Schedule'],
  summary: 'Cancel a scheduled post; it becomes a draft',
  description:
    'Once the request returns 200, the post is guaranteed not to be published. Once the platform has been asked, or may have been asked, to publish it: `INVALID_STATUS`.',
  method: 'delete',
  path: '/schedule/{id}',
  security: BEARER_OR_COOKIE,
  ...askedFor('cancel'),
  parameters: [IF_MATCH],
  request: { params: IdParam },
  responses: {
    200: { description: 'Cancelled', ...json(Cancelled) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'INVALID_STATUS', 'WORKER_UNREACHABLE'),
    ...VERSION_REFUSALS,
  },
})

export const getQueueStatus = createRoute({
  operationId: 'getQueueStatus',
  tags: ['Schedule'],
  summary: 'Count the jobs in the queue of this computer, without those in the cloud',
  method: 'get',
  path: '/schedule/queue/status',
  security: BEARER_OR_COOKIE,
  responses: {
    200: {
      description: 'The number of jobs that are waiting, running, or delayed',
      ...json(
        z.object({
          queue: z.string(),
          counts: z.object({
            waiting: z.int().openapi({ description: 'PENDING and due.' }),
            active: z.int().openapi({ description: 'PROCESSING.' }),
            delayed: z.int().openapi({ description: 'PENDING and not due yet.' }),
            total: z.int(),
          }),
        }),
      ),
    },
    ...refusals(...BEHIND_LOGIN),
  },
})
