import { Group, Skeleton, Text, VisuallyHidden, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { addDays, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { lazyPage } from '../app/lazy-page.tsx'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { OnDemand } from '../shared/on-demand.tsx'
import { useOnceTrue } from '../shared/once-true.ts'
import { PageTitle } from '../shared/page-title.tsx'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { LoadProblem } from '../shared/problem-note.tsx'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { Calendar } from './calendar.tsx'
import { CardFactsProvider } from './card/card-facts.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { Drag } from './drag/drag.tsx'
import { dropOn, type DropTarget } from './drag/drop-targets.ts'
import { firstWords } from './card/tile-picture.tsx'
import { HintsSummary, Legend } from './hints/hints.tsx'
import { usePlanAddress, type PlanAddress } from './plan-address.ts'
import classes from './plan-page.module.css'
import { draftsQuery } from './plan-queries.ts'
import type { DraftToSchedule } from './post/schedule-draft-dialog.tsx'
import { Toolbar } from './toolbar.tsx'
import { Tray } from './tray/tray.tsx'
import { useUndo } from '../shared/undo.tsx'
import { useMoves, type Moves } from './use-moves.ts'
import { usePlan } from './use-plan.ts'
import { usePostingTimes } from './slots/use-posting-times.ts'

const ClockQuestionDialog = lazyPage(
  async () => (await import('./clock/clock-question-dialog.tsx')).ClockQuestionDialog,
)
const PostPanel = lazyPage(async () => (await import('./post/post-panel.tsx')).PostPanel)
const ScheduleDraftDialog = lazyPage(
  async () => (await import('./post/schedule-draft-dialog.tsx')).ScheduleDraftDialog,
)
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

const AT_ONCE = { getInitialValueInEffect: false }

function Plan() {
  const [address, navigateTo] = usePlanAddress()
  const { open: openSheet } = usePostSheet()
  const isNarrow = useMediaQuery('(max-width: 60rem)', undefined, AT_ONCE) ?? false
  const hasAside = useMediaQuery('(min-width: 75rem)', undefined, AT_ONCE) ?? true
  const now = useNow()
  const plan = usePlan(address, now)
  const offerUndo = useUndo()
  const moves = useMoves(offerUndo)
  const times = usePostingTimes(plan.every)
  const timeOn = times.on
  const [opened, setOpened] = useState<PlannedPostBody | null>(null)
  const [toSchedule, setToSchedule] = useState<DraftToSchedule | null>(null)
  const [editsSlots, setEditsSlots] = useState(false)
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
  const suggest = (draft: PlannedPostBody) =>
    setToSchedule({ draft, when: times.next(draft.platformAccountId) })
  const compose = useCallback(
    (day: Day, time = timeOn(day, null)) => openSheet(NEW_POST, { wall: `${day}T${time}`, zone }),
    [openSheet, zone, timeOn],
  )
  const unschedule = (post: PlannedPostBody) => {
    setOpened(null)
    moves.unschedule(post)
  }
  const openDay = useCallback((day: Day) => go({ view: 'day', day }), [go])

  return (
    <div className={classes.page}>
      <Toolbar
        address={address}
        day={(address.view === 'weeks' ? inSight : null) ?? plan.day}
        isNarrow={isNarrow}
        hasRoom={hasAside}
        onGo={go}
        onFilter={navigateTo}
        onSlots={() => setEditsSlots(true)}
      />
      <Notes plan={plan} onShowAll={() => navigateTo({ accounts: [], statuses: [], types: [] })} />
      {calendar.error ? (
        <LoadProblem error={calendar.error} onRetry={calendar.refetch} />
      ) : isKnown ? (
        <Carrying
          plan={plan}
          moves={moves}
          timeOn={timeOn}
          row={isNarrow || address.view !== 'weeks' ? 1 : 7}
        >
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
                <Tray folds={!hasAside} onSchedule={suggest}>
                  <HintsSummary sentences={plan.hints.sentences} />
                  <Legend />
                </Tray>
              </ErrorBoundary>
            </div>
          </div>
        </Carrying>
      ) : (
        <Skeleton flex={1} radius="lg" />
      )}
      <OnDemand when={opened !== null}>
        <PostPanel post={opened} now={now} onUnschedule={unschedule} onClose={() => setOpened(null)} />
      </OnDemand>
      <OnDemand when={toSchedule !== null}>
        <ScheduleDraftDialog
          subject={toSchedule}
          now={now}
          offerUndo={offerUndo}
          onClose={() => setToSchedule(null)}
        />
      </OnDemand>
      <OnDemand when={editsSlots}>
        <SlotEditor
          opened={editsSlots}
          usualTime={timeOn(addDays(plan.today, 1), null)}
          onClose={() => setEditsSlots(false)}
        />
      </OnDemand>
      <OnDemand when={moves.question !== null}>
        <ClockQuestionDialog question={moves.question} onAnswer={moves.answer} />
      </OnDemand>
    </div>
  )
}

interface CarryingProps {
  readonly plan: ReturnType<typeof usePlan>
  readonly moves: Moves
  readonly timeOn: (day: Day, accountId: string) => string
  /** Days from one row to the next. */
  readonly row: 1 | 7
  readonly children: ReactNode
}

/** Cards can be carried from anywhere to anywhere in it. */
function Carrying({ plan: { today }, moves, timeOn, row, children }: CarryingProps) {
  const { plan } = useStrings()
  const times = useCalendarTimes()
  const { zone } = times
  const say = (post: PlannedPostBody, target: DropTarget) => {
    const drop = dropOn(post, target, { zone, timeOn })
    if (drop === null) return null
    if (drop.kind === 'unschedule') return plan.takeBack
    if (drop.kind === 'swap') return plan.swapWith(firstWords(drop.other.caption) ?? plan.noCaption)
    return drop.kind === 'slot' ? times.dayAndTime(drop.at) : times.wall(drop.wall)
  }
  const act = (post: PlannedPostBody, target: DropTarget) => {
    const drop = dropOn(post, target, { zone, timeOn })
    if (drop) moves.drop(post, drop)
  }
  return (
    <Drag steps={{ row, today }} say={say} onDrop={act}>
      {children}
    </Drag>
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
