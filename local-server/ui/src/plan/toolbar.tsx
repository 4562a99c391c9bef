import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import type { Day } from '../../../../core/scheduling/calendar-days.ts'
import { useStrings } from '../strings/language.tsx'
import { useDayFormats } from './clock/day-formats.ts'
import { daysShown, nextPeriodDay, VIEWS, type View } from './period.ts'
import classes from './toolbar.module.css'

interface ToolbarProps {
  readonly view: View
  readonly day: Day
  readonly onGo: (change: { view?: View; day?: Day | null }) => void
  /** Further settings of the view. */
  readonly children: ReactNode
}

/** Which period is shown, and the ways to others. */
export function Toolbar({ view, day, onGo, children }: ToolbarProps) {
  const { plan } = useStrings()
  return (
    <div className={classes.toolbar}>
      <div className={classes.steps}>
        <Button variant="default" onClick={() => onGo({ day: null })}>
          {plan.today}
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={plan.previous[view]}
          onClick={() => onGo({ day: nextPeriodDay(view, day, -1) })}
        >
          <ChevronLeftIcon />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={plan.next[view]}
          onClick={() => onGo({ day: nextPeriodDay(view, day, 1) })}
        >
          <ChevronRightIcon />
        </ActionIcon>
        <PeriodTitle view={view} day={day} />
      </div>
      <div className={classes.settings}>
        {children}
        <SegmentedControl
          className={classes.views}
          aria-label={plan.view}
          value={view}
          onChange={(chosen) => onGo({ view: VIEWS.find((known) => known === chosen) ?? view })}
          data={VIEWS.map((value) => ({ value, label: plan.views[value] }))}
        />
      </div>
    </div>
  )
}

function PeriodTitle({ view, day }: Pick<ToolbarProps, 'view' | 'day'>) {
  const { month, long, span } = useDayFormats()
  const days = daysShown(view, day)
  const title =
    view === 'day' ? long(day) : view === 'week' ? span(days[0] ?? day, days.at(-1) ?? day) : month(day)
  return (
    <h2 className={classes.title} aria-live="polite">
      {title}
    </h2>
  )
}
