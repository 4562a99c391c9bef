// One HTTP call to a Graph host, and what its answer proves. Never rejects, never repeats, never follows a redirect.
import * as z from 'zod'
import {
  NO_ANSWER,
  type AnswerFacts,
  type PlatformRefusal,
  type PlatformReply,
} from '../../ports/platform/platform.ts'
import { redacted } from '../../redact.ts'
import { parseLooseTime, SECOND, type Duration, type Instant } from '../../time.ts'
import { parseKeepingIds } from '../../http-calls/parse-keeping-ids.ts'
import { readText } from '../../http-calls/read-text.ts'
import { readUsage } from './usage.ts'

/** Undefined and null fields are left out; lists and objects become JSON text. */
export type FormFields = Readonly<Record<string, string | number | boolean | object | null | undefined>>

export interface GraphRequest<T> {
  readonly fetch: typeof fetch
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly token: string
  /** Query of a GET, form body of a POST. */
  readonly fields: FormFields
  /** What a usable answer looks like. */
  readonly answer: z.ZodType<T>
  readonly timeout?: Duration
}

const TIMEOUT = 30 * SECOND
/** No answer we ask for comes near this. */
const LARGEST_ANSWER = 5 * 1024 * 1024
const LONGEST_MESSAGE = 300
/** Their marks are about twenty characters. */
const LONGEST_TRACE = 64
/** Before it is redacted: a secret must not be cut into what nobody recognises. */
const LONGEST_READ = 5_000

export async function graphRequest<T>(request: GraphRequest<T>): Promise<PlatformReply<T>> {
  return readGraphReply(() => send(request), request)
}

/** Whatever `call` brings back, as a Reply. */
export async function readGraphReply<T>(
  call: () => Promise<Response>,
  { answer, token }: { readonly answer: z.ZodType<T>; readonly token: string },
): Promise<PlatformReply<T>> {
  let facts: AnswerFacts = NO_ANSWER
  try {
    const response = await call()
    facts = factsOf(response, token)
    const platformTime = timeOf(response)
    const body = parseKeepingIds(await readText(response, LARGEST_ANSWER))
    const error = ErrorEnvelope.safeParse(body)
    if (error.success) {
      const refusal = refusalOf(error.data, response.status, token)
      return { kind: 'refused', refusal, platformTime, facts: { ...facts, traceId: refusal.traceId } }
    }
    if (!response.ok)
      return { kind: 'unknown', reason: `HTTP ${response.status} without a known error`, facts }
    const read = answer.safeParse(body)
    if (!read.success) return { kind: 'unknown', reason: 'an answer of another shape', facts }
    return { kind: 'ok', value: read.data, platformTime, facts }
  } catch (error) {
    return { kind: 'unknown', reason: bounded(reasonOf(error), token), facts }
  }
}

function send<T>({
  fetch,
  method,
  url,
  token,
  fields,
  timeout = TIMEOUT,
}: GraphRequest<T>): Promise<Response> {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const common = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) } as const
  if (method === 'POST') return fetch(url, { ...common, body: form })
  return fetch(form.size > 0 ? `${url}?${form}` : url, common)
}

const WholeNumber = z.number().int()
const ErrorEnvelope = z.object({
  error: z.object({
    message: z.string().optional(),
    code: WholeNumber.optional(),
    error_subcode: WholeNumber.optional(),
    error_user_msg: z.string().nullish(),
    error_user_title: z.string().nullish(),
    fbtrace_id: z.string().nullish(),
  }),
})

function refusalOf(
  { error }: z.infer<typeof ErrorEnvelope>,
  httpStatus: number,
  token: string,
): PlatformRefusal {
  return {
    httpStatus,
    code: error.code ?? null,
    subcode: error.error_subcode ?? null,
    message: bounded(error.error_user_msg || error.message || 'no reason given', token),
    title: error.error_user_title ? bounded(error.error_user_title, token) : null,
    traceId: error.fbtrace_id ? bounded(error.fbtrace_id, token, LONGEST_TRACE) : null,
  }
}

function factsOf({ status, headers }: Response, token: string): AnswerFacts {
  const trace = headers.get('x-fb-trace-id')
  const traceId = trace && bounded(trace, token, LONGEST_TRACE)
  return { httpStatus: status, traceId, usage: readUsage(headers) }
}

function timeOf(response: Response): Instant | null {
  const date = response.headers.get('date')
  return date === null ? null : parseLooseTime(date)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof SyntaxError) return 'an answer that is not JSON'
  return error.message
}

/** What a stranger says is kept short, and without our token in whatever spelling it comes back. */
function bounded(text: string, token: string, longest = LONGEST_MESSAGE): string {
  return redacted(text.slice(0, LONGEST_READ), [token]).slice(0, longest)
}
