import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { addDays, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { useOnceTrue } from '../shared/once-true.ts'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { PageTitle } from '../shared/page-title.tsx'
import { useNow } from '../shared/use-now.ts'
import { LoadProblem } from '../shared/problem-note.tsx'
import { useFormats, useStrings } from '../strings/language.tsx'
import { AccountBadgeProvider } from './card/account-badge.tsx'
import { CalendarZoneProvider, useCalendarTimes } from './clock/calendar-zone.tsx'
import { Calendar } from './calendar.tsx'
import { ClockQuestionDialog } from './clock/clock-question-dialog.tsx'
import { DraftsPanel } from './tray/drafts-panel.tsx'
import { HintsSummary } from './hints/hints-summary.tsx'
import { Legend } from './hints/legend.tsx'
import { usePlanAddress } from './plan-address.ts'
import classes from './plan-page.module.css'
import { draftsQuery } from './plan-queries.ts'
import { PostPanel } from './post/post-panel.tsx'
import { ScheduleDraftDialog, type DraftToSchedule } from './post/schedule-draft-dialog.tsx'
import { WhatIsHidden, WhatIsShown } from './shown-and-hidden.tsx'
import { TakeBackDialog } from './post/take-back-dialog.tsx'
import { Toolbar } from './toolbar.tsx'
import { useUndo } from './undo.tsx'
import { useDrops } from './use-drops.ts'
import { usePlan } from './use-plan.ts'
import { useRescheduling } from './use-rescheduling.ts'
import { USUAL_TIME } from './views/view-props.ts'

export function PlanPage() {
  const { app } = useStrings()
  return (
    <>
      <div className={classes.title}>
        <PageTitle title={app.plan} />
      </div>
      <ErrorBoundary>
        <CalendarZoneProvider>
          <AccountBadgeProvider>
            <Plan />
          </AccountBadgeProvider>
        </CalendarZoneProvider>
      </ErrorBoundary>
    </>
  )
}

function Plan() {
  const { plan: words } = useStrings()
  const formats = useFormats()
  const [address, go] = usePlanAddress()
  const [, navigate] = useLocation()
  const now = useNow()
  const plan = usePlan(address, now)
  const offerUndo = useUndo()
  const rescheduling = useRescheduling(offerUndo)
  const [opened, setOpened] = useState<PlannedPostBody | null>(null)
  const [toSchedule, setToSchedule] = useState<DraftToSchedule | null>(null)
  const [toTakeBack, setToTakeBack] = useState<PlannedPostBody | null>(null)
  const { calendar } = plan
  const { zone } = useCalendarTimes()
  const { isPending: areDraftsPending } = useQuery(draftsQuery)
  const isKnown = useOnceTrue(!calendar.isPending && !areDraftsPending)
  const isUnread = calendar.isError && calendar.data === undefined
  // What the panel shows follows the server; once the post has left the view, as it was seen last.
  const current = calendar.data?.posts.find(({ id }) => id === opened?.id) ?? opened
  if (current !== opened) setOpened(current)

  const suggest = (draft: PlannedPostBody, day: Day, time: string) =>
    setToSchedule({ draft, when: { wall: `${day}T${time}`, timeZone: zone, choice: null } })
  const startDrag = useDrops({ tiles: plan.tiles, move: rescheduling.move, suggest })
  const compose = (day: Day, time: string) => navigate(`/at/${day}T${time}?${new URLSearchParams({ zone })}`)

  return (
    <div onPointerDown={startDrag}>
      <Toolbar view={address.view} day={plan.day} onGo={go}>
        <WhatIsShown address={address} onGo={go} />
      </Toolbar>
      <WhatIsHidden hidden={plan.hidden} onGo={go} />
      {isKnown && !isUnread && (
        <>
          <ErrorBoundary>
            <DraftsPanel onSchedule={(draft) => suggest(draft, addDays(plan.today, 1), USUAL_TIME)} />
          </ErrorBoundary>
          <HintsSummary sentences={plan.hints.sentences} />
        </>
      )}
      {calendar.data?.isComplete === false && (
        <p role="status">{words.tooMany(formats.number(calendar.data.posts.length))}</p>
      )}
      {isUnread ? (
        <LoadProblem error={calendar.error} onRetry={() => void calendar.refetch()} />
      ) : isKnown ? (
        <>
          <ErrorBoundary resetKey={`${address.view} ${plan.day}`}>
            <Calendar
              view={address.view}
              plan={plan}
              onOpen={setOpened}
              onOpenDay={(day) => go({ view: 'day', day })}
              onCompose={compose}
            />
          </ErrorBoundary>
          <ErrorBoundary>
            <Legend />
          </ErrorBoundary>
        </>
      ) : (
        <Skeleton height="48rem" radius="lg" />
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
