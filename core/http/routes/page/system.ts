// This computer, as far as the page shows it. Internal: the page's own.
import { Hono } from 'hono'
import type { AppEnv } from '../../context.ts'

export interface SystemFacts {
  readonly version: string
  /** Absolute paths on this computer. */
  readonly dataDir: string
  readonly logDir: string
  readonly maxUploadBytes: number
  /** ffmpeg was found: videos can be converted. */
  readonly canTranscode: boolean
  readonly sandbox: boolean
}

export interface SystemRoutePorts {
  system(): SystemFacts
}

export function systemRoutes({ system }: SystemRoutePorts) {
  return new Hono<AppEnv>().get('/system', (c) => c.json(system(), 200))
}
