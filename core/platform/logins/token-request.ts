// One call to an address that hands out tokens. Unlike Graph calls it carries its secrets as fields, because nothing else
// is documented for it, and one of the two hosts refuses in a shape of its own. Never rejects, never repeats, never
// follows a redirect.
import * as z from 'zod'
import { SECOND, type Instant } from '../../time.ts'
import { readText } from '../../http-calls/read-text.ts'

export interface TokenRequest {
  readonly fetch: typeof fetch
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

export interface GivenToken {
  readonly token: string
  /** Seconds; null when not said. */
  readonly expiresIn: number | null
  readonly scopes: readonly string[] | null
}

export interface TokenRefusal {
  readonly httpStatus: number
  readonly code: number | null
  readonly subcode: number | null
  /** Written for developers, in English; without anything secret. */
  readonly message: string
}

export type TokenReply =
  | { readonly kind: 'ok'; readonly given: GivenToken }
  | { readonly kind: 'refused'; readonly refusal: TokenRefusal }
  | { readonly kind: 'unknown'; readonly reason: string }

const TIMEOUT = 20 * SECOND
const LARGEST_ANSWER = 1024 * 1024
const LONGEST_MESSAGE = 300
/** Fields that may stand in a message. */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set(['client_id', 'grant_type', 'redirect_uri'])

export async function requestToken(request: TokenRequest): Promise<TokenReply> {
  const hide = hider(request.fields)
  try {
    const response = await send(request)
    const body: unknown = JSON.parse(await readText(response, LARGEST_ANSWER, { fatal: true }))
    const refusal = readRefusal(body, response.status)
    if (refusal) return { kind: 'refused', refusal: { ...refusal, message: hide(refusal.message) } }
    const given = response.ok ? TokenAnswer.safeParse(body) : null
    if (given?.success) return { kind: 'ok', given: given.data }
    return { kind: 'unknown', reason: `HTTP ${response.status} with an answer of another shape` }
  } catch (error) {
    return { kind: 'unknown', reason: hide(reasonOf(error)) }
  }
}

/** When a token of this life ends. */
export function endOf({ expiresIn }: GivenToken, now: Instant): Instant | null {
  return expiresIn === null ? null : now + expiresIn * SECOND
}

function send({ fetch, method, url, fields }: TokenRequest): Promise<Response> {
  const form = new URLSearchParams(fields)
  const common = {
    method,
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  } as const
  return method === 'POST' ? fetch(url, { ...common, body: form }) : fetch(`${url}?${form}`, common)
}

/** Longer lives are nonsense; what is not told here is told by nobody. */
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
  .transform(({ access_token, expires_in, permissions }): GivenToken => ({
    token: access_token,
    expiresIn: expires_in ?? null,
    scopes: permissions ?? null,
  }))

const Code = z.coerce.number().int().nullish().catch(null)
const GraphRefusal = z.object({
  error: z.object({ message: z.string().catch(''), code: Code, error_subcode: Code }),
})
const PlatformRefusal = z
  .object({ error_message: z.string(), code: Code })
  .or(z.object({ error_type: z.string(), error_message: z.string().catch(''), code: Code }))

function readRefusal(body: unknown, httpStatus: number): TokenRefusal | null {
  const graph = GraphRefusal.safeParse(body)
  if (graph.success) {
    const { message, code, error_subcode } = graph.data.error
    return { httpStatus, code: code ?? null, subcode: error_subcode ?? null, message }
  }
  const own = PlatformRefusal.safeParse(body)
  if (!own.success) return null
  return { httpStatus, code: own.data.code ?? null, subcode: null, message: own.data.error_message }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  return error instanceof SyntaxError ? 'an answer that is not JSON' : error.message
}

/** Also as they stand in a form or an address. */
function hider(fields: TokenRequest['fields']): (text: string) => string {
  const secrets = Object.entries(fields)
    .filter(([name, value]) => !PUBLIC_FIELDS.has(name) && value !== '')
    .flatMap(([, value]) => [
      value,
      encodeURIComponent(value),
      new URLSearchParams({ '': value }).toString().slice(1),
    ])
  return (text) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '[secret]'), text).slice(0, LONGEST_MESSAGE)
}
