import {
  CancelledError,
  MutationCache,
  QueryCache,
  QueryClient,
  onlineManager,
  type FetchQueryOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, ServerGone } from '../api-client.ts'
import { groups, keys } from '../query-keys.ts'

// Each request says whether the server answers; what the browser knows of the internet says nothing about it.
onlineManager.setEventListener(() => undefined)

export function useIsServerGone(): boolean {
  return useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => !onlineManager.isOnline(),
  )
}

export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ServerGone) onlineManager.setOnline(false)
    else noteReachable()
    // The account's own access may be what expired; whether the browser is signed in, only the session query knows.
    if (error instanceof ApiError && error.status === 401)
      void client.invalidateQueries({ queryKey: groups.sessions })
  }
  // Health knows whether it is the disk, and the banner says so.
  const onFailedChange = (error: unknown) => {
    onError(error)
    if (error instanceof ApiError && error.status >= 500)
      void client.invalidateQueries({ queryKey: keys.health })
  }
  const noteReachable = () => {
    if (onlineManager.isOnline()) return
    onlineManager.setOnline(true)
    void client.invalidateQueries()
  }
  // 'always': the server is on this computer, so having no internet must not pause anything.
  const client = new PageQueryClient({
    queryCache: new QueryCache({ onError, onSuccess: noteReachable }),
    mutationCache: new MutationCache({ onError: onFailedChange, onSuccess: noteReachable }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 2_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}

/** Cancels queries from before a change: their answers may be older than it. */
class PageQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    // The library refetches only what has data and is shown. It would accept a first answer, or one that nobody waits for
    // any more, as fresh.
    for (const query of this.getQueryCache().findAll(filters)) {
      if (query.isStatic()) continue
      if (query.state.data === undefined || !query.isActive()) void query.cancel({ revert: true })
    }
    return super.invalidateQueries(filters, options)
  }

  /** Somebody waits for it without a screen, such as a card that is copied: cancelled for a change, it is asked for again. */
  override async fetchQuery<
    Read,
    Problem = Error,
    Data = Read,
    Key extends QueryKey = QueryKey,
    Page = never,
  >(options: FetchQueryOptions<Read, Problem, Data, Key, Page>): Promise<Data> {
    try {
      return await super.fetchQuery(options)
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error
      return this.fetchQuery(options)
    }
  }
}
