import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE, COOKIE_ONLY, KEY_RIGHTS } from './access.ts'
import { DateTime, IdParam, json, requiredBody, text, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

const Rights = z.enum(KEY_RIGHTS).openapi({
  description:
    'What the key may do. `full`: everything that a key can. `read`: read. `draft`: read, upload and write drafts. `approval`: as `draft`; a person sends what it has written.',
})

const NewKey = z.object({ name: text(64, 1), rights: Rights.default('full') })
export type NewKeyBody = z.infer<typeof NewKey>

const ApiKey = z
  .object({
    id: Uuid,
    name: z.string(),
    prefix: z.string().openapi({ description: 'The first 12 characters of the key.' }),
    scopes: z.string().openapi({ description: 'Always empty. See `rights`.' }),
    rights: Rights,
    createdAt: DateTime,
    lastUsedAt: DateTime.nullable(),
    revokedAt: DateTime.nullable(),
  })
  .openapi('ApiKey')

export type ApiKeyBody = z.infer<typeof ApiKey>

export const createApiKey = createRoute({
  operationId: 'createApiKey',
  tags: ['API keys'],
  summary: 'Create a key; the full key is only in this response',
  method: 'post',
  path: '/settings/api-keys',
  security: COOKIE_ONLY,
  request: {
    body: requiredBody(NewKey),
  },
  responses: {
    201: { description: 'Created', ...json(z.object({ key: ApiKey, fullKey: z.string() })) },
    ...refusals(...BEHIND_LOGIN, 'COOKIE_AUTH_REQUIRED'),
  },
})

export const listApiKeys = createRoute({
  operationId: 'listApiKeys',
  tags: ['API keys'],
  summary: 'List all keys, without their secrets',
  method: 'get',
  path: '/settings/api-keys',
  security: BEARER_OR_COOKIE,
  responses: {
    200: { description: 'Keys', ...json(z.object({ keys: z.array(ApiKey), hasMore: z.boolean() })) },
    ...refusals(...BEHIND_LOGIN),
  },
})

export const revokeApiKey = createRoute({
  operationId: 'revokeApiKey',
  tags: ['API keys'],
  summary: 'Revoke a key; the next request with it is refused',
  method: 'delete',
  path: '/settings/api-keys/{id}',
  security: COOKIE_ONLY,
  request: { params: IdParam },
  responses: {
    200: {
      description: 'Revoked',
      ...json(z.object({ success: z.literal(true), alreadyRevoked: z.boolean() })),
    },
    ...refusals(...BEHIND_LOGIN, 'COOKIE_AUTH_REQUIRED', 'NOT_FOUND'),
  },
})
