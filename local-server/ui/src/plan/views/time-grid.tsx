import { PlusIcon } from '@primer/octicons-react'
import { Fragment, useState, type MouseEvent } from 'react'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { FreePlaces } from '../slots/free-places.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useDayFormats } from '../clock/day-formats.ts'
import { DayHintBadge } from './hints.tsx'
import { useDropPlace } from '../drag/drag.tsx'
import { quarterAt } from '../drag/drop-targets.ts'
import { Tile } from '../card/tile.tsx'
import classes from './time-grid.module.css'
import { NO_SLOTS, NO_TILES, NONE_COMING, type ViewProps } from './view-props.ts'

/** Hours before it are shown when something is in them, or on demand. */
const MORNING = 7
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface TimeGridProps extends ViewProps {
  /** By the clocks of the calendar: 0 to 23. */
  readonly hourNow: number
  readonly onOpenWeek: () => void
}

/** One or seven days by the hour. Posts have no length: an hour grows with what is in it. */
export function TimeGrid(props: TimeGridProps) {
  const { days, tilesOf, onOpenWeek } = props
  const { plan } = useStrings()
  const [whole, setWhole] = useState(false)
  const { hour: hourName } = useDayFormats()
  const earliest = Math.min(
    MORNING,
    ...days.flatMap((day) => (tilesOf.get(day) ?? NO_TILES).map(({ hour }) => hour)),
  )
  const first = whole ? 0 : earliest
  return (
    <>
      {first > 0 && (
        <button type="button" className={classes.earlier} onClick={() => setWhole(true)}>
          {plan.earlierHours}
        </button>
      )}
      {days.length === 1 && (
        <button type="button" className={classes.earlier} onClick={onOpenWeek}>
          {plan.wholeWeek}
        </button>
      )}
      <table className={classes.grid} data-single={days.length === 1 || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className={classes.unseen}>{plan.hour}</span>
            </th>
            {days.map((day) => (
              <DayHead key={day} day={day} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.slice(first).map((hour) => (
            <tr key={hour}>
              <th scope="row" className={classes.hour}>
                {hourName(hour)}
              </th>
              {days.map((day) => (
                <HourCell key={day} day={day} hour={hour} {...props} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function DayHead({
  day,
  days,
  today,
  tilesOf,
  hints,
  onOpenDay,
  onCompose,
}: TimeGridProps & { readonly day: Day }) {
  const { plan } = useStrings()
  const { short, long } = useDayFormats()
  const count = tilesOf.get(day)?.length ?? 0
  return (
    <th scope="col" className={classes.head} data-today={day === today || undefined}>
      <span className={classes.headLine}>
        {days.length === 1 ? (
          <Fragment>{plan.openDay(short(day), count)}</Fragment>
        ) : (
          <button
            type="button"
            className={classes.day}
            aria-label={plan.openDay(long(day), count)}
            aria-current={day === today ? 'date' : undefined}
            onClick={() => onOpenDay(day)}
          >
            {short(day)}
          </button>
        )}
        <DayHintBadge day={day} hints={hints} />
        {day >= today && (
          <button
            type="button"
            className={classes.add}
            aria-label={plan.newPostOn(long(day))}
            onClick={() => onCompose(day)}
          >
            <PlusIcon size={14} />
          </button>
        )}
      </span>
    </th>
  )
}

function HourCell({
  day,
  hour,
  today,
  hourNow,
  tilesOf,
  slotsOf,
  comingOf,
  hints,
  onOpen,
  onCompose,
  days,
}: TimeGridProps & { readonly day: Day; readonly hour: number }) {
  const tiles = tilesOf.get(day)?.filter((tile) => tile.hour === hour) ?? NO_TILES
  const slots = slotsOf.get(day)?.filter(({ wall }) => Number(wall.slice(11, 13)) === hour) ?? NO_SLOTS
  const coming = comingOf.get(day)?.filter(({ wall }) => Number(wall.slice(11, 13)) === hour) ?? NONE_COMING
  const isPast = day < today || (day === today && hour < hourNow)
  const compose = (event: MouseEvent<HTMLElement>) => {
    if (isPast || event.target !== event.currentTarget) return
    const quarter = quarterAt(event.currentTarget.getBoundingClientRect(), event.clientY)
    onCompose(day, `${String(hour).padStart(2, '0')}:${quarter}`)
  }
  return (
    <td
      {...useDropPlace({ kind: 'hour', day, hour })}
      className={classes.cell}
      data-past={isPast || undefined}
      data-now={(day === today && hour === hourNow) || undefined}
      data-empty={hints.empty.has(day) || undefined}
      onClick={compose}
    >
      {tiles.map((tile) => (
        <Tile key={tile.post.id} tile={tile} onOpen={onOpen} size={days.length > 1 ? 'row' : 'line'} />
      ))}
      <FreePlaces coming={coming} slots={slots} onCompose={onCompose} />
    </td>
  )
}
