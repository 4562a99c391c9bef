// The paths of graph.instagram.com, the host of accounts that logged in with the platform itself.
import { Hono, type Handler } from 'hono'
import { addAccountCalls, addMediaCalls, nowhere, unsupported, VERSION } from './account-calls.ts'
import { readProfile } from './reads/account.ts'
import { createCallAnswerer, type AnswerCall } from './answer-call.ts'
import { answerContainer } from './containers/container-status.ts'
import { answerManyNodes, type Dispatch } from './reads/many-nodes.ts'
import { changeMedia, answerMediaDeletion, readMedia } from './reads/media.ts'
import { addConversationCalls, inboxReader } from '../mentions/inbox-paths.ts'
import { CAST } from '../people/cast.ts'
import { ofAccount } from './of-account.ts'
import type { GraphCall, GraphPorts } from './ports.ts'

export function instagramHost(ports: GraphPorts, dispatch: Dispatch): Hono {
  const calls = instagramCalls(ports, createCallAnswerer(ports, ['platform']))
  const host = new Hono()
  host.use(answerManyNodes(ports, dispatch))
  host.route(VERSION, calls)
  host.route('/', calls)
  return host
}

function instagramCalls(ports: GraphPorts, answer: AnswerCall): Hono {
  const calls = new Hono()
  addAccountCalls(calls, answer)
  addMediaCalls(calls, ports, answer)
  addConversationCalls(calls, answer)
  calls.get('/:id', readNode(ports, answer))
  calls.post('/:id', answer('comment', changeMedia))
  calls.delete('/:id', answer('delete', answerMediaDeletion))
  calls.all('/:id', answer('read', unsupported))
  calls.all('*', answer('read', nowhere))
  return calls
}

/** One path for every kind of node; the id decides. */
function readNode(ports: GraphPorts, answer: AnswerCall): Handler {
  const { state } = ports
  const profile = answer('me', readOwnProfile)
  const status = answer('status', answerContainer)
  const media = answer('read', readMedia)
  const inbox = inboxReader(ports, answer)
  return (c, next) => {
    const id = c.req.param('id') ?? ''
    if (id === 'me' || isAccountId(id)) return profile(c, next)
    if (state.container(id)) return status(c, next)
    return (inbox(id) ?? media)(c, next)
  }
}

/** The account under either of its ids. */
const readOwnProfile: GraphCall = (ports, request) => {
  const own = request.caller.person.platformAccount
  const isAppScoped = own !== null && request.nodeId === own.appScopedId
  return ofAccount('read', readProfile)(ports, isAppScoped ? { ...request, nodeId: own.igUserId } : request)
}

function isAccountId(id: string): boolean {
  return CAST.some(({ platformAccount: own }) => own?.igUserId === id || own?.appScopedId === id)
}
