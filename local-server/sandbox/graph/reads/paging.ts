// Lists in pages, by cursors that name the first and the last item of each.
import { fromBase64Url, toBase64Url } from '../../../../core/base64url.ts'
import type { CallInput } from '../call-input.ts'
import { badParameter } from '../refusals.ts'
import type { GraphPorts, ReceivedGraphCall } from '../ports.ts'

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

interface Listing<T> {
  readonly items: readonly T[]
  readonly idOf: (item: T) => string
  /** Items that the caller may not see leave their page shorter, or empty. */
  readonly isSeen?: (item: T) => boolean
  /** An item as it is answered. */
  readonly show: (item: T) => object
}

export function answerPage<T>(
  ports: GraphPorts,
  request: ReceivedGraphCall,
  { items, idOf, isSeen = () => true, show }: Listing<T>,
): object {
  const { start, end } = cut(items.map(idOf), request.input)
  const page = items.slice(start, end)
  const first = page[0]
  const last = page.at(-1)
  if (first === undefined || last === undefined) return { data: [] }
  const cursors = { before: cursorOf(idOf(first)), after: cursorOf(idOf(last)) }
  const next = end < items.length && { next: nextUrl(ports.origin(), request, cursors.after) }
  return { data: page.filter(isSeen).map(show), paging: { cursors, ...next } }
}

function cut(ids: readonly string[], input: CallInput): { start: number; end: number } {
  const limit = Math.min(input.positive('limit') ?? DEFAULT_LIMIT, MAX_LIMIT)
  const after = input.text('after')
  const before = input.text('before')
  if (after === null && before !== null) {
    const end = indexOf(ids, before)
    return { start: Math.max(0, end - limit), end }
  }
  const start = after === null ? 0 : indexOf(ids, after) + 1
  return { start, end: Math.min(ids.length, start + limit) }
}

function indexOf(ids: readonly string[], cursor: string): number {
  const index = ids.indexOf(readCursor(cursor))
  if (index === -1) throw badParameter('Invalid cursor.')
  return index
}

function cursorOf(id: string): string {
  return toBase64Url(new TextEncoder().encode(id))
}

function readCursor(cursor: string): string {
  try {
    return new TextDecoder().decode(fromBase64Url(cursor))
  } catch {
    throw badParameter('Invalid cursor.')
  }
}

/** The same request one page on, at the sandbox's public address, with the token in it, as on the platform: it opens as it is. */
function nextUrl(origin: string, { url, caller }: ReceivedGraphCall, after: string): string {
  const next = new URL(url.pathname + url.search, origin)
  next.searchParams.set('access_token', caller.token)
  next.searchParams.delete('before')
  next.searchParams.set('after', after)
  return next.href
}
