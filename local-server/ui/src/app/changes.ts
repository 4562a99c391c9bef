// Follows changes that the page did not make itself: by the job loop, the Worker, a script, another tab. One small question every
// second covers every screen; no screen has to guess when something may happen to what it shows.
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { DataRevision } from '../../../../core/ports/system.ts'
import { giveUpReads, parseResponse, pageApi } from '../api-client.ts'
import { isInDatabase, keyedQuery, keys } from '../query-keys.ts'

const POLL_EVERY_MS = 1_000
/** The number is there in milliseconds, also on a busy computer. */
const FROZEN_AFTER_MS = 15_000

const changesQuery = keyedQuery(keys.changes, {
  queryFn: ({ client }) => followChanges(client, readRevision),
  refetchInterval: POLL_EVERY_MS,
  // Also at once when somebody comes back to the tab.
  staleTime: 0,
})

async function readRevision(): Promise<DataRevision> {
  const patience = setTimeout(giveUpReads, FROZEN_AFTER_MS)
  try {
    return await parseResponse(pageApi.changes.$get())
  } finally {
    clearTimeout(patience)
  }
}

/**
 * Resolves when what had changed has been read again: until then the next change is not asked for, so that an answer which takes
 * its time is not asked for anew over and over.
 */
export async function followChanges(
  client: QueryClient,
  read: () => Promise<DataRevision>,
): Promise<DataRevision> {
  const before = client.getQueryData(keys.changes)
  const now = await read()
  const isRestarted = before !== undefined && before.start !== now.start
  if (isRestarted) void readAgain(client, (queryKey) => !isInDatabase(queryKey))
  if (isRestarted || (before !== undefined && before.data !== now.data)) await readAgain(client, isInDatabase)
  return now
}

function readAgain(client: QueryClient, isConcerned: (queryKey: readonly unknown[]) => boolean) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== keys.changes[0] && isConcerned(queryKey),
  })
}

/** Rendered before everything that asks the server: its first revision must not be newer than what they show. */
export function FollowChanges(): null {
  useQuery(changesQuery)
  return null
}
