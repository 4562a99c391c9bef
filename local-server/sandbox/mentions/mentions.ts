// Acts of strangers, set off by a person, a script or a test: put up a story that mentions an account, or just write to it.
import { z } from 'zod'
import type { Clock } from '../../../core/ports/clock.ts'
import { accountNamed } from '../people/cast.ts'
import type { DirectMessage, MentionState, StrangerStory } from './mention-state.ts'
import { STRANGERS, strangerNamed } from './strangers.ts'

const account = z.string().refine((name) => accountNamed(name) !== null, 'There is no account of this name.')
const stranger = z
  .string()
  .refine((name) => strangerNamed(name) !== null, 'There is no stranger of this name.')
  .default(STRANGERS[0]?.username ?? '')

/** A mention. Its defaults are the plain case: a public picture story that names the account and may be shared. */
export const NewMention = z.strictObject({
  /** The account that is mentioned. */
  username: account,
  poster: stranger,
  kind: z.enum(['image', 'video']).default('image'),
  /** False: the message comes, and the story names somebody else. */
  namesUs: z.boolean().default(true),
  canReshare: z.boolean().default(true),
  /** The wrapping in the app's own inbox. */
  shape: z.string().min(1).max(50).default('xma'),
  /** True: the platform sends the message without an address of the media. */
  isUnsupported: z.boolean().default(false),
  /** The pk of a story that is there already, and is now mentioned once more. */
  again: z.string().optional(),
})
export type NewMention = z.input<typeof NewMention>

/** Any other message. */
const NewMessage = z.strictObject({
  username: account,
  poster: stranger,
  text: z.string().min(1).max(1000).nullable().default(null),
  /** True: the account writes, and the stranger reads. */
  isFromUs: z.boolean().default(false),
  /** `reply` answers a story of the reader, `mention` with `isFromUs` is a story of the account that names the stranger. */
  about: z.enum(['reply', 'mention']).nullable().default(null),
  isUnsupported: z.boolean().default(false),
  shape: z.string().min(1).max(50).default('text'),
})
type NewMessage = z.input<typeof NewMessage>

export interface AddedMention {
  readonly story: StrangerStory
  readonly message: DirectMessage
}

export interface MentionControl {
  /** A stranger puts up a story that mentions the account. Throws on names and stories that are not there. */
  addMention(mention: NewMention): AddedMention
  /** Somebody writes a message that does not mention the account. */
  addMessage(message: NewMessage): DirectMessage
  /** The author takes the story down. False when there is none of this pk. */
  takeDown(storyPk: string): boolean
  /** Newest first, also those that are over. */
  stories(): StrangerStory[]
}

export function createMentions(state: MentionState, clock: Clock): MentionControl {
  return {
    addMention(mention) {
      const parsed = NewMention.parse(mention)
      const facts = { ...parties(parsed.username, parsed.poster), sentAt: clock.now() }
      const story = parsed.again === undefined ? putUp(state, parsed, facts) : state.story(parsed.again)
      if (!story) throw new Error('There is no story of this pk.')
      const { isUnsupported, shape } = parsed
      const message = { text: null, about: 'mention', storyId: story.pk, isFromUs: false } as const
      return { story, message: state.write({ ...facts, ...message, isUnsupported, shape }) }
    },
    addMessage(message) {
      const { username, poster, ...said } = NewMessage.parse(message)
      const storyId = said.about === null ? null : OWN_STORY
      return state.write({ ...parties(username, poster), ...said, storyId, sentAt: clock.now() })
    },
    takeDown: (storyPk) => state.takeDown(storyPk, clock.now()) !== null,
    stories: () => state.stories(),
  }
}

/** Stands for any story of the account's own; it is never read. */
const OWN_STORY = '18000000000000001'

interface Parties {
  readonly accountId: string
  readonly strangerPk: string
}

function parties(username: string, poster: string): Parties {
  return { accountId: accountNamed(username)?.igUserId ?? '', strangerPk: strangerNamed(poster)?.pk ?? '' }
}

function putUp(
  state: MentionState,
  { kind, namesUs, canReshare }: z.output<typeof NewMention>,
  { accountId, strangerPk, sentAt }: Parties & { readonly sentAt: number },
): StrangerStory {
  return state.putUp({
    posterPk: strangerPk,
    mentionedId: accountId,
    kind,
    takenAt: sentAt,
    canReshare,
    namesUs,
  })
}
