// What was counted, read from the server's own database: years of rows, so only its own event reads it again, not each change of anything.
import { api, parseResponse } from '../api-client.ts'
import { keyedQuery, keys, type Key } from '../query-keys.ts'

export interface Comparison {
  readonly accountId: string
  readonly by: 'day' | 'kind' | 'post'
  readonly from: string
  readonly to?: string
  readonly timezone?: string
}

/** An event may be missed by a tab that nobody sees. */
const lastingQuery = <Data>(key: Key<Data>, queryFn: () => Promise<NoInfer<Data>>) =>
  keyedQuery(key, { queryFn, staleTime: 60_000 })

export const groupsQuery = (query: Comparison) =>
  lastingQuery(keys.insights(query), () => parseResponse(api.insights.$get({ query })))

export const accountInsightsQuery = (id: string) =>
  lastingQuery(keys.accountInsights(id), () =>
    parseResponse(api.accounts[':id'].insights.$get({ param: { id } })),
  )

export const bestTimesQuery = (id: string) =>
  lastingQuery(keys.bestTimes(id), () =>
    parseResponse(api.accounts[':id']['best-times'].$get({ param: { id } })),
  )

export const postInsightsQuery = (id: string) =>
  lastingQuery(keys.postInsights(id), () => parseResponse(api.posts[':id'].insights.$get({ param: { id } })))
