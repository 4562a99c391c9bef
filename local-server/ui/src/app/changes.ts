// Follows changes that the page did not make itself: by the job loop, the Worker, a script, another tab. One small question covers every
// screen, asked when an event says so: no screen has to guess when something may happen to what it shows.
import { useDocumentVisibility } from '@mantine/hooks'
import { type QueryClient, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DataRevision } from '../../../../core/ports/system.ts'
import type { EventType } from '../../../../core/ports/event-store.ts'
import { giveUpReads, pageApi, parseResponse } from '../api-client.ts'
import { isInDatabase, keyedQuery, keys } from '../query-keys.ts'

/** How often to poll without events: soonest while something happens or the server is away, else less and less often. */
const SOONEST_MS = 1_000
const LATEST_MS = 5_000
/** With events: for what has none, such as newly found mentions, and for a server that is frozen. */
const HEARING_MS = 15_000
/** The number arrives within milliseconds, even on a busy computer. */
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
 * Resolves when what had changed has been read again. The next change is asked for only then, so that a slow answer is not
 * requested again and again.
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
  // Renders again whenever something is sent, because that soon changes something.
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

/** What is used of the browser's EventSource. */
export type EventStream = EventTarget & Pick<EventSource, 'close' | 'readyState'>

/** All of them: a browser delivers only the types that it was asked for by name. */
const TYPES: Readonly<Record<EventType | 'open' | 'reset', true>> = {
  open: true,
  reset: true,
  'post.created': true,
  'post.changed': true,
  'post.deleted': true,
  'media.created': true,
  'media.changed': true,
  'media.deleted': true,
  'account.connected': true,
  'account.changed': true,
  'account.disconnected': true,
  'worker.changed': true,
  'attention.added': true,
  'attention.removed': true,
}

/** A browser connects again when the stream breaks off, but not when the server refuses it. */
const AFTER_REFUSAL_MS = 15_000
const CLOSED = 2

/**
 * Calls `onNews` with whether the stream is open: when that changes, and at each event. Whatever happened while it was not open
 * has to be looked for. Returns how to stop.
 */
export function hearEvents(connect: () => EventStream, onNews: (isOpen: boolean) => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  let source = open()

  function open(): EventStream {
    const opened = connect()
    for (const type of Object.keys(TYPES)) opened.addEventListener(type, () => onNews(true))
    opened.addEventListener('error', () => {
      onNews(false)
      if (opened.readyState !== CLOSED) return
      retry = setTimeout(() => {
        source = open()
      }, AFTER_REFUSAL_MS)
    })
    return opened
  }

  return () => {
    clearTimeout(retry)
    source.close()
  }
}

/** Does it at once, and at most once in `everyMs`: what comes meanwhile is done together, afterwards. */
export function atMostOnceIn(everyMs: number, work: () => Promise<unknown>): () => void {
  let isBusy = false
  let isWanted = false
  async function run(): Promise<void> {
    isBusy = true
    while (isWanted) {
      isWanted = false
      await work()
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void run()
  }
}
