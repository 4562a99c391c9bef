// Live media as the platform shows it: one node, or the account's list.
import { parseLooseTime, toIso, type Instant } from '../../../core/time.ts'
import { toBase64Url, fromBase64Url } from '../../../core/base64url.ts'
import { shortcodeOf } from '../ids.ts'
import type { LivePost } from '../records.ts'
import type { CallInput } from './call-input.ts'
import { fieldPicker, type NodeType } from './fields.ts'
import { badParameter, objectMissing } from './refusals.ts'
import type { GraphCall, GraphPorts, GraphRequest } from './ports.ts'

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

/** `GET /{media}` */
export const readMedia: GraphCall = (ports, { nodeId, method, input }) => {
  // By id only: the shortcode is for permalinks.
  const post = ports.state.live(nodeId)
  if (post?.media.id !== nodeId) throw objectMissing(nodeId, method)
  return fieldPicker(mediaNode(ports), input.text('fields'))(post)
}

/** `GET /{ig-user}/media`: newest first, without stories. */
export const listMedia: GraphCall = (ports, request) => {
  const { input } = request
  const pick = fieldPicker(mediaNode(ports), input.text('fields'))
  const from = readTime(input, 'since') ?? -Infinity
  const to = readTime(input, 'until') ?? Infinity
  const posts = ports.state.livePosts().filter(({ media }) => {
    const second = wholeSecond(media.publishedAt)
    return second >= from && second <= to
  })
  const { page, more } = cutPage(posts, input)
  const first = page[0]
  const last = page.at(-1)
  if (!first || !last) return { data: [] }
  const cursors = { before: cursorOf(first), after: cursorOf(last) }
  const next = more && { next: nextUrl(ports, request, cursors.after) }
  return { data: page.map(pick), paging: { cursors, ...next } }
}

/** `GET /{ig-user}/stories`: what is live of the last 24 hours. */
export const listStories: GraphCall = () => ({ data: [] })

function mediaNode({ account, behaviour, origin }: GraphPorts): NodeType<LivePost> {
  return {
    name: 'IGMedia',
    byDefault: [],
    always: ['id'],
    fields: {
      id: ({ media }) => media.id,
      caption: ({ container }) => (behaviour.captionInReads ? (container.caption ?? undefined) : undefined),
      permalink: ({ media }) => `${origin()}/sandbox/p/${shortcodeOf(media.id)}`,
      shortcode: ({ media }) => shortcodeOf(media.id),
      timestamp: ({ media }) => platformTime(media.publishedAt),
      media_type: ({ container }) => container.mediaType,
      media_product_type: () => 'FEED',
      media_url: ({ media }) => `${origin()}/sandbox/media/${media.id}.jpg`,
      // Of videos only, and of reels and albums only.
      thumbnail_url: () => undefined,
      is_shared_to_feed: () => undefined,
      children: () => undefined,
      alt_text: ({ container }) => container.altText ?? undefined,
      username: () => account.username,
      owner: () => ({ id: account.igUserId }),
      is_comment_enabled: () => true,
      like_count: () => 0,
      comments_count: () => 0,
    },
  }
}

function cutPage(posts: readonly LivePost[], input: CallInput): { page: LivePost[]; more: boolean } {
  const limit = Math.min(input.positive('limit') ?? DEFAULT_LIMIT, MAX_LIMIT)
  const after = input.text('after')
  const before = input.text('before')
  let start = 0
  let end = posts.length
  if (after !== null) start = indexOf(posts, after) + 1
  else if (before !== null) end = indexOf(posts, before)
  if (before !== null && after === null) start = Math.max(0, end - limit)
  const page = posts.slice(start, Math.min(end, start + limit))
  return { page, more: start + page.length < posts.length }
}

function indexOf(posts: readonly LivePost[], cursor: string): number {
  const index = posts.findIndex(({ media }) => media.id === readCursor(cursor))
  if (index === -1) throw badParameter('Invalid cursor.')
  return index
}

function cursorOf({ media }: LivePost): string {
  return toBase64Url(new TextEncoder().encode(media.id))
}

function readCursor(cursor: string): string {
  try {
    return new TextDecoder().decode(fromBase64Url(cursor))
  } catch {
    throw badParameter('Invalid cursor.')
  }
}

/** The same request one page on, at the sandbox's public address and without the token. */
function nextUrl({ origin }: GraphPorts, { url }: GraphRequest, after: string): string {
  const next = new URL(url.pathname + url.search, origin())
  next.searchParams.delete('access_token')
  next.searchParams.delete('before')
  next.searchParams.set('after', after)
  return next.href
}

/** `2026-11-20T13:00:00+0000`: whole seconds, and an offset without colon. */
function platformTime(instant: Instant): string {
  return `${toIso(instant).slice(0, 19)}+0000`
}

/** Seconds since 1970, or a date. Whole seconds are compared, because whole seconds are shown. */
function readTime(input: CallInput, name: 'since' | 'until'): Instant | null {
  const text = input.text(name)
  if (text === null) return null
  const instant = /^\d+$/.test(text) ? Number(text) * 1000 : parseLooseTime(text)
  if (instant === null) throw badParameter(`Param ${name} must be a time.`)
  return wholeSecond(instant)
}

function wholeSecond(instant: Instant): Instant {
  return Math.floor(instant / 1000) * 1000
}
