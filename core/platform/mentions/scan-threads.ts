// From an account's conversations to the mentions in them: only those that changed since the last scan, and of those only
// what is younger than a story can be.
import * as z from 'zod'
import type { MentionCandidate, MentionScan, ScanRequest } from '../../ports/reposts/mention-source.ts'
import type { PlatformAccess } from '../../ports/platform/platform.ts'
import { DAY, MINUTE, type Duration, type Instant } from '../../time.ts'
import {
  askChanges,
  readThread,
  type ThreadChangesPage,
  type Party,
  type Thread,
  type ThreadChange,
  type ThreadMessage,
} from './conversations.ts'
import type { CallResult, Calls } from './graph-calls.ts'
import { createAuthorship, type Authorship } from './own-messages.ts'
import { stopWith } from './graph-signals.ts'
import { isMediaAddress, type StoryPlace } from './story-address.ts'

export interface Account extends StoryPlace {
  readonly access: PlatformAccess
  readonly calls: Calls
}

/** The result of a scan, however it ends. */
export type ScannedThreads = Pick<MentionScan, 'mentions' | 'memory'>

/** Stories last a day. */
const STORY_LIFE: Duration = DAY
// A runtime may allow no more than fifty calls in one go. What is left over is read the next time, before it can expire.
const MOST_PAGES = 3
const MOST_THREADS = 30
/**
 * Times are whole seconds, and clocks differ: a very recent change may be followed by an unseen one, so it is read
 * once more.
 */
const STILL_CHANGING: Duration = MINUTE

export async function scanThreads(account: Account, request: ScanRequest): Promise<ScannedThreads> {
  const { calls } = account
  const since = request.now - STORY_LIFE
  const read = new Map(readScanMemory(request.memory))
  const found = new Map<string, MentionCandidate>()
  try {
    const changes = await changesSince(account, since)
    const unread = changes.filter(({ id, updatedAt }) => updatedAt === null || read.get(id) !== updatedAt)
    for await (const { change, mentions } of readThreads(account, unread.slice(0, MOST_THREADS), since)) {
      for (const one of mentions) keep(found, one)
      if (change.updatedAt !== null && change.updatedAt < request.now - STILL_CHANGING)
        read.set(change.id, change.updatedAt)
    }
  } catch {
    calls.end(stopWith('failed'))
  }
  const mentions = [...found.values()].toSorted((one, other) => one.mentionedAt - other.mentionedAt)
  return { mentions, memory: writeScanMemory(read, since) }
}

/** A story that mentions twice is one story; the first message counts. */
function keep(found: Map<string, MentionCandidate>, one: MentionCandidate): void {
  const known = found.get(one.key)
  if (!known || one.mentionedAt < known.mentionedAt) found.set(one.key, one)
}

/** Lists the changed conversations, newest first. Empty when the list could not be read to its end. */
async function changesSince({ access, calls }: Account, since: Instant): Promise<ThreadChange[]> {
  const changes: ThreadChange[] = []
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: CallResult<ThreadChangesPage> = await calls.ask(askChanges(access.page?.id ?? 'me', after))
    if (answer.kind === 'missing') calls.end(answer.stop)
    if (answer.kind !== 'ok') return []
    const recent = answer.value.threads.filter(({ updatedAt }) => updatedAt === null || updatedAt > since)
    changes.push(...recent)
    after = answer.value.after
    if (after === null || recent.length === 0) break
  }
  return changes
}

interface ReadThread {
  readonly change: ThreadChange
  readonly mentions: readonly MentionCandidate[]
}

/** Returns only what was read completely: the rest is left for the next time. */
async function* readThreads(
  account: Account,
  changes: readonly ThreadChange[],
  since: Instant,
): AsyncGenerator<ReadThread> {
  const { calls, graphUrl } = account
  const authorship = createAuthorship(account)
  let [readable, missing] = [0, 0]
  for (const change of changes) {
    const thread = await readThread(calls, change.id)
    if (thread.kind === 'ended') return
    if (thread.kind === 'missing') {
      missing += 1
      continue
    }
    readable += 1
    const mentions = await mentionsIn({ id: change.id, thread: thread.value, since, authorship, graphUrl })
    if (mentions === null) return
    yield { change, mentions }
  }
  // A missing one was deleted between list and read; if all are missing, something else is wrong.
  if (missing > 1 && readable === 0) calls.end(stopWith('failed', 'no conversation can be read'))
}

interface ThreadToRead {
  readonly id: string
  readonly thread: Thread
  readonly since: Instant
  readonly authorship: Authorship
  readonly graphUrl: string
}

/** Null when no call can find out whose messages they are. */
async function mentionsIn({
  id,
  thread,
  since,
  authorship,
  graphUrl,
}: ThreadToRead): Promise<MentionCandidate[] | null> {
  const found: MentionCandidate[] = []
  for (const message of thread.messages) {
    const { mention, sentAt } = message
    if (mention === null || sentAt === null || sentAt <= since) continue
    const author = await authorship.authorOf(message, thread.participants)
    if (author === 'unknown') return null
    if (author === 'own') continue
    found.push(candidateOf(id, message, { poster: author.party, url: addressIn(message, graphUrl) }))
  }
  return found
}

/** Null when there is none, or one that a platform would not give. */
function addressIn({ mention }: ThreadMessage, graphUrl: string): string | null {
  const link = mention?.link ?? null
  return link !== null && isMediaAddress(link, graphUrl) ? link : null
}

interface Seen {
  readonly poster: Party | null
  readonly url: string | null
}

function candidateOf(
  threadId: string,
  { id, mention, sentAt }: ThreadMessage,
  { poster, url }: Seen,
): MentionCandidate {
  const mentionedAt = sentAt ?? 0
  const storyId = mention?.storyId ?? null
  return {
    key: `official:${storyId ?? id}`,
    transport: 'official',
    itemId: id,
    threadId,
    posterId: poster?.id ?? null,
    posterUsername: poster?.username ?? null,
    storyId,
    // Picture or video: messages do not say, or say it wrong.
    media: url === null ? null : { kind: null, url },
    mentionedAt,
    expiresAt: mentionedAt + STORY_LIFE,
    gone: url === null ? 'unavailable' : null,
  }
}

/**
 * The last change of each conversation that was read: a few thousand characters at most, stored with the
 * configuration.
 */
type ReadThreads = ReadonlyMap<string, Instant>

/** More conversations than that in one day are read again, which costs calls and nothing else. */
const MOST_KEPT = 200

const StoredMemory = z.object({ v: z.literal(1), read: z.array(z.tuple([z.string(), z.number()])) })

/** Reads the memory; an unreadable one counts as empty: everything of the last day is then read again. */
function readScanMemory(text: string | null): ReadThreads {
  if (text === null) return new Map()
  try {
    return new Map(StoredMemory.parse(JSON.parse(text)).read)
  } catch {
    return new Map()
  }
}

/** Forgets what is older than `since`: no scan reads that far back. */
function writeScanMemory(read: ReadThreads, since: Instant): string {
  const kept = [...read].filter(([, at]) => at > since).toSorted(([, one], [, other]) => other - one)
  return JSON.stringify({ v: 1, read: kept.slice(0, MOST_KEPT) } satisfies z.input<typeof StoredMemory>)
}
