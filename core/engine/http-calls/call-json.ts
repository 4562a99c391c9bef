// One HTTP call whose answer is JSON: bounded in time and size, never repeated, never redirected, never rejecting. Clients
// decide whom to call, what the answers prove, and how a failure reads.
import { safeText, type SafeText } from '../../redact.ts'
import type { Duration } from '../../time.ts'
import { neverConnected, noConnectionReason } from './never-connected.ts'
import type { Reply } from '../../ports/reply.ts'

export interface JsonCall {
  readonly fetch: typeof fetch
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Body of a POST, query of everything else. */
  readonly form?: URLSearchParams
  readonly json?: unknown
  readonly body?: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | ArrayBuffer
  readonly timeout: Duration
}

export interface JsonAnswer {
  readonly httpStatus: number
  readonly isOk: boolean
  readonly headers: Headers
  readonly text: string
  /** Undefined when it is not JSON. */
  readonly body: unknown
}

/** How a client reads what comes back. */
export interface Reading<Read> {
  /** In bytes. */
  readonly largestAnswer: number
  /** Refuses an answer that is not UTF-8, instead of replacing what cannot be read. */
  readonly fatal?: boolean
  parse?(text: string): unknown
  /** Takes secrets out of the whole answer. */
  censor?(text: string): string
  /** Called as soon as the headers arrive: they count even if the body cannot be read. */
  received?(response: Response): void
  read(answer: JsonAnswer): Read
  /** Explains a call without a usable answer. A runtime's own message may quote what was sent. */
  explain(error: unknown): SafeText
}

export async function callJson<Read>(
  call: JsonCall,
  reading: Reading<Read>,
): Promise<Read | Extract<Reply<never, never>, { reason: string }>> {
  try {
    const response = await send(call)
    reading.received?.(response)
    const { status: httpStatus, ok: isOk, headers } = response
    const whole = await readText(response, reading.largestAnswer, { fatal: reading.fatal ?? false })
    const text = reading.censor?.(whole) ?? whole
    return reading.read({ httpStatus, isOk, headers, text, body: parsed(text, reading) })
  } catch (error) {
    return { kind: neverConnected(error) ? 'unreachable' : 'unknown', reason: reading.explain(error) }
  }
}

export const NO_JSON = safeText('an answer that is not JSON')

/** Why no connection was made, or the runtime’s description of a call that failed, which says nothing of the former. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const unconnected = noConnectionReason(error)
  if (unconnected !== null) return unconnected
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message
}

function send({ fetch, url, form, json, ...call }: JsonCall): Promise<Response> {
  const isPost = call.method === 'POST'
  const query = isPost || !form?.size ? '' : `?${form}`
  const body = json === undefined ? (call.body ?? (isPost ? form : undefined)) : JSON.stringify(json)
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const init = {
    method: call.method,
    headers: { ...type, ...call.headers },
    ...(body !== undefined && { body }),
    // The web standard asks for it with a stream as body; the global types do not know it yet.
    ...(body instanceof ReadableStream && { duplex: 'half' as const }),
    redirect: 'manual',
    signal: AbortSignal.timeout(call.timeout),
  } as const
  return fetch(url + query, init)
}

function parsed(text: string, { parse = JSON.parse }: Reading<unknown>): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Reads a body as UTF-8 text and no further than `maxBytes`. Rejects when it is longer, or, with `fatal`, not UTF-8. */
export async function readText(
  { body }: Response,
  maxBytes: number,
  options: { readonly fatal?: boolean } = {},
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: options.fatal ?? false, ignoreBOM: false })
  const chunks: string[] = []
  let size = 0
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`an answer of more than ${Math.round(maxBytes / 2 ** 20)} MB`)
    chunks.push(decoder.decode(chunk, { stream: true }))
  }
  return chunks.join('') + decoder.decode()
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Ids exceed 2^53: where one comes as a bare number, its digits are kept instead of a rounded value. Throws unless it is JSON. */
export function parseKeepingIds(text: string): unknown {
  const keep: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && source && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
      ? source
      : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}
