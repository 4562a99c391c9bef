import { Group, Stack, Text } from '@mantine/core'
import { PlusIcon } from '@primer/octicons-react'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { SeePostLink } from '../../posts/post-links.tsx'
import { SMALL, SOFT } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './agenda.module.css'
import { useDayFormats } from '../clock/day-formats.ts'
import { DayHintBadge } from './hints.tsx'
import { useDropPlace } from '../drag/drag.tsx'
import { Tile } from '../card/tile.tsx'
import { NO_TILES, type ViewProps } from './view-props.ts'

/** A week on a narrow screen: its days with their posts below each other. Of this week, what is over and was empty is left out. */
export function Agenda(props: ViewProps) {
  const { days, today, tilesOf } = props
  const shown = days.includes(today) ? days.filter((day) => day >= today || tilesOf.has(day)) : days
  return shown.map((day) => <AgendaDay key={day} day={day} {...props} />)
}

type AgendaDayProps = ViewProps & { readonly day: Day }

function AgendaDay({ day, tilesOf, today, hints, onOpen, onOpenDay, onCompose }: AgendaDayProps) {
  const tiles = tilesOf.get(day) ?? NO_TILES
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
        <Text pt={2} {...SOFT}>
          {plan.emptyDay}
        </Text>
      ) : (
        <Stack component="ul" gap={6}>
          {tiles.map((tile) => (
            <Group key={tile.post.id} component="li" gap="6px 16px" {...SMALL}>
              <Tile tile={tile} onOpen={onOpen} size="line" />
              <SeePostLink post={tile.post} />
            </Group>
          ))}
        </Stack>
      )}
    </section>
  )
}
