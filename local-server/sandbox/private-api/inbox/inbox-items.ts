// One message as the app's own inbox wraps it. A message names its shape (mentions/mention-state.ts); these are all there are.
import { DAY, SECOND, type Instant } from '../../../../core/time.ts'
import { isLive, type DirectMessage, type StrangerStory } from '../../mentions/mention-state.ts'
import { cdnUrl } from '../cdn.ts'
import { bare } from '../private-api-json.ts'
import type { PrivateApiPorts } from '../private-api-ports.ts'
import { somebodyOf } from '../people-calls.ts'
import { storyPkOf, type PrivateApiPerson } from '../practice.ts'
import { strangerStoryNode } from './story-node.ts'

/** The shapes of a mention. The first is the usual one, and the fallback for names not listed here. */
export const MENTION_SHAPES = [
  'xma',
  /** The card is under another name than its type. */
  'xma_generic',
  /** The address is an app link; the story's number is in a field beside it. */
  'xma_app_link',
  /** The number occurs only in JSON inside JSON. */
  'xma_content_ref',
  /** A mention in a reel, not in a story. */
  'xma_reel',
  /** Nothing can be seen of it, and nothing says which story it was. */
  'xma_no_preview',
  'legacy',
  'legacy_expired',
  'legacy_reply',
  /** A shared story, not a mention. */
  'xma_story_share',
  'placeholder',
] as const
export type MentionShape = (typeof MENTION_SHAPES)[number]

interface InboxEntry {
  readonly message: DirectMessage
  readonly person: PrivateApiPerson
  readonly story: StrangerStory | null
  readonly posterName: string
}

type Content = Readonly<Record<string, unknown>> & { readonly item_type: string }

export async function itemNode(
  ports: PrivateApiPorts,
  person: PrivateApiPerson,
  message: DirectMessage,
): Promise<object> {
  const story = message.storyId === null ? null : ports.mentions.story(message.storyId)
  const posterName = somebodyOf(message.strangerPk)?.username ?? 'somebody'
  const content = await contentOf(ports, { message, person, story, posterName })
  const writer = message.isFromUs ? person.pk : message.strangerPk
  return {
    ...itemFacts(message.itemId, writer, message.sentAt),
    is_sent_by_viewer: message.isFromUs,
    ...content,
  }
}

export function itemFacts(itemId: string, writerPk: string, sentAt: Instant): object {
  return {
    item_id: itemId,
    message_id: `mid.$sandbox${itemId.slice(-12)}`,
    user_id: bare(writerPk),
    timestamp: sentAt * 1000,
    client_context: `685${itemId.slice(-16)}`,
    show_forward_attribution: false,
    is_shh_mode: false,
  }
}

async function contentOf(ports: PrivateApiPorts, entry: InboxEntry): Promise<Content> {
  const { message } = entry
  if (message.about === null) return textOrWhatever(ports, entry)
  if (message.about === 'reply') return legacyReply(entry)
  return message.isFromUs ? ownMention(entry) : mentionOf(ports, entry)
}

async function textOrWhatever(ports: PrivateApiPorts, entry: InboxEntry): Promise<Content> {
  const { shape, text } = entry.message
  if (shape === 'xma_story_share' || shape === 'placeholder') return mentionOf(ports, entry)
  return { item_type: 'text', text: text ?? '' }
}

async function mentionOf(ports: PrivateApiPorts, entry: InboxEntry): Promise<Content> {
  switch (entry.message.shape) {
    case 'xma_no_preview':
      return mention({ original_media_igid: null }, [hiddenCard()])
    case 'xma_reel':
      return mention({ original_media_igid: numberOf(entry) }, [
        { ...(await shownCard(ports, entry)), target_url: 'https://www.instagram.com/reel/C0SANDBOXreel/' },
      ])
    case 'legacy':
    case 'legacy_expired':
    case 'legacy_reply':
      return legacy(ports, entry)
    case 'xma_story_share':
      return {
        item_type: 'xma_story_share',
        auxiliary_text: 'Sent a story',
        original_media_igid: numberOf(entry),
        xma_story_share: [await card(ports, entry)],
      }
    case 'placeholder':
      return {
        item_type: 'placeholder',
        placeholder: {
          is_linked: false,
          title: 'Story unavailable',
          message: 'This story is no longer available.',
        },
      }
    default:
      return xmaMention(ports, entry)
  }
}

