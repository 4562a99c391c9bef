// Bringing a file into a shape or format that the platform takes. What it changes shows in the post and in the library.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { answer, ApiError, pageApi } from '../api-client.ts'

interface Fit {
  readonly id: string
  /** Width to height, like `4:5`. */
  readonly ratio: string
  readonly mode: 'crop' | 'pad' | 'blur'
}

function changesMedia(client: QueryClient): () => Promise<unknown> {
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['posts'] }),
      client.invalidateQueries({ queryKey: ['media'] }),
    ])
}

export function useFit() {
  return useMutation({
    mutationFn: ({ id, ratio, mode }: Fit) =>
      answer(pageApi.media[':id'].fit.$post({ param: { id }, json: { ratio, mode } })),
    onSuccess: changesMedia(useQueryClient()),
  })
}

export function useUndoFit() {
  return useMutation({
    mutationFn: (id: string) => answer(pageApi.media[':id'].fit.$delete({ param: { id } })),
    onSuccess: changesMedia(useQueryClient()),
  })
}

export function useTranscode() {
  return useMutation({
    mutationFn: (id: string) => answer(pageApi.media[':id'].transcode.$post({ param: { id } })),
    onSuccess: changesMedia(useQueryClient()),
  })
}

const WHILE_CONVERTING_MS = 1_000

/** How a conversion goes; null when none was asked for. */
export function transcodeQuery(id: string) {
  return queryOptions({
    queryKey: ['media', 'transcode', id],
    queryFn: () =>
      answer(pageApi.media[':id'].transcode.$get({ param: { id } })).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? WHILE_CONVERTING_MS : false),
  })
}
