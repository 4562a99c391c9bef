// The calls on a professional account that both Graph hosts answer alike.
import type { Hono } from 'hono'
import { readPublishingLimit } from './account.ts'
import type { AnswerCall } from './answer-call.ts'
import { createContainer } from './create-container.ts'
import { listMedia, listStories } from './media-list.ts'
import { ofAccount } from './of-account.ts'
import { objectMissing, unknownPath } from './refusals.ts'
import type { GraphCall } from './ports.ts'
import { publishContainer } from './publish-container.ts'

export function addAccountCalls(host: Hono, answer: AnswerCall): void {
  host.post('/:id/media', answer('create', ofAccount('publish', createContainer)))
  host.get('/:id/media', answer('list', ofAccount('read', listMedia)))
  host.post('/:id/media_publish', answer('publish', ofAccount('publish', publishContainer)))
  host.get('/:id/stories', answer('stories', ofAccount('read', listStories)))
  host.get('/:id/content_publishing_limit', answer('limit', ofAccount('read', readPublishingLimit)))
}

/** What no node supports is told like a node that is not there. */
export const unsupported: GraphCall = (_ports, { nodeId, method }) => {
  throw objectMissing(nodeId, method)
}

export const nowhere: GraphCall = (_ports, { url }) => {
  throw unknownPath(url.pathname.replace(/^\/sandbox\/[^/]+(\/v\d+\.\d+)?(?=\/)/, ''))
}

/** The first part of every path; versions that cannot be are refused by the call itself. */
export const VERSION = '/:version{v[0-9]+\\.[0-9]+}'
