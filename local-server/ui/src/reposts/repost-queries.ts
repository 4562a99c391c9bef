// Story reposts of one account. Every mutation refetches all of it: a scan, a click and a setting affect each
// other.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RepostItemBody } from '../../../../core/api/story-repost.ts'
import type { SettingsChange } from '../../../../core/reposts/settings/configure.ts'
import { parseResponse, api, apiError, pageApi, ServerGone } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'

const OTHERWISE_MS = 60_000

export const repostStatusQuery = (accountId: string) =>
  keyedQuery(keys.repostStatus(accountId), {
    queryFn: () => parseResponse(api['story-repost'].status.$get({ query: { accountId } })),
    refetchInterval: OTHERWISE_MS,
  })

const readSources = (accountId: string) =>
  parseResponse(pageApi['story-repost'].sources.$get({ query: { accountId } }))

export type RepostSources = Awaited<ReturnType<typeof readSources>>

export const sourcesQuery = (accountId: string) =>
  keyedQuery(keys.repostSources(accountId), {
    queryFn: () => readSources(accountId),
  })

/** Newest first. */
export const historyQuery = (accountId: string) =>
  keyedQuery(keys.repostHistory(accountId), {
    queryFn: async () =>
      (await parseResponse(api['story-repost'].history.$get({ query: { accountId } }))).reposts,
  })

/** Picture or video of the story, as long as it can be seen. Kept in memory only, and not for long. */
export const storyQuery = ({ id }: RepostItemBody) =>
  keyedQuery(keys.story(id), {
    queryFn: async ({ signal }) => {
      const response = await fetch(`/api/story-repost/${id}/story`, { signal }).catch((cause: unknown) => {
        throw new ServerGone(cause)
      })
      if (!response.ok) throw apiError(response.status, await response.json().catch(() => null))
      return response.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

function useAccountMutation<Variables, Result>(
  accountId: string,
  mutationFn: (variables: Variables) => Promise<Result>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: groups.reposts(accountId) }),
  })
}

export const useLookNow = (accountId: string) =>
  useAccountMutation(accountId, () => parseResponse(api['story-repost'].scan.$post({ json: { accountId } })))

export const useSwitch = (accountId: string) =>
  useAccountMutation(accountId, (on: boolean) =>
    on
      ? parseResponse(api['story-repost'].enable.$post({ json: { accountId } }))
      : parseResponse(api['story-repost'].disable.$post({ json: { accountId } })),
  )

export const useChangeSettings = (accountId: string) =>
  useAccountMutation(accountId, (change: SettingsChange) =>
    parseResponse(pageApi['story-repost'].settings.$put({ json: { accountId, ...change } })),
  )

export const useRemoveConfig = (accountId: string) =>
  useAccountMutation(accountId, () =>
    parseResponse(api['story-repost'].config.$delete({ query: { accountId } })),
  )

/** Its post appears among the posts, too. */
export function useRepost(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => parseResponse(pageApi['story-repost'][':id'].repost.$post({ param: { id } })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: groups.reposts(accountId) }),
        client.invalidateQueries({ queryKey: groups.posts }),
      ]),
  })
}

export const useDismiss = (accountId: string) =>
  useAccountMutation(accountId, (id: string) =>
    parseResponse(pageApi['story-repost'][':id'].dismiss.$post({ param: { id } })),
  )

export interface SetUp {
  readonly source: 'official' | 'native'
  readonly pollIntervalHours: number
  readonly autoTagOriginalPoster: boolean
}

/** Each step may be made again: whoever is refused in the middle begins anew. */
export const useSetUp = (accountId: string) =>
  useAccountMutation(accountId, async ({ source, ...wanted }: SetUp) => {
    const config = await parseResponse(api['story-repost'].config.$post({ json: { accountId, ...wanted } }))
    if (config.source !== source)
      await parseResponse(pageApi['story-repost'].settings.$put({ json: { accountId, source } }))
    return parseResponse(api['story-repost'].enable.$post({ json: { accountId } }))
  })
