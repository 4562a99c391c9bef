// Changes of many posts: one request, which the server carries out as a whole, even if this tab is closed.
import type { QueryClient } from '@tanstack/react-query'
import type { ManyPartBody } from '../../../../core/api/many-posts.ts'
import { toIso } from '../../../../core/time.ts'
import { api, ApiError, parseResponse, type ResponseBody, withIdempotencyKey } from '../api-client.ts'
import { sendDeletions } from '../shared/deletions.ts'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import { spokenStrings } from '../strings/language.tsx'

export type ManyResult = ResponseBody<typeof api.posts.bulk.$post>

interface ManyChanges {
  readonly posts: readonly ManyPartBody[]
  readonly atomic?: boolean
  /** Of the request: sent again under it, it still acts once. */
  readonly key: string
}

/** `keepalive`: a tab that is closed does not take the request back. */
export function sendPostChanges({ posts, atomic = false, key }: ManyChanges): Promise<ManyResult> {
  const json = {
    atomic,
    posts: posts.map(({ scheduledFor, ...part }) => ({
      ...part,
      ...(scheduledFor === undefined ? {} : { scheduledFor: toIso(scheduledFor) }),
    })),
  }
  return parseResponse(
    api.posts.bulk.$post({ json }, { ...withIdempotencyKey(key), init: { keepalive: true } }),
  )
}

/** Takes posts back altogether. Those that may have gone out stay, and are told. */
export function discardPosts(client: QueryClient, ids: readonly string[], key: string): Promise<ManyResult> {
  const posts = ids.map((id) => ({ id, action: 'discard' as const }))
  return sendDeletions(client, ids, {
    send: () => sendPostChanges({ posts, key }),
    gone: ({ results }) => results.flatMap(({ id, outcome }) => (outcome === 'done' ? id : [])),
  })
}

/** Throws what the first of those that were refused was refused for. */
export function requireAllDone(result: ManyResult): ManyResult {
  const problem = result.results.find((one) => one.problem)?.problem
  if (problem) throw partRefusal(problem)
  return result
}

export type PartProblem = NonNullable<ManyResult['results'][number]['problem']>

export function partRefusal(problem: Pick<PartProblem, 'code' | 'message'>): ApiError {
  const body = { code: problem.code, error: problem.message, status: 400 }
  return new ApiError(body, refusalSentence(body, spokenStrings().refusals))
}
