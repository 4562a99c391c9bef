// Says what publishing or scheduling a post would answer, without doing it.
import { createRoute, z } from '@hono/zod-openapi'
import { ERROR_CODES } from '../errors.ts'
import { BEARER_OR_COOKIE, openToKeys } from './access.ts'
import { WarningDetailSchema } from './notices.ts'
import { DateTime, json, openList, requiredBody, Uuid, UUID_EXAMPLE } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

const PostToValidate = z
  .looseObject({
    postId: Uuid.nullish().openapi({
      description:
        'The stored post that this would replace. It is not compared with itself. Without any field of a post beside it, the stored post itself is checked, for its own time unless another is given.',
    }),
  })
  .openapi('PostToValidate', {
    description:
      'Beside `postId`, the fields of SchedulablePost; with neither `scheduledFor` nor `nextSlot`, those of PublishablePost. Any of them may be absent or have any value: what would be refused about it is among the problems.',
    example: {
      accountId: UUID_EXAMPLE,
      mediaType: 'IMAGE',
      mediaFileId: UUID_EXAMPLE,
      caption: 'Good night',
    },
  })

export type PostToValidateBody = z.infer<typeof PostToValidate>

export const POST_WARNINGS = [
  'ACCESS_ENDS',
  'ACCOUNT_LIMITED',
  'COPY_LEFT_OUT',
  'LOOKALIKE',
  'NO_PUBLIC_ADDRESS',
  'PLAN_OVER_LIMIT',
  'QUEUE_HELD',
  'TALL_MEDIA',
  'TOO_CLOSE',
  'TOO_MANY_HASHTAGS',
  'TOO_MANY_MENTIONS',
] as const

/** A body may have a hundred thousand problems. */
export const MOST_PROBLEMS = 100

const field = z.string().openapi({
  description:
    'The part of the post: account, media, location, or the field of the request; others in later versions.',
})
const message = z.string().openapi({ description: 'A sentence for people.' })

const detail = z.union([WarningDetailSchema, z.null()]).openapi({
  description: 'The same as data, where an accepted post would name it among its `warningDetails`.',
})

export const Problem = z.object({ code: z.enum(ERROR_CODES), field, message })

export type ProblemBody = z.infer<typeof Problem>

const Validation = z
  .object({
    valid: z.boolean().openapi({ description: 'True when there are no problems.' }),
    problems: z
      .array(Problem)
      .max(MOST_PROBLEMS)
      .openapi({ description: 'What would be refused. The request itself would be refused with the first.' }),
    warnings: z
      .array(z.object({ code: z.string().openapi(openList(POST_WARNINGS)), field, message, detail }))
      .openapi({
        description: 'What would be accepted and may still come as a surprise.',
      }),
    scheduledFor: DateTime.nullable().openapi({
      description: 'The time that the post would get; null when it would be published at once.',
    }),
  })
  .openapi('Validation')

export type ValidationBody = z.infer<typeof Validation>

export const validatePost = createRoute({
  operationId: 'validatePost',
  tags: ['Posts'],
  summary: 'Check a post: list all its problems and warnings, and do nothing else',
  description:
    'Takes what POST /posts/publish and POST /schedule take. Nothing is stored, and neither the platform nor the Worker is contacted. ' +
    'Whatever these would refuse is listed, including a field that is missing, too long or of another type. Only a body that is not a JSON object, or whose `postId` is not an id, is itself refused, with `VALIDATION_ERROR`.',
  method: 'post',
  path: '/posts/validate',
  security: BEARER_OR_COOKIE,
  ...openToKeys('read'),
  request: { body: requiredBody(PostToValidate) },
  responses: {
    200: { description: 'The findings', ...json(Validation) },
    ...refusals(...BEHIND_LOGIN),
  },
})
