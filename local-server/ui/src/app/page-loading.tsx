import { useQuery } from '@tanstack/react-query'
import { parseResponse, api } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'

const ASK_EVERY_MS = 2_000

/** In place of a page whose code is not there yet. Nothing else may be asking the server now, so whether it is gone is asked here. */
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
