import { VisuallyHidden } from '@mantine/core'
import { EmptyState } from '../shared/empty-state.tsx'
import { useStrings } from '../strings/language.tsx'
import type { View } from './period.ts'
import type { usePlan } from './use-plan.ts'
import { Agenda } from './views/agenda.tsx'
import frame from './views/frame.module.css'
import { TimeGrid } from './views/time-grid.tsx'
import type { ViewProps } from './views/view-props.ts'
import { Weeks } from './views/weeks.tsx'

type CalendarProps = Pick<ViewProps, 'onOpen' | 'onOpenDay' | 'onCompose'> & {
  readonly view: View
  readonly plan: ReturnType<typeof usePlan>
  readonly isNarrow: boolean
  /** Counts what leads to a day, even to the one that is shown already. */
  readonly jump: number
  readonly onOpenWeek: () => void
  readonly onSight: (day: ViewProps['today']) => void
}

/** The period in its view; on a narrow screen a week by the hour is a list. */
export function Calendar({ view, plan, isNarrow, jump, onSight, onOpenWeek, ...actions }: CalendarProps) {
  const { plan: words } = useStrings()
  const { days, tilesOf, slotsOf, today, hints, wallNow } = plan
  const props = { days, tilesOf, slotsOf, today, hints, ...actions }
  const isLoading = plan.calendar.isPending
  const isEmpty = !isLoading && plan.tiles.length === 0
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
          {view === 'list' &&
            (isEmpty ? (
              <EmptyState title={words.nothing.title} text={words.nothing.text} />
            ) : (
              <Agenda key={days[0]} {...props} everyDay={false} />
            ))}
          {view === 'week' && isNarrow && <Agenda key={days[0]} {...props} everyDay />}
          {(view === 'day' || (view === 'week' && !isNarrow)) && (
            <TimeGrid {...props} hourNow={Number(wallNow.slice(11, 13))} onOpenWeek={onOpenWeek} />
          )}
        </div>
      )}
    </>
  )
}
