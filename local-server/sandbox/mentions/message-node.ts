// Conversations and messages as the Graph hosts show them.
import { fieldPicker, type NodeType } from '../graph/reads/fields.ts'
import { platformTime } from '../graph/platform-time.ts'
import type { GraphPorts } from '../graph/ports.ts'
import { accountOf } from '../people/cast.ts'
import { mediaAddress } from './media-address.ts'
import type { Conversation, DirectMessage } from './mention-state.ts'
import { strangerOf } from './strangers.ts'

/** Only the newest messages of a conversation are given with details. */
export const TOLD_MESSAGES = 20
const LISTED_MESSAGES = 25

export function conversationNode(ports: GraphPorts): NodeType<Conversation> {
  return {
    name: 'UnifiedThread',
    byDefault: ['updated_time'],
    fields: {
      id: ({ id }) => id,
      updated_time: ({ updatedAt }) => platformTime(updatedAt),
      participants: ({ accountId, stranger }) => ({
        data: [self(accountId), { username: stranger.username, id: stranger.scopedId }],
      }),
      messages: ({ messages }, inner) => {
        const show = messagePicker(ports, inner)
        return { data: messages.slice(0, LISTED_MESSAGES).map((message, index) => show({ message, index })) }
      },
    },
  }
}

export interface ListedMessage {
  readonly message: DirectMessage
  /** From the newest on. */
  readonly index: number
}

/** Picks the fields of messages; for older ones, only those that show that they exist. */
export function messagePicker(ports: GraphPorts, fields: string | null): (listed: ListedMessage) => object {
  const [whole, bare] = [fieldPicker(messageNode(ports), fields), fieldPicker(messageNode(ports), null)]
  return ({ message, index }) => (index < TOLD_MESSAGES ? whole : bare)(message)
}

export function messageNode(ports: GraphPorts): NodeType<DirectMessage> {
  return {
    name: 'Message',
    byDefault: ['created_time'],
    fields: {
      id: ({ mid }) => mid,
      created_time: ({ sentAt }) => platformTime(sentAt),
      from: ({ isFromUs, accountId, strangerPk }) => (isFromUs ? self(accountId) : other(strangerPk)),
      to: ({ isFromUs, accountId, strangerPk }) => ({
        data: [isFromUs ? other(strangerPk) : self(accountId)],
      }),
      message: ({ text }) => text ?? '',
      story: (message, inner) =>
        message.about === null ? undefined : fieldPicker(storyNode(ports), inner)(message),
      is_unsupported: ({ isUnsupported }) => (isUnsupported ? true : undefined),
    },
  }
}

/** Has `mention` when the writer's story names the reader, and `reply_to` when the message answers the reader's story. */
function storyNode(ports: GraphPorts): NodeType<DirectMessage> {
  const part = (message: DirectMessage, about: DirectMessage['about'], inner: string | null) =>
    message.about === about ? fieldPicker(linkNode(ports), inner)(message) : undefined
  return {
    name: 'Story',
    byDefault: ['mention', 'reply_to'],
    always: [],
    fields: {
      mention: (message, inner) => part(message, 'mention', inner),
      reply_to: (message, inner) => part(message, 'reply', inner),
    },
  }
}

function linkNode({ mentions, origin }: GraphPorts): NodeType<DirectMessage> {
  return {
    name: 'StoryLink',
    byDefault: ['link', 'id'],
    always: [],
    fields: {
      id: ({ storyId }) => mentions.story(storyId ?? '')?.graphId ?? storyId,
      link: ({ storyId, isUnsupported }) => {
        if (isUnsupported) return undefined
        return mediaAddress(origin(), mentions.story(storyId ?? '') ?? OWN_MEDIA)
      },
    },
  }
}

/** The media of the account's own stories, which no client asks for here. */
const OWN_MEDIA = { assetId: '1', signature: 'AYc' }

function self(accountId: string): object {
  return { username: accountOf(accountId)?.username, id: accountId }
}

function other(pk: string): object {
  const stranger = strangerOf(pk)
  return { username: stranger?.username, id: stranger?.scopedId }
}
