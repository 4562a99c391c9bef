import { useQueryClient } from '@tanstack/react-query'
import { parseResponse, api, pageApi, type ResponseBody } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'

/** Fixed while the server runs. */
export const systemQuery = keyedQuery(keys.system, {
  queryFn: () => parseResponse(pageApi.system.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Asks the platform, at most once a day. */
export const platformVersionQuery = keyedQuery(keys.platformVersion, {
  queryFn: () => parseResponse(api.health['ig-version'].$get()),
  staleTime: 60 * 60_000,
})

/** Asks the platform which of the held posts will not go out. */
export const queueOutlookQuery = keyedQuery(keys.queueOutlook, {
  queryFn: () => parseResponse(pageApi.queue.outlook.$get()),
  staleTime: 60_000,
})

/** Asks whether the queue waits for a confirmation. Decided at the start of the server, and ended by it. */
export const queueStateQuery = keyedQuery(keys.queueState, {
  queryFn: () => parseResponse(pageApi.queue.state.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns what a person types to start the server: it said so as the page asked who is signed in. */
export function useStartCommand(): string {
  type Session = ResponseBody<typeof api.auth.check.$get>
  const said = useQueryClient().getQueriesData<Session>({ queryKey: groups.sessions })
  return said.flatMap(([, session]) => session?.startCommand ?? [])[0] ?? 'nightpost start'
}
