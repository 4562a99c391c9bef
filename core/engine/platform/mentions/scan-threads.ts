// From an account's conversations to the mentions in them: only those that changed since the last scan, and of those only
// what is younger than a story can be. Those that changed first are read first: their stories end first.
import type { MentionCandidate, MentionScan, ScanRequest } from '../../../ports/reposts/mention-source.ts'
import type { PlatformAccess } from '../../../ports/platform/platform.ts'
import { DAY, MINUTE, type Duration, type Instant } from '../../../time.ts'
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
import { readScanMemory, writeScanMemory, type ScanMemory } from './scan-memory.ts'
import { isMediaAddress, type StoryPlace } from './story-address.ts'

export interface Account extends StoryPlace {
  readonly access: PlatformAccess
  readonly calls: Calls
}

/** The result of a scan, however it ends. */
export type ScannedThreads = Omit<MentionScan, 'stop'>

/** Stories last a day. */
const STORY_LIFE: Duration = DAY
// A runtime may allow no more than fifty calls in one go. The next scan continues with the rest.
const MOST_PAGES = 10
const MOST_THREADS = 30
/**
 * Times are whole seconds, and clocks differ: a very recent change may be followed by an unseen one, so it is read
 * once more.
 */
const STILL_CHANGING: Duration = MINUTE

export async function scanThreads(account: Account, request: ScanRequest): Promise<ScannedThreads> {
  const { calls } = account
  const { now } = request
  const since = now - STORY_LIFE
  const memory = readScanMemory(request.memory)
  const read = new Map(memory.read)
  const found = new Map<string, MentionCandidate>()
  let isCut = false
  /** Null until the list was read. */
  let left: readonly ThreadChange[] | null = null
  try {
    const listed = await changesSince(account, Math.max(since, memory.readUpTo))
    if (listed !== null) {
      isCut = listed.isCut
      left = oldestFirst(
        listed.changes.filter(({ id, updatedAt }) => updatedAt === null || read.get(id) !== updatedAt),
      )
      for await (const { change, mentions } of readThreads(account, left.slice(0, MOST_THREADS), since)) {
        left = left.filter((one) => one !== change)
        for (const one of mentions ?? []) keep(found, one)
        if (mentions !== null && change.updatedAt !== null && change.updatedAt < now - STILL_CHANGING)
          read.set(change.id, change.updatedAt)
      }
    }
  } catch {
    calls.end(stopWith('failed'))
  }
  const next = afterScan(memory, { read, left, isCut, isEnded: calls.ended() !== null, now })
  return {
    mentions: [...found.values()].toSorted((one, other) => one.mentionedAt - other.mentionedAt),
    memory: writeScanMemory(next, since),
    hasMore: left === null || next.oldestLeft !== null,
    hasMissed: next.missedAt > since && next.missedAt <= now,
  }
}

interface Scan {
  readonly read: ScanMemory['read']
  readonly left: readonly ThreadChange[] | null
  readonly isCut: boolean
  readonly isEnded: boolean
  readonly now: Instant
}

function afterScan(memory: ScanMemory, { read, left, isCut, isEnded, now }: Scan): ScanMemory {
  const { oldestLeft } = memory
  const hasExpired = oldestLeft !== null && oldestLeft <= now - STORY_LIFE
  const [first] = left ?? []
  // Conversations without a time are read in every scan, so the same ones are left each time.
  const isLeftEachTime = first?.updatedAt === null && !isEnded
  return {
    ...memory,
    read,
    oldestLeft: left === null ? oldestLeft : (first?.updatedAt ?? null),
    missedAt: isCut || hasExpired || isLeftEachTime ? now : memory.missedAt,
  }
}

/** A story that mentions twice is one story; the first message counts. */
function keep(found: Map<string, MentionCandidate>, one: MentionCandidate): void {
  const known = found.get(one.key)
  if (!known || one.mentionedAt < known.mentionedAt) found.set(one.key, one)
}

interface Changes {
  readonly changes: readonly ThreadChange[]
  /** There are older ones behind the last page that is read. */
  readonly isCut: boolean
}

/** Lists the changed conversations, newest first. Null when a page of the list could not be read. */
async function changesSince({ access, calls }: Account, since: Instant): Promise<Changes | null> {
  const changes: ThreadChange[] = []
  let after: string | null = null
  let isCut = false
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer: CallResult<ThreadChangesPage> = await calls.ask(askChanges(access.page?.id ?? 'me', after))
    if (answer.kind === 'missing') calls.end(answer.stop)
    if (answer.kind !== 'ok') return null
    const { threads } = answer.value
    const recent = threads.filter(({ updatedAt }) => updatedAt === null || updatedAt > since)
    changes.push(...recent)
    after = answer.value.after
    isCut = after !== null && recent.length === threads.length
    // A page can be empty although the list goes on: an app in development sees only people with a role in it.
    const isPast = threads.length > 0 && recent.length === 0
    if (after === null || isPast) break
  }
  return { changes, isCut }
}

/** Those for which the platform gives no time come last: they are read in every scan. */
function oldestFirst(changes: readonly ThreadChange[]): ThreadChange[] {
  const age = ({ updatedAt }: ThreadChange) => updatedAt ?? Number.MAX_SAFE_INTEGER
  return changes.toSorted((one, other) => age(one) - age(other))
}

interface ReadThread {
  readonly change: ThreadChange
  /** Null when the conversation does not exist any more. */
  readonly mentions: readonly MentionCandidate[] | null
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
      yield { change, mentions: null }
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

interface MentioningStory {
  readonly poster: Party | null
  readonly url: string | null
}

function candidateOf(
  threadId: string,
  { id, mention, sentAt }: ThreadMessage,
  { poster, url }: MentioningStory,
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
