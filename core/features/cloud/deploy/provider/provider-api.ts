// One call to the cloud provider's REST API, and what its answer proves. All answers have one envelope; errors are
// recognised by their numbers, never by their texts.
import { z } from 'zod'
import { callJson, describeError, type JsonAnswer } from '../../../../engine/http-calls/call-json.ts'
import type { Reply } from '../../../../ports/reply.ts'
import { safeText, type SafeText } from '../../../../redact.ts'
import { SECOND, type Duration } from '../../../../time.ts'

/** As the provider's dashboard calls them. */
export type Permission =
  | 'Account Settings: Read'
  | 'Workers Scripts: Edit'
  | 'Workers KV Storage: Edit'
  | 'Workers R2 Storage: Edit'

export interface ProviderCall<T> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the API's address, with its query; parts are percent-encoded. */
  readonly path: string
  readonly json?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
  /** What a usable `result` looks like. */
  readonly answer: z.ZodType<T>
  /** The permission that a token needs for it. */
  readonly needs: Permission | null
  /** False: call once, because the next call depends on what this one changed. */
  readonly again?: boolean
}

/** From 500 on it may have acted anyway. */
export interface ProviderRefusal {
  readonly httpStatus: number
  readonly codes: readonly number[]
  readonly message: SafeText
  /** How long the provider asks us to wait. */
  readonly retryAfter: Duration | null
}

export type ProviderReply<T> = Reply<T, ProviderRefusal>

export interface ProviderApi {
  /** Never rejects. Temporary failures are retried a few times. */
  ask<T>(call: ProviderCall<T>): Promise<ProviderReply<T>>
  /** Throws ProviderFailure for everything but ok. */
  must<T>(call: ProviderCall<T>): Promise<T>
}

export interface ProviderDeps {
  readonly fetch: typeof fetch
  /** Without a trailing slash. */
  readonly apiUrl: string
  pause(time: Duration): Promise<void>
}

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly reply: Exclude<ProviderReply<unknown>, { kind: 'ok' }>
  readonly needs: Permission | null

  constructor(reply: ProviderFailure['reply'], needs: Permission | null) {
    super(
      reply.kind === 'refused' ? `${reply.refusal.codes.join(', ')}: ${reply.refusal.message}` : reply.reason,
    )
    this.reply = reply
    this.needs = needs
  }
}

const TIMEOUT = 30 * SECOND
const LARGEST_ANSWER = 5 * 1024 * 1024
/** How long to wait while a person waits for one answer, and while a deployment has all the time it needs. */
const PAUSES = { brief: [SECOND], patient: [SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND] }
/** Over its limit of calls, the provider asks for up to five minutes. */
export const LONGEST_RETRY_AFTER = { brief: 2 * SECOND, patient: 300 * SECOND }

const Envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string().catch('') })).nullish(),
  result: z.unknown(),
})

export function createProviderApi(
  deps: ProviderDeps,
  token: string,
  manner: keyof typeof PAUSES,
): ProviderApi {
  const pauses = PAUSES[manner]
  const ask = async <T>(call: ProviderCall<T>): Promise<ProviderReply<T>> => {
    for (let tries = 0; ; tries += 1) {
      const reply = await askOnce(deps, token, call)
      const next = pauses[tries]
      if (call.again === false || next === undefined || !passesByItself(reply)) return reply
      await deps.pause(Math.min(retryAfterOf(reply) ?? next, LONGEST_RETRY_AFTER[manner]))
    }
  }
  return {
    ask,
    async must(call) {
      const reply = await ask(call)
      if (reply.kind !== 'ok') throw new ProviderFailure(reply, call.needs)
      return reply.value
    },
  }
}

/** Too many calls, an error at the provider, or on the way to it. */
export function passesByItself(reply: ProviderReply<unknown>): boolean {
  if (reply.kind === 'ok') return false
  return reply.kind !== 'refused' || reply.refusal.httpStatus === 429 || reply.refusal.httpStatus >= 500
}

export function isRefusedWith(
  reply: ProviderReply<unknown>,
  ...codes: number[]
): reply is Extract<ProviderReply<unknown>, { kind: 'refused' }> {
  return reply.kind === 'refused' && reply.refusal.codes.some((code) => codes.includes(code))
}

export function retryAfterOf(reply: ProviderReply<unknown>): Duration | null {
  return reply.kind === 'refused' ? reply.refusal.retryAfter : null
}

async function askOnce<T>(
  { fetch, apiUrl }: ProviderDeps,
  token: string,
  { method, path, json, form, headers, answer }: ProviderCall<T>,
): Promise<ProviderReply<T>> {
  const { body, type } = form === undefined ? {} : await packed(form)
  return callJson(
    {
      fetch,
      method,
      url: apiUrl + path,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...type, ...headers },
      ...(body === undefined ? { json } : { body }),
      timeout: TIMEOUT,
    },
    {
      largestAnswer: LARGEST_ANSWER,
      read: (given) => readAnswer(given, answer, token),
      explain: (error) => safeText(describeError(error), [token]),
    },
  )
}

/** Forms are serialised here: not every fetch knows the FormData of every runtime. */
async function packed(form: FormData) {
  const whole = new Response(form)
  const type = { 'content-type': whole.headers.get('content-type') ?? '' }
  return { type, body: await whole.arrayBuffer() }
}

function readAnswer<T>(
  { httpStatus, headers, body }: JsonAnswer,
  answer: z.ZodType<T>,
  token: string,
): ProviderReply<T> {
  const envelope = Envelope.safeParse(body)
  if (!envelope.success)
    return { kind: 'unknown', reason: safeText(`HTTP ${httpStatus} without a known answer`) }
  const { success, errors, result } = envelope.data
  if (!success || httpStatus >= 400) {
    const said = (errors ?? []).map(({ message }) => message).join('; ') || `HTTP ${httpStatus}`
    const codes = (errors ?? []).map(({ code }) => code)
    const retryAfter = secondsOf(headers.get('retry-after'))
    const message = safeText(said, [token])
    return { kind: 'refused', refusal: { httpStatus, codes, message, retryAfter } }
  }
  const read = answer.safeParse(result)
  return read.success
    ? { kind: 'ok', value: read.data }
    : { kind: 'unknown', reason: safeText('an answer of another shape') }
}

function secondsOf(text: string | null): Duration | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * SECOND : null
}
