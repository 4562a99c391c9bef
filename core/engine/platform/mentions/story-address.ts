// The address of a story's media: which addresses are allowed, and what is there now. No token or cookie is sent along.
import type { StoryLook, StoryMedia } from '../../../ports/reposts/mention-source.ts'
import { SECOND } from '../../../time.ts'
import { isLoopback } from '../sandbox-hosts.ts'
import { NEVER_ARRIVED, NO_ANSWER } from '../../../ports/platform/platform.ts'
import { neverConnected } from '../../http-calls/never-connected.ts'
import type { Calls, Ended } from './graph-calls.ts'
import { stopOfSilence, stopWith } from './graph-signals.ts'

/** Which addresses a Graph host may send us to. A host on this computer is a stand-in, and serves its media itself. */
export function isMediaAddress(address: string, graphUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin, username, port } = new URL(address)
  if (isLoopback(graphUrl)) return origin === new URL(graphUrl).origin
  return protocol === 'https:' && port === '' && username === '' && isMediaHost(hostname)
}

function isMediaHost(hostname: string): boolean {
  return hostname === 'lookaside.fbsbx.com' || /\.(fbcdn\.net|cdninstagram\.com)$/.test(hostname)
}

const TIMEOUT = 20 * SECOND
const MOST_HOPS = 3
const GONE_STATUSES: ReadonlySet<number> = new Set([403, 404, 410])
/** Statuses with which servers refuse HEAD. */
const NO_HEAD_STATUSES: ReadonlySet<number> = new Set([400, 405, 501])

export type MediaLook =
  | { readonly kind: 'live'; readonly media: StoryMedia }
  | Extract<StoryLook, { kind: 'gone' }>
  | Ended

export interface StoryPlace {
  readonly fetchMedia: (url: string, init: RequestInit) => Promise<Response>
  readonly calls: Calls
  /** The address of the account's Graph host. */
  readonly graphUrl: string
}

/** Distinguishes picture from video by the host's headers: messages do not say, or say it wrong. */
export async function lookAtMedia(place: StoryPlace, url: string): Promise<MediaLook> {
  let [address, method]: [string, 'HEAD' | 'GET'] = [url, 'HEAD']
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    if (!isMediaAddress(address, place.graphUrl)) return { kind: 'gone', gone: 'unavailable' }
    const response = await request(place, address, method)
    if ('kind' in response) return response
    const next = nextAddress(response, address)
    if (next !== null) address = next
    else if (method === 'HEAD' && isUndecided(response)) method = 'GET'
    else return judgeResponse(place.calls, response, url)
  }
  return place.calls.end(stopWith('failed', 'the story’s address leads on and on'))
}

async function request(
  { fetchMedia, calls }: StoryPlace,
  address: string,
  method: 'HEAD' | 'GET',
): Promise<Response | Ended> {
  const ended = await calls.turn()
  if (ended) return ended
  try {
    const response = await fetchMedia(address, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      headers: method === 'GET' ? { range: 'bytes=0-0' } : {},
    })
    // Not awaited: nothing here depends on it.
    response.body?.cancel().catch(() => {})
    return response
  } catch (error) {
    const facts = neverConnected(error) ? NEVER_ARRIVED : NO_ANSWER
    return calls.end(stopOfSilence('the story’s address did not answer', facts))
  }
}

function nextAddress({ status, headers }: Response, from: string): string | null {
  const to = headers.get('location')
  return status >= 300 && status < 400 && to !== null && URL.canParse(to, from)
    ? new URL(to, from).href
    : null
}

function isUndecided(response: Response): boolean {
  return NO_HEAD_STATUSES.has(response.status) || (response.ok && kindOf(response) === null)
}

function judgeResponse(calls: Calls, response: Response, url: string): MediaLook {
  const { status } = response
  if (GONE_STATUSES.has(status)) return { kind: 'gone', gone: 'expired' }
  const kind = response.ok ? kindOf(response) : null
  if (kind !== null) return { kind: 'live', media: { kind, url } }
  const facts = { ...NO_ANSWER, httpStatus: status }
  return calls.end(stopOfSilence(`HTTP ${status} at the story’s address`, facts))
}

function kindOf({ headers }: Response): StoryMedia['kind'] | null {
  const [, kind] = /^(image|video)\//i.exec(headers.get('content-type') ?? '') ?? []
  return kind === undefined ? null : kind.toLowerCase() === 'image' ? 'image' : 'video'
}
