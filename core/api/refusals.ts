// Every error response has one shape. A route names its codes; statuses and documentation follow.
import { z } from '@hono/zod-openapi'
import type { AnyNotice } from '../rules/notices/notice.ts'
import { ERROR_CODES, ERRORS, REASON_NAMES, REASONS, type ErrorCode, type Reason } from '../errors.ts'
import { json, openList } from './primitives.ts'

export const ErrorResponse = z
  .object({
    error: z.string().openapi({ description: 'A sentence for people. Do not match on it.' }),
    code: z.enum(ERROR_CODES).openapi({ description: 'Stable. Match on this.' }),
    status: z.int().openapi({ description: 'The HTTP status.' }),
    details: z.unknown().optional().openapi({ description: 'VALIDATION_ERROR in development mode only.' }),
    reason: z
      .enum(REASON_NAMES)
      .optional()
      .openapi(openList(REASON_NAMES, 'Stable. What a refusal means whose status is not that of its code.')),
    retryAfter: z.int().optional().openapi({ description: 'RATE_LIMITED only: seconds.' }),
  })
  .openapi('ErrorResponse')

export type ErrorBody = z.infer<typeof ErrorResponse>

/** Routes of the page alone also give some sentences as data, for the reader's language. */
export interface PageErrorBody extends ErrorBody {
  refusal?: AnyNotice
}

type Refusal = { description: string } & ReturnType<typeof json<typeof ErrorResponse>>
type Refusals<Code extends ErrorCode> = { [Status in (typeof ERRORS)[Code]['status']]: Refusal }

/** The `responses` entries of a route for these codes, one per status. */
export function refusals<const Codes extends readonly ErrorCode[]>(...codes: Codes): Refusals<Codes[number]> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const entries = [...byStatus].map(([status, names]) => [
    status,
    {
      description: names.map((name) => `\`${name}\``).join(' · '),
      ...json(ErrorResponse),
    },
  ])
  return Object.fromEntries(entries) as Refusals<Codes[number]>
}

/** The `responses` entries of a route for refusals that have a status of their own. */
export function reasonedRefusals<const Names extends readonly Reason[]>(...reasons: Names) {
  const entries = [...Map.groupBy(reasons, (reason) => REASONS[reason].status)].map(([status, named]) => [
    status,
    {
      description: named.map((name) => `\`${REASONS[name].code}\`, reason \`${name}\``).join(' · '),
      ...json(ErrorResponse),
    },
  ])
  return Object.fromEntries(entries) as { [Status in (typeof REASONS)[Names[number]]['status']]: Refusal }
}

/** Refusals that any route behind the login can give besides its own. */
export const BEHIND_LOGIN = [
  'AUTH_REQUIRED',
  'AUTH_INVALID_KEY',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'RATE_LIMITED',
  'VALIDATION_ERROR',
  'INTERNAL_ERROR',
] as const

/** The same for routes that change something, which a key may lack the right to do. */
export const BEHIND_RIGHTS = [...BEHIND_LOGIN, 'COOKIE_AUTH_REQUIRED'] as const
