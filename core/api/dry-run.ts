import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE } from './access.ts'
import { AttentionDetailSchema } from './notices.ts'
import { DateTime, IdParam, json, openList, Uuid } from './primitives.ts'
import { BEHIND_RIGHTS, refusals } from './refusals.ts'

const STEPS = ['token', 'permissions', 'limit', 'address', 'container', 'processing'] as const
export type DryRunStepName = (typeof STEPS)[number]

const DryRun = z
  .object({
    accountId: Uuid,
    ok: z
      .boolean()
      .openapi({ description: 'Every step succeeded: a post of this account would be published' }),
    startedAt: DateTime,
    steps: z.array(
      z.object({
        name: z.enum(STEPS).openapi(openList(STEPS, 'The step.')),
        ok: z.boolean(),
        milliseconds: z.int(),
        detail: z.string().openapi({ description: 'What was found and, where it failed, what to do' }),
        finding: AttentionDetailSchema.openapi({
          description: 'The same as data, for programs and other languages.',
        }),
      }),
    ),
  })
  .openapi('DryRun')

export type DryRunBody = z.infer<typeof DryRun>

export const runDry = createRoute({
  operationId: 'dryRunAccount',
  tags: ['Auth'],
  summary: 'Rehearse a publication with an account, and stop before the publish call',
  description:
    'Nothing becomes visible: the container that is created expires at the platform within a day. It counts towards the 400 containers that an account may create in a day, not towards its posts. An account has one run at a time and a few in an hour; beyond that the answer is `RATE_LIMITED` with `retryAfter`. This can take a minute. The run ends with the first step that fails.',
  method: 'post',
  path: '/accounts/{id}/dry-run',
  security: BEARER_OR_COOKIE,
  request: {
    params: IdParam,
    query: z.object({
      mediaFileId: Uuid.optional().openapi({
        description: 'A picture from the library. Absent: the newest that fits.',
      }),
    }),
  },
  responses: {
    200: { description: 'What each step found', ...json(DryRun) },
    ...refusals(...BEHIND_RIGHTS, 'INVALID_PARAM', 'NOT_FOUND'),
  },
})
