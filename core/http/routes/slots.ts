import { getSlots, saveSlots, type SlotsRefusalBody } from '../../api/schedule/slots.ts'
import type { Slots, SlotsInUse } from '../../features/scheduling/slots/slots.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function slotRoutes(slots: Slots) {
  return openApiRoutes()
    .openapi(getSlots, async (c) => c.json(await slots.show(c.req.valid('param').id), 200))
    .openapi(saveSlots, async (c) => {
      const saved = await slots.save(c.req.valid('param').id, c.req.valid('json'))
      return 'inUse' in saved ? c.json(refusalBody(saved), 400) : c.json(saved, 200)
    })
}

/** The shape of every refusal, with the posts that it concerns. */
function refusalBody({ inUse }: SlotsInUse): SlotsRefusalBody {
  const count = inUse.length === 1 ? 'A post waits in a slot' : `${inUse.length} posts wait in slots`
  const error = `${count} that this plan no longer has. Send it again with posts: "keep" or "move".`
  return { error, code: 'INVALID_SCHEDULE', status: 400, posts: inUse }
}
