import { Button } from '@mantine/core'
import { PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { SeePostLink } from '../../posts/see-post-link.tsx'
import { useStrings } from '../../strings/language.tsx'
import classes from './agenda.module.css'
import { useDayFormats } from '../clock/day-formats.ts'
import { DayHintBadge } from '../hints/hints.tsx'
import type { PlannedTile } from '../planned-tiles.ts'
import { useDropPlace } from '../drag/drag.tsx'
import { Tile } from '../card/tile.tsx'
import { NO_TILES, type ViewProps } from './view-props.ts'

const AT_ONCE = 100

interface AgendaProps extends ViewProps {
  /** True to show days without a post, too. */
  readonly everyDay: boolean
}

/** Posts below each other, day by day. */
export function Agenda(props: AgendaProps) {
  const { days, tilesOf, everyDay } = props
  const { plan } = useStrings()
  const [most, setMost] = useState(AT_ONCE)
  const parts = firstTiles(days, tilesOf, most)
  const shown = parts.filter(({ day, tiles }) => tiles.length > 0 || everyDay || props.hints.empty.has(day))
  const left = days.reduce((sum, day) => sum + (tilesOf.get(day)?.length ?? 0), 0) - most
  return (
    <>
      {shown.map(({ day, tiles }) => (
        <AgendaDay key={day} day={day} tiles={tiles} {...props} />
      ))}
      {left > 0 && (
        <Button variant="default" onClick={() => setMost(most + AT_ONCE)}>
          {plan.showMore(Math.min(left, AT_ONCE))}
        </Button>
      )}
    </>
  )
}

function firstTiles(days: readonly Day[], tilesOf: ViewProps['tilesOf'], most: number) {
  const parts: { day: Day; tiles: readonly PlannedTile[] }[] = []
  let left = most
  for (const day of days) {
    if (left <= 0) break
    const tiles = (tilesOf.get(day) ?? NO_TILES).slice(0, left)
    parts.push({ day, tiles })
    left -= tiles.length
  }
  return parts
}

interface AgendaDayProps extends ViewProps {
  readonly day: Day
  readonly tiles: readonly PlannedTile[]
}

function AgendaDay({ day, tiles, today, hints, onOpen, onOpenDay, onCompose }: AgendaDayProps) {
  const { plan } = useStrings()
  const { short, long } = useDayFormats()
  return (
    <section
      {...useDropPlace({ kind: 'day', day })}
      className={classes.day}
      data-today={day === today || undefined}
    >
      <div className={classes.head}>
        <h3>
          <button
            type="button"
            aria-label={plan.openDay(long(day), tiles.length)}
            onClick={() => onOpenDay(day)}
          >
            {short(day)}
          </button>
        </h3>
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
      </div>
      {tiles.length === 0 ? (
        <p className={classes.none}>{plan.emptyDay}</p>
      ) : (
        <ul className={classes.posts}>
          {tiles.map((tile) => (
            <li key={tile.post.id}>
              <Tile tile={tile} onOpen={onOpen} size="line" />
              <SeePostLink post={tile.post} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
