import { List, Text, VisuallyHidden } from '@mantine/core'
import { AlertIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { MINUTE } from '../../../../../core/time.ts'
import { OwnerBadge, useUsualOwner } from '../card/card-facts.tsx'
import { outlookQuery } from '../../shared/queries.ts'
import { useStrings } from '../../strings/language.tsx'
import type { DayHints } from './day-hints.ts'
import classes from './hints.module.css'

const MOST = 3

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
      <Text span c="var(--amber-ink)" lh={1} title={dense}>
        <AlertIcon size={14} />
        <VisuallyHidden component="span">{dense}</VisuallyHidden>
      </Text>
    )
  }
  return hints.empty.has(day) ? <VisuallyHidden component="span">{plan.emptyDay}</VisuallyHidden> : null
}

/** What the posts of the day take of the publishing limit, where that is known. */
export function DayRoomMeter({ day, hints }: DayHintBadgeProps) {
  const { plan } = useStrings()
  const room = hints.room.get(day)
  if (!room) return null
  return (
    <span className={classes.room}>
      {plan.room(room.used, room.allowed)}
      <span className={classes.bar} style={{ backgroundSize: `${(100 * room.used) / room.allowed}% 100%` }} />
    </span>
  )
}

/** Summarises the hints in a few lines. */
export function HintsSummary({ sentences }: { readonly sentences: readonly string[] }) {
  const { plan } = useStrings()
  if (sentences.length === 0) return null
  return (
    <section aria-label={plan.spacing}>
      <List
        spacing={4}
        fz="xs"
        c="dimmed"
        center={false}
        icon={
          <Text span c="var(--amber-ink)">
            <AlertIcon size={14} />
          </Text>
        }
      >
        {sentences.slice(0, MOST).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
        {sentences.length > MOST && <List.Item>{plan.moreHints(sentences.length - MOST)}</List.Item>}
      </List>
    </section>
  )
}

/** Counts what is scheduled in all, and says who publishes it. */
export function Legend() {
  const { plan } = useStrings()
  const usual = useUsualOwner()
  const { data: outlook } = useQuery({ ...outlookQuery, refetchInterval: MINUTE })
  const sumOf = (count: 'scheduled' | 'local') =>
    outlook?.reduce((sum, account) => sum + account[count], 0) ?? 0
  const scheduled = sumOf('scheduled')
  return (
    <Text component="section" aria-label={plan.legend} fz="xs" c="dimmed">
      {outlook && plan.scheduled(scheduled, sumOf('local'))}{' '}
      {scheduled > 0 && (
        <>
          <OwnerBadge owner={usual} />.
        </>
      )}
    </Text>
  )
}
