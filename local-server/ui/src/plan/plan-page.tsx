import { VisuallyHidden } from '@mantine/core'
import { Suspense, useCallback, useDeferredValue, useRef, useState } from 'react'
import { weekOf, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { lazyPage, PageLoading } from '../app/lazy-page.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { useDefaultAccount } from '../shared/accounts/default-account.ts'
import { OnDemand } from '../shared/on-demand.tsx'
import { useOverlays } from '../shared/overlay-address.ts'
import { useToday } from '../shared/use-now.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { useStrings } from '../strings/language.tsx'
import { Calendar } from './calendar.tsx'
import { CardFactsProvider } from './card/card-facts.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { usePlanAddress, type PlanAddress } from './plan-address.ts'
import classes from './plan-page.module.css'
import { Toolbar } from './toolbar.tsx'

const PostList = lazyPage(async () => (await import('./post-list.tsx')).PostList)
const ProfileGrid = lazyPage(async () => (await import('./views/profile-grid.tsx')).ProfileGrid)
const InsightsView = lazyPage(async () => (await import('../insights/insights-view.tsx')).InsightsView)
const SlotEditor = lazyPage(async () => (await import('./slots/slot-editor.tsx')).SlotEditor)

export function PlanPage() {
  const { app } = useStrings()
  return (
    <div className={classes.page} data-fills-window>
      <VisuallyHidden component="div">
        <PageTitle title={app.plan} />
      </VisuallyHidden>
      <ErrorBoundary>
        <CardFactsProvider>
          <Plan />
        </CardFactsProvider>
      </ErrorBoundary>
    </div>
  )
}

function Plan() {
  const { address, shown, day, jump, go, setInSight } = usePlace()
  const { editsSlots, close } = useOverlays()
  const lastUsed = useDefaultAccount() ?? undefined
  const accountId = shown.accounts[0] ?? lastUsed
  return (
    <>
      <Toolbar day={day} onGo={go} />
      {shown.view === 'weeks' || shown.view === 'week' || shown.view === 'day' ? (
        <Calendar view={shown.view} address={shown} jump={jump} onGo={go} onSight={setInSight} />
      ) : (
        // Of its own: within one that is shown already, the weeks would stay while the code cannot be fetched.
        <Suspense fallback={<PageLoading />}>
          {shown.view === 'list' && <PostList address={shown} />}
          {shown.view === 'grid' && <ProfileGrid accountId={accountId} />}
          {shown.view === 'insights' && <InsightsView accountId={accountId} />}
        </Suspense>
      )}
      <OnDemand when={editsSlots}>
        <SlotEditor opened={editsSlots} accountIds={address.accounts} onClose={close} />
      </OnDemand>
    </>
  )
}

/** Where in the plan the reader is, by the address and by how far the weeks were scrolled. */
function usePlace() {
  const [address, change] = usePlanAddress()
  const { zone } = useCalendarTimes()
  const [jump, setJump] = useState(0)
  const [inSight, setInSight] = useState<Day | null>(null)
  const today = useToday(zone)
  const begin = address.day ?? today
  const isAway = address.view === 'weeks' && inSight !== null && !weekOf(begin).includes(inSight)
  /** Where the weeks were scrolled to; null in the week that they began with. */
  const scrolledTo = useRef<Day | null>(null)
  scrolledTo.current = isAway ? inSight : null
  const go = useCallback(
    (part: Partial<PlanAddress>) => {
      const { current: day } = scrolledTo
      const isByHours = part.view === 'week' || part.view === 'day'
      setInSight(null)
      setJump((before) => before + 1)
      change(isByHours && day !== null ? { day, ...part } : part)
    },
    [change],
  )
  return {
    address,
    // Many cards take long: the toolbar answers a click before they are drawn.
    shown: useDeferredValue(address),
    jump: useDeferredValue(jump),
    day: (address.view === 'weeks' ? inSight : null) ?? begin,
    go,
    setInSight,
  }
}
