import { IterationsIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { AccountBadge } from '../card/card-facts.tsx'
import { firstWords } from '../card/tile-picture.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import ghost from './ghost.module.css'
import { useStrings } from '../../strings/language.tsx'
import type { ComingPost } from './series-queries.ts'

/** Where the next post of a series is meant; it leads to the one that is there. */
export function ComingCard({ coming: { series, at } }: { readonly coming: ComingPost }) {
  const { plan } = useStrings()
  const { clock, dayAndTime } = useCalendarTimes()
  const caption = firstWords(series.caption) ?? plan.noCaption
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
