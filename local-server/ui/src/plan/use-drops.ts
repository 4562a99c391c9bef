// Handles a drop on a day or an hour.
import { useQuery } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { daysBetween, movedByDays, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { wallTimeOf } from '../../../../core/scheduling/wall-time.ts'
import { useDayFormats } from './day-formats.ts'
import classes from './drag-ghost.module.css'
import { draftsQuery } from './plan-queries.ts'
import { knownZoneOf } from './planned-tiles.ts'
import { watchDrag, type DropTarget } from './tile-drag.ts'
import type { usePlan } from './use-plan.ts'
import type { Rescheduling } from './use-rescheduling.ts'
import { USUAL_TIME } from './view-props.ts'

interface Drops {
  readonly plan: Pick<ReturnType<typeof usePlan>, 'calendar' | 'viewZone'>
  readonly move: Rescheduling['move']
  readonly suggest: (draft: PlannedPostBody, day: Day, time: string) => void
}

/** A listener for the presses of a whole page. */
export function useDrops({ plan, move, suggest }: Drops): (press: PointerEvent) => void {
  const { short } = useDayFormats()
  const drafts = useQuery(draftsQuery).data?.posts
  const { calendar, viewZone } = plan
  const drop = (id: string, { day, time }: DropTarget) => {
    const draft = drafts?.find((one) => one.id === id)
    const post = calendar.data?.posts.find((one) => one.id === id)
    if (draft) suggest(draft, day, time ?? USUAL_TIME)
    else if (post && time === null) moveToDay(post, day)
    else if (post) move({ post, wall: `${day}T${time}`, timeZone: viewZone })
  }
  /** Moves a post by days on the clocks of its own zone, at the same time of day. */
  const moveToDay = (post: PlannedPostBody, day: Day) => {
    const at = Date.parse(post.at)
    const timeZone = knownZoneOf(post.timezone)
    const days = daysBetween(wallTimeOf(at, viewZone).slice(0, 10), day)
    if (days !== 0) move({ post, wall: movedByDays(wallTimeOf(at, timeZone), days), timeZone })
  }
  const say = ({ day, time }: DropTarget) => [short(day), time].filter((part) => part !== null).join(', ')
  return ({ nativeEvent }) =>
    watchDrag(nativeEvent, {
      onDrop: drop,
      say,
      ghostClass: classes['ghost'] ?? '',
      sayClass: classes['says'] ?? '',
    })
}
