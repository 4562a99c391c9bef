import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE } from './access.ts'
import { DateTime, IdParam, json, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

const PublishingLimit = z
  .object({
    accountId: Uuid,
    used: z
      .number()
      .int()
      .openapi({ description: 'Posts in the last 24 hours, including those of other apps' }),
    allowed: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'Posts that the platform allows within 24 hours; null when it does not say' }),
    since: DateTime.openapi({ description: 'When the 24 hours began' }),
    nextRoomAt: DateTime.nullable().openapi({
      description:
        'When there is room for another post, where there is none; else when the oldest of these posts leaves the 24 hours, as far as Nightpost knows them. Null when it knows none',
    }),
    readAt: DateTime.openapi({
      description:
        'When the platform was asked: at most ten minutes ago, or longer while the account backs off',
    }),
  })
  .openapi('PublishingLimit')

export type PublishingLimitBody = z.infer<typeof PublishingLimit>

export const getPublishingLimit = createRoute({
  operationId: 'getPublishingLimit',
  tags: ['Auth'],
  summary: 'Get how many more posts the platform accepts from an account',
  method: 'get',
  path: '/accounts/{id}/publishing-limit',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam },
  responses: {
    200: { description: 'The limit', ...json(PublishingLimit) },
    ...refusals(...BEHIND_LOGIN, 'NOT_FOUND', 'PLATFORM_ERROR'),
  },
})
