// Mutations of a post. Each ends when what it changed has been read again.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PublishablePostBody } from '../../../../core/api/posts.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { groups } from '../query-keys.ts'
import { sendDeletion } from '../shared/deletions.ts'

function changesPosts(client: QueryClient): () => Promise<void> {
  return () => client.invalidateQueries({ queryKey: groups.posts })
}

/** `onRetried` is called even when what asked is gone by then: the post is under way, and the button with it. */
export function useRetry(onRetried?: () => void) {
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.posts[':id'].retry.$post({ param: { id } })),
    onSuccess: () => onRetried?.(),
    onSettled: changesPosts(useQueryClient()),
  })
}

/** One after the other; the first that is refused ends it, and says why. */
export function useRetryAll() {
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await parseResponse(api.posts[':id'].retry.$post({ param: { id } }))
    },
    onSettled: changesPosts(useQueryClient()),
  })
}

/** Here only. */
export function useDeletePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sendDeletion(client, id, () => parseResponse(api.posts[':id'].$delete({ param: { id } }))),
    onSuccess: changesPosts(client),
  })
}

/** At the platform and here. `wasDeletedFromPlatform` says whether it worked there; here it is gone in any case. */
export function useDeleteFromPlatform() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sendDeletion(client, id, () => parseResponse(api.posts[':id'].platform.$delete({ param: { id } }))),
    onSuccess: changesPosts(client),
  })
}

export function useCreateDraft() {
  return useMutation({
    mutationFn: (json: PublishablePostBody) => parseResponse(api.posts.draft.$post({ json })),
    onSuccess: changesPosts(useQueryClient()),
  })
}

export function usePublishDraft() {
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.posts.draft[':id'].publish.$post({ param: { id } })),
    onSettled: changesPosts(useQueryClient()),
  })
}

/** It is a draft again. */
export function useCancelSchedule() {
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.schedule[':id'].$delete({ param: { id } })),
    onSettled: changesPosts(useQueryClient()),
  })
}

/** From a Worker that does not answer; the person has said that it may be live, or become so twice. */
export function useTakeOver() {
  return useMutation({
    mutationFn: (id: string) =>
      parseResponse(
        pageApi.cloud.posts[':id']['take-over'].$post({ param: { id }, json: { confirm: true } }),
      ),
    onSettled: changesPosts(useQueryClient()),
  })
}
