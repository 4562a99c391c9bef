// Asking what publishing or scheduling a post would say, without doing it.
import { createRoute, z } from '@hono/zod-openapi'
import { ERROR_CODES } from '../errors.ts'
import { BEARER_OR_COOKIE } from './access.ts'
import { PublishablePost, UserTag } from './posts.ts'
import { DateTime, InstantInput, text, TimeZone, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

/** Longer than any limit: what is too long is a problem to be told, among others. */
const anyText = () => text(100_000).nullish()
const MOST = 1_000

const Name = text(1_000)
const { x, y } = UserTag.shape

const PostToValidate = z
  .object({
    ...PublishablePost.shape,
    caption: anyText(),
    locationId: anyText(),
    locationName: anyText(),
    collaborators: z.array(Name).max(MOST).nullish(),
    userTags: z
      .array(z.object({ username: Name, x, y }))
      .max(MOST)
      .nullish(),
    storyMentions: z
      .array(z.object({ username: Name, x: x.optional(), y: y.optional() }))
      .max(MOST)
      .nullish(),
    scheduledFor: InstantInput.nullish().openapi({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'With a time, the post is checked as POST /schedule would check it.',
    }),
    nextSlot: z.literal(true).optional().openapi({
      description: 'Instead of `scheduledFor`: the next free posting slot of the account.',
    }),
    timezone: TimeZone.nullish(),
    postId: Uuid.nullish().openapi({
      description: 'The stored post that this would replace. It is not compared with itself.',
    }),
  })
  .openapi('PostToValidate')

export type PostToValidateBody = z.infer<typeof PostToValidate>

export const POST_WARNINGS = [
  'ACCESS_ENDS',
  'ACCOUNT_LIMITED',
  'LOOKALIKE',
  'NO_PUBLIC_ADDRESS',
  'PLAN_OVER_LIMIT',
  'QUEUE_HELD',
  'TALL_MEDIA',
  'TOO_CLOSE',
] as const

const field = z.string().openapi({
  description:
    'The part of the post: account, media, caption, userTags, storyMentions, collaborators, location, crossPostToPartner, scheduledFor, and others in later versions.',
})
const message = z.string().openapi({ description: 'A sentence for people.' })

const Validation = z
  .object({
    valid: z.boolean().openapi({ description: 'True when there are no problems.' }),
    problems: z
      .array(z.object({ code: z.enum(ERROR_CODES), field, message }))
      .openapi({ description: 'What would be refused. The request itself would be refused with the first.' }),
    warnings: z.array(z.object({ code: z.string(), field, message })).openapi({
      description: `What would be accepted and may still come as a surprise. The codes of this version: ${POST_WARNINGS.join(', ')}.`,
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
    'A body of another shape is refused with `VALIDATION_ERROR`, as everywhere.',
  method: 'post',
  path: '/posts/validate',
  security: BEARER_OR_COOKIE,
  request: { body: { required: true, content: { 'application/json': { schema: PostToValidate } } } },
  responses: {
    200: { description: 'The findings', content: { 'application/json': { schema: Validation } } },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR'),
  },
})
