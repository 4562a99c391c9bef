import { createRoute, z } from '@hono/zod-openapi'
import { BEARER_OR_COOKIE } from './access.ts'
import { ATTENTION, type AttentionCode } from '../rules/notices/attention-entries.ts'
import { AttentionDetailSchema } from './notices.ts'
import { DateTime, json, openList, Uuid } from './primitives.ts'
import { BEHIND_LOGIN, refusals } from './refusals.ts'

const ATTENTION_CODES = Object.keys(ATTENTION) as [AttentionCode, ...AttentionCode[]]

/** Worst first. */
export const SEVERITIES = ['error', 'warning', 'notice'] as const
export type Severity = (typeof SEVERITIES)[number]

const ATTENTION_STEPS = [
  'confirm_queue',
  'free_disk',
  'repair_disk',
  'check_platform',
  'retry',
  'open_post',
  'fix_media',
  'change_post',
  'set_up_bucket',
  'reschedule',
  'plan_again',
  'reconnect',
  'settle_at_platform',
  'check_reposts',
  'make_app_live',
  'check_cloud',
  'keep_awake',
  'see_log',
  'approve',
  'wait',
] as const
export type AttentionStep = (typeof ATTENTION_STEPS)[number]

const AttentionEntry = z
  .object({
    id: z.string().openapi({ description: 'Stays the same for as long as the trouble lasts' }),
    code: z.enum(ATTENTION_CODES).openapi(openList(ATTENTION_CODES)),
    severity: z.enum(SEVERITIES).openapi({ description: '`notice`: good to know; nothing is wrong' }),
    since: DateTime,
    postId: Uuid.nullable(),
    accountId: Uuid.nullable(),
    message: z.string().openapi({ description: 'A sentence for people. Do not match on it.' }),
    detail: z.union([AttentionDetailSchema, z.null()]).openapi({
      description: 'What the message says beyond the sentence of the code, as data.',
    }),
    nextStep: z.enum(ATTENTION_STEPS).openapi(openList(ATTENTION_STEPS, 'The one thing that helps.')),
    until: DateTime.nullable().openapi({
      description:
        'How long Instagram takes no posts from the account: what is retried before waits until then. Null where nothing of the kind is known',
    }),
  })
  .openapi('AttentionEntry')

export type AttentionEntryBody = z.infer<typeof AttentionEntry>

const AttentionList = z.object({
  entries: z.array(AttentionEntry),
  hasMore: z.boolean().openapi({
    description: 'There is more of this kind than one list holds: what is left out appears as others go.',
  }),
  checkedAt: DateTime.nullable().openapi({
    description:
      'When all posts of the next two days were last tried for real; null before the first evening',
  }),
})

export type AttentionBody = z.infer<typeof AttentionList>

export const getAttention = createRoute({
  operationId: 'getAttention',
  tags: ['Health'],
  summary: 'List everything that needs a person, most urgent first',
  description:
    'An entry disappears once it is no longer true. Posts due in the next 48 hours are checked against every rule at each request. Every evening access to their accounts, the public addresses of their files, and the Worker are tried for real.',
  method: 'get',
  path: '/attention',
  security: BEARER_OR_COOKIE,
  responses: {
    200: { description: 'The list', ...json(AttentionList) },
    ...refusals(...BEHIND_LOGIN),
  },
})
