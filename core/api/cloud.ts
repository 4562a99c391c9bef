import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE } from './access.ts'
import { DateTime, json } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

const TAGS = ['Cloud']
/** Refusals of any request to the Worker. */
const OF_THE_WORKER = ['INVALID_WORKER_KEY', 'WORKER_UNREACHABLE', 'CLOUD_ERROR'] as const

const CloudStatus = z
  .object({
    isConfigured: z.boolean().openapi({ description: 'Worker and bucket are set up.' }),
    isVerified: z.boolean().openapi({ description: 'The last answer of the Worker had the right keys.' }),
    lastVerifiedAt: DateTime.nullable(),
    bucketConfigured: z.boolean(),
    workerConfigured: z.boolean(),
    bucketName: z.string().nullable(),
    bucketPublicUrl: z.string().nullable(),
    workerUrl: z.string().nullable(),
    hasStoredApiToken: z.boolean(),
  })
  .openapi('CloudStatus')

const CloudDiagnostics = z
  .object({
    version: z.string(),
    hasEncryptionKey: z.boolean(),
    lastCronRun: DateTime.nullable(),
    scheduledCount: z.int(),
    repostConfigCount: z.int(),
    pendingRepostCount: z.int(),
    completedCount: z.int(),
    failedCount: z.int(),
    recentJobs: z
      .array(z.record(z.string(), z.unknown()))
      .openapi({ description: 'Newest first, at most 20. Do not rely on their fields.' }),
    timestamp: DateTime.openapi({ description: 'By the Worker’s clock.' }),
    offline: z.boolean().openapi({ description: 'The Worker answers, but its timer has stopped.' }),
    offlineReason: z.string().nullable(),
    keyMatches: z.boolean().openapi({ description: 'Server and Worker have the same encryption key.' }),
    clockSkewSeconds: z
      .int()
      .openapi({ description: 'How far the Worker’s clock is ahead of this computer’s.' }),
    unknownVersionCount: z
      .int()
      .openapi({ description: 'Jobs from another version of Nightpost, which the Worker leaves alone.' }),
    fromSecondCopy: z.boolean().openapi({
      description:
        'The Worker’s scheduler does not answer: this is read from its key-value store, and may be a minute old.',
    }),
    freePlan: z
      .object({
        picturesLeftToday: z.int(),
        picturesADay: z.int(),
        warning: z.string().nullable().openapi({ description: 'What will be late once nothing is left.' }),
      })
      .nullable()
      .openapi({
        description:
          'How many pictures the Worker can still write to its key-value store until 00:00 UTC if it is on the provider’s free plan. Null when the Worker does not count.',
      }),
    outdatedReason: z
      .string()
      .nullable()
      .openapi({ description: 'Why the Worker should be deployed again; null when it need not be.' }),
  })
  .openapi('CloudDiagnostics')

const CronStatus = z
  .object({
    configured: z.boolean(),
    crons: z.array(z.object({ cron: z.string().openapi({ example: '* * * * *' }) })),
    hasCron: z.boolean(),
    lastCronRun: DateTime.nullable(),
    modified_on: DateTime.nullable().openapi({
      description: 'When the timer was last set. Null without an API token for asking the provider.',
    }),
  })
  .openapi('CronStatus')

const CloudKeys = z
  .object({
    configured: z.boolean(),
    keys: z.array(z.object({ name: z.string() })),
    keyCount: z.int(),
    metaValues: z
      .record(z.string(), z.string())
      .openapi({ description: 'The values of the listed keys that begin with `meta:`.' }),
    isComplete: z.boolean().openapi({ description: 'False: there are more keys than are listed.' }),
    hasMore: z.boolean().openapi({ description: 'The opposite of isComplete, named as in every list.' }),
  })
  .openapi('CloudKeys')

export const getCloudStatus = createRoute({
  operationId: 'getCloudStatus',
  tags: TAGS,
  summary: 'Get what is set up in the cloud',
  method: 'get',
  path: '/cloud/status',
  security: BEARER_OR_COOKIE,
  responses: {
    200: { description: 'The set-up', ...json(CloudStatus) },
    ...refusals(...BEHIND_LOGIN),
  },
})

export const getCloudDiagnostics = createRoute({
  operationId: 'getCloudDiagnostics',
  tags: TAGS,
  summary: 'Get the state of the Worker',
  description:
    'A `lastCronRun` older than 90 seconds means that the Worker’s timer has stopped, which is normal for some minutes after a deployment.',
  method: 'get',
  path: '/cloud/diagnostics',
  security: BEARER_OR_COOKIE,
  responses: {
    200: { description: 'Its state', ...json(CloudDiagnostics) },
    ...refusals(...BEHIND_LOGIN, 'CLOUD_NOT_CONFIGURED', ...OF_THE_WORKER),
  },
})

export const getCronStatus = createRoute({
  operationId: 'getCronStatus',
  tags: TAGS,
  summary: 'Check that the Worker’s timer is set',
  description:
    'From the provider when the Worker was deployed from here, otherwise from the last time the Worker was woken.',
  method: 'get',
  path: '/cloud/cron-status',
  security: BEARER_OR_COOKIE,
  responses: {
    200: { description: 'The timer', ...json(CronStatus) },
    ...refusals(...BEHIND_LOGIN, ...OF_THE_WORKER),
  },
})

export const listCloudKeys = createRoute({
  operationId: 'listCloudKeys',
  tags: TAGS,
  summary: 'List the keys of the Worker’s key-value store',
  method: 'get',
  path: '/cloud/kv',
  security: BEARER_OR_COOKIE,
  request: {
    query: z.object({
      prefix: z
        .string()
        .regex(/^[\x20-\x7e]{0,512}$/, 'must be at most 512 visible ASCII characters')
        .optional()
        .openapi({ description: 'Only keys with this prefix.', example: 'job:' }),
    }),
  },
  responses: {
    200: { description: 'The keys', ...json(CloudKeys) },
    ...refusals(...BEHIND_LOGIN, ...OF_THE_WORKER),
  },
})
