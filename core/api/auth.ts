import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE, KEY_RIGHTS, OPEN, openToKeys } from './access.ts'
import { DateTime, IdParam, json, requiredBody, Success, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, BEHIND_RIGHTS, refusals } from './refusals.ts'

const WhenLimitIsFull = z.enum(['fail', 'wait']).openapi({
  description:
    'What becomes of the posts of the account while its publishing limit is full: they fail, or they wait in the order of their times and go out as soon as there is room.',
})

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
    pausedUntil: DateTime.nullable().openapi({
      description:
        'Nothing new is sent before this time: the platform has rate-limited or blocked the account.',
    }),
    whenLimitIsFull: WhenLimitIsFull,
    isSandbox: z
      .boolean()
      .openapi({ description: 'The built-in practice account: nothing it publishes leaves this computer.' }),
  })
  .openapi('PlatformAccount')

export type PlatformAccountBody = z.infer<typeof PlatformAccount>

export const checkAuth = createRoute({
  operationId: 'checkAuth',
  tags: ['Auth'],
  summary: 'Check whether this request carries a valid login',
  method: 'get',
  path: '/auth/check',
  security: OPEN,
  responses: {
    200: {
      description: 'Whether it does; an invalid login is not an error here',
      ...json(
        z.object({
          authenticated: z.boolean(),
          username: z.string().optional(),
          startCommand: z.string().optional().openapi({
            description: 'What a person types to start this server.',
            example: 'nightpost start',
          }),
        }),
      ),
    },
    // A key that is sent along is counted here, too.
    ...refusals('VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL_ERROR'),
  },
})

export const getMe = createRoute({
  operationId: 'getMe',
  tags: ['Auth'],
  summary: 'Get the user and the connected accounts',
  method: 'get',
  path: '/auth/me',
  security: BEARER_OR_COOKIE,
  responses: {
    200: {
      description: 'The user',
      ...json(
        z.object({
          user: z.object({ id: Uuid }),
          accounts: z.array(PlatformAccount),
          rights: z.enum(KEY_RIGHTS).openapi({
            description: 'What the caller may do: the rights of its key, or `full` for the page.',
          }),
        }),
      ),
    },
    ...refusals(...BEHIND_LOGIN),
  },
})

export const logout = createRoute({
  operationId: 'logout',
  tags: ['Auth'],
  summary: 'End this session; has no effect on API keys',
  method: 'post',
  path: '/auth/logout',
  security: BEARER_OR_COOKIE,
  ...openToKeys('read'),
  responses: {
    200: { description: 'Signed out', ...json(Success) },
    ...refusals(...BEHIND_LOGIN),
  },
})

const AccountPatch = z.object({ whenLimitIsFull: WhenLimitIsFull }).openapi('AccountPatch')
export type AccountPatchBody = z.infer<typeof AccountPatch>

export const changeAccount = createRoute({
  operationId: 'changeAccount',
  tags: ['Auth'],
  summary: 'Choose what becomes of posts while the publishing limit of an account is full',
  description: 'Posts that wait already go on waiting, whatever is chosen.',
  method: 'patch',
  path: '/accounts/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam, body: requiredBody(AccountPatch) },
  responses: {
    200: { description: 'The account', ...json(PlatformAccount) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND'),
  },
})

export const disconnectAccount = createRoute({
  operationId: 'disconnectAccount',
  tags: ['Auth'],
  summary: 'Disconnect an account: its tokens are deleted and its waiting posts fail',
  description:
    'Irreversible. Published posts stay in the history; posts that were still waiting become FAILED with `NOT_FOUND`. What the platform counted of them stays, too, unless `insights=delete` says otherwise.',
  method: 'delete',
  path: '/auth/accounts/{id}',
  security: BEARER_OR_COOKIE,
  request: { params: IdParam, query: z.object({ insights: z.enum(['keep', 'delete']).default('keep') }) },
  responses: {
    200: { description: 'Disconnected', ...json(Success) },
    ...refusals(...BEHIND_RIGHTS, 'NOT_FOUND', 'INVALID_PARAM'),
  },
})
