import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { parseResponse, api, pageApi, type ResponseBody } from '../api-client.ts'
import { keyedQuery, keys, groups } from '../query-keys.ts'

export const accountsQuery = keyedQuery(keys.accounts, {
  queryFn: async () => (await parseResponse(api.auth.me.$get())).accounts,
  staleTime: 60_000,
})

/** Counts the posts of each account: scheduled, at risk, failed. */
export const outlookQuery = keyedQuery(keys.outlook, {
  queryFn: async () => (await parseResponse(pageApi.planner.accounts.$get())).accounts,
})

/** The account with this id, or undefined while unknown and after it was disconnected. */
export function useAccount(id: string): PlatformAccountBody | undefined {
  return useQuery(accountsQuery).data?.find((account) => account.id === id)
}

/** Time alone makes posts overdue and fills disks. */
const POLL_EVERY_MS = 30_000

/** Everything that needs a person, the most urgent first. */
export const attentionQuery = keyedQuery(keys.attention, {
  queryFn: () => parseResponse(api.attention.$get()),
  refetchInterval: POLL_EVERY_MS,
})

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
  gcTime: 0,
})

/** Asks whether the queue waits for a confirmation. The wait is decided when the server starts, and ends with the confirmation. */
export const queueStateQuery = keyedQuery(keys.queueState, {
  queryFn: () => parseResponse(pageApi.queue.state.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Returns the command that starts the server, which came with the answer about the session. */
export function useStartCommand(): string {
  type Session = ResponseBody<typeof api.auth.check.$get>
  const said = useQueryClient().getQueriesData<Session>({ queryKey: groups.sessions })
  return said.flatMap(([, session]) => session?.startCommand ?? [])[0] ?? 'nightpost start'
}
