import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, ServerGone } from '../api-client.ts'
import type { Connection } from './connection.ts'

export function createQueryClient(connection: Connection): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ServerGone) connection.setGone(true)
    else heard()
    // The account's own access may be what expired; whether the browser is signed in, only the session query knows.
    if (error instanceof ApiError && error.status === 401)
      void client.invalidateQueries({ queryKey: ['session'] })
  }
  const heard = () => {
    if (!connection.isGone()) return
    connection.setGone(false)
    void client.invalidateQueries()
  }
  // 'always': the server is on this computer, so having no internet must not pause anything.
  const client = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess: heard }),
    mutationCache: new MutationCache({ onError, onSuccess: heard }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 2_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
