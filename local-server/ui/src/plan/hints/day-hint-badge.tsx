import { VisuallyHidden } from '@mantine/core'
import { AlertIcon } from '@primer/octicons-react'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { useStrings } from '../../strings/language.tsx'
import type { DayHints } from './day-hints.ts'
import classes from './day-hint-badge.module.css'

interface DayHintBadgeProps {
  readonly day: Day
  readonly hints: DayHints
}

/** Marks a day that is too dense, or empty between others. */
export function DayHintBadge({ day, hints }: DayHintBadgeProps) {
  const { plan } = useStrings()
  const dense = hints.dense.get(day)
  if (dense !== undefined) {
    return (
      <span className={classes.dense} title={dense}>
        <AlertIcon size={14} />
        <VisuallyHidden component="span">{dense}</VisuallyHidden>
      </span>
    )
  }
  return hints.empty.has(day) ? <VisuallyHidden component="span">{plan.emptyDay}</VisuallyHidden> : null
}
