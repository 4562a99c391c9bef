import { PlusIcon } from '@primer/octicons-react'
import type { MouseEvent } from 'react'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { useStrings } from '../../strings/language.tsx'
import { useDayFormats } from '../clock/day-formats.ts'
import { DayHintBadge } from '../hints/day-hint-badge.tsx'
import classes from './month-view.module.css'
import { Tile } from '../card/tile.tsx'
import { NO_TILES, USUAL_TIME, type ViewProps } from './view-props.ts'

const MOST_TILES = 3

interface MonthViewProps extends ViewProps {
  /** `2026-11`: days of other months are dimmed. */
  readonly month: string
  /** On a narrow screen a day says how many posts it has. */
  readonly counts: boolean
}

export function MonthView(props: MonthViewProps) {
  const { weekday, month } = useDayFormats()
  const weeks = Array.from({ length: props.days.length / 7 }, (_, week) =>
    props.days.slice(week * 7, week * 7 + 7),
  )
  return (
    <table
      className={classes.month}
      data-counts={props.counts || undefined}
      aria-label={month(`${props.month}-01`)}
    >
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <MonthDay key={day} day={day} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MonthDay({
  day,
  month,
  counts,
  today,
  tilesOf,
  hints,
  onOpen,
  onOpenDay,
  onCompose,
}: MonthViewProps & { readonly day: Day }) {
  const { plan } = useStrings()
  const { number, long } = useDayFormats()
  const tiles = tilesOf.get(day) ?? NO_TILES
  const shown = counts
    ? NO_TILES
    : tiles.slice(0, tiles.length > MOST_TILES + 1 ? MOST_TILES : MOST_TILES + 1)
  const isPast = day < today
  const compose = (event: MouseEvent) => {
    if (!isPast && !counts && event.target === event.currentTarget) onCompose(day, USUAL_TIME)
  }
  return (
    <td
      className={classes.day}
      data-drop={day}
      data-today={day === today || undefined}
      data-outside={!day.startsWith(month) || undefined}
      data-empty={hints.empty.has(day) || undefined}
      data-past={isPast || undefined}
      onClick={compose}
    >
      <div className={classes.head}>
        <button
          type="button"
          className={classes.number}
          aria-label={plan.openDay(long(day), tiles.length)}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => onOpenDay(day)}
        >
          {number(day)}
        </button>
        <DayHintBadge day={day} hints={hints} />
        {!isPast && !counts && (
          <button
            type="button"
            // The keyboard finds it on the page of the day: here it would be forty stops more.
            tabIndex={-1}
            className={classes.add}
            aria-label={plan.newPostOn(long(day))}
            onClick={() => onCompose(day, USUAL_TIME)}
          >
            <PlusIcon size={14} />
          </button>
        )}
      </div>
      {counts && tiles.length > 0 && (
        <button type="button" tabIndex={-1} className={classes.count} onClick={() => onOpenDay(day)}>
          {tiles.length}
        </button>
      )}
      {shown.map((tile) => (
        <Tile key={tile.post.id} tile={tile} onOpen={onOpen} small />
      ))}
      {!counts && tiles.length > shown.length && (
        <button
          type="button"
          className={classes.more}
          aria-label={plan.moreOn(tiles.length - shown.length, long(day))}
          onClick={() => onOpenDay(day)}
        >
          {plan.more(tiles.length - shown.length)}
        </button>
      )}
    </td>
  )
}
