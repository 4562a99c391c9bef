import { OpenAPIHono } from '@hono/zod-openapi'
import { getAttention } from '../../api/attention.ts'
import type { Attention } from '../../attention/attention.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export function attentionRoutes(attention: Attention) {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid }).openapi(getAttention, async (c) =>
    c.json(await attention.list(), 200),
  )
}
