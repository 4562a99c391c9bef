import { ENGLISH } from '../../rules/notices/english/english.ts'
import type { MiddlewareHandler } from 'hono'
import {
  deletePostFromHistory,
  deletePostFromPlatform,
  listDeletedPosts,
  listPostAttempts,
  retryFailedPost,
} from '../../api/post-history.ts'
import { getPost, listPosts, publishPost, recentCompletions } from '../../api/posts.ts'
import { restorePlus } from '../../api/primitives.ts'
import { CodedError } from '../../coded-error.ts'
import { DELETION_DETAILS, deletionText } from '../../rules/notices/deletion-details.ts'
import { etagOf, readIfMatch } from '../../api/post-version.ts'
import type { Posts } from '../../features/posts/posts.ts'
import { parseIso, type Instant } from '../../time.ts'
import type { AppEnv } from '../context.ts'
import type { ReuseAnswers } from '../reuse-answers.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function postRoutes(
  posts: Posts,
  { remembered, reused }: { readonly remembered: MiddlewareHandler<AppEnv>; readonly reused: ReuseAnswers },
) {
  const routes = openApiRoutes()
  // Before the posts themselves: `/posts/deleted` must not be taken for a post's id.
  return routes
    .openapi(listDeletedPosts, async (c) => c.json(await posts.listDeleted(c.req.valid('query')), 200))
    .openapi({ ...retryFailedPost, middleware: [remembered] }, async (c) => {
      const wanted = readIfMatch(c.req.header('if-match'))
      return c.json(await posts.retry(c.req.valid('param').id, wanted, c.var.repeatable), 202)
    })
    .openapi(deletePostFromHistory, async (c) => {
      const { id } = c.req.valid('param')
      await posts.delete(id, readIfMatch(c.req.header('if-match')))
      return c.json({ success: true as const, clearedPostId: id }, 200)
    })
    .openapi(deletePostFromPlatform, async (c) => {
      const { id } = c.req.valid('param')
      const wanted = readIfMatch(c.req.header('if-match'))
      const { wasDeletedFromPlatform, deleteDetails, permalink } = await posts.deleteFromPlatform(id, wanted)
      const deleteError = wasDeletedFromPlatform
        ? null
        : deletionText(deleteDetails, DELETION_DETAILS, ENGLISH)
      const answer = { success: true, wasDeletedFromPlatform, clearedPostId: id, deleteError }
      return c.json({ ...answer, deleteDetails: [...deleteDetails], permalink: permalink ?? '' }, 200)
    })
    .openapi(listPostAttempts, async (c) => c.json(await posts.listAttempts(c.req.valid('param').id), 200))
    .openapi({ ...publishPost, middleware: [remembered] }, async (c) =>
      c.json(await posts.publishNow(c.req.valid('json'), c.var.repeatable), 202),
    )
    .openapi(recentCompletions, async (c) =>
      c.json(await posts.listCompleted(readCompletionQuery(c.req.valid('query'))), 200),
    )
    .openapi(listPosts, (c) => {
      const { to: until, ...query } = c.req.valid('query')
      return reused(c, () => posts.list({ ...query, until }))
    })
    .openapi(getPost, async (c) => {
      const post = await posts.show(c.req.valid('param').id)
      return c.json(post, 200, { ETag: etagOf(post.updatedAt) })
    })
}

interface CompletionQuery {
  readonly since: Instant
  readonly limit: number
}

const LIMIT = { fallback: 20, max: 100 }

/** Reads the query of GET /posts/recent-completions. Throws MISSING_PARAM or INVALID_PARAM. */
function readCompletionQuery(query: { since?: unknown; limit?: unknown }): CompletionQuery {
  if (query.since === undefined || query.since === '') {
    throw new CodedError(
      'MISSING_PARAM',
      'Add since, an ISO 8601 datetime with an offset, like 2026-04-20T14:00:00Z.',
    )
  }
  const since = typeof query.since === 'string' ? parseIso(restorePlus(query.since)) : null
  if (since === null) {
    throw new CodedError(
      'INVALID_PARAM',
      'since must be one ISO 8601 datetime with an offset, like 2026-04-20T14:00:00Z.',
    )
  }
  return { since, limit: readLimit(query.limit) }
}

function readLimit(text: unknown): number {
  if (text === undefined) return LIMIT.fallback
  const limit = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LIMIT.max)
    throw new CodedError('INVALID_PARAM', 'limit must be a whole number from 1 to 100.')
  return limit
}
