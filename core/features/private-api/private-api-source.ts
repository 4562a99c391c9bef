// Story mentions from an account's direct inbox, as its own session sees it. Few calls, reading only, and none after the
// first sign of trouble.
import type {
  MentionCandidate,
  MentionScan,
  MentionSource,
  LookRequest,
  ScanRequest,
  Stop,
  StoryLook,
} from '../../ports/reposts/mention-source.ts'
import type {
  PrivateApi,
  PrivateApiReply,
  PrivateApiRequest,
  PrivateApiStore,
  PrivateApiTransport,
} from '../../ports/reposts/private-api.ts'
import { safeSentence, safeText } from '../../redact.ts'
import type { Instant } from '../../time.ts'
import { readInbox, type InboxMention } from './inbox.ts'
import { BADGE_CALL, inboxCall, requestsCall, storiesCall, type PageAt } from './mention-requests.ts'
import { markOf, saysNothingNew } from './inbox-mark.ts'
import { stopFor } from './signals.ts'
import { judgeStory, type Judged } from './live-stories.ts'

type StoredSessions = Pick<PrivateApiStore, 'get'>

const MOST_PAGES = 2
const MOST_POSTERS = 10

export function createPrivateApiSource(host: PrivateApi, store: StoredSessions): MentionSource {
  return {
    async scan(request) {
      const viewer = await viewerOf(host, store, request.accountId)
      if (viewer === null) return { mentions: [], memory: request.memory, stop: stopFor('no-session') }
      return scan(createCalls(host, request), viewer, request)
    },
    async look(request, story) {
      const viewer = await viewerOf(host, store, request.accountId)
      if (viewer === null) return { kind: 'stopped', stop: stopFor('no-session') }
      const { posterId, storyId, expiresAt } = story
      if (expiresAt <= request.now) return { kind: 'gone', gone: 'expired' }
      if (posterId === null || storyId === null) return { kind: 'gone', gone: 'unavailable' }
      return look(createCalls(host, request), {
        ...viewer,
        posterId,
        storyId,
        expiresAt,
        now: request.now,
      })
    },
  }
}

interface Viewer {
  readonly transport: PrivateApiTransport
  /** How the platform numbers the account here. */
  readonly ownId: string
}

async function viewerOf(host: PrivateApi, store: StoredSessions, accountId: string): Promise<Viewer | null> {
  try {
    const transport = await host.transportOf(accountId)
    const ownId = (await store.get(accountId))?.session?.userId
    return transport === null || !ownId ? null : { transport, ownId }
  } catch {
    return null
  }
}

/** The calls of one scan: none is made after a signal to stop, or one that was not allowed. */
interface Calls {
  /** Null: no call was made, or none may follow. */
  make<T>(
    request: PrivateApiRequest<T>,
  ): Promise<Extract<PrivateApiReply<T>, { kind: 'ok' | 'refused' }> | null>
  stop(): Stop | null
  /** False once anything was cut short. */
  isWhole(): boolean
}

function createCalls(host: PrivateApi, { accountId, mayCall }: LookRequest): Calls {
  let stop: Stop | null = null
  let isWhole = true
  return {
    async make(request) {
      if (!isWhole) return null
      if (!(await mayCall())) {
        isWhole = false
        return null
      }
      const reply = await host.call(accountId, request)
      if (reply.kind === 'ok' || reply.kind === 'refused') return reply
      isWhole = false
      if (reply.kind === 'stopped') stop = reply.stop
      else
        stop = {
          signal: 'failed',
          message: safeSentence(`Instagram gave no usable answer (${reply.reason}).`),
        }
      return null
    },
    stop: () => stop,
    isWhole: () => isWhole,
  }
}

async function scan(calls: Calls, viewer: Viewer, request: ScanRequest): Promise<MentionScan> {
  const { memory, now } = request
  const badge = await calls.make(BADGE_CALL)
  const mark = badge?.kind === 'ok' ? markOf(badge.value, now) : null
  if (saysNothingNew(memory, mark, now)) return { mentions: [], memory, stop: null }
  const boxes = await readBoxes(calls, viewer, now)
  const found = boxes.mentions.map(candidateOf)
  const mentions = boxes.stop ? found : await withStories(calls, found, { ...viewer, request })
  const stop = boxes.stop ?? calls.stop()
  // What was cut short is read again the next time.
  const isWhole = calls.isWhole() && stop === null
  const next = isWhole ? mark && JSON.stringify(mark) : null
  return { mentions, memory: next, stop, hasMore: !isWhole, hasMissed: boxes.isCut }
}

interface Boxes {
  /** Oldest first, each story once. */
  readonly mentions: readonly InboxMention[]
  readonly stop: Stop | null
  /** There are unread pages that could hold a live story. */
  readonly isCut: boolean
}

