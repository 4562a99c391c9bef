import { queryOptions } from '@tanstack/react-query'
import { answer, api, pageApi } from '../api-client.ts'

/** Fixed while the server runs. */
export const systemQuery = queryOptions({
  queryKey: ['setup', 'system'],
  queryFn: () => answer(pageApi.system.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Asks the platform, at most once a day. */
export const platformVersionQuery = queryOptions({
  queryKey: ['setup', 'platform-version'],
  queryFn: () => answer(api.health['ig-version'].$get()),
  staleTime: 60 * 60_000,
})
