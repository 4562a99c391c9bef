// The paths of graph.instagram.com, the host of accounts that logged in with the platform itself.
import { Hono, type Handler } from 'hono'
import { readProfile, readPublishingLimit } from './account.ts'
import { createCallAnswerer, type AnswerCall, type CallPorts } from './answer-call.ts'
import { readContainer } from './container-status.ts'
import { createContainer } from './create-container.ts'
import { objectMissing, unknownPath } from './refusals.ts'
import { listMedia, listStories, readMedia } from './media.ts'
import type { GraphCall } from './ports.ts'
import { publishContainer } from './publish-container.ts'

export function instagramHost(ports: CallPorts): Hono {
  const calls = instagramCalls(ports, createCallAnswerer(ports))
  const host = new Hono()
  host.route('/:version{v[0-9]+\\.[0-9]+}', calls)
  host.route('/', calls)
  return host
}

function instagramCalls(ports: CallPorts, answer: AnswerCall): Hono {
  const calls = new Hono()
  calls.post('/:id/media', answer('create', ofAccount(createContainer)))
  calls.get('/:id/media', answer('list', ofAccount(listMedia)))
  calls.post('/:id/media_publish', answer('publish', ofAccount(publishContainer)))
  calls.get('/:id/stories', answer('stories', ofAccount(listStories)))
  calls.get('/:id/content_publishing_limit', answer('limit', ofAccount(readPublishingLimit)))
  calls.get('/:id', readNode(ports, answer))
  calls.all('/:id', answer('read', unsupported))
  calls.all('*', answer('read', nowhere))
  return calls
}

/** Only the account's own id takes these. The app-scoped id looks alike and is refused, as by the platform. */
function ofAccount(call: GraphCall): GraphCall {
  return (ports, request) => {
    if (request.nodeId !== ports.account.igUserId) throw objectMissing(request.nodeId, request.method)
    return call(ports, request)
  }
}

/** One path for every kind of node; the id decides. */
function readNode({ state, account }: CallPorts, answer: AnswerCall): Handler {
  const profile = answer('me', readProfile)
  const status = answer('status', readContainer)
  const media = answer('read', readMedia)
  return (c, next) => {
    const id = c.req.param('id') ?? ''
    if (['me', account.igUserId, account.appScopedId].includes(id)) return profile(c, next)
    return state.container(id) ? status(c, next) : media(c, next)
  }
}

/** Deleting, for one: accounts of this login cannot. */
const unsupported: GraphCall = (_ports, { nodeId, method }) => {
  throw objectMissing(nodeId, method)
}

const nowhere: GraphCall = (_ports, { url }) => {
  throw unknownPath(url.pathname.replace(/^\/sandbox\/[^/]+(\/v\d+\.\d+)?(?=\/)/, ''))
}
