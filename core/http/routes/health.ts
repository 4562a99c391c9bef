import { OpenAPIHono } from '@hono/zod-openapi'
import { getHealth, getPlatformVersion } from '../../api/health.ts'
import { CodedError } from '../../errors.ts'
import type { VersionReport } from '../../platform/latest-version.ts'
import type { Clock } from '../../ports/clock.ts'
import { SECOND, toIso } from '../../time.ts'
import type { AppEnv } from '../context.ts'

export interface HealthPorts {
  readonly clock: Clock
  /** Rejects when the database cannot be read; true when a post waits for the user to look at the platform. */
  probe(): Promise<{ needsAttention: boolean }>
  platformVersion(): Promise<VersionReport>
}

export function healthRoutes({ clock, probe, platformVersion }: HealthPorts) {
  const startedAt = clock.monotonic()
  return new OpenAPIHono<AppEnv>()
    .openapi(getHealth, async (c) => {
      const { needsAttention } = await probe().catch(databaseUnreachable)
      const status = needsAttention ? ('degraded' as const) : ('healthy' as const)
      const uptime = (clock.monotonic() - startedAt) / SECOND
      return c.json({ status, timestamp: toIso(clock.now()), services: { database: 'healthy' }, uptime }, 200)
    })
    .openapi(getPlatformVersion, async (c) => {
      const report = await platformVersion()
      return c.json({ ...report, lastCheckedAt: toIso(report.lastCheckedAt) }, 200)
    })
}

function databaseUnreachable(cause: unknown): never {
  const message = 'The database cannot be read. Check the data folder and its disk, then start again.'
  throw new CodedError('INTERNAL_ERROR', message, { status: 503, cause })
}
