import { delayedUntil } from '../../../../../core/posts/next-step.ts'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { wallTimeOf } from '../../../../../core/scheduling/wall-time.ts'
import { useNow } from '../../shared/use-now.ts'
import { knownZoneOf, zoneLabel } from '../../shared/when/time-zones.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import classes from './post-panel.module.css'

/** Time of publication by the clocks of the calendar; below it by those that it was planned by, where they differ. */
export function PostTimes({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const { zone, dayAndTime } = useCalendarTimes()
  const later = delayedUntil(post, useNow())
  const word =
    post.status === 'PUBLISHED' ? plan.wentOut : post.status === 'FAILED' ? plan.wasDue : plan.goesOut
  return (
    <div>
      <p className={classes.soft}>{word}</p>
      <p className={classes.when}>
        <time dateTime={post.at}>{dayAndTime(Date.parse(post.at))}</time>{' '}
        <span className={classes.soft}>{zoneLabel(zone)}</span>
      </p>
      <OwnZone post={post} zone={zone} />
      {later !== null && <p>{plan.triedAgain(dayAndTime(later))}</p>}
    </div>
  )
}

/** Nothing for a post that was never given a time: its zone was not chosen by anybody. */
function OwnZone({ post, zone }: { readonly post: PlannedPostBody; readonly zone: string }) {
  const { plan } = useStrings()
  const formats = useFormats()
  const own = knownZoneOf(post.timezone)
  const at = Date.parse(post.at)
  if (!post.isScheduled || wallTimeOf(at, own) === wallTimeOf(at, zone)) return null
  return <p className={classes.soft}>{plan.ownZone(formats.dayAndTime(new Date(at), own), zoneLabel(own))}</p>
}
