import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { EmptyState } from '../shared/empty-state.tsx'
import { useStrings } from '../strings/language.tsx'
import { Agenda } from './views/agenda.tsx'
import { MonthView } from './views/month-view.tsx'
import type { View } from './period.ts'
import { TimeGrid } from './views/time-grid.tsx'
import type { usePlan } from './use-plan.ts'
import type { ViewProps } from './views/view-props.ts'

type CalendarProps = Pick<ViewProps, 'onOpen' | 'onOpenDay' | 'onCompose'> & {
  readonly view: View
  readonly plan: ReturnType<typeof usePlan>
}

/** The period in its view; on a narrow screen a week is a list, and a day of a month a number. */
export function Calendar({ view, plan, ...actions }: CalendarProps) {
  const { plan: words } = useStrings()
  const isNarrow = useMediaQuery('(max-width: 48rem)', undefined, { getInitialValueInEffect: false }) ?? false
  const { days, tilesOf, today, hints, hourNow, calendar } = plan
  const props = { days, tilesOf, today, hints, ...actions }
  const isLoading = calendar.isPending || calendar.isPlaceholderData
  const isEmpty = !isLoading && plan.tiles.length === 0
  return (
    <div aria-busy={isLoading}>
      <VisuallyHidden role="status">{isLoading ? words.loading : ''}</VisuallyHidden>
      {view === 'month' && <MonthView {...props} month={plan.day.slice(0, 7)} counts={isNarrow} />}
      {view === 'list' &&
        (isEmpty ? (
          <EmptyState title={words.nothing.title} text={words.nothing.text} />
        ) : (
          <Agenda key={days[0]} {...props} everyDay={false} />
        ))}
      {view === 'week' && isNarrow && <Agenda key={days[0]} {...props} everyDay />}
      {(view === 'day' || (view === 'week' && !isNarrow)) && <TimeGrid {...props} hourNow={hourNow} />}
    </div>
  )
}
