// The direct inbox. Reading it marks nothing as seen.
import { SECOND, type Instant } from '../../../../core/time.ts'
import type { Conversation } from '../../mentions/mention-state.ts'
import { itemFacts, itemNode } from './inbox-items.ts'
import { bare, privateApiJson } from '../private-api-json.ts'
import { fail, malformedInboxCall } from '../private-api-refusal.ts'
import type { PrivateApiPorts, SessionCall, SessionRequest } from '../private-api-ports.ts'
import { somebodyNode } from '../people-calls.ts'
import type { PrivateApiPerson, Somebody } from '../practice.ts'
import type { QuietThread } from './quiet-threads.ts'

/** A thread of either kind, with its items not yet written down. */
interface InboxThread {
  readonly threadId: string
  readonly users: readonly Somebody[]
  readonly isGroup: boolean
  readonly isPending: boolean
  readonly updatedAt: Instant
  /** Newest first. */
  readonly items: readonly { readonly itemId: string; readonly isFromUs: boolean; write(): Promise<object> }[]
}

const MOST_THREADS = 20
const MOST_ITEMS = 20

/** Parameters that every kind of client sends. */
const REQUIRED = ['visual_message_return_type', 'thread_message_limit', 'persistentBadging', 'limit']

/** `GET direct_v2/inbox/` */
export const answerInbox: SessionCall = async (ports, request) =>
  inboxPage(ports, request, { isPending: false })

/** `GET direct_v2/pending_inbox/`: the same for people whom the account has not answered. */
export const readPendingInbox: SessionCall = async (ports, request) =>
  inboxPage(ports, request, { isPending: true })

/** `GET direct_v2/spam_inbox/`: no one here is taken for spam. */
export const readSpamInbox: SessionCall = async ({ clock }, { person }) =>
  privateApiJson({
    inbox: inboxNode([], { cursor: '', hasOlder: false, now: clock.now() }),
    viewer: viewer(person),
    status: 'ok',
  })

/** `GET direct_v2/get_badge_count/`: `seq_id` rises with every message, of strangers as well. */
export const readBadge: SessionCall = (ports, { person }) => {
  const threads = threadsOf(ports, person)
  const unread = threads.filter(({ isPending, items }) => !isPending && items[0]?.isFromUs === false)
  return privateApiJson({
    user_id: bare(person.pk),
    badge_count: unread.length,
    seq_id: seqIdOf(threads),
    status: 'ok',
  })
}

/** `GET direct_v2/threads/{id}/` */
export const answerThread: SessionCall = async (ports, { path, query, person }) => {
  const id = /\/direct_v2\/threads\/(\d+)\/$/.exec(path)?.[1]
  const thread = threadsOf(ports, person).find(({ threadId }) => threadId === id)
  if (!thread) throw fail(404, { message: 'Thread does not exist' })
  if (!query.has('visual_message_return_type')) throw malformedInboxCall()
  const cursor = query.get('cursor')
  const from = cursor === null ? 0 : thread.items.findIndex(({ itemId }) => itemId === cursor) + 1
  if (cursor !== null && (from === 0 || query.get('direction') !== 'older')) throw malformedInboxCall()
  const limit = wholeIn(query, 'limit') ?? MOST_ITEMS
  const node = await threadNode(thread, person, { from, limit: Math.min(limit, MOST_ITEMS) })
  return privateApiJson({ thread: node, status: 'ok' })
}

async function inboxPage(
  ports: PrivateApiPorts,
  { host, query, person }: SessionRequest,
  { isPending }: { isPending: boolean },
): Promise<Response> {
  const limit = wholeIn(query, 'limit')
  const messages = wholeIn(query, 'thread_message_limit')
  if (REQUIRED.some((name) => !query.has(name)) || limit === null || messages === null)
    throw malformedInboxCall()
  const all = threadsOf(ports, person)
  const threads = all.filter((thread) => thread.isPending === isPending)
  const from = startOf(threads, query.get('cursor'))
  // The app must name the direction, too; a browser sends the cursor alone.
  if (host === 'mobile' && query.has('cursor') && query.get('direction') !== 'older')
    throw malformedInboxCall()
  const to = from + Math.min(limit, MOST_THREADS)
  const shown = threads.slice(from, to)
  const nodes = await Promise.all(
    shown.map((thread) => threadNode(thread, person, { from: 0, limit: messages })),
  )
  const last = shown.at(-1)
  const cursor = last ? cursorOf(last) : ''
  return privateApiJson({
    inbox: inboxNode(nodes, { cursor, hasOlder: to < threads.length, now: ports.clock.now() }),
    viewer: viewer(person),
    seq_id: seqIdOf(all),
    snapshot_at_ms: ports.clock.now(),
    pending_requests_total: all.filter((thread) => thread.isPending).length,
    status: 'ok',
  })
}

