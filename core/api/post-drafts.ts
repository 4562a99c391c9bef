import { createRoute, z } from '@hono/zod-openapi'
import { askedFor, BEARER_OR_COOKIE, openToKeys } from './access.ts'
import { ETAG, IF_MATCH, VERSION_REFUSALS } from './post-version.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REFUSALS } from './idempotency.ts'
import { CONTENT_REFUSALS, DraftPatch, Post, PublishablePost, QueuedPost } from './posts.ts'
import { IdParam, json, requiredBody } from './primitives.ts'
import { MOST_POSTS } from '../rules/content/content-limits.ts'
import { BEHIND_RIGHTS, refusals } from './refusals.ts'
import { Problem } from './validate.ts'

export const createPostDraft = createRoute({
  operationId: 'createDraft',
  tags: ['Posts'],
  summary: 'Save a draft; the platform is not contacted',
  description:
    'Only accountId and mediaType are required. The fields that are given must meet the rules for publishing.',
  method: 'post',
  path: '/posts/draft',
  security: BEARER_OR_COOKIE,
  ...openToKeys('draft'),
  parameters: [IDEMPOTENCY_KEY],
  request: { body: requiredBody(PublishablePost) },
  responses: {
    201: { description: 'The draft', ...json(Post) },
    ...refusals(...BEHIND_RIGHTS, ...CONTENT_REFUSALS),
    ...IDEMPOTENCY_REFUSALS,
  },
})

const ManyDrafts = z
  .object({
    posts: z.array(z.looseObject({})).min(1).max(MOST_POSTS).openapi({
      description:
        'Each with the fields of PublishablePost, as POST /posts/draft takes them. What would be refused about one is among its own problems.',
    }),
    atomic: z.boolean().default(false).openapi({ description: 'True: all drafts are saved, or none.' }),
  })
  .openapi('ManyDrafts')

export type ManyDraftsBody = z.infer<typeof ManyDrafts>

const ManyDraftsResult = z
  .object({
    saved: z.int().openapi({ description: 'How many drafts were saved.' }),
    results: z
      .array(
        z.object({
          post: z.union([Post, z.null()]).openapi({ description: 'Null: it was not saved.' }),
          problems: z.array(Problem).openapi({
            description:
              'Why it was not saved. Empty without a post when others of an atomic request have problems.',
          }),
        }),
      )
      .openapi({ description: 'In the order of the posts.' }),
  })
  .openapi('ManyDraftsResult')

export type ManyDraftsResultBody = z.infer<typeof ManyDraftsResult>

export const createPostDrafts = createRoute({
  operationId: 'createDrafts',
  tags: ['Posts'],
  summary: 'Save up to 200 drafts; the platform is not contacted',
  description:
    'All that can be saved are saved in one transaction. Problems of single drafts are no error of the request: look at `saved` and at the problems of each.',
  method: 'post',
  path: '/posts/draft/bulk',
  security: BEARER_OR_COOKIE,
  ...openToKeys('draft'),
  parameters: [IDEMPOTENCY_KEY],
  request: { body: requiredBody(ManyDrafts) },
  responses: {
    200: { description: 'What became of each', ...json(ManyDraftsResult) },
    ...refusals(...BEHIND_RIGHTS),
    ...IDEMPOTENCY_REFUSALS,
  },
})

export const editPostDraft = createRoute({
  operationId: 'editDraft',
  tags: ['Posts'],
  summary: 'Change the given fields of a draft',
  description:
    'An absent field stays as it is; null clears it. The result is validated as a whole: all changes are saved, or none.',
  method: 'put',
  path: '/posts/draft/{id}',
  security: BEARER_OR_COOKIE,
  ...openToKeys('draft'),
  parameters: [IF_MATCH],
  request: { params: IdParam, body: requiredBody(DraftPatch) },
  responses: {
    200: { description: 'The updated draft', headers: ETAG, ...json(Post) },
    ...refusals(...BEHIND_RIGHTS, ...CONTENT_REFUSALS, 'INVALID_STATUS'),
    ...VERSION_REFUSALS,
  },
})

export const publishPostDraft = createRoute({
  operationId: 'publishDraft',
  tags: ['Posts'],
  summary: 'Publish a draft now',
  description:
    'The draft becomes the QUEUED post and keeps its id; the version last acknowledged is published, or, with `If-Match`, the version that it names. Calling this twice publishes it once.',
  method: 'post',
  path: '/posts/draft/{id}/publish',
  security: BEARER_OR_COOKIE,
  ...askedFor('send'),
  parameters: [IDEMPOTENCY_KEY, IF_MATCH],
  request: { params: IdParam },
  responses: {
    202: { description: 'Accepted', ...json(QueuedPost) },
    ...refusals(...BEHIND_RIGHTS, ...CONTENT_REFUSALS, 'INVALID_STATUS'),
    ...IDEMPOTENCY_REFUSALS,
    ...VERSION_REFUSALS,
  },
})
