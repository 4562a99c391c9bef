import { Button } from '@mantine/core'
import { useState } from 'react'
import { delayedUntil } from '../../../../core/posts/next-step.ts'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { wallTimeOf } from '../../../../core/scheduling/wall-time.ts'
import { useNow } from '../shared/use-now.ts'
import { BROWSER_ZONE, zoneLabel } from '../shared/when/time-zones.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { knownZoneOf } from './planned-tiles.ts'
import classes from './post-panel.module.css'

/** Time of publication in the post's own zone; in the reader's, when that differs; in UTC on demand. */
export function PostTimes({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const formats = useFormats()
  const [utc, setUtc] = useState(false)
  const at = new Date(post.at)
  const zone = knownZoneOf(post.timezone)
  const isElsewhere = wallTimeOf(at.getTime(), zone) !== wallTimeOf(at.getTime(), BROWSER_ZONE)
  const later = delayedUntil(post, useNow())
  const word =
    post.status === 'PUBLISHED' ? plan.wentOut : post.status === 'FAILED' ? plan.wasDue : plan.goesOut
  return (
    <div>
      <p className={classes.soft}>{word}</p>
      <p className={classes.when}>
        <time dateTime={post.at}>{formats.dayAndTime(at, zone)}</time>{' '}
        <span className={classes.soft}>{zoneLabel(zone)}</span>
      </p>
      {later !== null && <p>{plan.triedAgain(formats.dayAndTime(new Date(later), zone))}</p>}
      {isElsewhere && <p className={classes.soft}>{plan.here(formats.dayAndTime(at, BROWSER_ZONE))}</p>}
      {zone !== 'UTC' &&
        (utc ? (
          <p className={classes.soft}>{plan.inUtc(formats.dayAndTime(at, 'UTC'))}</p>
        ) : (
          <Button variant="subtle" size="compact-sm" className={classes.utc} onClick={() => setUtc(true)}>
            {plan.showUtc}
          </Button>
        ))}
    </div>
  )
}
