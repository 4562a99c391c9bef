import { Button, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { ImageIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { isDay, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { wallTimeAt, wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { lazyPage } from '../app/lazy-page.tsx'
import { useFilePlaces } from '../import/import-context.tsx'
import { ErrorBoundaries, ErrorBoundary } from '../kit/error-boundary.tsx'
import { SMALL } from '../kit/looks.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useDefaultAccount } from '../shared/accounts/default-account.ts'
import { useKept } from '../shared/kept-texts.ts'
import { OnDemand, useOnceTrue, useSame } from '../shared/on-demand.tsx'
import { NEW_POST, useOverlays, type ChosenWallTime } from '../shared/overlay-address.ts'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { Cards } from './moves.tsx'
import type { CalendarView } from './period.ts'
import { type PlanAddress, usePlanAddress } from './plan-address.ts'
import type { DayToNote, DraftToSchedule } from './time-dialogs.tsx'
import { dayNotesQuery, draftsQuery, seriesQuery } from './plan-queries.ts'
import { usePostingTimes } from './slots/posting-times.ts'
import { usePlan } from './use-plan.ts'
import { HintsSummary, Legend } from './views/day-parts.tsx'
import frame from './views/frame.module.css'
import { PlanViewContext, type PlanView, useHasAside, useHasStackedDays } from './views/plan-view.ts'
import { Tray } from './views/tray.tsx'
import { Weeks } from './views/weeks.tsx'

const Hours = lazyPage(async () => (await import('./views/hours.tsx')).Hours)
const DayNoteDialog = lazyPage(async () => (await import('./time-dialogs.tsx')).DayNoteDialog)
const FileDrawer = lazyPage(async () => (await import('./views/file-drawer.tsx')).FileDrawer)
const ScheduleDraftDialog = lazyPage(async () => (await import('./time-dialogs.tsx')).ScheduleDraftDialog)

interface CalendarProps {
  readonly view: CalendarView
  readonly address: PlanAddress
  /** Rises with each jump to a day, even to the one that is already shown. */
  readonly jump: number
  readonly onGo: (change: Partial<PlanAddress>) => void
  /** Of the weeks, the first day that can be seen. */
  readonly onSight: (day: Day) => void
}

/** Days with their posts, beside them what has no time yet; anything can be carried from anywhere to anywhere in it. */
export function Calendar({ view, address, onGo, ...props }: CalendarProps) {
  const now = useNow()
  const plan = usePlan(view, address, now)
  const times = usePostingTimes(plan.every)
  const meant = useDefaultAccount()
  const timeOn = useCallback<TimeOn>((day, id) => times.on(day, id ?? meant), [times, meant])
  const { zone } = useCalendarTimes()
  const [toSchedule, setToSchedule] = useState<DraftToSchedule | null>(null)
  const { plan: words } = useStrings()
  const { calendar } = plan
  const { isPending: areDraftsPending } = useQuery(draftsQuery(address.accounts))
  const isKnown = useOnceTrue(!calendar.isPending && !areDraftsPending)
  // Hundreds of cards appear at once, and the page has to answer while they are drawn.
  const isDrawn = useDeferredValue(isKnown, false)

  const { data: series } = useQuery(seriesQuery)
  const suggest = (draft: PlannedPostBody) => {
    const plannedFor = Date.parse(series?.find(({ postId }) => postId === draft.id)?.plannedFor ?? '')
    setToSchedule({
      draft,
      when: plannedFor > now ? wallTimeAt(plannedFor, zone) : times.next(draft.platformAccountId),
    })
  }
  useDroppedFiles(timeOn)
  const hasAside = useHasAside()
  const isStacked = useHasStackedDays()
  const [toNote, setToNote] = useState<DayToNote | null>(null)
  const shown = useView(plan, { isStacked, onGo, timeOn, onNote: setToNote })
  return (
    <PlanViewContext value={shown}>
      <Notes plan={plan} />
      {plan.problem ? (
        <LoadProblem error={plan.problem} onRetry={calendar.refetch} />
      ) : isDrawn ? (
        <Cards
          tiles={plan.every}
          shown={plan.tiles}
          steps={{ row: isStacked || view !== 'weeks' ? 1 : 7, today: plan.today }}
          timeOn={timeOn}
        >
          <Flex direction={hasAside ? 'row' : 'column'} gap={hasAside ? 'md' : '2xs'} flex={1} mih="0">
            {/* As much as its views need at least: what stands below would lie over them. */}
            <Stack gap={0} flex={1} miw={0} mih={hasAside ? '0' : '10rem'}>
              <ErrorBoundary resetKey={`${view} ${plan.day}`}>
                <DaysInView view={view} plan={plan} jump={props.jump} onSight={props.onSight} />
              </ErrorBoundary>
            </Stack>
            <Stack
              gap={hasAside ? 'md' : '2xs'}
              w={hasAside ? '15.5rem' : 'auto'}
              mah={hasAside ? 'none' : '45dvh'}
              style={{ overflowY: 'auto' }}
            >
              {/* A folded tray does not say so itself. */}
              {!hasAside && plan.every.length === 0 && <Text {...SMALL}>{words.nothingYet}</Text>}
              <ErrorBoundaries>
                <FilesBeside />
                <Tray folds={!hasAside} onSchedule={suggest}>
                  <HintsSummary />
                  <Legend />
                </Tray>
              </ErrorBoundaries>
            </Stack>
          </Flex>
        </Cards>
      ) : (
        <div className={`${frame.box} ${frame.waiting}`} aria-hidden="true" />
      )}
      <OnDemand when={toNote !== null}>
        <DayNoteDialog subject={toNote} onClose={() => setToNote(null)} />
      </OnDemand>
      <OnDemand when={toSchedule !== null}>
        <ScheduleDraftDialog subject={toSchedule} onClose={() => setToSchedule(null)} />
      </OnDemand>
    </PlanViewContext>
  )
}

/** The library, folded until it is wanted. */
function FilesBeside() {
  const { plan } = useStrings()
  const [isOpen, setOpen] = useKept('plan-files', false)
  return (
    <Stack component="section" gap="2xs" aria-label={plan.files}>
      <Button
        variant="default"
        size="xs"
        leftSection={<ImageIcon />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {plan.files}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FileDrawer />
        </Suspense>
      )}
    </Stack>
  )
}

type Plan = ReturnType<typeof usePlan>
type TimeOn = (day: Day, accountId: string | null) => string

type ViewOptions = Pick<PlanView, 'isStacked' | 'onGo' | 'onNote'> & { readonly timeOn: TimeOn }

const NO_NOTES: ReadonlyMap<Day, string> = new Map()

/** The same one until something in it changes. */
function useView(plan: Plan, { timeOn, ...options }: ViewOptions): PlanView {
  const { open } = useOverlays()
  const { zone } = useCalendarTimes()
  const { days, tilesOf, slotsOf, comingOf, today, hints, wallNow } = plan
  const noted = useQuery(dayNotesQuery).data?.notes
  const notes = useMemo(
    () => (noted ? new Map(noted.map(({ day, text }) => [day, text])) : NO_NOTES),
    [noted],
  )
  const onCompose = useCallback<PlanView['onCompose']>(
    (day, time, accountId) =>
      open(NEW_POST, { wall: time ? `${day}T${time}` : timeOn(day, null), zone, accountId }),
    [open, timeOn, zone],
  )
  const isWhole = plan.hidden === 0 && !plan.calendar.isPending
  const hourNow = Number(wallNow.slice(11, 13))
  const shown = { days, tilesOf, slotsOf, comingOf, today, isWhole, hourNow, hints, notes }
  return useSame({ ...options, ...shown, onCompose })
}

/** Files can be dropped on all that a card can be dropped on. */
function useDroppedFiles(timeOn: TimeOn): void {
  const { importing } = useStrings()
  const times = useCalendarTimes()
  const placeOf = useCallback(
    (id: string) => {
      if (id === 'tray') return { start: 'drafts' as const, words: importing.times.drafts }
      const start = startAt(id, timeOn, times.zone)
      return start && { start, words: importing.startAt(times.wall(start.wall)) }
    },
    [timeOn, importing, times],
  )
  useFilePlaces(placeOf)
}

/** Of a day, an hour or a slot. */
function startAt(id: string, timeOn: TimeOn, zone: string): ChosenWallTime | null {
  const [kind, accountId = '', at = ''] = id.split(':')
  if (kind === 'slot') return { wall: wallTimeOf(Number(at), zone), zone, accountId }
  const [day = '', hour] = id.split('T')
  if (!isDay(day)) return null
  return { wall: hour === undefined ? timeOn(day, null) : `${id}:00`, zone }
}

interface DaysInViewProps extends Pick<CalendarProps, 'view' | 'jump' | 'onSight'> {
  readonly plan: Plan
}

function DaysInView({ view, plan, jump, onSight }: DaysInViewProps) {
  const { plan: words } = useStrings()
  const isLoading = plan.calendar.isPending
  return (
    <>
      <VisuallyHidden role="status">{isLoading ? words.loading : ''}</VisuallyHidden>
      {view === 'weeks' ? (
        <Weeks day={plan.day} jump={jump} isLoading={isLoading} onExtend={plan.extend} onSight={onSight} />
      ) : (
        <div key={view} className={frame.box} aria-busy={isLoading}>
          <Suspense fallback={null}>
            <Hours />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Counts the posts that are not shown. */
function Notes({ plan: { hidden, tiles, calendar } }: { readonly plan: Plan }) {
  const { plan } = useStrings()
  const [, change] = usePlanAddress()
  const showAll = () => change({ statuses: [], types: [] })
  const formats = useFormats()
  return (
    <Group role="status" gap="xs" {...SMALL} data-fills-later>
      {hidden > 0 && (
        <>
          {plan.hidden(hidden)}
          <Button size="compact-sm" variant="subtle" onClick={showAll}>
            {plan.showAll}
          </Button>
        </>
      )}
      {!calendar.isComplete && <Text>{plan.tooMany(formats.number(tiles.length))}</Text>}
    </Group>
  )
}
