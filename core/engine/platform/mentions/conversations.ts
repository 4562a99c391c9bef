// The Conversations calls and their answers. Any field may be missing. Source: developers.facebook.com, Instagram
// platform, Conversations API and Story Mention.
import * as z from 'zod'
import { parseLooseTime, type Instant } from '../../../time.ts'
import type { CallResult, CallSpec, Calls } from './graph-calls.ts'

export interface ThreadChange {
  readonly id: string
  /** Null when the platform does not say. */
  readonly updatedAt: Instant | null
}

export interface Party {
  readonly id: string
  readonly username: string | null
}

export interface ThreadMessage {
  readonly id: string
  readonly sentAt: Instant | null
  /** Null when the platform does not say, or was not asked. */
  readonly from: Party | null
  readonly to: readonly Party[]
  /** Set on messages about a story that mentions the reader. Replies to stories have none. */
  readonly mention: { readonly storyId: string | null; readonly link: string | null } | null
  readonly isUnsupported: boolean
}

export interface Thread {
  readonly participants: readonly Party[]
  /** Newest first. */
  readonly messages: readonly ThreadMessage[]
}

/** The platform details only the newest twenty; older ones look deleted. */
const NEWEST = 20

/** They become parts of addresses: nothing in them may lead elsewhere. */
const Id = z.union([z.string().regex(/^[\w:=-]{1,400}$/), z.number().int().nonnegative().transform(String)])
const text = z.string().min(1).max(4000).nullish().catch(null)
const time = z
  .string()
  .transform(parseLooseTime)
  .nullish()
  .catch(null)
  .transform((at) => at ?? null)

/** One unreadable entry does not hide the others. */
function listOf<T>(item: z.ZodType<T>) {
  return z
    .object({ data: z.array(item.nullable().catch(null)) })
    .transform(({ data }) => data.filter((one) => one !== null))
}

const Person: z.ZodType<Party> = z
  .object({ id: Id, username: text })
  .transform(({ id, username }) => ({ id, username: username ?? null }))
const people = listOf(Person).catch([])

const Mention = z
  .object({ id: Id.nullish().catch(null), link: text })
  .transform(({ id, link }) => ({ storyId: id ?? null, link: link ?? null }))

const Message: z.ZodType<ThreadMessage> = z
  .object({
    id: Id,
    created_time: time,
    from: Person.nullish().catch(null),
    to: people,
    story: z
      .object({ mention: Mention.nullish().catch(null) })
      .nullish()
      .catch(null),
    is_unsupported: z.boolean().nullish().catch(null),
  })
  .transform(({ id, created_time, from, to, story, is_unsupported }) => ({
    id,
    sentAt: created_time,
    from: from ?? null,
    to,
    mention: story?.mention ?? null,
    isUnsupported: is_unsupported ?? false,
  }))

const ThreadAnswer: z.ZodType<Thread> = z
  .object({ participants: people, messages: listOf(Message).catch([]) })
  .transform(({ participants, messages }) => ({ participants, messages: messages.slice(0, NEWEST) }))

const Changes = listOf(
  z
    .object({ id: Id, updated_time: time })
    .transform(({ id, updated_time }) => ({ id, updatedAt: updated_time })),
)
const ChangesPage = z
  .object({
    paging: z
      .object({ next: text, cursors: z.object({ after: text }).nullish().catch(null) })
      .nullish()
      .catch(null),
  })
  .loose()
  .transform((page) => ({
    threads: Changes.parse(page),
    // Without `next` there is no next page, even if there are cursors.
    after: page.paging?.next ? (page.paging.cursors?.after ?? null) : null,
  }))
export type ThreadChangesPage = z.output<typeof ChangesPage>

const PAGE = 50

/** `of`: the Page of a partner's account, `me` for an account without one. */
export function askChanges(of: string, after: string | null): CallSpec<ThreadChangesPage> {
  const fields = { platform: 'instagram', fields: 'id,updated_time', limit: PAGE, after }
  return { path: `${of}/conversations`, fields, answer: ChangesPage }
}

const ALL_PARTS = 'id,created_time,from,to,story,is_unsupported'
const LEAST_PARTS = 'id,created_time,story'

/**
 * The newest messages of a conversation by one call. Some accounts are refused the senders, as if the conversation
 * did not exist: it is then requested without them.
 */
export async function readThread(calls: Calls, id: string): Promise<CallResult<Thread>> {
  const whole = await calls.ask(askThread(id, ALL_PARTS))
  return whole.kind === 'missing' ? calls.ask(askThread(id, LEAST_PARTS)) : whole
}

function askThread(id: string, parts: string): CallSpec<Thread> {
  const fields = { fields: `participants,messages.limit(${NEWEST}){${parts}}` }
  return { path: id, fields, answer: ThreadAnswer }
}

export function askMessage(id: string): CallSpec<ThreadMessage> {
  return { path: id, fields: { fields: LEAST_PARTS }, answer: Message }
}

const Self = z
  .object({ id: Id, user_id: Id.nullish().catch(null), username: text })
  .transform(({ id, user_id, username }) => ({
    ids: user_id ? [id, user_id] : [id],
    username: username ?? null,
  }))
export type Self = z.output<typeof Self>

export function askSelf(of: string, hasUserId: boolean): CallSpec<Self> {
  return { path: of, fields: { fields: hasUserId ? 'id,user_id,username' : 'id,username' }, answer: Self }
}

const Stories = listOf(z.object({ id: Id })).transform((stories) => stories.map(({ id }) => id))

/** As many as an account can publish in a day. */
const MOST_STORIES = 100

/** The account's own, of the last day. */
export function askOwnStories(igUserId: string): CallSpec<string[]> {
  const fields = { fields: 'id', limit: MOST_STORIES }
  return { path: `${igUserId}/stories`, fields, answer: Stories }
}
