// The paths of the Conversations calls on both Graph hosts.
import type { Handler, Hono } from 'hono'
import type { AnswerCall } from '../graph/answer-call.ts'
import type { GraphPorts } from '../graph/ports.ts'
import { listConversations, listMessages, readConversation, readMessage } from './conversation-calls.ts'

export function addConversationCalls(host: Hono, answer: AnswerCall): void {
  host.get('/:id/conversations', answer('conversations', listConversations))
  host.get('/:id/messages', answer('messages', listMessages))
}

/** The reader that answers for the node of this id; null when it is neither a conversation nor a message. */
export function inboxReader({ mentions }: GraphPorts, answer: AnswerCall): (id: string) => Handler | null {
  const conversation = answer('messages', readConversation)
  const message = answer('message', readMessage)
  return (id) => {
    if (mentions.conversation(id)) return conversation
    return mentions.message(id) ? message : null
  }
}
