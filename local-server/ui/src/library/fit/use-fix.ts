import {
  skipToken,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { Fix } from '../../../../../core/media/fit/fixes.ts'
import { parseResponse, api, ApiError, pageApi, ServerGone } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { noteMedia } from '../media-queries.ts'

const POLL_MS = 700

export type Wish = Fix | 'undo'

export interface FixWork {
  /** Also when another component, or this one before it went away, asked for it. */
  readonly isBusy: boolean
  /** 0 to 1 for what takes its time, else null. */
  readonly progress: number | null
  readonly error: Error | null
  carryOut(wish: Wish): void
}

/** Brings a file into another version, or back; `onFixed` gets it. */
export function useFix({ id }: MediaFileBody, onFixed: (media: MediaFileBody) => void = () => {}): FixWork {
  const client = useQueryClient()
  const mutationKey = ['media', 'fix', id]
  const { data: progress = null } = useQuery(keyedQuery(keys.fixProgress(id), { queryFn: skipToken }))
  const isBusy = useIsMutating({ mutationKey, exact: true }) > 0
  const mutation = useMutation({
    mutationKey,
    mutationFn: (wish: Wish) => carryOut(client, id, wish),
    // Also when the page is no longer shown.
    onSuccess: (changed) => noteMedia(client, changed),
    onSettled: () => client.setQueryData(keys.fixProgress(id), null),
  })
  return {
    isBusy,
    progress,
    error: mutation.error,
    carryOut: (wish) => mutation.mutate(wish, { onSuccess: onFixed }),
  }
}

export interface WishOf {
  readonly media: MediaFileBody
  readonly fix: Fix
}

/** Brings several files into another version, one after the other; `onFixed` gets each. What fails leaves the others alone. */
export function useFixes(onFixed: (media: MediaFileBody) => void) {
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const mutation = useMutation({
    mutationFn: async (wishes: readonly WishOf[]) => {
      for (const [index, { media, fix }] of wishes.entries()) {
        setDone(index)
        try {
          const changed = await carryOut(client, media.id, fix)
          noteMedia(client, changed)
          onFixed(changed)
        } catch (error) {
          notifyOfProblem(error)
          if (error instanceof ServerGone) return
        }
      }
    },
  })
  const { isPending, variables } = mutation
  return { carryOut: mutation.mutate, isBusy: isPending, done, count: isPending ? variables.length : 0 }
}

async function carryOut(client: QueryClient, id: string, wish: Wish): Promise<MediaFileBody> {
  const param = { id }
  if (wish === 'undo') return parseResponse(pageApi.media[':id'].fit.$delete({ param }))
  const begun =
    wish.kind === 'transcode'
      ? await parseResponse(pageApi.media[':id'].transcode.$post({ param }))
      : await parseResponse(
          pageApi.media[':id'].fit.$post({
            param,
            json: { ratio: wish.ratio, mode: wish.mode, ...(wish.area && { area: wish.area }) },
          }),
        )
  if (!('state' in begun)) return begun
  let conversion = begun
  while (conversion.state === 'running') {
    client.setQueryData(keys.fixProgress(id), conversion.progress)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    conversion = await parseResponse(pageApi.media[':id'].transcode.$get({ param }))
  }
  if (conversion.state === 'failed') {
    throw new ApiError({ error: conversion.error ?? '', code: 'PROCESSING_FAILED', status: 422 })
  }
  return parseResponse(api.media[':id'].$get({ param }))
}
