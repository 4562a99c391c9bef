import { PlusIcon } from '@primer/octicons-react'
import { AccountBadge } from '../card/card-facts.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { useDropPlace } from '../drag/drag.tsx'
import { useStrings } from '../../strings/language.tsx'
import type { ViewProps } from '../views/view-props.ts'
import classes from './ghost.module.css'
import type { FreeSlot } from './slot-queries.ts'

interface GhostProps extends Pick<ViewProps, 'onCompose'> {
  readonly slot: FreeSlot
}

/** A time at which the account posts, and for which nothing waits yet. */
export function Ghost({ slot, onCompose }: GhostProps) {
  const { plan } = useStrings()
  const { clock, dayAndTime } = useCalendarTimes()
  const { at, accountId, wall } = slot
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
