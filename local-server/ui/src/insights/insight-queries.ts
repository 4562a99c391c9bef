// What was counted, read from the server's own database. It changes when a look brought something, which an event says.
import { api, parseResponse } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'

const STAYS = { staleTime: Number.POSITIVE_INFINITY } as const

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
