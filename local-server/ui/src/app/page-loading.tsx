import { useQuery } from '@tanstack/react-query'
import { parseResponse, api } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'

const ASK_EVERY_MS = 2_000

/** Stands in for a page whose code is not there yet. It asks whether the server is gone: nothing else may be asking now. */
export function PageLoading() {
  useQuery(
    keyedQuery(keys.health, {
      queryFn: () => parseResponse(api.health.$get()),
      refetchInterval: ASK_EVERY_MS,
      gcTime: 0,
    }),
  )
  return null
}
