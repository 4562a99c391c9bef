// Posts that recur weekly or monthly: each time as a draft, which may vary, or scheduled for its time.
import { createRoute, z } from '@hono/zod-openapi'
import { COMES_BACK_AS, EVERY } from '../../ports/posts/recurrence-store.ts'
import { BEARER_OR_COOKIE } from '../access.ts'
import { DateTime, IdParam, json, requiredBody, Success, Uuid } from '../primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from '../refusals.ts'

const RecurrenceInput = z
  .object({
    every: z.enum(EVERY),
    comesBackAs: z.enum(COMES_BACK_AS).optional().openapi({
      description:
        'draft: each time as a draft, which a person schedules. scheduled: each post is scheduled for its time and publishes. Left out: as it was, and `draft` for a new series.',
    }),
  })
  .openapi('RecurrenceInput')

export type RecurrenceInputBody = z.infer<typeof RecurrenceInput>

const Recurrence = z
  .object({
    postId: Uuid,
    every: z.enum(EVERY),
    comesBackAs: z.enum(COMES_BACK_AS),
    timezone: z.string().openapi({
      description:
        'The time zone in which weeks and months are counted: that of the post with which the series began, or of this computer where that was published at once.',
    }),
    plannedFor: DateTime.openapi({
      description:
        'The time of the post. For a draft that was made from the post before: the time intended for it, which `nextSlot` takes while it is free.',
    }),
  })
  .openapi('Recurrence')

export type RecurrenceBody = z.infer<typeof Recurrence>

export const getRecurrence = createRoute({
  operationId: 'getRecurrence',
  tags: ['Schedule'],
  summary: 'Get how a post recurs',
  method: 'get',
  path: '/posts/{id}/recurrence',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'The recurrence', ...json(Recurrence) },
    ...refusals(...BEHIND_LOGIN, 'NOT_FOUND'),
  },
})

export const saveRecurrence = createRoute({
  operationId: 'saveRecurrence',
  tags: ['Schedule'],
  summary: 'Make a post recur, or change how often',
  description:
    'Once the post is PUBLISHED, a draft with the same content is created within a minute, and the recurrence moves on to it: change it, then schedule it. With `comesBackAs: scheduled` it is scheduled, too, as with `POST /posts/draft/{id}/schedule`; one that cannot be, or that was changed before, stays a draft, and `GET /attention` tells of it. ' +
    'It is meant for the same local time a week or a month later or, where the account has posting slots, for the nearest free one of that day, else the next free one, at least 20 minutes from its other posts. ' +
    'In a month that is too short, it is the last day. A draft without a time, or an earlier post of a series that goes on: `INVALID_STATUS`.',
  method: 'put',
  path: '/posts/{id}/recurrence',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam, body: requiredBody(RecurrenceInput) },
  responses: {
    200: { description: 'The recurrence', ...json(Recurrence) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'INVALID_STATUS'),
  },
})

export const endRecurrence = createRoute({
  operationId: 'endRecurrence',
  tags: ['Schedule'],
  summary: 'Stop a post from recurring; posts and drafts stay',
  method: 'delete',
  path: '/posts/{id}/recurrence',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'Ended', ...json(Success) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND'),
  },
})
