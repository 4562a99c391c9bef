import { useQuery } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'

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
