// One call to an address that issues tokens. Unlike Graph calls it carries its secrets as fields, because nothing else
// is documented for it, and one of the two hosts refuses in a shape of its own. Never rejects, never repeats, never
// follows a redirect.
import * as z from 'zod'
import { callJson, NO_JSON, describeError, type JsonAnswer } from '../../http-calls/call-json.ts'
import type { Reply } from '../../../ports/reply.ts'
import type { Clock } from '../../../ports/clock.ts'
import { safeText, type SafeText } from '../../../redact.ts'
import { SECOND, type Instant } from '../../../time.ts'
import { platformTimeOf } from '../graph/graph-request.ts'

export interface TokenRequest {
  readonly fetch: typeof fetch
  /** Used when the answer has no time of its own. */
  readonly clock: Clock
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

export interface GivenToken {
  readonly token: string
  /** By the platform's clock: if this computer's were years ahead, the token would be renewed years too late. */
  readonly issuedAt: Instant
  /** Null when not said. */
  readonly expiresAt: Instant | null
  readonly scopes: readonly string[] | null
}

export interface TokenRefusal {
  readonly httpStatus: number
  readonly code: number | null
  readonly subcode: number | null
  /** Written for developers, in English; without anything secret. */
  readonly message: SafeText
}

export type TokenReply = Reply<GivenToken, TokenRefusal> & {
  /** The platform's clock; null when it did not say. */
  readonly platformTime: Instant | null
}

const TIMEOUT = 20 * SECOND
const LARGEST_ANSWER = 1024 * 1024
/** Fields that may appear in a message. */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set(['client_id', 'grant_type', 'redirect_uri'])

export async function requestToken(request: TokenRequest): Promise<TokenReply> {
  const { fetch, clock, method, url, fields } = request
  const hide = hider(fields)
  const headers = { accept: 'application/json' }
  let platformTime: Instant | null = null
  const reply = await callJson(
    { fetch, method, url, headers, form: new URLSearchParams(fields), timeout: TIMEOUT },
    {
      largestAnswer: LARGEST_ANSWER,
      fatal: true,
      received: (response) => (platformTime = platformTimeOf(response)),
      read: (answer) => readAnswer(answer, platformTime ?? clock.now(), hide),
      explain: (error) => hide(describeError(error)),
    },
  )
  return { ...reply, platformTime }
}

/** Longer lives are nonsense, and count as unknown. */
const LONGEST_LIFE = 10 * 365 * 24 * 3600
const Seconds = z.coerce.number().int().positive().max(LONGEST_LIFE)

/** Documented as text with commas, answered as a list by the real host. */
export const ScopeList = z
  .union([z.array(z.string()), z.string()])
  .transform((given) => (typeof given === 'string' ? given.split(/[\s,]+/) : given))
  .transform((scopes) => scopes.filter((scope) => /^\w{1,100}$/.test(scope)))

const FlatAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
  expires_in: Seconds.nullish().catch(null),
  permissions: ScopeList.nullish().catch(null),
})

/** Documented inside `data: […]`, answered flat by the real host. */
const TokenAnswer = z
  .union([z.object({ data: z.tuple([FlatAnswer]) }).transform(({ data }) => data[0]), FlatAnswer])
  .transform(({ access_token, expires_in, permissions }) => ({
    token: access_token,
    life: expires_in ? expires_in * SECOND : null,
    scopes: permissions ?? null,
  }))

const Code = z.coerce.number().int().nullish().catch(null)
const GraphRefusal = z.object({
  error: z.object({ message: z.string().catch(''), code: Code, error_subcode: Code }),
})
const PlatformRefusal = z
  .object({ error_message: z.string(), code: Code })
  .or(z.object({ error_type: z.string(), error_message: z.string().catch(''), code: Code }))

function readAnswer(
  { httpStatus, isOk, body }: JsonAnswer,
  issuedAt: Instant,
  hide: (text: string) => SafeText,
): Reply<GivenToken, TokenRefusal> {
  if (body === undefined) return { kind: 'unknown', reason: NO_JSON }
  const refusal = readRefusal(body, httpStatus)
  if (refusal) return { kind: 'refused', refusal: { ...refusal, message: hide(refusal.message) } }
  const given = isOk ? TokenAnswer.safeParse(body) : null
  if (given?.success) {
    const { token, life, scopes } = given.data
    return { kind: 'ok', value: { token, issuedAt, expiresAt: life && issuedAt + life, scopes } }
  }
  return { kind: 'unknown', reason: safeText(`HTTP ${httpStatus} with an answer of another shape`) }
}

function readRefusal(
  body: unknown,
  httpStatus: number,
): (Omit<TokenRefusal, 'message'> & { readonly message: string }) | null {
  const graph = GraphRefusal.safeParse(body)
  if (graph.success) {
    const { message, code, error_subcode } = graph.data.error
    return { httpStatus, code: code ?? null, subcode: error_subcode ?? null, message }
  }
  const own = PlatformRefusal.safeParse(body)
  if (!own.success) return null
  return { httpStatus, code: own.data.code ?? null, subcode: null, message: own.data.error_message }
}

/** Hides secrets, also as a form or an address encodes them. */
function hider(fields: TokenRequest['fields']): (text: string) => SafeText {
  const secrets = Object.entries(fields)
    .filter(([name]) => !PUBLIC_FIELDS.has(name))
    .map(([, value]) => value)
  return (text) => safeText(text, secrets)
}
