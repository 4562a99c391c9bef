// Mutations of a post. Each ends when what it changed has been read again.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PublishablePostBody } from '../../../../core/api/posts.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { groups } from '../query-keys.ts'

function changesPosts(client: QueryClient): () => Promise<void> {
  return () => client.invalidateQueries({ queryKey: groups.posts })
}

/** The post itself is not read again: it is gone. */
function losesPost(client: QueryClient): (answered: unknown, id: string) => Promise<void> {
  return (_answered, id) =>
    client.invalidateQueries({
      queryKey: groups.posts,
      predicate: ({ queryKey }) => queryKey[2] !== id,
    })
}

/** `onRetried` is called even when what asked is gone by then: the post is under way, and the button with it. */
export function useRetry(onRetried?: () => void) {
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.posts[':id'].retry.$post({ param: { id } })),
    onSuccess: () => onRetried?.(),
    onSettled: changesPosts(useQueryClient()),
  })
}

/** Here only. */
export function useDeletePost() {
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.posts[':id'].$delete({ param: { id } })),
    onSuccess: losesPost(useQueryClient()),
  })
}

/** At the platform and here. `wasDeletedFromPlatform` says whether it worked there; here it is gone in any case. */
export function useDeleteFromPlatform() {
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.posts[':id'].platform.$delete({ param: { id } })),
    onSuccess: losesPost(useQueryClient()),
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
