// The paths of graph.facebook.com, the host of accounts that are reached through a Page.
import { Hono, type Handler } from 'hono'
import { addConversationCalls, inboxReader } from '../mentions/inbox-paths.ts'
import { addPageCalls } from '../pages/page-calls.ts'
import { deletePageObject, readPageObject } from '../pages/page-reads.ts'
import { accountOf, pageOf } from '../people/cast.ts'
import { addAccountCalls, addMediaCalls, nowhere, unsupported, VERSION } from './account-calls.ts'
import { readProfile } from './reads/account.ts'
import { searchAudio } from './containers/audio.ts'
import { answerBatch, type Dispatch } from './batch.ts'
import { createCallAnswerer, type AnswerCall, type CallPorts } from './answer-call.ts'
import { answerContainer } from './containers/container-status.ts'
import { changeMedia, answerMediaDeletion, readMedia } from './reads/media.ts'
import { ofAccount } from './of-account.ts'
import { listBusinesses, listPages, listPortfolio, readPage } from './reads/page-node.ts'
import { searchPages } from './reads/page-search.ts'
import { debugToken, listPermissions, readPerson } from './reads/person-node.ts'
import type { GraphCall } from './ports.ts'

/** `dispatch` takes the calls of a batch, as if each had come by itself. */
export function partnerHost(ports: CallPorts, dispatch: Dispatch): Hono {
  const calls = partnerCalls(ports, createCallAnswerer(ports, ['user', 'page']))
  const host = new Hono()
  host.on('POST', ['/', VERSION], answerBatch(dispatch))
  host.route(VERSION, calls)
  host.route('/', calls)
  return host
}

function partnerCalls(ports: CallPorts, answer: AnswerCall): Hono {
  const calls = new Hono()
  calls.get('/debug_token', answer('debug-token', debugToken))
  calls.get('/pages/search', answer('search', searchPages))
  calls.get('/ig_audio', answer('audio', searchAudio))
  calls.get('/:id/permissions', answer('permissions', listPermissions))
  calls.get('/:id/accounts', answer('accounts', listPages))
  calls.get('/:id/businesses', answer('businesses', listBusinesses))
  calls.get('/:id/owned_pages', answer('businesses', listPortfolio('ownedPages')))
  calls.get('/:id/client_pages', answer('businesses', listPortfolio('clientPages')))
  addAccountCalls(calls, answer)
  addMediaCalls(calls, ports, answer)
  addConversationCalls(calls, answer)
  addPageCalls(calls, answer)
  calls.get('/:id', readNode(ports, answer))
  calls.post('/:id', answer('comment', changeMedia))
  calls.delete('/:id', deleteNode(ports, answer))
  calls.all('/:id', answer('read', unsupported))
  calls.all('*', answer('read', nowhere))
  return calls
}

/** One path for every kind of node; the id decides. */
function readNode(ports: CallPorts, answer: AnswerCall): Handler {
  const { state, pages } = ports
  const self = answer('me', readSelf)
  const profile = answer('me', ofAccount('read', readProfile))
  const status = answer('status', answerContainer)
  const media = answer('read', readMedia)
  const page = answer('page-read', readPage)
  const object = answer('page-read', readPageObject)
  const inbox = inboxReader(ports, answer)
  return (c, next) => {
    const id = c.req.param('id') ?? ''
    if (state.container(id)) return status(c, next)
    if (accountOf(id)) return profile(c, next)
    if (pageOf(id)) return page(c, next)
    if (pages.find(id)) return object(c, next)
    const message = inbox(id)
    if (message) return message(c, next)
    return state.live(id) || /^1[78]\d{15}$/.test(id) ? media(c, next) : self(c, next)
  }
}

const readSelf: GraphCall = (ports, request) =>
  request.caller.facts.kind === 'page' ? readPage(ports, request) : readPerson(ports, request)

function deleteNode({ pages }: CallPorts, answer: AnswerCall): Handler {
  const media = answer('delete', answerMediaDeletion)
  const object = answer('page-delete', deletePageObject)
  return (c, next) => (pages.find(c.req.param('id') ?? '') ? object(c, next) : media(c, next))
}
