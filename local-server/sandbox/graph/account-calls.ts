// The calls on a professional account that both Graph hosts answer alike.
import type { Hono } from 'hono'
import {
  addComment,
  addReply,
  deleteComment,
  hideComment,
  listComments,
  listReplies,
  readComment,
} from '../comments/comment-calls.ts'
import { accountOf } from '../people/cast.ts'
import { readContentPublishingLimit } from './reads/account.ts'
import type { AnswerCall } from './answer-call.ts'
import { createContainer } from './containers/create-container.ts'
import { answerMediaList, listStories, listTags } from './reads/media-list.ts'
import { readAccountInsights, readMediaInsights } from './reads/insights.ts'
import { listChildren } from './reads/media.ts'
import { ofAccount } from './of-account.ts'
import { objectMissing, unknownPath } from './refusals.ts'
import type { GraphCall, GraphPorts } from './ports.ts'
import { publishContainer } from './containers/publish-container.ts'

export function addAccountCalls(host: Hono, answer: AnswerCall): void {
  host.post('/:id/media', answer('create', ofAccount('publish', createContainer)))
  host.get('/:id/media', answer('list', ofAccount('read', answerMediaList)))
  host.post('/:id/media_publish', answer('publish', ofAccount('publish', publishContainer)))
  host.get('/:id/stories', answer('stories', ofAccount('read', listStories)))
  host.get('/:id/tags', answer('tags', ofAccount('read', listTags)))
  host.get('/:id/content_publishing_limit', answer('limit', ofAccount('read', readContentPublishingLimit)))
}

/** The calls on a live media and on its comments. */
export function addMediaCalls(host: Hono, ports: GraphPorts, answer: AnswerCall): void {
  host.get('/:id/children', answer('children', listChildren))
  const ofMedia = answer('insights', readMediaInsights)
  const ofOwnAccount = answer('insights', ofAccount('read', readAccountInsights))
  host.get('/:id/insights', (c, next) => {
    const id = c.req.param('id')
    return (id === 'me' || accountOf(id) ? ofOwnAccount : ofMedia)(c, next)
  })
  host.get('/:id/comments', answer('comments', listComments))
  host.post('/:id/comments', answer('comments', addComment))
  host.get('/:id/replies', answer('comments', listReplies))
  host.post('/:id/replies', answer('comments', addReply))
  const read = answer('comments', readComment)
  const hide = answer('comments', hideComment)
  const remove = answer('comments', deleteComment)
  const isComment = (id: string) => ports.comments.find(id) !== null
  host.get('/:id', (c, next) => (isComment(c.req.param('id')) ? read(c, next) : next()))
  host.post('/:id', (c, next) => (isComment(c.req.param('id')) ? hide(c, next) : next()))
  host.delete('/:id', (c, next) => (isComment(c.req.param('id')) ? remove(c, next) : next()))
}

/** Answers a call that no node supports like one for a node that is not there. */
export const unsupported: GraphCall = (_ports, { nodeId, method }) => {
  throw objectMissing(nodeId, method)
}

export const nowhere: GraphCall = (_ports, { url }) => {
  throw unknownPath(url.pathname.replace(/^\/sandbox\/[^/]+(\/v\d+\.\d+)?(?=\/)/, ''))
}

/** The first part of every path; versions that cannot be are refused by the call itself. */
export const VERSION = '/:version{v[0-9]+\\.[0-9]+}'
