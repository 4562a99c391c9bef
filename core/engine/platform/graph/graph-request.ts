// One HTTP call to a Graph host, and what its answer proves. Never rejects, never repeats, never follows a redirect.
import * as z from 'zod'
import {
  callJson,
  NO_JSON,
  describeError,
  parseKeepingIds,
  type JsonAnswer,
  type JsonCall,
} from '../../http-calls/call-json.ts'
import type { Reply } from '../../../ports/reply.ts'
import {
  NO_ANSWER,
  type AnswerFacts,
  type PlatformRefusal,
  type PlatformReply,
  type Usage,
} from '../../../ports/platform/platform.ts'
import { parseJsonAs } from '../../../parse-json-as.ts'
import { safeText } from '../../../redact.ts'
import { DAY, parseLooseTime, SECOND, MINUTE, type Duration, type Instant } from '../../../time.ts'

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
/** No answer comes near this. */
const LARGEST_ANSWER = 5 * 1024 * 1024
/** The platform's trace ids are about twenty characters. */
const LONGEST_TRACE = 64

export function graphRequest<T>({
  token,
  fields,
  answer,
  timeout = TIMEOUT,
  ...request
}: GraphRequest<T>): Promise<PlatformReply<T>> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  return callGraph({ ...request, headers, form: formOf(fields), timeout }, { token, answer })
}

/** Maps a good answer for the caller. As a transformation of the schema, `read` would be compiled again for each call. */
export function mapReply<T, U>(reply: PlatformReply<T>, read: (answer: T) => U): PlatformReply<U> {
  return reply.kind === 'ok' ? { ...reply, value: read(reply.value) } : reply
}

function formOf(fields: FormFields): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}

type Expected<T> = Pick<GraphRequest<T>, 'answer' | 'token'>

/** Any call that is answered in the platform's envelope. */
export async function callGraph<T>(call: JsonCall, expected: Expected<T>): Promise<PlatformReply<T>> {
  let facts: AnswerFacts = NO_ANSWER
  let platformTime: Instant | null = null
  const reply = await callJson(call, {
    largestAnswer: LARGEST_ANSWER,
    parse: parseKeepingIds,
    received(response) {
      facts = factsOf(response, expected.token)
      platformTime = platformTimeOf(response)
    },
    read: (given) => readAnswer(given, expected),
    explain: (error) => safeText(describeError(error), [expected.token]),
  })
  if (reply.kind === 'ok') return { ...reply, platformTime, facts }
  if (reply.kind === 'refused')
    return { ...reply, platformTime, facts: { ...facts, traceId: reply.refusal.traceId } }
  const neverArrived = reply.kind === 'unreachable'
  return { kind: 'unknown', reason: reply.reason, platformTime: null, facts: { ...facts, neverArrived } }
}

function readAnswer<T>(
  { httpStatus, isOk, body }: JsonAnswer,
  { answer, token }: Expected<T>,
): Reply<T, PlatformRefusal> {
  if (body === undefined) return { kind: 'unknown', reason: NO_JSON }
  const error = mayBeError(body) ? ErrorEnvelope.safeParse(body) : null
  if (error?.success) return { kind: 'refused', refusal: refusalOf(error.data, httpStatus, token) }
  if (!isOk) return { kind: 'unknown', reason: safeText(`HTTP ${httpStatus} without a known error`) }
  const read = answer.safeParse(body)
  return read.success
    ? { kind: 'ok', value: read.data }
    : { kind: 'unknown', reason: safeText('an answer of another shape') }
}

const WholeNumber = z.number().int()
const GraphError = z.object({
  message: z.string().optional(),
  code: WholeNumber.optional(),
  error_subcode: WholeNumber.optional(),
  error_user_msg: z.string().nullish(),
  error_user_title: z.string().nullish(),
  fbtrace_id: z.string().nullish(),
})
type GraphError = z.infer<typeof GraphError>
const InnerFailure = z.object({ error: z.object({ message: z.string() }) })
/** The upload host refuses without numbers, and its message is JSON as a text. */
const UploadFailure = z
  .object({ debug_info: z.object({ message: z.string() }) })
  .transform(({ debug_info: { message } }): { error: GraphError } => ({
    error: { message: parseJsonAs(InnerFailure, message)?.error.message ?? message },
  }))
const ErrorEnvelope = z.object({ error: GraphError }).or(UploadFailure)

/** Most answers are none, which takes its schema five times as long to find as it takes to read them. */
function mayBeError(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ('error' in body || 'debug_info' in body)
}

function refusalOf(
  { error }: z.infer<typeof ErrorEnvelope>,
  httpStatus: number,
  token: string,
): PlatformRefusal {
  return {
    httpStatus,
    code: error.code ?? null,
    subcode: error.error_subcode ?? null,
    message: safeText(error.error_user_msg || error.message || 'no reason given', [token]),
    title: error.error_user_title ? safeText(error.error_user_title, [token]) : null,
    traceId: error.fbtrace_id ? safeText(error.fbtrace_id, [token], LONGEST_TRACE) : null,
  }
}

function factsOf({ status, headers }: Response, token: string): AnswerFacts {
  const trace = headers.get('x-fb-trace-id')
  const traceId = trace ? safeText(trace, [token], LONGEST_TRACE) : null
  return { neverArrived: false, httpStatus: status, traceId, usage: readUsage(headers) }
}

/** The platform's time when it answered. */
export function platformTimeOf({ headers }: Response): Instant | null {
  const date = headers.get('date')
  return date === null ? null : parseLooseTime(date)
}

// How near a call limit is, read from the platform's headers. They come only after enough calls, so missing headers prove nothing.
// Source: developers.facebook.com, Graph API, rate limiting.

const Percent = z.number().min(0).catch(0)
const Counts = z.object({ call_count: Percent, total_cputime: Percent, total_time: Percent })
const Business = z.record(
  z.string(),
  z.array(Counts.extend({ estimated_time_to_regain_access: z.number().min(0).catch(0) })),
)

/** The tightest of all windows in the headers, or null when they name none. No window of the platform is longer than a day. */
export function readUsage(headers: Headers): Usage | null {
  const app = parseJsonAs(Counts, headers.get('x-app-usage'))
  const business = parseJsonAs(Business, headers.get('x-business-use-case-usage'))
  const windows = [
    ...(app ? [{ ...app, estimated_time_to_regain_access: 0 }] : []),
    ...Object.values(business ?? {}).flat(),
  ].map((window) => ({
    percent: Math.max(window.call_count, window.total_cputime, window.total_time),
    minutes: window.estimated_time_to_regain_access,
  }))
  if (windows.length === 0) return null
  const minutes = Math.max(...windows.map((window) => window.minutes))
  return {
    percent: Math.max(...windows.map(({ percent }) => percent)),
    regainAfter: minutes > 0 ? Math.min(Math.ceil(minutes * MINUTE), DAY) : null,
  }
}
