import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useDeferredValue, useState } from 'react'
import { SMALL } from '../kit/looks.ts'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { isDay, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { wallTimeAt, wallTimeOf } from '../../../../core/scheduling/wall-time.ts'
import { lazyPage } from '../app/lazy-page.tsx'
import { useFilePlaces } from '../import/import-context.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { OnDemand, useOnceTrue } from '../shared/on-demand.tsx'
import { NEW_POST, usePostSheet, type ChosenTime } from '../shared/post-sheet-address.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { HintsSummary, Legend } from './views/hints.tsx'
import { Cards } from './moves.tsx'
import type { CalendarView } from './period.ts'
import type { PlanAddress } from './plan-address.ts'
import classes from './plan-page.module.css'
import { draftsQuery } from './plan-queries.ts'
import type { DraftToSchedule } from './schedule-draft-dialog.tsx'
import { seriesQuery } from './slots/series-queries.ts'
import { usePostingTimes } from './slots/use-posting-times.ts'
import { Tray } from './views/tray.tsx'
import { usePlan } from './use-plan.ts'
import { Agenda } from './views/agenda.tsx'
import frame from './views/frame.module.css'
import type { ViewProps } from './views/view-props.ts'
import { Weeks } from './views/weeks.tsx'

const TimeGrid = lazyPage(async () => (await import('./views/time-grid.tsx')).TimeGrid)
const ScheduleDraftDialog = lazyPage(
  async () => (await import('./schedule-draft-dialog.tsx')).ScheduleDraftDialog,
)

interface CalendarProps {
  readonly view: CalendarView
  readonly address: PlanAddress
  readonly isNarrow: boolean
  /** Else the tray folds, below the calendar. */
  readonly hasAside: boolean
  /** Counts what leads to a day, even to the one that is shown already. */
  readonly jump: number
  readonly onGo: (change: Partial<PlanAddress>) => void
  /** Another filter, or with `replace` the same place by another address. */
  readonly onAddress: (change: Partial<PlanAddress>, replace?: boolean) => void
  /** Of the weeks, the first day that can be seen. */
  readonly onSight: (day: Day) => void
}

/** Days with their posts, beside them what has no time yet; anything can be carried from anywhere to anywhere in it. */
export function Calendar({
  view,
  address,
  isNarrow,
  hasAside,
  jump,
  onGo,
  onAddress,
  onSight,
}: CalendarProps) {
  const { importing } = useStrings()
  const { open: openSheet } = usePostSheet()
  const now = useNow()
  const plan = usePlan(view, address, now)
  const times = usePostingTimes(plan.every)
  const timeOn = times.on
  const [toSchedule, setToSchedule] = useState<DraftToSchedule | null>(null)
  const { calendar } = plan
  const calendarTimes = useCalendarTimes()
  const { zone } = calendarTimes
  const { isPending: areDraftsPending } = useQuery(draftsQuery)
  const isKnown = useOnceTrue(!calendar.isPending && !areDraftsPending)
  // Hundreds of cards appear at once, and the page has to answer while they are drawn.
  const isDrawn = useDeferredValue(isKnown, false)

  const { data: series } = useQuery(seriesQuery)
  const suggest = (draft: PlannedPostBody) => {
    const meant = Date.parse(series?.find(({ postId }) => postId === draft.id)?.plannedFor ?? '')
    setToSchedule({
      draft,
      when: meant > now ? wallTimeAt(meant, zone) : times.next(draft.platformAccountId),
    })
  }
  const compose = useCallback(
    (day: Day, time = timeOn(day, null), accountId?: string) =>
      openSheet(NEW_POST, { wall: `${day}T${time}`, zone, accountId }),
    [openSheet, zone, timeOn],
  )
  useFilePlaces(
    useCallback(
      (id: string) => {
        if (id === 'tray') return { start: 'drafts' as const, words: importing.times.drafts }
        const start = startAt(id, timeOn, zone)
        return start && { start, words: importing.startAt(calendarTimes.wall(start.wall)) }
      },
      [timeOn, zone, importing, calendarTimes],
    ),
  )
  const openDay = useCallback((day: Day) => onGo({ view: 'day', day }), [onGo])

  return (
    <>
      <Notes plan={plan} onShowAll={() => onAddress({ accounts: [], statuses: [], types: [] })} />
      {calendar.error ? (
        <LoadProblem error={calendar.error} onRetry={calendar.refetch} />
      ) : isDrawn ? (
        <Cards
          tiles={plan.tiles}
          steps={{ row: isNarrow || view !== 'weeks' ? 1 : 7, today: plan.today }}
          timeOn={timeOn}
          onAddress={onAddress}
        >
          {(open) => (
            <div className={classes.calendar}>
              <Stack gap={0} flex={1} miw={0} mih="0">
                <ErrorBoundary resetKey={`${view} ${plan.day}`}>
                  <DaysInView
                    view={view}
                    plan={plan}
                    isNarrow={isNarrow}
                    jump={jump}
                    onSight={onSight}
                    onOpen={open}
                    onOpenDay={openDay}
                    onOpenWeek={() => onGo({ view: 'week' })}
                    onCompose={compose}
                  />
                </ErrorBoundary>
              </Stack>
              <div className={classes.aside}>
                <ErrorBoundary>
                  <Tray folds={!hasAside} onSchedule={suggest}>
                    <HintsSummary sentences={plan.hints.sentences} />
                    <Legend />
                  </Tray>
                </ErrorBoundary>
              </div>
            </div>
          )}
        </Cards>
      ) : (
        <Skeleton flex={1} radius="lg" />
      )}
      <OnDemand when={toSchedule !== null}>
        <ScheduleDraftDialog subject={toSchedule} now={now} onClose={() => setToSchedule(null)} />
      </OnDemand>
    </>
  )
}

/** Of a day, an hour or a slot. */
function startAt(
  id: string,
  timeOn: (day: Day, accountId: string | null) => string,
  zone: string,
): ChosenTime | null {
  const [kind, accountId = '', at = ''] = id.split(':')
  if (kind === 'slot') return { wall: wallTimeOf(Number(at), zone), zone, accountId }
  const [day = '', hour] = id.split('T')
  if (!isDay(day)) return null
  return { wall: `${day}T${hour === undefined ? timeOn(day, null) : `${hour}:00`}`, zone }
}

type DaysInViewProps = Pick<ViewProps, 'onOpen' | 'onOpenDay' | 'onCompose'> &
  Pick<CalendarProps, 'isNarrow' | 'jump' | 'onSight'> & {
    readonly view: CalendarView
    readonly plan: ReturnType<typeof usePlan>
    readonly onOpenWeek: () => void
  }

/** On a narrow screen a week by the hour is a list. */
function DaysInView({ view, plan, isNarrow, jump, onSight, onOpenWeek, ...actions }: DaysInViewProps) {
  const { plan: words } = useStrings()
  const { days, tilesOf, slotsOf, comingOf, today, hints, wallNow } = plan
  const props = { days, tilesOf, slotsOf, comingOf, today, hints, ...actions }
  const isLoading = plan.calendar.isPending
  return (
    <>
      <VisuallyHidden role="status">{isLoading ? words.loading : ''}</VisuallyHidden>
      {view === 'weeks' ? (
        <Weeks
          {...props}
          day={plan.day}
          jump={jump}
          isNarrow={isNarrow}
          isLoading={isLoading}
          onExtend={plan.extend}
          onSight={onSight}
        />
      ) : (
        <div key={view} className={frame.box} aria-busy={isLoading}>
          <Suspense fallback={null}>
            {view === 'week' && isNarrow ? (
              <Agenda {...props} />
            ) : (
              <TimeGrid {...props} hourNow={Number(wallNow.slice(11, 13))} onOpenWeek={onOpenWeek} />
            )}
          </Suspense>
        </div>
      )}
    </>
  )
}

interface NotesProps {
  readonly plan: ReturnType<typeof usePlan>
  readonly onShowAll: () => void
}

/** Counts the posts that are not shown. */
function Notes({ plan: { hidden, tiles, calendar }, onShowAll }: NotesProps) {
  const { plan } = useStrings()
  const formats = useFormats()
  return (
    <Group role="status" gap="xs" {...SMALL} className={classes.notes ?? ''}>
      {hidden > 0 && (
        <>
          {plan.hidden(hidden)}
          <Button size="compact-sm" variant="subtle" onClick={onShowAll}>
            {plan.showAll}
          </Button>
        </>
      )}
      {!calendar.isComplete && <Text>{plan.tooMany(formats.number(tiles.length))}</Text>}
    </Group>
  )
}
