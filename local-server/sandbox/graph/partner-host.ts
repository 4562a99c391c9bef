// The paths of graph.facebook.com, the host of accounts that are reached through a Page.
import { Hono, type Handler, type Context } from 'hono'
import { z } from 'zod'
import { addConversationCalls, inboxReader } from '../mentions/inbox-paths.ts'
import { deletePageObject, readPageObject } from '../pages/page-reads.ts'
import { accountOf, pageOf } from '../people/cast.ts'
import { addAccountCalls, addMediaCalls, nowhere, unsupported, VERSION } from './account-calls.ts'
import { readProfile } from './reads/account.ts'
import { searchAudio } from './containers/audio.ts'
import { createCallAnswerer, type AnswerCall } from './answer-call.ts'
import { answerContainer } from './containers/container-status.ts'
import { changeMedia, answerMediaDeletion, readMedia } from './reads/media.ts'
import { ofAccount } from './of-account.ts'
import { bearerIn } from './token.ts'
import { answerManyNodes, type Dispatch } from './reads/many-nodes.ts'
import { listBusinesses, listPages, listPortfolio, readPage, searchPages } from './reads/page-node.ts'
import { debugToken, listPermissions, readPerson } from './reads/person-node.ts'
import type { GraphCall, GraphPorts } from './ports.ts'
import { isAsynchronous } from './retired.ts'
import { readCallInput } from './call-input.ts'
import { ofPage } from '../pages/of-page.ts'
import { addPhoto, addPhotoStory, addPost } from '../pages/page-photos.ts'
import { addVideo, uploadInPhases } from '../pages/page-videos.ts'

/** `dispatch` takes the calls of a batch, and the reads of many nodes, as if each had come alone. */
export function partnerHost(ports: GraphPorts, dispatch: Dispatch): Hono {
  const calls = partnerCalls(ports, createCallAnswerer(ports, ['user', 'page']))
  const host = new Hono()
  host.use(answerManyNodes(ports, dispatch))
  host.on('POST', ['/', VERSION], answerBatch(ports, dispatch))
  host.route(VERSION, calls)
  host.route('/', calls)
  return host
}

function partnerCalls(ports: GraphPorts, answer: AnswerCall): Hono {
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
function readNode(ports: GraphPorts, answer: AnswerCall): Handler {
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

function deleteNode({ pages }: GraphPorts, answer: AnswerCall): Handler {
  const media = answer('delete', answerMediaDeletion)
  const object = answer('page-delete', deletePageObject)
  return (c, next) => (pages.find(c.req.param('id') ?? '') ? object(c, next) : media(c, next))
}

const MAX_BATCHED_CALLS = 50

/** @NOTE Calls that use the answers of others (`name`, `depends_on`, `{result=…}`) are not here. */
const BatchedCall = z.object({
  method: z.enum(['GET', 'POST', 'DELETE']),
  relative_url: z.string(),
  body: z.string().optional(),
})
const Batch = z.array(BatchedCall).min(1).max(MAX_BATCHED_CALLS)

/** Many calls in one: `POST /` with `batch`, a list of them. `dispatch` takes each call as if it had come alone. */
function answerBatch({ behaviour }: GraphPorts, dispatch: Dispatch): Handler {
  return async (c) => {
    const sent = await readBatch(c.req.raw).catch(() => null)
    if (sent === null) return c.json(UNREADABLE_BATCH, 400)
    if (sent.isAsynchronous && !behaviour.olderApp) return c.json(ASYNCHRONOUS_BATCH, 400)
    const token = sent.token ?? bearerIn(c.req.raw.headers)
    const answers: object[] = []
    for (const call of sent.calls) answers.push(await batchEntryOf(await dispatch(requestOf(c, call, token))))
    return c.json(answers)
  }
}

async function readBatch(request: Request) {
  const input = await readCallInput(request)
  return {
    calls: Batch.parse(input.list('batch')),
    token: input.text('access_token'),
    isAsynchronous: isAsynchronous(input),
  }
}

const batchRefusal = (message: string) => ({
  error: { message: `(#100) ${message}`, type: 'OAuthException', code: 100 },
})
const UNREADABLE_BATCH = batchRefusal('Param batch must be an array of calls.')
const ASYNCHRONOUS_BATCH = batchRefusal('Asynchronous batches are no longer supported.')

/** Each call may bring a token and a version of its own. */
function requestOf(c: Context, call: z.infer<typeof BatchedCall>, token: string | null): Request {
  const { pathname, origin } = new URL(c.req.url)
  const relative = call.relative_url.replace(/^\//, '')
  const host = pathname.replace(/\/$/, '')
  const base = /^v\d+\.\d+(?=[/?]|$)/.test(relative) ? host.replace(/\/v\d+\.\d+$/, '') : host
  const url = new URL(`${origin}${base}/${relative}`)
  const body = new URLSearchParams(call.body)
  if (token !== null && !url.searchParams.has('access_token') && !body.has('access_token')) {
    url.searchParams.set('access_token', token)
  }
  return new Request(url, { method: call.method, ...(call.method === 'POST' && { body }) })
}

async function batchEntryOf(response: Response): Promise<object> {
  const headers = [...response.headers].map(([name, value]) => ({ name, value }))
  return { code: response.status, headers, body: await response.text() }
}

function addPageCalls(host: Hono, answer: AnswerCall): void {
  host.post('/:id/photos', answer('page-photo', ofPage(addPhoto)))
  host.post('/:id/feed', answer('page-feed', ofPage(addPost)))
  host.post('/:id/videos', answer('page-video', ofPage(addVideo)))
  host.post('/:id/video_reels', answer('page-reel', ofPage(uploadInPhases('reel'))))
  host.post('/:id/photo_stories', answer('page-story', ofPage(addPhotoStory)))
  host.post('/:id/video_stories', answer('page-story', ofPage(uploadInPhases('video-story'))))
}
