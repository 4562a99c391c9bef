import { OpenAPIHono } from '@hono/zod-openapi'
import { getHealth, getPlatformVersion, type HealthProblem } from '../../api/health.ts'
import { CodedError } from '../../coded-error.ts'
import type { Clock } from '../../ports/clock.ts'
import { STORAGE_TROUBLES, troublesOf } from '../../ports/data-storage.ts'
import type { Probed, System } from '../../ports/system.ts'
import { SECOND, toIso, toIsoOrNull } from '../../time.ts'
import type { AppEnv } from '../context.ts'

export function healthRoutes(system: System, clock: Clock, startedAt: number) {
  return new OpenAPIHono<AppEnv>()
    .openapi(getHealth, async (c) => {
      const probed = await system.probe().catch(databaseUnreachable)
      const problems = problemsOf(probed)
      const status = problems.length > 0 ? ('degraded' as const) : ('healthy' as const)
      const { database, files } = probed.storage
      const services = { database: database ?? 'healthy', disk: files ?? 'healthy' }
      const uptime = (clock.monotonic() - startedAt) / SECOND
      return c.json({ status, timestamp: toIso(clock.now()), services, uptime, problems }, 200)
    })
    .openapi(getPlatformVersion, async (c) => {
      const report = await system.platformVersion()
      const lastLearnedAt = toIsoOrNull(report.lastLearnedAt)
      return c.json({ ...report, lastCheckedAt: toIso(report.lastCheckedAt), lastLearnedAt }, 200)
    })
}

/** Anybody may read them: they name no place, no account and no post. */
function problemsOf({ storage, isHeld, needsAttention }: Probed) {
  const problems: HealthProblem[] = troublesOf(storage).map((cause) => {
    const { problem, message } = STORAGE_TROUBLES[cause]
    return { code: problem, cause, message }
  })
  if (isHeld)
    problems.push({
      code: 'QUEUE_HELD',
      message: 'Posts are waiting for your confirmation. Confirm on the page.',
    })
  if (needsAttention) {
    const message = 'A post is late, or it is not known whether it is live. Check the posts on the page.'
    problems.push({ code: 'POSTS_NEED_ATTENTION', message })
  }
  return problems
}

function databaseUnreachable(cause: unknown): never {
  const message = 'The database cannot be read. Check the data folder and its disk, then start again.'
  throw new CodedError('INTERNAL_ERROR', message, { status: 503, cause })
}
