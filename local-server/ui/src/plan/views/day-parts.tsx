import { List, Text, VisuallyHidden } from '@mantine/core'
import { AlertIcon, NoteIcon, PlusIcon, IterationsIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Day } from '../../../../../core/rules/times/calendar-days.ts'
import { MINUTE } from '../../../../../core/time.ts'
import { OwnerBadge, useUsualOwner, AccountBadge } from '../card/card-facts.tsx'
import { outlookQuery } from '../../shared/queries.ts'
import { useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { useDayFormats } from '../clock/day-formats.ts'
import { useDropPlace } from '../drag/cards.ts'
import { captionStart } from '../../posts/post-name.ts'
import { usePlanAddress } from '../plan-address.ts'
import type { ComingPost } from '../plan-queries.ts'
import type { FreeSlot } from '../slots/slot-queries.ts'
import classes from './day-parts.module.css'
import { usePlanView } from './plan-view.ts'

const MOST = 3

interface DayProps {
  readonly day: Day
}

interface OpenDayProps extends DayProps {
  readonly className?: string | undefined
  /** Instead of its name and the number of its posts. */
  readonly label?: string
  readonly children: ReactNode
}

export function OpenDay({ day, className = '', label, children }: OpenDayProps) {
  const { plan } = useStrings()
  const { long } = useDayFormats()
  const { tilesOf, today, onGo } = usePlanView()
  return (
    <button
      type="button"
      className={`${classes.button} ${className}`}
      aria-label={label ?? plan.openDay(long(day), tilesOf.get(day)?.length ?? 0)}
      aria-current={label === undefined && day === today ? 'date' : undefined}
      onClick={() => onGo({ view: 'day', day })}
    >
      {children}
    </button>
  )
}

/** Nothing on days that are over. */
export function AddToDay({ day, ...button }: DayProps & ComponentProps<'button'>) {
  const { plan } = useStrings()
  const { long } = useDayFormats()
  const { today, onCompose } = usePlanView()
  if (day < today) return null
  return (
    <button
      type="button"
      {...button}
      className={`${classes.button} ${classes.add}`}
      aria-label={plan.newPostOn(long(day))}
      onClick={() => onCompose(day)}
    >
      <PlusIcon size={14} />
    </button>
  )
}

/** What somebody wants to remember of the day; without it, a way to write it. */
export function DayNote({ day, ...button }: DayProps & ComponentProps<'button'>) {
  const { plan } = useStrings()
  const { long } = useDayFormats()
  const { notes, onNote } = usePlanView()
  const note = notes.get(day)
  return (
    <button
      type="button"
      {...(note === undefined && button)}
      className={`${classes.button} ${note === undefined ? classes.add : classes.note}`}
      title={note}
      aria-label={note === undefined ? plan.noteOn(long(day)) : undefined}
      onClick={() => onNote({ day, text: note ?? '' })}
    >
      {note ?? <NoteIcon size={14} />}
    </button>
  )
}

/** What stands beside the name of a day. */
export function DayTools({ day }: DayProps) {
  return (
    <>
      <DayHintBadge day={day} />
      <DayNote day={day} />
      <AddToDay day={day} />
    </>
  )
}

/** Marks a day that is too dense, or empty between others. */
export function DayHintBadge({ day }: DayProps) {
  const { plan } = useStrings()
  const { hints } = usePlanView()
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

/** What the posts of the day take of the publishing limit, once the share is large enough. */
export function DayRoomMeter({ day }: DayProps) {
  const { plan } = useStrings()
  const room = usePlanView().hints.room.get(day)
  if (!room) return null
  return (
    <span className={classes.room}>
      <span>
        {plan.room(room.used, room.allowed)}
        <span
          className={classes.bar}
          style={{ backgroundSize: `${(100 * room.used) / room.allowed}% 100%` }}
        />
      </span>
    </span>
  )
}

export function HintsSummary() {
  const { plan } = useStrings()
  const { sentences } = usePlanView().hints
  if (sentences.length === 0) return null
  return (
    <section aria-label={plan.spacing}>
      <List
        spacing="4xs"
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

/** Counts what is scheduled for the accounts that are shown, and says who publishes it. */
export function Legend() {
  const { plan } = useStrings()
  const usual = useUsualOwner()
  const [{ accounts }] = usePlanAddress()
  const { data } = useQuery({ ...outlookQuery, refetchInterval: MINUTE })
  const outlook = data?.filter(({ accountId }) => accounts.length === 0 || accounts.includes(accountId))
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

interface FreePlacesProps {
  readonly coming: readonly ComingPost[]
  readonly slots: readonly FreeSlot[]
}

/** What may still come into a day, or into an hour of it. */
export function FreePlaces({ coming, slots }: FreePlacesProps) {
  return (
    <>
      {coming.map((one) => (
        <ComingCard key={`${one.series.postId} ${one.at}`} coming={one} />
      ))}
      {slots.map((slot) => (
        <Ghost key={`${slot.accountId} ${slot.at}`} slot={slot} />
      ))}
    </>
  )
}

/** A time at which the account posts, and for which nothing waits yet. */
function Ghost({ slot: { at, accountId, wall } }: { readonly slot: FreeSlot }) {
  const { plan } = useStrings()
  const { onCompose } = usePlanView()
  const { clock, dayAndTime } = useCalendarTimes()
  return (
    <button
      type="button"
      {...useDropPlace({ kind: 'slot', at, accountId })}
      className={classes.ghost}
      aria-label={plan.fillSlot(dayAndTime(at))}
      onClick={() => onCompose(wall.slice(0, 10), wall.slice(11), accountId)}
    >
      <PlusIcon size={12} />
      {clock(at)}
      <AccountBadge accountId={accountId} />
    </button>
  )
}

/** Where the next post of a series is meant; it leads to the one that is there. */
function ComingCard({ coming: { series, at } }: { readonly coming: ComingPost }) {
  const { plan, posts } = useStrings()
  const { clock, dayAndTime } = useCalendarTimes()
  const caption = captionStart(series.caption) ?? posts.noCaption
  return (
    <Link
      href={`/posts/${series.postId}`}
      className={classes.ghost}
      aria-label={plan.series.coming(caption, dayAndTime(at))}
      title={plan.series.every[series.every]}
      draggable={false}
    >
      <IterationsIcon size={12} />
      {clock(at)}
      <span className={classes.words} dir="auto">
        {caption}
      </span>
      <AccountBadge accountId={series.accountId} />
    </Link>
  )
}
