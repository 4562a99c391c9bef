// What can be done with posts that were published or failed, and what is told of them.
import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE } from './access.ts'
import { PAGE_QUERY, PageOfPosts, Post, QueuedPost } from './posts.ts'
import { DateTime, IdParam, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

export const retryFailedPost = createRoute({
  operationId: 'retryPost',
  tags: ['Posts'],
  summary: 'Try a FAILED post again',
  description:
    'The same record is used. Safe when nobody knows whether the post is live: we look before anything is sent.',
  method: 'post',
  path: '/posts/{id}/retry',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    202: { description: 'Accepted', content: { 'application/json': { schema: QueuedPost } } },
    ...refusals(
      ...BEHIND_LOGIN,
      'VALIDATION_ERROR',
      'NOT_FOUND',
      'INVALID_STATUS',
      'MEDIA_INVALID',
      'WORKER_UNREACHABLE',
    ),
  },
})

export const deletePostFromHistory = createRoute({
  operationId: 'deletePost',
  tags: ['Posts'],
  summary: 'Clear a post from the history; the platform is untouched',
  description:
    'A post whose publishing has not reached the platform is cancelled and will never appear. One that has been sent ends quietly; its outcome is told by the archive. `WORKER_UNREACHABLE`: the cloud has the post and did not say that it let go of it.',
  method: 'delete',
  path: '/posts/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: {
      description: 'Cleared',
      content: {
        'application/json': { schema: z.object({ success: z.literal(true), clearedPostId: Uuid }) },
      },
    },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR', 'NOT_FOUND', 'INVALID_STATUS', 'WORKER_UNREACHABLE'),
  },
})

export const deletePostFromPlatform = createRoute({
  operationId: 'deletePostFromPlatform',
  tags: ['Posts'],
  summary: 'Delete a PUBLISHED post at the platform and clear it from the history',
  description:
    'The record is cleared in any case. When the platform does not delete, wasDeletedFromPlatform is false and deleteError says why.',
  method: 'delete',
  path: '/posts/{id}/platform',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: {
      description: 'Cleared, and what the platform did',
      content: {
        'application/json': {
          schema: z.object({
            success: z.boolean(),
            wasDeletedFromPlatform: z.boolean(),
            clearedPostId: Uuid,
            deleteError: z.string().nullable(),
            permalink: z.string().openapi({ description: 'Empty when it was never learned.' }),
          }),
        },
      },
    },
    ...refusals(
      ...BEHIND_LOGIN,
      'VALIDATION_ERROR',
      'NOT_FOUND',
      'INVALID_STATUS',
      'STORIES_CANNOT_DELETE',
      'NO_MEDIA_ID',
    ),
  },
})

const DeletedPost = z
  .object({
    post: Post.openapi({ description: 'As it was when it was deleted, with what became of it since.' }),
    deletedAt: DateTime,
    deletedFrom: z.enum(['LOCAL', 'PLATFORM']),
    permalink: z.string().nullable(),
  })
  .openapi('DeletedPost')

export type DeletedPostBody = z.infer<typeof DeletedPost>

export const listDeletedPosts = createRoute({
  operationId: 'listDeletedPosts',
  tags: ['Posts'],
  summary: 'The archive of deleted posts, the one deleted last first',
  method: 'get',
  path: '/posts/deleted',
  security: BEARER_OR_COOKIE,
  request: {
    query: z.object(PAGE_QUERY),
  },
  responses: {
    200: {
      description: 'A page of the archive',
      content: {
        'application/json': {
          schema: PageOfPosts.extend({ posts: z.array(DeletedPost) }),
        },
      },
    },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR'),
  },
})

const Attempt = z
  .object({
    at: DateTime,
    engine: z.enum(['local', 'cloud']).openapi({ description: 'This computer, or your Worker.' }),
    step: z.string().openapi({ description: 'Where the publication stood.' }),
    call: z.string().openapi({ description: 'What was asked of the platform.' }),
    httpStatus: z.int().nullable().openapi({ description: 'Null when no answer came.' }),
    platformCode: z.int().nullable(),
    platformSubcode: z.int().nullable(),
    platformTitle: z.string().nullable(),
    traceId: z.string().nullable().openapi({ description: 'Quote it when you ask the platform.' }),
    outcome: z.string(),
    next: z.string().openapi({ description: 'The step that follows.' }),
    nextAt: DateTime.nullable().openapi({ description: 'When it follows; null means at once.' }),
  })
  .openapi('Attempt')

export type AttemptBody = z.infer<typeof Attempt>

export const listPostAttempts = createRoute({
  operationId: 'listAttempts',
  tags: ['Posts'],
  summary: 'What was asked of the platform for a post and what it answered, oldest first',
  method: 'get',
  path: '/posts/{id}/attempts',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: {
      description: 'The calls',
      content: {
        'application/json': { schema: z.object({ attempts: z.array(Attempt), hasMore: z.boolean() }) },
      },
    },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR', 'NOT_FOUND'),
  },
})
