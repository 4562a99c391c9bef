import { endRecurrence, getRecurrence, saveRecurrence } from '../../api/schedule/recurrence.ts'
import type { Recurrences } from '../../features/scheduling/recurrence/recurrences.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function recurrenceRoutes(recurrences: Recurrences) {
  return openApiRoutes()
    .openapi(getRecurrence, async (c) => c.json(await recurrences.show(c.req.valid('param').id), 200))
    .openapi(saveRecurrence, async (c) =>
      c.json(await recurrences.save(c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(endRecurrence, async (c) => {
      await recurrences.end(c.req.valid('param').id)
      return c.json({ success: true as const }, 200)
    })
}
