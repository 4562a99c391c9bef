// The Conversations calls of both Graph hosts: the inbox of an account, as apps may read it.
import { DAY, type Duration } from '../../../core/time.ts'
import type { SandboxAccount } from '../demo-account.ts'
import { fieldPicker } from '../graph/reads/fields.ts'
import { answerPage } from '../graph/reads/paging.ts'
import type { GraphCall, GraphPorts, ReceivedGraphCall } from '../graph/ports.ts'
import { badParameter, objectMissing, graphErrorOf } from '../graph/refusals.ts'
import { hasScope, reachAccount, reachPage } from '../tokens/reach.ts'
import type { Conversation, DirectMessage } from './mention-state.ts'
import { conversationNode, messageNode, messagePicker, TOLD_MESSAGES } from './message-node.ts'
import { strangerOf } from './strangers.ts'

/** Requests that were not answered and that have been quiet for this long are left out. */
const IDLE: Duration = 30 * DAY

/** `GET /{me|account|Page}/conversations?platform=instagram` */
export const listConversations: GraphCall = (ports, request) => {
  const { input, method, nodeId } = request
  const account = ownerOf(request)
  if (!account) throw objectMissing(nodeId, method)
  checkReading(ports, request, account.igUserId)
  if (input.text('platform') !== 'instagram') throw badParameter('Param platform must be instagram.')
  const now = ports.clock.now()
  // The other one of a conversation is always a stranger, who has no role.
  const isSeen = () => ports.behaviour.appMode === 'live'
  const items = ports.mentions
    .conversations(account.igUserId)
    .flatMap((one) => withoutPrivateStories(one) ?? [])
    .filter(({ isRequest, updatedAt }) => !isRequest || now - updatedAt < IDLE)
  const show = fieldPicker(conversationNode(ports), input.text('fields'))
  return answerPage(ports, request, { items, idOf: ({ id }) => id, isSeen, show })
}

/** `GET /{conversation}` */
export const readConversation: GraphCall = (ports, request) =>
  fieldPicker(conversationNode(ports), request.input.text('fields'))(reachedConversation(ports, request))

/** `GET /{conversation}/messages` */
export const listMessages: GraphCall = (ports, request) => {
  const items = reachedConversation(ports, request).messages.map((message, index) => ({ message, index }))
  const show = messagePicker(ports, request.input.text('fields'))
  return answerPage(ports, request, { items, idOf: ({ message }) => message.mid, show })
}

/** `GET /{message}`: older ones answer as if they had been deleted. */
export const readMessage: GraphCall = (ports, request) => {
  const { nodeId, method, input } = request
  const conversationId = ports.mentions.message(nodeId)?.conversationId ?? ''
  const { messages } = reachedConversation(ports, { ...request, nodeId: conversationId })
  const message = messages.slice(0, TOLD_MESSAGES).find(({ mid }) => mid === nodeId)
  if (!message) throw objectMissing(nodeId, method)
  return fieldPicker(messageNode(ports), input.text('fields'))(message)
}

function reachedConversation(ports: GraphPorts, request: ReceivedGraphCall): Conversation {
  const { caller, nodeId, method } = request
  const found = ports.behaviour.appMode === 'live' ? ports.mentions.conversation(nodeId) : null
  const conversation = found?.id === nodeId ? withoutPrivateStories(found) : null
  if (!conversation || !reachAccount(caller, conversation.accountId)) throw objectMissing(nodeId, method)
  checkReading(ports, request, conversation.accountId)
  return conversation
}

/** The account whose inbox it is: the caller's own with the platform's login, a Page's with the partner's. */
function ownerOf({ caller, nodeId }: ReceivedGraphCall): SandboxAccount | null {
  if (caller.facts.kind !== 'platform') return reachPage(caller, nodeId)?.account ?? null
  const own = caller.person.platformAccount
  return own && [own.igUserId, own.appScopedId].includes(nodeId) ? own : null
}

function checkReading(
  { callMeter, behaviour }: GraphPorts,
  { caller }: ReceivedGraphCall,
  accountId: string,
): void {
  const { kind } = caller.facts
  if (kind === 'user') throw graphErrorOf('pageTokenNeeded')
  if (kind === 'platform' && !hasScope(caller, 'instagram_business_manage_messages')) {
    throw graphErrorOf('permissionMissing')
  }
  if (kind === 'page' && !hasScope(caller, 'instagram_manage_messages'))
    throw graphErrorOf('pagePermissionMissing')
  if (!callMeter.count(accountId, behaviour.conversationCallsPerSecond)) throw graphErrorOf('callsTooFast')
}

/** Leaves out mentions in a private stranger's stories. Null when nothing is left. */
function withoutPrivateStories(conversation: Conversation): Conversation | null {
  const messages = conversation.messages.filter((message) => !isKeptBack(message))
  const newest = messages[0]
  return newest ? { ...conversation, messages, updatedAt: newest.sentAt } : null
}

function isKeptBack({ about, isFromUs, strangerPk }: DirectMessage): boolean {
  return about === 'mention' && !isFromUs && (strangerOf(strangerPk)?.isPrivate ?? false)
}
