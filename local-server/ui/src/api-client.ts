// The only way to the server. Types come from the contract; no code of the server is in the page.
import { hc } from 'hono/client'
import type { PageErrorBody } from '../../../core/api/refusals.ts'
import type { Reason } from '../../../core/errors.ts'
import type { ContractRoutes } from '../../../core/http/mount-routes.ts'
import type { PageRoutes } from '../../../core/http/page-routes.ts'
import { spokenStrings } from './strings/language.tsx'
import { refusalSentence } from './strings/refusal-sentences.ts'

/** Reads that wait for their answer. */
const waiting = new Set<AbortController>()

/** Ends them as if there were no server: a frozen one keeps its connections, but never answers. */
export function giveUpReads(): void {
  for (const read of waiting) read.abort()
}

const options = {
  async fetch(input: RequestInfo | URL, init?: RequestInit) {
    if (init?.method !== 'GET') return fetch(input, init)
    const read = new AbortController()
    waiting.add(read)
    try {
      return await fetch(input, { ...init, signal: read.signal })
    } finally {
      waiting.delete(read)
    }
  },
}

/** The contract. */
export const api = hc<ContractRoutes>('/api', options)

/** Routes for the page alone, beside the contract. */
export const pageApi = hc<PageRoutes>('/api', options)

/** The server refused. `message` is a sentence in the reader's language, `code` is what to match on. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly reason: PageErrorBody['reason']
  /** The server's own sentence, in English; see `refusedField`. */
  readonly said: string
  /** Lets a place with a catalogue of its own show a more exact sentence. */
  readonly refusal: PageErrorBody['refusal']

  constructor({ code, error, status, reason, refusal }: PageErrorBody, sentence = error) {
    super(sentence)
    this.code = code
    this.status = status
    this.reason = reason
    this.said = error
    this.refusal = refusal
  }
}

/** Nobody answered, so nobody knows whether the request arrived. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone'

  constructor(cause?: unknown) {
    super(spokenStrings().app[isFromAfar() ? 'outOfReach' : 'notRunning'], { cause })
  }
}

/** By way of a proxy, as from a phone, where only the way may be interrupted. Nowhere else the page comes by https. */
export const isFromAfar = () => typeof window !== 'undefined' && window.location.protocol === 'https:'

/** Options of a request that acts once, however often it is sent under this key. */
export function withIdempotencyKey(key: string | undefined): { headers: Record<string, string> } {
  return { headers: key === undefined ? {} : { 'Idempotency-Key': key } }
}

interface HttpReply {
  readonly ok: boolean
  readonly status: number
  json(): Promise<unknown>
}

export type Route = (...args: never) => Promise<HttpReply>

/** Body of a successful response: `ResponseBody<typeof api.posts.$get>`. */
export type ResponseBody<Ask extends Route> = Success<Awaited<ReturnType<Ask>>>

type Success<Sent> = Sent extends { ok: true; json(): Promise<infer Body> } ? Body : never

/** Returns the body of a successful response. Rejects with ApiError or ServerGone. */
export async function parseResponse<Sent extends HttpReply>(sent: Promise<Sent>): Promise<Success<Sent>> {
  const response = await sent.catch((cause: unknown) => {
    throw new ServerGone(cause)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw apiError(response.status, body)
  return body as Success<Sent>
}

/** Returns the bytes of a successful response. Rejects with ApiError or ServerGone, or says that they are not all there. */
export async function parseFile(
  sent: Promise<Pick<Response, 'ok' | 'status' | 'json' | 'blob'>>,
): Promise<Blob> {
  const response = await sent.catch((cause: unknown) => {
    throw new ServerGone(cause)
  })
  if (!response.ok) throw apiError(response.status, await response.json().catch(() => null))
  // Somebody answers: the server may have failed amid the file, or the browser may have no room for it.
  return response.blob().catch((cause: unknown) => {
    throw new Error(spokenStrings().app.brokenOff, { cause })
  })
}

/** Nightpost says why. What a proxy in front of it says without words of ours is that nobody has answered it. */
const FIRST_OF_PROXIES = 502

export function apiError(status: number, body: unknown): ApiError | ServerGone {
  const { app, refusals } = spokenStrings()
  if (!isErrorBody(body))
    return status >= FIRST_OF_PROXIES
      ? new ServerGone()
      : new ApiError({ error: app.answeredWith(status), code: 'UNKNOWN_ERROR', status })
  const known = body.reason && REASON_WORDS[body.reason]
  return new ApiError(body, known ? app[known] : refusalSentence(body, refusals))
}

/** What these mean to a reader, who knows of no keys and of no versions. */
const REASON_WORDS: { readonly [reason in Reason]: 'beingSent' | 'sentBefore' | 'changedMeanwhile' } = {
  idempotency_key_in_use: 'beingSent',
  idempotency_key_reused: 'sentBefore',
  idempotency_outcome_lost: 'sentBefore',
  version_changed: 'changedMeanwhile',
}

/** True when another request under this key has made something. */
export function isSentBefore(error: unknown): boolean {
  return (
    error instanceof ApiError && error.reason !== undefined && REASON_WORDS[error.reason] === 'sentBefore'
  )
}

/** Which field of a form a refusal names, and what it says about it; null for none. The name stands in front of the server's sentence. */
export function refusedField(error: Error): { readonly field: string; readonly sentence: string } | null {
  const said = error instanceof ApiError ? error.said : error.message
  const [, field, first, rest] = /^(?:\w+\.)?(\w+): (.)(.*)$/s.exec(said) ?? []
  if (field === undefined || first === undefined) return null
  return { field, sentence: error.message.replace(said, () => `${first.toUpperCase()}${rest}`) }
}

function isErrorBody(body: unknown): body is PageErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'error' in body
}