async function xmaMention(ports: PrivateApiPorts, entry: InboxEntry): Promise<Content> {
  const shown = await card(ports, entry)
  const id = entry.story?.pk
  switch (entry.message.shape) {
    case 'xma_generic':
      return {
        item_type: 'xma_reel_mention',
        auxiliary_text: AUXILIARY,
        original_media_igid: numberOf(entry),
        generic_xma: [shown],
      }
    case 'xma_app_link':
      return mention({ original_media_igid: numberOf(entry) }, [
        { ...shown, target_url: 'instagram://stories?source=direct' },
      ])
    case 'xma_content_ref':
      return mention({ original_media_igid: null }, [
        {
          ...shown,
          target_url: null,
          serialized_content_ref: `{"fetch_type":"story","fetch_params":{"story_igid":"${id}"}}`,
        },
      ])
    default:
      return mention({ original_media_igid: numberOf(entry) }, [shown])
  }
}

const AUXILIARY = 'Mentioned you in their story'

function mention(facts: object, cards: readonly object[]): Content {
  return { item_type: 'xma_reel_mention', auxiliary_text: AUXILIARY, ...facts, xma_reel_mention: cards }
}

/** Our own story that names the stranger: the same item, from the other side. */
function ownMention({ message, person }: InboxEntry): Content {
  const pk = storyPkOf(message.storyId ?? '0')
  const { username } = person.account
  return {
    item_type: 'xma_reel_mention',
    auxiliary_text: 'You mentioned them in your story',
    original_media_igid: bare(pk),
    xma_reel_mention: [{ ...CARD, target_url: `https://www.instagram.com/stories/${username}/${pk}` }],
  }
}

/** The card of a story; a notice when it cannot be seen any more. */
async function card(ports: PrivateApiPorts, entry: InboxEntry): Promise<object> {
  const isShown = entry.story !== null && isLive(entry.story, ports.clock.now())
  return isShown ? shownCard(ports, entry) : hiddenCard()
}

function hiddenCard(): object {
  return {
    ...CARD,
    title_text: 'Story unavailable',
    caption_body_text: 'This story is no longer available.',
    target_url: null,
  }
}

async function shownCard(
  ports: PrivateApiPorts,
  { message, story, posterName }: InboxEntry,
): Promise<object> {
  const pk = story?.pk ?? '0'
  const preview = await cdnUrl(ports, { pk, kind: 'image', size: 'small' })
  // Only addresses of pictures name the owner: not all real cards do.
  const owner =
    story?.kind === 'image' ? `?reel_id=${message.strangerPk}&reel_owner_id=${message.strangerPk}` : ''
  return {
    ...CARD,
    target_url: `https://www.instagram.com/stories/${posterName}/${pk}${owner}`,
    preview_url: preview,
    preview_url_mime_type: 'image/jpeg',
    preview_width: 180,
    preview_height: 320,
    preview_url_info: {
      url: preview,
      fallback: { url: preview },
      url_expiration_timestamp_us: 0,
      width: 180,
      height: 320,
    },
    preview_media_fbid: bare(`17${pk}`.slice(0, 17)),
    cta_buttons: [
      { title: 'Add to your story', action_url: '', cta_type: null, xma_action: 'xma_add_to_story' },
    ],
  }
}

const CARD = {
  target_url: null,
  preview_url: null,
  preview_url_mime_type: null,
  preview_url_info: null,
  preview_media_fbid: null,
  header_icon_url: null,
  header_title_text: null,
  title_text: null,
  subtitle_text: null,
  caption_body_text: null,
  playable_url: null,
  video_dash_manifest: null,
  xma_layout_type: 4,
  is_sharable: false,
  cta_buttons: [],
}

async function legacy(ports: PrivateApiPorts, entry: InboxEntry): Promise<Content> {
  const { message, person, story } = entry
  if (message.shape === 'legacy_reply') return legacyReply(entry)
  const isGone = message.shape === 'legacy_expired' || !story || !isLive(story, ports.clock.now())
  return {
    item_type: 'reel_share',
    reel_share: {
      text: '',
      type: 'mention',
      reel_owner_id: bare(message.strangerPk),
      mentioned_user_id: bare(person.pk),
      reel_type: 'user_reel',
      is_reel_persisted: false,
      // A story that is gone has a media without an id.
      media: isGone
        ? { expiring_at: Math.floor((message.sentAt + DAY) / SECOND) }
        : await strangerStoryNode(ports, story),
    },
  }
}

/** An answer to a story of the account. */
function legacyReply({ message, person }: InboxEntry): Content {
  return {
    item_type: 'reel_share',
    reel_share: {
      text: message.text ?? 'So good!',
      type: 'reply',
      reel_owner_id: bare(person.pk),
      mentioned_user_id: null,
      reel_type: 'user_reel',
      is_reel_persisted: false,
      media: { expiring_at: Math.floor((message.sentAt + DAY) / SECOND) },
    },
  }
}

function numberOf({ story }: InboxEntry): unknown {
  return story && bare(story.pk)
}
