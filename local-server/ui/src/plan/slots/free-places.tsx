import { PlusIcon, IterationsIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { AccountBadge } from '../card/card-facts.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { useDropPlace } from '../drag/cards.ts'
import { captionStart } from '../../posts/post-name.ts'
import { useStrings } from '../../strings/language.tsx'
import { usePlanView } from '../views/plan-view.ts'
import type { ComingPost, FreeSlot } from '../plan-queries.ts'
import ghost from './free-places.module.css'

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
      className={ghost.ghost}
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
      className={ghost.ghost}
      aria-label={plan.series.coming(caption, dayAndTime(at))}
      title={plan.series.every[series.every]}
      draggable={false}
    >
      <IterationsIcon size={12} />
      {clock(at)}
      <span className={ghost.words} dir="auto">
        {caption}
      </span>
      <AccountBadge accountId={series.accountId} />
    </Link>
  )
}
