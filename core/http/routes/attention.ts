import { getAttention } from '../../api/attention.ts'
import type { Attention } from '../../features/attention/attention.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function attentionRoutes(attention: Attention) {
  return openApiRoutes().openapi(getAttention, async (c) => c.json(await attention.list(), 200))
}
