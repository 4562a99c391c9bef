// Story mentions in the JSON of the direct inbox, in every form in which they have been seen. Pure. Unreadable
// messages are left out: one odd message must not hide the others.
import * as z from 'zod'
import type { Gone } from '../../ports/reposts/mention-source.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'
import { PrivateApiId, PrivateApiUser } from './user-answers.ts'

/** A message that says "mentioned you in their story". */
export interface InboxMention {
  readonly itemId: string
  readonly threadId: string
  readonly posterId: string
  readonly posterUsername: string | null
  readonly storyId: string | null
  readonly mentionedAt: Instant
  /** The latest possible time. */
  readonly expiresAt: Instant
  readonly gone: Gone | null
}

export interface MentionsPage {
  readonly mentions: readonly InboxMention[]
  /** Where the next page begins; null when there is none that could hold a live story. */
  readonly next: { readonly cursor: string; readonly seqId: string | null } | null
}

/** No story lives longer. */
const STORY_LIFE: Duration = DAY

export interface Reader {
  /** The account's own id, as the platform numbers it here. */
  readonly ownId: string
  readonly now: Instant
}

/** For the inbox, and for the box of requests, which has the same form. */
export function readInbox(body: unknown, reader: Reader): MentionsPage {
  const { inbox, seq_id } = DirectInbox.parse(body)
  const threads = inbox.threads.flatMap((thread) => Thread.safeParse(thread).data ?? [])
  const mentions = threads.flatMap((thread) => mentionsIn(thread, reader))
  const { has_older, oldest_cursor } = inbox
  const hasMore = has_older === true && !isPast(threads, reader.now)
  const cursor = oldest_cursor ?? ''
  return { mentions, next: hasMore && cursor !== '' ? { cursor, seqId: seq_id ?? null } : null }
}

const text = z.string().max(10_000).nullish().catch(null)
const lax = z.record(z.string(), z.unknown()).nullish().catch(null)
const Micros = z.coerce
  .number()
  .positive()
  .transform((micros): Instant => Math.floor(micros / 1000))

export const DirectInbox = z.object({
  inbox: z.object({
    threads: z.array(z.unknown()),
    has_older: z.boolean().optional().catch(undefined),
    oldest_cursor: z.union([z.string(), z.number()]).transform(String).nullish().catch(null),
  }),
  seq_id: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
})
const Thread = z.object({
  thread_id: z.union([z.string().min(1).max(100), z.number()]).transform(String),
  users: z.array(z.unknown()).catch([]),
  items: z.array(z.unknown()).catch([]),
  last_activity_at: Micros.optional().catch(undefined),
})
type Thread = z.infer<typeof Thread>
const Item = z.object({
  item_id: z.union([z.string().min(1).max(200), z.number()]).transform(String),
  user_id: PrivateApiId,
  timestamp: Micros,
  item_type: z.string(),
  is_sent_by_viewer: z.boolean().optional().catch(undefined),
  original_media_igid: PrivateApiId.nullish().catch(null),
  serialized_content_ref: z.unknown().optional(),
  auxiliary_text: text,
  xma_reel_mention: z.array(z.unknown()).nullish().catch(null),
  generic_xma: z.array(z.unknown()).nullish().catch(null),
  reel_share: lax,
  placeholder: lax,
})
type Item = z.infer<typeof Item>

/** Below those that are pinned the newest is first: when the last one is older than any story, so is everything after it. */
function isPast(threads: readonly Thread[], now: Instant): boolean {
  const last = threads.flatMap(({ last_activity_at }) => last_activity_at ?? []).at(-1)
  return last !== undefined && now - last >= STORY_LIFE
}

function mentionsIn({ thread_id, users, items }: Thread, reader: Reader): InboxMention[] {
  const people = new Map(
    users.flatMap((user) => PrivateApiUser.safeParse(user).data ?? []).map((user) => [user.pk, user]),
  )
  return items.flatMap((raw) => {
    const item = Item.safeParse(raw).data
    if (!item || item.is_sent_by_viewer === true || item.user_id === reader.ownId) return []
    const found = foundIn(item, reader)
    const expiresAt = Math.min(found?.expiresAt ?? Number.POSITIVE_INFINITY, item.timestamp + STORY_LIFE)
    if (!found || item.timestamp + STORY_LIFE <= reader.now) return []
    const poster = people.get(item.user_id)
    const gone = found.gone ?? (poster?.is_private === true ? 'private' : null)
    return {
      itemId: item.item_id,
      threadId: thread_id,
      posterId: item.user_id,
      posterUsername: poster?.username ?? found.username,
      storyId: found.storyId,
      mentionedAt: item.timestamp,
      expiresAt,
      gone: gone ?? (expiresAt <= reader.now ? 'expired' : null),
    }
  })
}

