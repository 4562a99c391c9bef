// Faults on request, for people who test their own scripts and for our own tests.
import { Hono } from 'hono'
import { z } from 'zod'
import { Fault } from './fault.ts'
import type { FaultQueue } from './fault-queue.ts'

export function faultRoutes(faults: FaultQueue): Hono {
  const routes = new Hono()

  routes.get('/', (c) => c.json({ pending: faults.pending() }))

  routes.post('/', async (c) => {
    // Only JSON: a browser sends it across origins only after a preflight, which is never granted here.
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
      return c.json({ error: 'Send the fault as application/json.' }, 415)
    }
    const parsed = Fault.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400)
    faults.add(parsed.data)
    return c.json(parsed.data, 201)
  })

  routes.delete('/', (c) => {
    faults.clear()
    return c.body(null, 204)
  })

  return routes
}
