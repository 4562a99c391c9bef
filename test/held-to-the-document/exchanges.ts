// Every answer of the contract that any test gets, kept until the test file ends; then judge.ts holds it against the document.

export interface Exchange {
  readonly method: string
  /** Below the base, without the query. */
  readonly path: string
  readonly status: number
  /** The body as JSON; undefined when there is none. */
  readonly body: unknown
}

const BASE = '/api/v1'
/** More from one file say nothing new, and every body is held in memory. */
const MOST = 3_000

export const exchanges: Exchange[] = []

/** Keeps a copy of the answer. The answer itself stays readable. */
export async function noteExchange(method: string, url: string, response: Response): Promise<void> {
  const path = url.replace(/^https?:\/\/[^/]+/, '').split('?')[0] ?? ''
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  // The document describes the routes, not itself.
  if (
    method === 'HEAD' ||
    !path.startsWith(`${BASE}/`) ||
    path.endsWith('/openapi.json') ||
    !isJson ||
    exchanges.length >= MOST
  )
    return
  // A test may cut an answer short; half a body is no answer to judge.
  const text = await response
    .clone()
    .text()
    .catch(() => '')
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  exchanges.push({
    method: method.toUpperCase(),
    path: path.slice(BASE.length),
    status: response.status,
    body,
  })
}
