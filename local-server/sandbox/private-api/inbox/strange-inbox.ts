// An inbox with everything that a client must cope with: three pages, requests, and every shape that a mention can have.
import { HOUR, MINUTE, type Instant } from '../../../../core/time.ts'
import type { MentionState } from '../../mentions/mention-state.ts'
import { strangerNamed } from '../../mentions/strangers.ts'
import type { MentionShape } from './inbox-items.ts'
import type { QuietInboxes } from './quiet-threads.ts'
import type { PrivateApiPerson } from '../practice.ts'

/** Which story is which, by its pk. */
export interface StrangeInbox {
  /** Stories that may be reposted. */
  readonly image: string
  readonly video: string
  readonly generic: string
  readonly appLink: string
  readonly contentRef: string
  readonly legacyVideo: string
  /** In a thread that waits for an answer. */
  readonly pending: string
  /** Stories that may not. */
  readonly notShareable: string
  readonly notNamed: string
  readonly ofPrivatePoster: string
  readonly takenDown: string
  /** Its poster has no live story any more. */
  readonly reelIsNull: string
  readonly expired: string
}

interface Writer {
  readonly state: MentionState
  readonly person: PrivateApiPerson
  readonly now: Instant
}

export function fillStrangely(
  state: MentionState,
  quiet: QuietInboxes,
  person: PrivateApiPerson,
  now: Instant,
): StrangeInbox {
  const writer = { state, person, now }
  quiet.fill(person.account.igUserId, 50, now - 10 * MINUTE)
  // Oldest first, as they would have come.
  const gone = {
    expired: mention(writer, 'old.town.walks', { ago: 30 * HOUR }),
    reelIsNull: mention(writer, 'theo.tries.everything', { ago: 8 * HOUR }),
    ofPrivatePoster: mention(writer, 'quiet.quinn', { ago: 7 * HOUR }),
    notNamed: mention(writer, 'benno.bikes', { ago: 6 * HOUR, namesUs: false }),
    notShareable: mention(writer, 'maya_makes', { ago: 5 * HOUR, canReshare: false }),
    takenDown: mention(writer, 'old.town.walks', { ago: 4 * HOUR + 1 }),
  }
  state.takeDown(gone.reelIsNull, now - HOUR)
  state.takeDown(gone.takenDown, now - HOUR)
  const pending = mention(writer, 'benno.bikes', { ago: 3 * HOUR })
  const legacyVideo = mention(writer, 'old.town.walks', { ago: 4 * HOUR, kind: 'video', shape: 'legacy' })
  const video = mention(writer, 'old.town.walks', { ago: 3 * HOUR, kind: 'video' })
  const generic = mention(writer, 'old.town.walks', { ago: 2.5 * HOUR, shape: 'xma_generic' })
  const contentRef = mention(writer, 'ilse.eats', { ago: 2.2 * HOUR, shape: 'xma_content_ref' })
  const appLink = mention(writer, 'ilse.eats', { ago: 2 * HOUR, shape: 'xma_app_link' })
  const image = mention(writer, 'ilse.eats', { ago: 1.5 * HOUR })
  again(writer, 'ilse.eats', image, { ago: HOUR })
  writeTheRest(writer, image)
  return { image, video, generic, appLink, contentRef, legacyVideo, pending, ...gone }
}

/** Writes messages that do not mention the account, or whose mention leads nowhere. */
function writeTheRest(writer: Writer, image: string): void {
  again(writer, 'old.town.walks', null, { ago: 55 * MINUTE, shape: 'xma_reel' })
  again(writer, 'old.town.walks', null, { ago: 50 * MINUTE, shape: 'xma_no_preview' })
  again(writer, 'old.town.walks', null, { ago: 45 * MINUTE, shape: 'legacy_expired' })
  again(writer, 'old.town.walks', null, { ago: 40 * MINUTE, shape: 'placeholder' })
  again(writer, 'ilse.eats', image, { ago: 35 * MINUTE, shape: 'xma_story_share', about: null })
  again(writer, 'ilse.eats', '18000000000000001', { ago: 30 * MINUTE, shape: 'xma', about: 'reply' })
  again(writer, 'ilse.eats', '18000000000000001', { ago: 25 * MINUTE, shape: 'xma', isFromUs: true })
  again(writer, 'ilse.eats', null, {
    ago: 20 * MINUTE,
    shape: 'xma',
    about: null,
    text: 'See you on Friday!',
  })
}

interface Manner {
  readonly ago: number
  readonly kind?: 'image' | 'video'
  readonly canReshare?: boolean
  readonly namesUs?: boolean
  readonly shape?: MentionShape
  readonly about?: 'mention' | 'reply' | null
  readonly isFromUs?: boolean
  readonly text?: string
}

/** A story that mentions the account, and the message that says so. */
function mention(writer: Writer, poster: string, manner: Manner): string {
  const { state, person, now } = writer
  const { ago, kind = 'image', canReshare = true, namesUs = true } = manner
  const mentionedId = person.account.igUserId
  const posterPk = strangerNamed(poster)?.pk ?? ''
  const story = state.putUp({ posterPk, mentionedId, kind, takenAt: now - ago, canReshare, namesUs })
  again(writer, poster, story.pk, manner)
  return story.pk
}

/** A message alone. */
function again({ state, person, now }: Writer, poster: string, storyId: string | null, manner: Manner): void {
  const { ago, shape = 'xma', about = 'mention', isFromUs = false, text = null } = manner
  state.write({
    accountId: person.account.igUserId,
    strangerPk: strangerNamed(poster)?.pk ?? '',
    isFromUs,
    sentAt: now - ago,
    text,
    about,
    storyId,
    isUnsupported: false,
    shape,
  })
}
