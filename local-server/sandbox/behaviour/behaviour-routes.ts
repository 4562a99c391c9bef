// How the sandbox behaves, to be looked at and changed while it runs. Forgotten with the process.
import { Hono } from 'hono'
import { z } from 'zod'
import { BehaviourChange, type AccountBehaviour, type ContainerScript } from './behaviour.ts'

/** The two halves are changed in place: whoever holds them sees the change. */
export interface Manners {
  readonly account: AccountBehaviour
  readonly containers: ContainerScript
}

export function changeManners(manners: Manners, change: z.output<typeof BehaviourChange>): void {
  const { containers, ...account } = change
  Object.assign(manners.account, account)
  Object.assign(manners.containers, containers)
}

export function behaviourRoutes(manners: Manners): Hono {
  const routes = new Hono()
  const currentBehaviour = () => ({ ...manners.account, containers: manners.containers })

  routes.get('/', (c) => c.json(currentBehaviour()))

  routes.patch('/', async (c) => {
    const parsed = BehaviourChange.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400)
    changeManners(manners, parsed.data)
    return c.json(currentBehaviour())
  })

  return routes
}
