// Story reposts of one account. Every mutation refetches all of it: a scan, a click and a setting affect each
// other.
import type { RepostItemBody } from '../../../../core/api/story-repost.ts'
import type { SettingsChange } from '../../../../core/features/reposts/settings/configure.ts'
import { parseFile, parseResponse, api, pageApi } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'

const contract = api['story-repost']
const page = pageApi['story-repost']

const OTHERWISE_MS = 60_000

export const repostStatusQuery = (accountId: string) =>
  keyedQuery(keys.repostStatus(accountId), {
    queryFn: () => parseResponse(contract.status.$get({ query: { accountId } })),
    refetchInterval: OTHERWISE_MS,
  })

const readSources = (accountId: string) => parseResponse(page.sources.$get({ query: { accountId } }))

export type RepostSources = Awaited<ReturnType<typeof readSources>>

export const sourcesQuery = (accountId: string) =>
  keyedQuery(keys.repostSources(accountId), { queryFn: () => readSources(accountId) })

/** Newest first. */
export const historyQuery = (accountId: string) =>
  keyedQuery(keys.repostHistory(accountId), {
    queryFn: async () => (await parseResponse(contract.history.$get({ query: { accountId } }))).reposts,
  })

/** Of all accounts, in one request: there may be hundreds. Those that wait are among them. */
export const mentionsQuery = keyedQuery(keys.mentions, {
  queryFn: async () => (await parseResponse(contract.history.$get({ query: {} }))).reposts,
})

/** Picture or video of the story, as long as it can be seen. Kept in memory only, and not for long. */
export const storyQuery = ({ id }: RepostItemBody) =>
  keyedQuery(keys.story(id), {
    queryFn: ({ signal }) => parseFile(fetch(`/api/story-repost/${id}/story`, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

export const useLookNow = (accountId: string) =>
  useChange(() => parseResponse(contract.scan.$post({ json: { accountId } })), groups.reposts(accountId))

export const useSwitch = (accountId: string) =>
  useChange(
    (on: boolean) =>
      on
        ? parseResponse(contract.enable.$post({ json: { accountId } }))
        : parseResponse(contract.disable.$post({ json: { accountId } })),
    groups.reposts(accountId),
    keys.attention,
  )

export const useChangeSettings = (accountId: string) =>
  useChange(
    (change: SettingsChange) => parseResponse(page.settings.$put({ json: { accountId, ...change } })),
    groups.reposts(accountId),
  )

/** `onRemoved` is called even when the settings that asked are gone by then. */
export const useRemoveConfig = (accountId: string, onRemoved: () => void) =>
  useChange(
    async () => {
      await parseResponse(contract.config.$delete({ query: { accountId } }))
      onRemoved()
    },
    groups.reposts(accountId),
    keys.attention,
  )

/** Its post appears among the posts, too. */
export const useRepost = (accountId: string) =>
  useChange(
    (id: string) => parseResponse(page[':id'].repost.$post({ param: { id } })),
    groups.reposts(accountId),
    groups.posts,
  )

export const useDismiss = (accountId: string) =>
  useChange(
    (id: string) => parseResponse(page[':id'].dismiss.$post({ param: { id } })),
    groups.reposts(accountId),
  )

export interface SetUp {
  readonly source: 'official' | 'native'
  readonly pollIntervalHours: number
  readonly autoTagOriginalPoster: boolean
}

/** Each step can be repeated: after a refusal in the middle, the set-up starts over. `onBegun` is called even when the form is gone by then. */
export const useSetUp = (accountId: string, onBegun: () => void) =>
  useChange(async ({ source, ...wanted }: SetUp) => {
    const config = await parseResponse(contract.config.$post({ json: { accountId, ...wanted } }))
    if (config.source !== source) await parseResponse(page.settings.$put({ json: { accountId, source } }))
    await parseResponse(contract.enable.$post({ json: { accountId } }))
    onBegun()
  }, groups.reposts(accountId))
