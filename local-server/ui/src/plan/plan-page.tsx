import { Group, Skeleton, Text, VisuallyHidden, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { addDays, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { useOnceTrue } from '../shared/once-true.ts'
import { PageTitle } from '../shared/page-title.tsx'
import { LoadProblem } from '../shared/problem-note.tsx'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { Calendar } from './calendar.tsx'
import { CardFactsProvider } from './card/card-facts.tsx'
import { CalendarZoneProvider, useCalendarTimes } from './clock/calendar-zone.tsx'
import { ClockQuestionDialog } from './clock/clock-question-dialog.tsx'
import { HintsSummary, Legend } from './hints/hints.tsx'
import { usePlanAddress, type PlanAddress } from './plan-address.ts'
import classes from './plan-page.module.css'
import { draftsQuery } from './plan-queries.ts'
import { PostPanel } from './post/post-panel.tsx'
import { ScheduleDraftDialog, type DraftToSchedule } from './post/schedule-draft-dialog.tsx'
import { TakeBackDialog } from './post/take-back-dialog.tsx'
import { Toolbar } from './toolbar.tsx'
import { Tray } from './tray/tray.tsx'
import { useUndo } from './undo.tsx'
import { useDrops } from './use-drops.ts'
import { usePlan } from './use-plan.ts'
import { useRescheduling } from './use-rescheduling.ts'
import { USUAL_TIME } from './views/view-props.ts'

export function PlanPage() {
  const { app } = useStrings()
  return (
    <div className={classes.page} data-fills-window>
      <VisuallyHidden component="div">
        <PageTitle title={app.plan} />
      </VisuallyHidden>
      <ErrorBoundary>
        <CalendarZoneProvider>
          <CardFactsProvider>
            <Plan />
          </CardFactsProvider>
        </CalendarZoneProvider>
      </ErrorBoundary>
    </div>
  )
}

const AT_ONCE = { getInitialValueInEffect: false }

function Plan() {
  const [address, navigateTo] = usePlanAddress()
  const [, navigate] = useLocation()
  const isNarrow = useMediaQuery('(max-width: 60rem)', undefined, AT_ONCE) ?? false
  const hasAside = useMediaQuery('(min-width: 75rem)', undefined, AT_ONCE) ?? true
  const now = useNow()
  const plan = usePlan(address, now)
  const offerUndo = useUndo()
  const rescheduling = useRescheduling(offerUndo)
  const [opened, setOpened] = useState<PlannedPostBody | null>(null)
  const [toSchedule, setToSchedule] = useState<DraftToSchedule | null>(null)
  const [toTakeBack, setToTakeBack] = useState<PlannedPostBody | null>(null)
  const [jump, setJump] = useState(0)
  const [inSight, setInSight] = useState<Day | null>(null)
  const { calendar } = plan
  const { zone } = useCalendarTimes()
  const { isPending: areDraftsPending } = useQuery(draftsQuery)
  const isKnown = useOnceTrue(!calendar.isPending && !areDraftsPending)
  // What the panel shows follows the server; once the post has left the view, as it was seen last.
  const current = plan.tiles.find(({ post }) => post.id === opened?.id)?.post ?? opened
  if (current !== opened) setOpened(current)

  const go = useCallback(
    (change: Partial<PlanAddress>) => {
      setInSight(null)
      setJump((before) => before + 1)
      navigateTo(change)
    },
    [navigateTo],
  )
  const suggest = (draft: PlannedPostBody, day: Day, time: string) =>
    setToSchedule({ draft, when: { wall: `${day}T${time}`, timeZone: zone, choice: null } })
  const startDrag = useDrops({ tiles: plan.tiles, move: rescheduling.move, suggest })
  const compose = useCallback(
    (day: Day, time: string) => navigate(`/at/${day}T${time}?${new URLSearchParams({ zone })}`),
    [navigate, zone],
  )
  const openDay = useCallback((day: Day) => go({ view: 'day', day }), [go])

  return (
    <div className={classes.page} onPointerDown={startDrag}>
      <Toolbar
        address={address}
        day={(address.view === 'weeks' ? inSight : null) ?? plan.day}
        isNarrow={isNarrow}
        hasRoom={hasAside}
        onGo={go}
        onFilter={navigateTo}
      />
      <Notes plan={plan} onShowAll={() => navigateTo({ accounts: [], statuses: [], types: [] })} />
      {calendar.error ? (
        <LoadProblem error={calendar.error} onRetry={calendar.refetch} />
      ) : isKnown ? (
        <div className={classes.calendar}>
          <div className={classes.view}>
            <ErrorBoundary resetKey={`${address.view} ${plan.day}`}>
              <Calendar
                view={address.view}
                plan={plan}
                isNarrow={isNarrow}
                jump={jump}
                onSight={setInSight}
                onOpen={setOpened}
                onOpenDay={openDay}
                onOpenWeek={() => go({ view: 'week' })}
                onCompose={compose}
              />
            </ErrorBoundary>
          </div>
          <div className={classes.aside}>
            <ErrorBoundary>
              <Tray
                folds={!hasAside}
                onSchedule={(draft) => suggest(draft, addDays(plan.today, 1), USUAL_TIME)}
              >
                <HintsSummary sentences={plan.hints.sentences} />
                <Legend />
              </Tray>
            </ErrorBoundary>
          </div>
        </div>
      ) : (
        <Skeleton flex={1} radius="lg" />
      )}
      <PostPanel post={opened} now={now} onTakeBack={setToTakeBack} onClose={() => setOpened(null)} />
      <ScheduleDraftDialog
        subject={toSchedule}
        now={now}
        offerUndo={offerUndo}
        onClose={() => setToSchedule(null)}
      />
      <TakeBackDialog
        post={toTakeBack}
        offerUndo={offerUndo}
        onDone={() => setOpened(null)}
        onClose={() => setToTakeBack(null)}
      />
      <ClockQuestionDialog question={rescheduling.question} onAnswer={rescheduling.answer} />
    </div>
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
    <Group role="status" gap="xs" c="dimmed" fz="sm" className={classes.notes ?? ''}>
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
