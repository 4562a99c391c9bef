// Follows changes that the page did not make itself: by the job loop, the Worker, a script, another tab. An event says what it concerns. For what
// no event reports there is a number that changes with each write. The stream of events brings it, and it is asked for only without one.
import { useDocumentVisibility } from '@mantine/hooks'
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EventBody } from '../../../../core/api/events.ts'
import type { EventType } from '../../../../core/ports/event-store.ts'
import type { DataRevision } from '../../../../core/ports/system.ts'
import { giveUpReads, pageApi, parseResponse } from '../api-client.ts'
import { groups, IN_DATABASE, isUnder, keyedQuery, keys } from '../query-keys.ts'
import { deletedOf } from '../shared/deletions.ts'

/** How often to ask without a stream, and to read again with one. */
const SOONEST_MS = 1_000
/** A stream brings the number every 15 seconds, each time before this is over; a frozen server does not. */
const SILENT_AFTER_MS = 18_000
/** The number arrives within milliseconds, even on a busy computer. */
const FROZEN_AFTER_MS = 15_000

const changesQuery = keyedQuery(keys.changes, {
  async queryFn({ client }) {
    const patience = setTimeout(giveUpReads, FROZEN_AFTER_MS)
    const asked = parseResponse(pageApi.changes.$get()).finally(() => clearTimeout(patience))
    return followRevision(client, await asked)
  },
  // Also at once when somebody comes back to the tab.
  staleTime: 0,
})

/** Resolves when what had changed has been read again, so that a slow answer is not requested again and again. */
export async function followRevision(client: QueryClient, now: DataRevision): Promise<DataRevision> {
  const before = client.getQueryData(keys.changes)
  if (before === undefined) return now
  const isRestarted = before.start !== now.start
  if (isRestarted) {
    // A data folder that was put back may have what was deleted here since.
    deletedOf(client).clear()
    void readAgain(client, (queryKey) => !isUnder(IN_DATABASE, queryKey))
  }
  if (isRestarted || before.data !== now.data)
    await readAgain(client, (queryKey) => isUnder(IN_DATABASE, queryKey))
  return now
}

function readAgain(client: QueryClient, isConcerned: (queryKey: QueryKey) => boolean): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== keys.changes[0] && isConcerned(queryKey),
  })
}

/** Rendered before everything that asks the server: its first revision must not be newer than what they show. */
export function FollowChanges(): null {
  const isHearing = useEvents(useQueryClient())
  // Each number begins the interval again, also one from the stream.
  useQuery({
    ...changesQuery,
    refetchInterval: ({ state }) => (isHearing && state.status !== 'error' ? SILENT_AFTER_MS : SOONEST_MS),
  })
  return null
}

/** Whether there is a stream. A tab that nobody sees has none: a browser has six connections for all its tabs. */
function useEvents(client: QueryClient): boolean {
  const [isHearing, setHearing] = useState(false)
  const isSeen = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isSeen) return
    const heard: Heard[] = []
    const follow = atMostOnceIn(SOONEST_MS, () => followEvents(client, heard.splice(0)))
    return hearEvents(
      () => new EventSource('/api/events'),
      (event) => {
        setHearing(event.type !== 'error')
        heard.push(event)
        follow()
      },
    )
  }, [client, isSeen])
  return isSeen && isHearing
}

const OF_POSTS = [groups.posts, groups.allReposts]
const OF_MEDIA = [groups.posts, keys.newestMedia, groups.singleFiles]
const OF_ACCOUNTS = [...OF_POSTS, groups.accounts, keys.setup]
const OF_ATTENTION = [keys.attention, keys.approvals, keys.queueState]
/** What is read again after an event. Here is every type: a browser delivers only those that it was asked for by name. */
const CONCERNED: Readonly<Record<string, readonly QueryKey[]>> = {
  'post.created': OF_POSTS,
  'post.changed': OF_POSTS,
  'post.deleted': OF_POSTS,
  'worker.changed': OF_POSTS,
  'insights.updated': [groups.insights],
  'media.created': OF_MEDIA,
  'media.changed': OF_MEDIA,
  'media.deleted': OF_MEDIA,
  'account.connected': OF_ACCOUNTS,
  'account.changed': OF_ACCOUNTS,
  'account.disconnected': OF_ACCOUNTS,
  'attention.added': OF_ATTENTION,
  'attention.removed': OF_ATTENTION,
  reset: [...IN_DATABASE, groups.insights],
  revision: [],
  open: [],
} satisfies Record<EventType | 'reset' | 'revision' | 'open', readonly QueryKey[]>

/** From the server, or `open` and `error` from the browser, without data. */
export type Heard = Pick<Event, 'type'> & { readonly data?: string }

export async function followEvents(client: QueryClient, heard: readonly Heard[]): Promise<void> {
  const reading = readAgain(client, (queryKey) => heard.some((event) => concerns(event, queryKey)))
  // Something may have been missed. The number says nothing of insights, so what was heard beside it counts, too.
  if (heard.some(({ type }) => type === 'open' || type === 'error')) {
    await client.refetchQueries({ queryKey: keys.changes })
    return reading
  }
  await reading
  const revision = heard.findLast(({ type }) => type === 'revision')
  const known = client.getQueryData(keys.changes)
  if (revision && known)
    client.setQueryData(keys.changes, await followRevision(client, { ...known, data: Number(revision.data) }))
}

function concerns({ type, data }: Heard, queryKey: QueryKey): boolean {
  if (!isUnder(CONCERNED[type] ?? [], queryKey)) return false
  const { postId, accountId, mediaFileId } = JSON.parse(data ?? '{}') as Partial<EventBody>
  if (isUnder([groups.singleFiles], queryKey)) return !mediaFileId || queryKey.includes(mediaFileId)
  // A file takes no slot.
  if (isUnder(groups.ofOneAccount, queryKey))
    return !mediaFileId && (!accountId || queryKey.includes(accountId))
  return !postId || !isUnder(groups.singlePosts, queryKey) || queryKey.includes(postId)
}

/** What is used of the browser's EventSource. */
export type EventStream = EventTarget & Pick<EventSource, 'close' | 'readyState'>

/** A browser connects again when the stream breaks off, but not when the server refuses it. */
const AFTER_REFUSAL_MS = 15_000
const CLOSED = 2

/** Returns how to stop. */
export function hearEvents(connect: () => EventStream, onHeard: (heard: Heard) => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  let source = open()

  function open(): EventStream {
    const opened = connect()
    for (const type of Object.keys(CONCERNED)) opened.addEventListener(type, onHeard)
    opened.addEventListener('error', (event) => {
      onHeard(event)
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
