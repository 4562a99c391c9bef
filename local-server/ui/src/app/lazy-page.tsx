// Pages that the first paint does not wait for. Their code is fetched as soon as there is nothing else to do, so that they open
// at once, and also when the server has gone away since.
import { Box } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { lazy, useEffect, type ComponentType } from 'react'
import { isFromAfar, parseResponse, api, ServerGone } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'
import { BELOW_TITLE } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import { loadUntilReachable, noteAwaitedView } from '../shared/load-until-reachable.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

const IDLE_AFTER_MS = 1_000
const notFetched: (() => Promise<unknown>)[] = []

/** `lazyPage(async () => (await import('./plan-page.tsx')).PlanPage)` */
export function lazyPage<Props = object>(load: Load<Props>): ComponentType<Props> {
  notFetched.push(load)
  return lazy(async () => ({ default: await loadUntilReachable(load) }))
}

/** Returns a function that cancels it. */
export function prefetchWhenIdle(): () => void {
  const fetchAll = () => {
    // The code of a page may name more of them.
    for (const load of notFetched.splice(0)) load().then(fetchAll, () => {})
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const id = window.requestIdleCallback(fetchAll, { timeout: IDLE_AFTER_MS })
  return () => window.cancelIdleCallback(id)
}

const ASK_EVERY_MS = 2_000

/** Stands in for a page whose code is not there yet. It asks whether the server is gone: nothing else may be asking now. */
export function PageLoading() {
  const { app } = useStrings()
  const isSending = useIsMutating() > 0
  useEffect(() => {
    noteAwaitedView(!isSending)
    return () => noteAwaitedView(false)
  }, [isSending])
  const { error, refetch } = useQuery(
    keyedQuery(keys.health, {
      queryFn: () => parseResponse(api.health.$get()),
      refetchInterval: ASK_EVERY_MS,
      gcTime: 0,
    }),
  )
  if (!(error instanceof ServerGone)) return null
  return (
    <>
      {/* No PageTitle: the focus is for the title of the page that comes. */}
      <Box component="h1" mb={BELOW_TITLE}>
        {isFromAfar() ? app.outOfReach : app.notRunning}
      </Box>
      <LoadProblem error={error} onRetry={() => void refetch()} />
    </>
  )
}
