import {
  changeAccountInsights,
  exportInsights,
  getAccountInsights,
  getBestTimes,
  getInsights,
  getPostInsights,
  refreshInsights,
} from '../../api/insights/insights.ts'
import type { Insights } from '../../features/insights/insights.ts'
import { openApiRoutes } from '../validated-routes.ts'

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const

export function insightRoutes(insights: Insights) {
  return openApiRoutes()
    .openapi(getPostInsights, async (c) => c.json(await insights.ofPost(c.req.valid('param').id), 200))
    .openapi(getInsights, async (c) => c.json(await insights.compare(c.req.valid('query')), 200))
    .openapi(getBestTimes, async (c) => c.json(await insights.bestTimes(c.req.valid('param').id), 200))
    .openapi(getAccountInsights, async (c) => c.json(await insights.show(c.req.valid('param').id), 200))
    .openapi(changeAccountInsights, async (c) =>
      c.json(await insights.change(c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(refreshInsights, async (c) => {
      const { accountId, postId } = c.req.valid('json')
      return c.json(await insights.refresh(accountId, postId ?? null), 200)
    })
    .openapi(exportInsights, (c) => {
      const query = c.req.valid('query')
      return c.body(insights.exportRows(query), 200, {
        'Content-Type': TYPES[query.format],
        'Content-Disposition': `attachment; filename="insights.${query.format}"`,
      })
    })
}