function inboxNode(
  threads: readonly object[],
  { cursor, hasOlder, now }: { cursor: string; hasOlder: boolean; now: Instant },
): object {
  return {
    threads,
    has_older: hasOlder,
    oldest_cursor: cursor,
    unseen_count: threads.length,
    unseen_count_ts: now * 1000,
    blended_inbox_enabled: true,
    prev_cursor: { cursor_timestamp_seconds: 0, cursor_thread_v2_id: 0 },
    next_cursor: { cursor_timestamp_seconds: Math.floor(now / SECOND), cursor_thread_v2_id: 0 },
  }
}

function startOf(threads: readonly InboxThread[], cursor: string | null): number {
  if (cursor === null) return 0
  const last = threads.findIndex((thread) => cursorOf(thread) === cursor)
  if (last < 0) throw malformedInboxCall()
  return last + 1
}

/** Opaque, and with characters that must be encoded in a query. */
function cursorOf({ threadId, updatedAt }: InboxThread): string {
  return `QVFE+/${btoa(`${updatedAt}:${threadId}`)}==`
}

function threadsOf(ports: PrivateApiPorts, person: PrivateApiPerson): InboxThread[] {
  const { igUserId } = person.account
  return [
    ...ports.mentions.conversations(igUserId).map((one) => ofConversation(ports, person, one)),
    ...ports.quiet.of(igUserId).map(ofQuiet),
  ].toSorted((one, other) => other.updatedAt - one.updatedAt)
}

function ofConversation(
  ports: PrivateApiPorts,
  person: PrivateApiPerson,
  { threadId, stranger, messages, updatedAt, isRequest }: Conversation,
): InboxThread {
  const items = messages.map((message) => ({
    itemId: message.itemId,
    isFromUs: message.isFromUs,
    write: () => itemNode(ports, person, message),
  }))
  return { threadId, users: [stranger], isGroup: false, isPending: isRequest, updatedAt, items }
}

function ofQuiet({ threadId, users, isGroup, itemId, sentAt, text }: QuietThread): InboxThread {
  const write = async () => ({
    ...itemFacts(itemId, users[0]?.pk ?? '0', sentAt),
    is_sent_by_viewer: false,
    item_type: 'text',
    text,
  })
  return {
    threadId,
    users,
    isGroup,
    isPending: false,
    updatedAt: sentAt,
    items: [{ itemId, isFromUs: false, write }],
  }
}

async function threadNode(
  thread: InboxThread,
  person: PrivateApiPerson,
  { from, limit }: { from: number; limit: number },
): Promise<object> {
  const { threadId, users, isGroup, isPending, updatedAt } = thread
  const shown = thread.items.slice(from, from + limit)
  const items = await Promise.all(shown.map((item) => item.write()))
  return {
    thread_id: threadId,
    thread_v2_id: `178${threadId.slice(-14)}`,
    users: users.map(somebodyNode),
    items,
    has_older: from + limit < thread.items.length,
    has_newer: from > 0,
    oldest_cursor: shown.at(-1)?.itemId ?? '',
    newest_cursor: shown[0]?.itemId ?? '',
    last_activity_at: updatedAt * 1000,
    last_permanent_item: items[0] ?? {},
    viewer_id: bare(person.pk),
    pending: isPending,
    is_group: isGroup,
    thread_type: isGroup ? 'group' : 'private',
    thread_title: users.map(({ username }) => username).join(', '),
    muted: false,
    read_state: 1,
    folder: 0,
    last_seen_at: {},
  }
}

function viewer({ pk, account }: PrivateApiPerson): object {
  return { pk: bare(pk), pk_id: pk, username: account.username }
}

function seqIdOf(threads: readonly InboxThread[]): number {
  return 1000 + threads.reduce((sum, { items }) => sum + items.length, 0)
}

function wholeIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? ''
  return /^[1-9]\d{0,2}$/.test(text) ? Number(text) : null
}