interface MentionInItem {
  readonly storyId: string | null
  readonly username: string | null
  readonly expiresAt: Instant | null
  readonly gone: Gone | null
}

const UNAVAILABLE: MentionInItem = { storyId: null, username: null, expiresAt: null, gone: 'unavailable' }

/** Null when it does not mention the account in a story. */
function foundIn(item: Item, reader: Reader): MentionInItem | null {
  switch (item.item_type) {
    case 'xma_reel_mention':
      return fromCard(item)
    case 'reel_share':
      return fromLegacy(item, reader)
    case 'expired_placeholder':
      return UNAVAILABLE
    // Used for anything that cannot be shown; only its words distinguish a story from a post.
    case 'placeholder':
      return /\bstor(y|ies)\b/i.test(JSON.stringify([item.placeholder, item.auxiliary_text]))
        ? UNAVAILABLE
        : null
    default:
      return null
  }
}

const Card = z.object({
  target_url: text,
  preview_url: text,
  preview_url_info: z
    .object({ url: text, fallback: z.object({ url: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  title_text: text,
  caption_body_text: text,
  serialized_content_ref: z.unknown().optional(),
  target_expiry_timestamp_ms: z.coerce.number().positive().nullish().catch(null),
})
type Card = z.infer<typeof Card>

function fromCard(item: Item): MentionInItem | null {
  const first = item.xma_reel_mention?.[0] ?? item.generic_xma?.[0]
  const card = Card.safeParse(first).data
  if (!card) return UNAVAILABLE
  const target = card.target_url ?? ''
  if (isNoStory(target)) return null
  const named = /\/stories\/([^/?#]+)\/(\d+)/.exec(target)
  return {
    storyId:
      named?.[2] ??
      item.original_media_igid ??
      idInReference(card.serialized_content_ref ?? item.serialized_content_ref),
    username: named?.[1] ?? null,
    expiresAt: card.target_expiry_timestamp_ms ?? null,
    gone: isNotice(card) ? 'expired' : null,
  }
}

/** People can be mentioned in a reel or a post, too. */
function isNoStory(target: string): boolean {
  return (
    /^https?:\/\/[^/]+\/(?:[^/?#]+\/)?(?:reels?|p|tv)\//i.test(target) ||
    /^instagram:\/\/(?:reels?|clips)\b/i.test(target)
  )
}

/** A card that shows nothing but words: expired, deleted, or not visible to us. */
function isNotice({ preview_url, preview_url_info, title_text, caption_body_text }: Card): boolean {
  const hasPreview = Boolean(preview_url || preview_url_info?.url || preview_url_info?.fallback?.url)
  return !hasPreview && Boolean(title_text || caption_body_text)
}

const Reference = z.object({ fetch_params: z.object({ story_igid: PrivateApiId }) })

/** JSON inside the JSON. */
function idInReference(reference: unknown): string | null {
  if (typeof reference !== 'string')
    return Reference.safeParse(reference).data?.fetch_params.story_igid ?? null
  // A long number in it would lose its last digits.
  return /"story_igid"\s*:\s*"?(\d{1,32})\b/.exec(reference)?.[1] ?? null
}

const Legacy = z.object({
  type: z.literal('mention'),
  mentioned_user_id: PrivateApiId,
  media: z
    .object({
      id: z.union([z.string(), z.number()]).transform(String).optional(),
      pk: PrivateApiId.optional().catch(undefined),
      expiring_at: z.number().optional().catch(undefined),
    })
    .nullish()
    .catch(null),
})

function fromLegacy({ reel_share }: Item, { ownId }: Reader): MentionInItem | null {
  const read = Legacy.safeParse(reel_share).data
  if (!read || read.mentioned_user_id !== ownId) return null
  const { id, pk, expiring_at } = read.media ?? {}
  if (id === undefined) return { storyId: null, username: null, expiresAt: null, gone: 'expired' }
  const storyId = pk ?? /^\d+/.exec(id)?.[0] ?? null
  return {
    storyId,
    username: null,
    expiresAt: expiring_at === undefined ? null : expiring_at * 1000,
    gone: null,
  }
}
