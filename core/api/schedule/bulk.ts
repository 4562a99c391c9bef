import { createRoute, z } from '@hono/zod-openapi'
import { askedFor, BEARER_OR_COOKIE } from '../access.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REFUSALS } from '../idempotency.ts'
import { json, requiredBody } from '../primitives.ts'
import { Scheduled } from './schedule.ts'
import { BEHIND_RIGHTS, refusals } from '../refusals.ts'
import { MOST_POSTS } from '../../rules/content/content-limits.ts'
import { Problem } from '../validate.ts'

const ROW_TEXT = z.string().min(1).max(100)
const TableRow = z.object({
  key: ROW_TEXT.openapi({ description: 'What the row is known again by.' }),
  content: ROW_TEXT.openapi({ description: 'A hash of what it says.' }),
})

const Bulk = z
  .object({
    posts: z.array(z.looseObject({})).min(1).max(MOST_POSTS).openapi({
      description:
        'Each with the fields of SchedulablePost, as POST /schedule takes them. What would be refused about one is among its own problems.',
    }),
    atomic: z.boolean().default(false).openapi({
      description: 'True: all posts are scheduled, in one transaction, or none.',
    }),
    rows: z.array(TableRow).max(MOST_POSTS).optional().openapi({
      description:
        'For posts of a table, in the order of the posts: each row is remembered with its post until that is deleted.',
    }),
  })
  .openapi('BulkSchedule')

export type BulkBody = z.infer<typeof Bulk>

const BulkResult = z
  .object({
    scheduled: z.int().openapi({ description: 'How many posts were scheduled.' }),
    results: z
      .array(
        z.object({
          post: z.union([Scheduled, z.null()]).openapi({ description: 'Null: it was not scheduled.' }),
          problems: z.array(Problem).openapi({
            description:
              'Why it was not scheduled. Empty without a post when others of an atomic request have problems.',
          }),
        }),
      )
      .openapi({ description: 'In the order of the posts.' }),
  })
  .openapi('BulkResult')

export type BulkResultBody = z.infer<typeof BulkResult>

export const scheduleBulk = createRoute({
  operationId: 'scheduleBulk',
  tags: ['Schedule'],
  summary: 'Schedule up to 200 posts, each with its own outcome',
  description:
    'Problems of single posts are no error of the request: look at `scheduled` and at the problems of each. Warnings are judged with the whole batch in the plan. Media for the Worker is uploaded afterwards: `handover` is `uploading` until then. A post that met an internal error has the problem INTERNAL_ERROR; under an Idempotency-Key the request fails instead, and goes on where it stopped when it is sent again.',
  method: 'post',
  path: '/schedule/bulk',
  security: BEARER_OR_COOKIE,
  ...askedFor('send'),
  parameters: [IDEMPOTENCY_KEY],
  request: { body: requiredBody(Bulk) },
  responses: {
    200: { description: 'What became of each', ...json(BulkResult) },
    ...refusals(...BEHIND_RIGHTS),
    ...IDEMPOTENCY_REFUSALS,
  },
})
