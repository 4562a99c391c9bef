// The routes of posts that were published or failed: attempts, retry, deletion.
import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE } from './access.ts'
import { IF_MATCH, VERSION_REFUSALS } from './post-version.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REFUSALS } from './idempotency.ts'
import { DeletionDetailSchema } from './notices.ts'
import { PAGE_QUERY, PageOfPosts, Post, QueuedPost } from './posts.ts'
import { DateTime, IdParam, json, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from './refusals.ts'

export const retryFailedPost = createRoute({
  operationId: 'retryPost',
  tags: ['Posts'],
  summary: 'Retry a FAILED post',
  description:
    'The same record is used. Safe even when it is not known whether the post is live: Nightpost looks before it sends anything.',
  method: 'post',
  path: '/posts/{id}/retry',
  security: BEARER_OR_COOKIE,
  parameters: [IDEMPOTENCY_KEY, IF_MATCH],
  request: { params: IdParam },
  responses: {
    202: { description: 'Accepted', ...json(QueuedPost) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'INVALID_STATUS', 'MEDIA_INVALID', 'WORKER_UNREACHABLE'),
    ...IDEMPOTENCY_REFUSALS,
    ...VERSION_REFUSALS,
  },
})

export const deletePostFromHistory = createRoute({
  operationId: 'deletePost',
  tags: ['Posts'],
  summary: 'Remove a post from the history; the platform is not touched',
  description:
    'A post that has not been sent to the platform is cancelled and will not be published. One that has been sent ends quietly; the archive shows its outcome. `WORKER_UNREACHABLE`: the cloud has the post and did not confirm that it released it.',
  method: 'delete',
  path: '/posts/{id}',
  security: BEARER_OR_COOKIE,
  parameters: [IF_MATCH],
  request: { params: IdParam },
  responses: {
    200: { description: 'Cleared', ...json(z.object({ success: z.literal(true), clearedPostId: Uuid })) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'INVALID_STATUS', 'WORKER_UNREACHABLE'),
    ...VERSION_REFUSALS,
  },
})

export const deletePostFromPlatform = createRoute({
  operationId: 'deletePostFromPlatform',
  tags: ['Posts'],
  summary: 'Delete a PUBLISHED post on the platform and remove it from the history',
  description:
    'The record is removed even if the platform does not delete the post; wasDeletedFromPlatform is then false and deleteError says why.',
  method: 'delete',
  path: '/posts/{id}/platform',
  security: BEARER_OR_COOKIE,
  parameters: [IF_MATCH],
  request: { params: IdParam },
  responses: {
    200: {
      description: 'Removed, with what the platform did',
      ...json(
        z.object({
          success: z.boolean(),
          wasDeletedFromPlatform: z.boolean(),
          clearedPostId: Uuid,
          deleteError: z.string().nullable(),
          deleteDetails: z.array(DeletionDetailSchema).openapi({
            description: 'deleteError as data: its sentences, in their order. Empty without one.',
          }),
          permalink: z.string().openapi({ description: 'Empty when it is not known.' }),
        }),
      ),
    },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'INVALID_STATUS', 'STORIES_CANNOT_DELETE', 'NO_MEDIA_ID'),
    ...VERSION_REFUSALS,
  },
})

const DeletedPost = z
  .object({
    post: Post.openapi({ description: 'The post as it was when it was deleted, with its outcome since.' }),
    deletedAt: DateTime,
    deletedFrom: z.enum(['LOCAL', 'PLATFORM']),
    permalink: z.string().nullable(),
  })
  .openapi('DeletedPost')

export type DeletedPostBody = z.infer<typeof DeletedPost>

export const listDeletedPosts = createRoute({
  operationId: 'listDeletedPosts',
  tags: ['Posts'],
  summary: 'List deleted posts, most recently deleted first',
  method: 'get',
  path: '/posts/deleted',
  security: BEARER_OR_COOKIE,
  request: {
    query: z.object(PAGE_QUERY),
  },
  responses: {
    200: {
      description: 'A page of the archive',
      ...json(PageOfPosts.extend({ posts: z.array(DeletedPost) })),
    },
    ...refusals(...BEHIND_LOGIN),
  },
})

const Attempt = z
  .object({
    at: DateTime,
    engine: z.enum(['local', 'cloud']).openapi({ description: 'This computer, or your Worker.' }),
    step: z.string().openapi({ description: 'The step of the publication.' }),
    call: z.string().openapi({ description: 'The call to the platform.' }),
    httpStatus: z.int().nullable().openapi({ description: 'Null when there was no response.' }),
    platformCode: z.int().nullable(),
    platformSubcode: z.int().nullable(),
    platformTitle: z.string().nullable(),
    traceId: z.string().nullable().openapi({ description: 'Quote it when you contact the platform.' }),
    outcome: z.string(),
    next: z.string().openapi({ description: 'The next step.' }),
    nextAt: DateTime.nullable().openapi({ description: 'When the next step is due; null means at once.' }),
  })
  .openapi('Attempt')

export type AttemptBody = z.infer<typeof Attempt>

export const listPostAttempts = createRoute({
  operationId: 'listAttempts',
  tags: ['Posts'],
  summary: 'List the calls to the platform for a post and their responses, oldest first',
  method: 'get',
  path: '/posts/{id}/attempts',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: {
      description: 'The calls',
      ...json(z.object({ attempts: z.array(Attempt), hasMore: z.boolean() })),
    },
    ...refusals(...BEHIND_LOGIN, 'NOT_FOUND'),
  },
})
