// What a request does to many posts that exist. New ones: `createDrafts` and `scheduleBulk`.
import { createRoute, z } from '@hono/zod-openapi'
import { MOST_POSTS } from '../rules/content/content-limits.ts'
import { askedFor, BEARER_OR_COOKIE } from './access.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REFUSALS } from './idempotency.ts'
import { DateTime, INSTANT, InstantInput, json, requiredBody, TimeZone, Uuid } from './primitives.ts'
import { BEHIND_RIGHTS, refusals } from './refusals.ts'
import { Problem } from './validate.ts'

export const MANY_ACTIONS = ['unschedule', 'discard', 'delete', 'reschedule', 'retry'] as const

const ManyPart = z.object({
  id: Uuid,
  action: z.enum(MANY_ACTIONS).openapi({
    description:
      '`unschedule`: as DELETE /schedule/{id}, it becomes a draft. `discard`: takes a scheduled post or a draft back altogether, into the archive; refused once it may have gone out. `delete`: as DELETE /posts/{id}. `reschedule`: as PUT /schedule/{id} with `scheduledFor` and `timezone`. `retry`: as POST /posts/{id}/retry.',
  }),
  version: DateTime.optional().openapi({
    description: 'The `updatedAt` of the version that is meant. Another version stays as it is.',
  }),
  scheduledFor: InstantInput.optional().openapi({
    ...INSTANT,
    description: 'For `reschedule`, which is refused without it: in the future, with a UTC offset.',
  }),
  timezone: TimeZone.nullish().openapi({ description: 'For `reschedule`: an IANA name.' }),
})

export type ManyPartBody = z.infer<typeof ManyPart>

const ManyPosts = z
  .object({
    posts: z.array(ManyPart).min(1).max(MOST_POSTS),
    atomic: z.boolean().default(false).openapi({
      description: 'True: when one of them is refused, nothing is done to any.',
    }),
  })
  .superRefine(({ posts }, context) => {
    if (new Set(posts.map(({ id }) => id)).size < posts.length)
      context.addIssue({ code: 'custom', path: ['posts'], message: 'must name each post once' })
  })
  .openapi('ManyPosts')

export type ManyPostsBody = z.infer<typeof ManyPosts>

const ManyResult = z
  .object({
    done: z.int().openapi({ description: 'How many are done.' }),
    pending: z.int().openapi({ description: 'How many the Worker has still to confirm.' }),
    refused: z.int().openapi({ description: 'How many stay as they were.' }),
    results: z
      .array(
        z.object({
          id: Uuid,
          outcome: z.enum(['done', 'pending', 'refused']).openapi({
            description:
              '`pending`: it is recorded, and the Worker, which has the post, has not confirmed it. It is asked again until it does; the post shows what became of it.',
          }),
          version: DateTime.nullable().openapi({
            description: 'The `updatedAt` of the post now. Null when it is not there any more.',
          }),
          problem: z.union([Problem, z.null()]).openapi({
            description: 'Why it was refused. Null, too, when others of an atomic request were.',
          }),
        }),
      )
      .openapi({ description: 'In the order of the posts.' }),
  })
  .openapi('ManyResult')

export type ManyResultBody = z.infer<typeof ManyResult>

export const changePosts = createRoute({
  operationId: 'changePosts',
  tags: ['Posts'],
  summary: 'Unschedule, discard, delete, reschedule or retry up to 200 posts',
  description:
    'All that can be done is done in one transaction, together with the record of what the Worker is to be asked; so nothing of it is lost, whatever ends meanwhile. What is refused, such as taking back a post whose publishing has begun, keeps none of the others, unless the request is `atomic`. Refusals of single posts are no error of the request: look at each outcome.',
  method: 'post',
  path: '/posts/bulk',
  security: BEARER_OR_COOKIE,
  ...askedFor('many'),
  parameters: [IDEMPOTENCY_KEY],
  request: { body: requiredBody(ManyPosts) },
  responses: {
    200: { description: 'What became of each', ...json(ManyResult) },
    ...refusals(...BEHIND_RIGHTS),
    ...IDEMPOTENCY_REFUSALS,
  },
})
