// Handles a drop on a day or an hour.
import { useQuery } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import type { Day } from '../../../../core/scheduling/calendar-days.ts'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useDayFormats } from './clock/day-formats.ts'
import classes from './drag-ghost.module.css'
import { draftsQuery } from './plan-queries.ts'
import { droppedWall, type PlannedTile } from './planned-tiles.ts'
import { watchDrag, type DropTarget } from './tile-drag.ts'
import type { Rescheduling } from './use-rescheduling.ts'
import { USUAL_TIME } from './views/view-props.ts'

interface Drops {
  readonly tiles: readonly PlannedTile[]
  readonly move: Rescheduling['move']
  readonly suggest: (draft: PlannedPostBody, day: Day, time: string) => void
}

/** A listener for the presses of a whole page. */
export function useDrops({ tiles, move, suggest }: Drops): (press: PointerEvent) => void {
  const { short } = useDayFormats()
  const times = useCalendarTimes()
  const drafts = useQuery(draftsQuery).data?.posts
  const drop = (id: string, place: DropTarget) => {
    const draft = drafts?.find((one) => one.id === id)
    if (draft) return suggest(draft, place.day, place.time ?? USUAL_TIME)
    const tile = tiles.find(({ post }) => post.id === id)
    const wall = tile && droppedWall(tile, place)
    if (tile && wall) move(tile.post, wall)
  }
  const say = ({ day, time }: DropTarget) => (time === null ? short(day) : times.wall(`${day}T${time}`))
  return ({ nativeEvent }) =>
    watchDrag(nativeEvent, {
      onDrop: drop,
      say,
      ghostClass: classes['ghost'] ?? '',
      sayClass: classes['says'] ?? '',
    })
}
