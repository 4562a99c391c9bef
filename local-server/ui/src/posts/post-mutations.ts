// Mutations of a post. Each ends when what it changed has been read again.
import { useQueryClient } from '@tanstack/react-query'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import {
  parseResponse,
  api,
  pageApi,
  ApiError,
  type ResponseBody,
  withIdempotencyKey,
} from '../api-client.ts'
import { groups } from '../query-keys.ts'
import { sendDeletion } from '../shared/deletions.ts'
import { useChange } from '../shared/use-change.ts'
import { ofVersion, type ShownVersion } from '../shared/versions.ts'
import type { ManyPartBody } from '../../../../core/api/many-posts.ts'
import { toIso } from '../../../../core/time.ts'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import { spokenStrings } from '../strings/language.tsx'

/**
 * Several are one request; when some are refused, the others are retried, and the first refusal says why. `onRetried` is called even when what asked is gone by
 * then: the post is under way, and the button with it.
 */
export function useRetry(onRetried?: () => void) {
  return useChange(async (ids: readonly string[]) => {
    const [first = '', ...others] = ids
    if (others.length === 0) await parseResponse(api.posts[':id'].retry.$post({ param: { id: first } }))
    else {
      const posts = ids.map((id) => ({ id, action: 'retry' as const }))
      requireAllDone(await sendPostChanges({ posts, key: crypto.randomUUID() }))
    }
    onRetried?.()
  }, groups.posts)
}

function useDeletion<Answer>(send: (id: string) => Promise<Answer>) {
  const client = useQueryClient()
  return useChange((id: string) => sendDeletion(client, id, () => send(id)), groups.posts)
}

/** Deletes it here only. */
export const useDeletePost = () =>
  useDeletion((id) => parseResponse(api.posts[':id'].$delete({ param: { id } })))

/** At the platform and here. `wasDeletedFromPlatform` says whether it worked there; here it is gone in any case. */
export const useDeleteFromPlatform = () =>
  useDeletion((id) => parseResponse(api.posts[':id'].platform.$delete({ param: { id } })))

export const usePublishDraft = () =>
  useChange(
    (shown: ShownVersion) =>
      parseResponse(api.posts.draft[':id'].publish.$post({ param: { id: shown.id } }, ofVersion(shown))),
    groups.posts,
  )

/** It is a draft again, with the content that it has by then: nothing is published by this. */
export const useCancelSchedule = () =>
  useChange((id: string) => parseResponse(api.schedule[':id'].$delete({ param: { id } })), groups.posts)

/** Takes it from a Worker that does not answer; the person has accepted that it may be live, or go live twice. */
export const useTakeOver = () =>
  useChange(
    (id: string) =>
      parseResponse(
        pageApi.cloud.posts[':id']['take-over'].$post({ param: { id }, json: { confirm: true } }),
      ),
    groups.posts,
  )

// Changes of many posts: one request, which the server carries out as a whole, even if this tab is closed.

export type ManyResult = ResponseBody<typeof api.posts.bulk.$post>

interface ManyChanges {
  readonly posts: readonly ManyPartBody[]
  readonly atomic?: boolean
  /** Of the request: sent again under it, it still acts once. */
  readonly key: string
}

/**
 * As many in one request as it takes; those of an atomic one are never more. `keepalive`: a tab that is closed does not take the
 * request back.
 */
export async function sendPostChanges({ posts, atomic = false, key }: ManyChanges): Promise<ManyResult> {
  const later = posts.slice(MOST_POSTS)
  const json = {
    atomic,
    posts: posts.slice(0, MOST_POSTS).map(({ scheduledFor, ...part }) => ({
      ...part,
      ...(scheduledFor === undefined ? {} : { scheduledFor: toIso(scheduledFor) }),
    })),
  }
  const first = await parseResponse(
    api.posts.bulk.$post({ json }, { ...withIdempotencyKey(key), init: { keepalive: true } }),
  )
  if (later.length === 0) return first
  const rest = await sendPostChanges({ posts: later, atomic, key: `${key}+` })
  return {
    done: first.done + rest.done,
    pending: first.pending + rest.pending,
    refused: first.refused + rest.refused,
    results: [...first.results, ...rest.results],
  }
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
