// Whether anything that the page shows has changed since it last asked. Internal: the page's own, asked every second or so.
import { Hono } from 'hono'
import type { AppEnv } from '../../context.ts'

export interface DataRevision {
  /** Another one after each start of the server. */
  readonly start: string
  /** Another one after each write of this server to its database. */
  readonly data: number
}

export interface ChangesRoutePorts {
  /** Costs next to nothing. */
  revision(): DataRevision
}

export function changesRoutes({ revision }: ChangesRoutePorts) {
  return new Hono<AppEnv>().get('/changes', (c) => c.json(revision(), 200))
}
