// How tools ask the contract, and what they answer.
import { readIdempotencyKey } from '../../../core/api/idempotency.ts'
import type { Inbox } from './inbox.ts'

/** Sends a request to the server, with the key of the caller. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>

export interface Answer {
  readonly response: Response
  /** Said before the body of the response. */
  readonly note?: string
  /** Shown beside it. */
  readonly picture?: Picture | null
}

/** As the protocol carries it: base64. */
export interface Picture {
  readonly data: string
  readonly mimeType: string
}

export interface Connection {
  readonly call: Call
  /** The folders that the user named: only files in them are read. */
  readonly folders: readonly string[]
  /** Where a person opens the page; null while no server was reached. */
  origin(): string | null
}

export interface Agent extends Omit<Connection, 'origin'> {
  readonly inbox: Inbox
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>

export async function get(call: Call, path: string, query: Query = {}): Promise<Answer> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`)
  return { response: await call(`/api/v1${path}?${search.toString()}`) }
}

/** `request` as the contract names it: `POST /posts/draft`. */
export async function sendJson(call: Call, request: string, body: object, key?: string): Promise<Answer> {
  const [method = '', path] = request.split(' ')
  const headers = { 'content-type': 'application/json', ...keyed(key) }
  return { response: await call(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) }) }
}

/** The answer with its body as a model needs it; a refusal as it is. */
export async function shown<Body>(
  asked: Answer | Promise<Answer>,
  show: (body: Body) => object,
): Promise<Answer> {
  const answer = await asked
  if (!answer.response.ok) return answer
  return { ...answer, response: Response.json(show((await answer.response.json()) as Body)) }
}

export function keyed(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': readIdempotencyKey(key) }
}
