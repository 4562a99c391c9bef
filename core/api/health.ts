import { createRoute, z } from '@hono/zod-openapi'
import { STORAGE_TROUBLES } from '../ports/data-storage.ts'
import { BEARER_OR_COOKIE, OPEN } from './access.ts'
import { DateTime, json, openList } from './primitives.ts'
import { BEHIND_LOGIN, ErrorResponse, refusals } from './refusals.ts'

const PROBLEMS = [
  'DISK_FULL',
  'DISK_UNWRITABLE',
  'DISK_FAILING',
  'QUEUE_HELD',
  'POSTS_NEED_ATTENTION',
] as const

const HealthProblem = z.object({
  code: z.enum(PROBLEMS).openapi(openList(PROBLEMS)),
  cause: z
    .string()
    .optional()
    .openapi(openList(Object.keys(STORAGE_TROUBLES), 'Which of the causes that share the code.')),
  message: z.string(),
})
export type HealthProblem = z.infer<typeof HealthProblem>

const Health = z
  .object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']),
    timestamp: DateTime,
    services: z
      .object({ database: z.string(), disk: z.string() })
      .openapi({ description: '`healthy`, or the cause of the trouble that it has.' }),
    uptime: z.number().openapi({ description: 'Seconds since the process started.' }),
    problems: z
      .array(HealthProblem)
      .openapi({ description: 'Why the status is degraded, in sentences that say what to do.' }),
  })
  .openapi('Health')

const PlatformVersion = z
  .object({
    currentVersion: z.string().openapi({ example: 'v27.0' }),
    latestVersion: z
      .string()
      .nullable()
      .openapi({ description: 'Null until the remote check has succeeded once.' }),
    isOutdated: z.boolean(),
    lastCheckedAt: DateTime,
    lastLearnedAt: DateTime.nullable().openapi({
      description:
        'When a check last succeeded. Null, or days before `lastCheckedAt`: the latest version cannot be learned, so nobody knows whether this one is outdated.',
    }),
  })
  .openapi('PlatformVersion')

export const getHealth = createRoute({
  operationId: 'getHealth',
  tags: ['Health'],
  summary: 'Check that the server is running, its database can be read, and whether everything can be stored',
  method: 'get',
  path: '/health',
  security: OPEN,
  responses: {
    200: { description: 'Alive', ...json(Health) },
    // A key that is sent along is counted here, too.
    ...refusals('VALIDATION_ERROR', 'RATE_LIMITED', 'INTERNAL_ERROR'),
    503: { description: 'The database is unreachable: `INTERNAL_ERROR`', ...json(ErrorResponse) },
  },
})

export const getPlatformVersion = createRoute({
  operationId: 'getPlatformVersion',
  tags: ['Health'],
  summary: 'The platform API version in use, and the latest one',
  method: 'get',
  path: '/health/ig-version',
  security: BEARER_OR_COOKIE,
  responses: {
    200: { description: 'Versions', ...json(PlatformVersion) },
    ...refusals(...BEHIND_LOGIN),
  },
})
