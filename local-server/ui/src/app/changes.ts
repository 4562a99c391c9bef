// Follows changes that the page did not make itself: by the job loop, the Worker, a script, another tab. One small question covers every
// screen, asked when an event says so: no screen has to guess when something may happen to what it shows.
import { useDocumentVisibility } from '@mantine/hooks'
import { useIsMutating, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DataRevision } from '../../../../core/ports/system.ts'
import { giveUpReads, parseResponse, pageApi } from '../api-client.ts'
import { isInDatabase, keyedQuery, keys } from '../query-keys.ts'
import { atMostOnceIn, hearEvents } from './event-stream.ts'

/** Without events: while something happens, or the server is away; while nothing does, less and less often. */
const SOONEST_MS = 1_000
const LATEST_MS = 5_000
/** With them, for what no event tells of, such as mentions that were found, and for a server that is frozen. */
const HEARING_MS = 15_000
/** The number is there in milliseconds, also on a busy computer. */
const FROZEN_AFTER_MS = 15_000

const changesQuery = keyedQuery(keys.changes, {
  queryFn: ({ client }) => followChanges(client, readRevision),
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
): Promise<DataRevision & { readonly changedAt: number }> {
  const before = client.getQueryData(keys.changes)
  const now = await read()
  const isRestarted = before !== undefined && before.start !== now.start
  if (isRestarted) void readAgain(client, (queryKey) => !isInDatabase(queryKey))
  const isUnchanged = before !== undefined && !isRestarted && before.data === now.data
  if (before !== undefined && !isUnchanged) await readAgain(client, isInDatabase)
  return { ...now, changedAt: isUnchanged ? before.changedAt : Date.now() }
}

function readAgain(client: QueryClient, isConcerned: (queryKey: readonly unknown[]) => boolean) {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== keys.changes[0] && isConcerned(queryKey),
  })
}

export function askAgainAfterMs(quietForMs: number): number {
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, quietForMs / 4))
}

/** Rendered before everything that asks the server: its first revision must not be newer than what they show. */
export function FollowChanges(): null {
  const client = useQueryClient()
  // Renders anew whenever something is sent, which has consequences soon.
  useIsMutating()
  const isHearing = useEvents(client)
  useQuery({
    ...changesQuery,
    refetchInterval({ state: { data, status } }) {
      if (status === 'error') return SOONEST_MS
      if (isHearing) return HEARING_MS
      const sentAt = client.getMutationCache().getAll().at(-1)?.state.submittedAt ?? 0
      return askAgainAfterMs(Date.now() - Math.max(sentAt, data?.changedAt ?? 0))
    },
  })
  return null
}

/** Asks at each event. A tab that nobody sees holds no connection: a browser has six of them for all its tabs. */
function useEvents(client: QueryClient): boolean {
  const [isHearing, setHearing] = useState(false)
  const isSeen = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isSeen) return
    const ask = atMostOnceIn(SOONEST_MS, () => client.refetchQueries({ queryKey: keys.changes }))
    return hearEvents(
      () => new EventSource('/api/events'),
      (isOpen) => {
        setHearing(isOpen)
        ask()
      },
    )
  }, [client, isSeen])
  return isSeen && isHearing
}
