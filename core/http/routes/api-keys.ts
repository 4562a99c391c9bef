import { OpenAPIHono } from '@hono/zod-openapi'
import { createApiKey, listApiKeys, revokeApiKey } from '../../api/api-keys.ts'
import { apiKeyBody, createKey, revokeKey, type KeyPorts } from '../../api-keys/keys.ts'
import type { RateLimiter } from '../../rate-limits/sliding-log.ts'
import { requireCookie } from '../authenticate.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface ApiKeyRoutePorts extends KeyPorts {
  readonly limiter: RateLimiter
}

export function apiKeyRoutes(ports: ApiKeyRoutePorts) {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
  return app
    .openapi({ ...createApiKey, middleware: [requireCookie] }, async (c) => {
      const { key, fullKey } = await createKey(ports, c.req.valid('json').name)
      return c.json({ key: apiKeyBody(key), fullKey }, 201)
    })
    .openapi(listApiKeys, async (c) => {
      const keys = await ports.keys.list()
      return c.json({ keys: keys.map(apiKeyBody), hasMore: false }, 200)
    })
    .openapi({ ...revokeApiKey, middleware: [requireCookie] }, async (c) => {
      const { id } = c.req.valid('param')
      const { alreadyRevoked } = await revokeKey(ports, id)
      ports.limiter.forget(id)
      return c.json({ success: true as const, alreadyRevoked }, 200)
    })
}
