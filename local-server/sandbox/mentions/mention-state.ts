// Strangers' stories and what lies in the accounts' inboxes, in memory, and written to the store before any answer. Both
// transports read it: the Graph hosts' conversations, and the inbox as a browser or the app sees it.
import { toBase64Url } from '../../../core/base64url.ts'
import type { Random } from '../../../core/ports/random.ts'
import { DAY, type Instant } from '../../../core/time.ts'
import { createIdSequence } from '../state/ids.ts'
import type { Journal } from '../state/journal.ts'
import type { StoryKind } from './story-media.ts'
import { strangerOf, type Stranger } from './strangers.ts'

/** A story of somebody who is not one of our accounts. Its bytes are `storyBytes(kind)`. */
export interface StrangerStory extends MediaName {
  /** The story's number in the app, beyond 2^53. */
  readonly pk: string
  /** The number by which the Graph hosts know the same story. */
  readonly graphId: string
  readonly posterPk: string
  /** The igUserId of the account that it mentions. */
  readonly mentionedId: string
  readonly kind: StoryKind
  readonly takenAt: Instant
  readonly expiresAt: Instant
  /** When its author took it down. */
  readonly deletedAt: Instant | null
  readonly canReshare: boolean
  /** False: the message says so, the story does not (any more). */
  readonly namesUs: boolean
}

/** The parts of the media address on lookaside.fbsbx.com; the signature percent-encoded as it stands there. */
export interface MediaName {
  readonly assetId: string
  readonly signature: string
}

/** One message between an account and a stranger. */
export interface DirectMessage {
  /** Its id on the Graph hosts. */
  readonly mid: string
  /** Its id in the app's own inbox, digits only. */
  readonly itemId: string
  /** The conversation's id on the Graph hosts, and in the app's own inbox. */
  readonly conversationId: string
  readonly threadId: string
  readonly accountId: string
  readonly strangerPk: string
  readonly isFromUs: boolean
  readonly sentAt: Instant
  readonly text: string | null
  /** `mention`: the writer's story names the reader. `reply`: the message answers a story of the reader. */
  readonly about: 'mention' | 'reply' | null
  /** The pk of a stranger's story, or the media id of one of the account's own. */
  readonly storyId: string | null
  /** The platform reports it as unsupported, without the address of its media. */
  readonly isUnsupported: boolean
  /** The wrapping of a mention in the app's own inbox: `xma`, or another of `MENTION_SHAPES`. */
  readonly shape: string
}

export interface Conversation {
  readonly id: string
  readonly threadId: string
  readonly accountId: string
  readonly stranger: Stranger
  /** Newest first, never empty. */
  readonly messages: readonly DirectMessage[]
  readonly updatedAt: Instant
  /** It waits among the requests: the account has not answered the sender. */
  readonly isRequest: boolean
}

export interface MentionState {
  putUp(
    story: Omit<StrangerStory, 'pk' | 'graphId' | 'expiresAt' | 'deletedAt' | keyof MediaName>,
  ): StrangerStory
  write(message: Omit<DirectMessage, 'mid' | 'itemId' | 'conversationId' | 'threadId'>): DirectMessage
  /** By its pk or its Graph id, even when it is over or taken down. */
  story(id: string): StrangerStory | null
  storyOfAsset(assetId: string): StrangerStory | null
  /** All there ever were, newest first. */
  stories(): StrangerStory[]
  /** Null when there is no such story. Taking it down twice changes nothing. */
  takeDown(pk: string, at: Instant): StrangerStory | null
  /** By either of its ids. */
  message(id: string): DirectMessage | null
  /** By either of its ids. */
  conversation(id: string): Conversation | null
  /** All of an account, those with the newest message first. */
  conversations(accountId: string): Conversation[]
}

export function isLive({ expiresAt, deletedAt }: StrangerStory, now: Instant): boolean {
  return deletedAt === null && now < expiresAt
}

