import {
  skipToken,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type MutationStatus,
  type QueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { Fix } from '../../../../../core/rules/fit/fixes.ts'
import { parseResponse, api, apiError, pageApi, ServerGone } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { noteMedia } from '../media-queries.ts'

const POLL_MS = 700

export type Fit = Extract<Fix, { kind: 'fit' }>
type Wish = Fix | 'undo'

export type FixWork = ReturnType<typeof useFix>

const FIXES = ['media', 'fix']

/** Fixes of these files by any component: whether one is under way, and whether one failed that is still missed. */
export function useFixesOf(ids: readonly string[]) {
  const fixes = useMutationState({
    filters: { mutationKey: FIXES },
    select: ({ state }): BegunFix => ({ fileIds: fileIdsOf(state.variables), status: state.status }),
  })
  return stateOfFixes(fixes.filter(({ fileIds }) => fileIds.some((id) => ids.includes(id))))
}

export interface BegunFix {
  readonly fileIds: readonly string[]
  readonly status: MutationStatus
}

/** `fixes`: in the order in which they were begun. One that failed is missed until one of its files was changed since. */
export function stateOfFixes(fixes: readonly BegunFix[]) {
  const isMissed = ({ fileIds }: BegunFix, index: number) =>
    fixes
      .slice(index + 1)
      .every((later) => later.status !== 'success' || !later.fileIds.some((id) => fileIds.includes(id)))
  return {
    isUnderWay: fixes.some(({ status }) => status === 'pending'),
    hasFailed: fixes.some((fix, index) => fix.status === 'error' && isMissed(fix, index)),
  }
}

/** A mutation that is about to begin has no variables yet. */
function fileIdsOf(wishes: unknown): string[] {
  return Array.isArray(wishes) ? wishes.map(({ media }: WishOf<Wish>) => media.id) : []
}

/** Brings a file into another version, or back; `onFixed` gets it. */
export function useFix(media: MediaFileBody, onFixed: (media: MediaFileBody) => void = () => {}) {
  const client = useQueryClient()
  const { id } = media
  const mutationKey = [...FIXES, id]
  const { data: progress = null } = useQuery(keyedQuery(keys.fixProgress(id), { queryFn: skipToken }))
  const isBusy = useIsMutating({ mutationKey, exact: true }) > 0
  const mutation = useMutation({
    mutationKey,
    mutationFn: ([{ fix }]: readonly [WishOf<Wish>]) => carryOut(client, id, fix),
    // Also when the page is no longer shown.
    onSuccess: (changed) => noteMedia(client, changed),
    onSettled: () => client.setQueryData(keys.fixProgress(id), null),
  })
  return {
    /** Also when another component, or this one before it went away, asked for it. */
    isBusy,
    /** 0 to 1 for what takes its time, else null. */
    progress,
    error: mutation.error,
    carryOut: (wish: Wish) => mutation.mutate([{ media, fix: wish }], { onSuccess: onFixed }),
  }
}

export interface WishOf<Of extends Wish = Fix> {
  readonly media: MediaFileBody
  readonly fix: Of
}

/** Brings several files into another version, one after the other. What fails leaves the others alone. */
export function useFixes() {
  const client = useQueryClient()
  const [done, setDone] = useState(0)
  const mutation = useMutation({
    mutationKey: FIXES,
    mutationFn: async (wishes: readonly WishOf[]) => {
      let failure: unknown = null
      for (const [index, { media, fix }] of wishes.entries()) {
        setDone(index)
        try {
          noteMedia(client, await carryOut(client, media.id, fix))
        } catch (error) {
          notifyOfProblem(error)
          failure = error
          if (error instanceof ServerGone) break
        }
      }
      if (failure !== null) throw failure
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
    throw apiError(422, { error: conversion.error ?? '', code: 'VIDEO_PROCESSING_FAILED', status: 422 })
  }
  return parseResponse(api.media[':id'].$get({ param }))
}
