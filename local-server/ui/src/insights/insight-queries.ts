// What was counted, read from the server's own database: years of rows, so only its own event reads it again, not each change of anything.
import { api, parseResponse } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'

/** An event may be missed by a tab that nobody sees. */
const STAYS = { staleTime: 60_000 } as const

export interface Comparison {
  readonly accountId: string
  readonly by: 'day' | 'kind' | 'post'
  readonly from: string
  readonly to?: string
  readonly timezone?: string
}

export const groupsQuery = (query: Comparison) =>
  keyedQuery(keys.insights(query), {
    queryFn: () => parseResponse(api.insights.$get({ query })),
    ...STAYS,
  })

export const accountInsightsQuery = (id: string) =>
  keyedQuery(keys.accountInsights(id), {
    queryFn: () => parseResponse(api.accounts[':id'].insights.$get({ param: { id } })),
    ...STAYS,
  })

export const bestTimesQuery = (id: string) =>
  keyedQuery(keys.bestTimes(id), {
    queryFn: () => parseResponse(api.accounts[':id']['best-times'].$get({ param: { id } })),
    ...STAYS,
  })

export const postInsightsQuery = (id: string) =>
  keyedQuery(keys.postInsights(id), {
    queryFn: () => parseResponse(api.posts[':id'].insights.$get({ param: { id } })),
    ...STAYS,
  })