const FIRST_STORY = 3_780_000_000_000_000_001n
/** Beyond the accounts' own media, so that neither is taken for the other. */
const FIRST_GRAPH_STORY = 18_200_000_000_000_001n
const FIRST_ITEM = 32_550_000_000_000_000_000_000_000_000_000_001n

export function createMentionState(journal: Journal, random: Random): MentionState {
  const kept = {
    stories: journal.kept<StrangerStory>('stranger-story'),
    messages: journal.kept<DirectMessage>('direct-message'),
  }
  const stories = () => [...kept.stories.all().values()]
  const messages = () => [...kept.messages.all().values()]
  const nextStory = createIdSequence(FIRST_STORY, () => stories().map(({ pk }) => pk))
  const nextGraphStory = createIdSequence(FIRST_GRAPH_STORY, () => stories().map(({ graphId }) => graphId))
  const nextItem = createIdSequence(FIRST_ITEM, () => messages().map(({ itemId }) => itemId))

  const conversations = () =>
    [...Map.groupBy(messages().toReversed(), ({ conversationId }) => conversationId).values()].flatMap(
      (newestFirst) => conversationOf(newestFirst) ?? [],
    )
  const keep = (story: StrangerStory) => kept.stories.put(story.pk, story)

  return {
    putUp: (facts) =>
      keep({
        ...facts,
        pk: nextStory(),
        graphId: nextGraphStory(),
        expiresAt: facts.takenAt + DAY,
        deletedAt: null,
        ...mediaName(random),
      }),
    write(facts) {
      const message = { ...facts, ...idsOf(facts, nextItem()) }
      return kept.messages.put(message.mid, message)
    },
    story: (id) => stories().find(({ pk, graphId }) => pk === id || graphId === id) ?? null,
    storyOfAsset: (id) => stories().find(({ assetId }) => assetId === id) ?? null,
    stories: () => stories().toReversed(),
    takeDown(pk, at) {
      const story = kept.stories.all().get(pk)
      return story === undefined ? null : keep({ ...story, deletedAt: story.deletedAt ?? at })
    },
    message: (id) => messages().find(({ mid, itemId }) => mid === id || itemId === id) ?? null,
    conversation: (id) => conversations().find((one) => one.id === id || one.threadId === id) ?? null,
    conversations: (accountId) =>
      conversations()
        .filter((one) => one.accountId === accountId)
        .toSorted((one, other) => other.updatedAt - one.updatedAt),
  }
}

function conversationOf(messages: readonly DirectMessage[]): Conversation | null {
  const newest = messages[0]
  const stranger = newest && strangerOf(newest.strangerPk)
  if (!stranger) return null
  const { conversationId: id, threadId, accountId, sentAt: updatedAt } = newest
  const isRequest = !stranger.isAcquainted && !messages.some(({ isFromUs }) => isFromUs)
  return { id, threadId, accountId, stranger, messages, updatedAt, isRequest }
}

/** Ids in the platform's forms, derived from who writes to whom, so that each pair has one conversation. */
function idsOf({ accountId, strangerPk }: Pick<DirectMessage, 'accountId' | 'strangerPk'>, itemId: string) {
  return {
    itemId,
    mid: `aWdfZAG1faXRlbTo${textId(itemId)}`,
    conversationId: `aWdfZAG06MTpJR01lc3NhZA${textId(`${accountId}:${strangerPk}`)}`,
    threadId: `340282366841710300949128${accountId.slice(-9)}${strangerPk.slice(-6)}`,
  }
}

function textId(text: string): string {
  return toBase64Url(new TextEncoder().encode(text))
}

/** The signature holds encoded signs: writing the address again with them decoded breaks it. */
function mediaName(random: Random): MediaName {
  const bytes = random.bytes(33)
  const digits = bytes.slice(0, 8).reduce((number, byte) => number * 100n + BigInt(byte % 100), 7n)
  return { assetId: String(digits), signature: `AYc%2F${toBase64Url(bytes.slice(8))}%3D` }
}
