import { createApiKey, listApiKeys, revokeApiKey } from '../../api/api-keys.ts'
import type { ApiKeys } from '../../features/api-keys/keys.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function apiKeyRoutes(keys: ApiKeys) {
  return openApiRoutes()
    .openapi(createApiKey, async (c) => c.json(await keys.create(c.req.valid('json')), 201))
    .openapi(listApiKeys, async (c) => c.json(await keys.list(), 200))
    .openapi(revokeApiKey, async (c) => {
      const { alreadyRevoked } = await keys.revoke(c.req.valid('param').id)
      return c.json({ success: true as const, alreadyRevoked }, 200)
    })
}