async function readBoxes(calls: Calls, { transport, ownId }: Viewer, now: Instant): Promise<Boxes> {
  const mentions: InboxMention[] = []
  const read = async (call: PrivateApiRequest<unknown>) => {
    const reply = await calls.make(call)
    if (reply === null) return { stop: calls.stop(), next: null }
    if (reply.kind === 'refused') return { stop: refusedStop(reply.refusal.message), next: null }
    const page = readInbox(reply.value, { ownId, now })
    mentions.push(...page.mentions)
    return { stop: null, next: page.next }
  }
  let at: PageAt | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { stop, next }: { stop: Stop | null; next: PageAt | null } = await read(inboxCall(transport, at))
    at = next
    if (stop) return { mentions: onceEach(mentions), stop, isCut: false }
    if (at === null) break
  }
  const { stop } = await read(requestsCall(transport))
  return { mentions: onceEach(mentions), stop, isCut: at !== null }
}

/** Not a ban: the platform did not understand us, and asking again would not help. */
function refusedStop(message: string): Stop {
  return { signal: 'failed', message: safeSentence(`Instagram refused to show the inbox: ${message}`) }
}

/** A story can be mentioned twice. The first message about it stands for it. */
function onceEach(mentions: readonly InboxMention[]): InboxMention[] {
  const byKey = new Map<string, InboxMention>()
  for (const mention of mentions.toSorted((a, b) => a.mentionedAt - b.mentionedAt))
    if (!byKey.has(keyOf(mention))) byKey.set(keyOf(mention), mention)
  return [...byKey.values()]
}

function keyOf({ storyId, itemId }: Pick<InboxMention, 'storyId' | 'itemId'>): string {
  return `native:${storyId ?? itemId}`
}

function candidateOf(mention: InboxMention): MentionCandidate {
  return { key: keyOf(mention), transport: 'native', ...mention, media: null }
}

interface Looking extends Viewer {
  readonly request: ScanRequest
}

/** Looks at the stories of each new author, once per author; those beyond the limit are looked at when they are reposted. */
async function withStories(
  calls: Calls,
  found: readonly MentionCandidate[],
  { request, transport, ownId }: Looking,
): Promise<MentionCandidate[]> {
  const isOpen = ({ key, gone, storyId }: MentionCandidate) =>
    gone === null && storyId !== null && !request.isKnown(key)
  const posters = new Set(found.filter(isOpen).flatMap(({ posterId }) => posterId ?? []))
  const seen = new Map<string, (mention: MentionCandidate) => MentionCandidate>()
  for (const posterId of [...posters].slice(0, MOST_POSTERS)) {
    const reply = await calls.make(storiesCall(transport, posterId))
    if (reply === null) break
    const judged = (storyId: string): Judged | null => {
      const wanted = { storyId, posterId, ownId, now: request.now }
      return reply.kind === 'ok' ? judgeStory(reply.value, wanted) : refusedStory(reply.refusal.message)
    }
    seen.set(posterId, (mention) => afterLook(mention, judged(mention.storyId ?? '')))
  }
  return found.map((mention) => {
    const look = isOpen(mention) ? seen.get(mention.posterId ?? '') : undefined
    return look ? look(mention) : mention
  })
}

/** Null: nothing is known of the story. */
function refusedStory(message: string): Judged | null {
  return /not authorized to view/i.test(message) ? { kind: 'gone', gone: 'private' } : null
}

function afterLook(mention: MentionCandidate, judged: Judged | null): MentionCandidate {
  if (judged === null) return mention
  if (judged.kind === 'gone') return { ...mention, gone: judged.gone }
  const { media, username } = judged
  const expiresAt = Math.min(mention.expiresAt, judged.expiresAt ?? mention.expiresAt)
  return { ...mention, media, expiresAt, posterUsername: username ?? mention.posterUsername }
}

interface LookedFor extends Viewer {
  readonly posterId: string
  readonly storyId: string
  readonly expiresAt: Instant
  readonly now: Instant
}

async function look(calls: Calls, wanted: LookedFor): Promise<StoryLook> {
  const reply = await calls.make(storiesCall(wanted.transport, wanted.posterId))
  if (reply === null) return { kind: 'stopped', stop: calls.stop() ?? NOT_NOW }
  const judged = reply.kind === 'ok' ? judgeStory(reply.value, wanted) : refusedStory(reply.refusal.message)
  if (judged === null) return { kind: 'stopped', stop: { signal: 'failed', message: STORY_REFUSED } }
  if (judged.kind === 'gone') return judged
  const expiresAt = Math.min(wanted.expiresAt, judged.expiresAt ?? wanted.expiresAt)
  return { kind: 'live', media: judged.media, expiresAt }
}

/** Nothing was called, so nothing has failed. */
const NOT_NOW: Stop = {
  signal: 'offline',
  message: safeText('No further request to Instagram may be made for now.'),
}
const STORY_REFUSED = safeText('Instagram refused to show the story.')
