import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE, OPEN } from './access.ts'
import { DateTime, Success, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

export const PlatformAccount = z
  .object({
    id: Uuid,
    igUserId: z.string(),
    username: z.string(),
    name: z.string().nullable(),
    profilePictureUrl: z.string().nullable(),
    accountType: z.string().nullable(),
    partnerPageId: z.string().nullable(),
    partnerPageName: z.string().nullable(),
    tokenExpiresAt: DateTime.nullable(),
    loginMethod: z.enum(['platform', 'partner']),
    followersCount: z.number().nullable(),
    mediaCount: z.number().nullable(),
    lastSyncedAt: DateTime.nullable(),
    createdAt: DateTime,
    isSandbox: z
      .boolean()
      .openapi({ description: 'The built-in practice account: nothing it publishes leaves this machine.' }),
  })
  .openapi('PlatformAccount')

export type PlatformAccountBody = z.infer<typeof PlatformAccount>

export const checkAuth = createRoute({
  operationId: 'checkAuth',
  tags: ['Auth'],
  summary: 'Does this request carry a valid login?',
  method: 'get',
  path: '/auth/check',
  security: OPEN,
  responses: {
    200: {
      description: 'The answer; never a refusal',
      content: {
        'application/json': {
          schema: z.object({ authenticated: z.boolean(), username: z.string().optional() }),
        },
      },
    },
    ...refusals('VALIDATION_ERROR', 'INTERNAL_ERROR'),
  },
})

export const getMe = createRoute({
  operationId: 'getMe',
  tags: ['Auth'],
  summary: 'The user and the connected accounts',
  method: 'get',
  path: '/auth/me',
  security: BEARER_OR_COOKIE,
  responses: {
    200: {
      description: 'The user',
      content: {
        'application/json': {
          schema: z.object({ user: z.object({ id: Uuid }), accounts: z.array(PlatformAccount) }),
        },
      },
    },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR'),
  },
})

export const logout = createRoute({
  operationId: 'logout',
  tags: ['Auth'],
  summary: 'End this session; no effect for API keys',
  method: 'post',
  path: '/auth/logout',
  security: BEARER_OR_COOKIE,
  responses: {
    200: { description: 'Signed out', content: { 'application/json': { schema: Success } } },
    ...refusals(...BEHIND_LOGIN, 'VALIDATION_ERROR'),
  },
})
