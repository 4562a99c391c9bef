import { ClockIcon } from '@primer/octicons-react'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { timeLeft } from '../../../../../core/reposts/next-steps.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import classes from './mention-card.module.css'

interface TimeLeftProps {
  readonly mention: RepostItemBody
  readonly now: number
}

const MINUTE_MS = 60_000
/** From here on it is worth a second look. */
const SOON_MS = 2 * 60 * MINUTE_MS

/** `Ends in 3 h 20 min`. Not announced: it changes by itself. */
export function TimeLeft({ mention, now }: TimeLeftProps) {
  const { reposts } = useLazyStrings()
  const formats = useFormats()
  const left = timeLeft(mention, now)
  if (left === null || mention.expiresAt === null) return null
  const minutes = Math.floor(left / MINUTE_MS)
  return (
    <span className={classes.left} data-soon={left < SOON_MS || undefined}>
      <ClockIcon />
      <time dateTime={mention.expiresAt} title={formats.exact(new Date(mention.expiresAt))}>
        {left === 0 ? reposts.isOver : reposts.endsIn(Math.floor(minutes / 60), minutes % 60)}
      </time>
    </span>
  )
}
