import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Day } from '../../../../../core/rules/times/calendar-days.ts'
import { SMALL, SOFT } from '../../kit/looks.ts'
import { SeePostLink } from '../../posts/parts.tsx'
import { useStrings } from '../../strings/language.tsx'
import { Tile } from '../card/tile.tsx'
import { useDayFormats } from '../clock/day-formats.ts'
import { useDropPlace } from '../drag/cards.ts'
import { quarterAt } from '../drag/drop-targets.ts'
import { DayTools, FreePlaces, OpenDay } from './day-parts.tsx'
import { firstHourOf } from './first-hour.ts'
import { useIsNarrow, useDayInView, usePlanView } from './plan-view.ts'
import classes from './hours.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** On a narrow screen a week by the hour is a list. */
export function Hours() {
  const { days } = usePlanView()
  const isNarrow = useIsNarrow()
  return isNarrow && days.length > 1 ? <Agenda /> : <TimeGrid />
}

/** One or seven days by the hour. Posts have no length: an hour grows with what is in it. */
function TimeGrid() {
  const { days, tilesOf, slotsOf, comingOf, onGo } = usePlanView()
  const { plan } = useStrings()
  const [whole, setWhole] = useState(false)
  const { hour: hourName } = useDayFormats()
  const first = whole ? 0 : firstHourOf(days, [tilesOf, slotsOf, comingOf])
  const table = useRef<HTMLTableElement>(null)
  useBeginningAtNow(table, first)
  return (
    <>
      {first > 0 && (
        <Button variant="subtle" size="compact-sm" m="3xs" onClick={() => setWhole(true)}>
          {plan.earlierHours}
        </Button>
      )}
      {days.length === 1 && (
        <Button variant="subtle" size="compact-sm" m="3xs" onClick={() => onGo({ view: 'week' })}>
          {plan.wholeWeek}
        </Button>
      )}
      <table ref={table} className={classes.grid} data-single={days.length === 1 || undefined}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <VisuallyHidden component="span">{plan.hour}</VisuallyHidden>
            </th>
            {days.map((day) => (
              <DayHead key={day} day={day} />
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
                <HourCell key={day} day={day} hour={hour} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Where today is shown, all but the last past hour begins out of sight; other days begin with their morning. */
function useBeginningAtNow(table: RefObject<HTMLTableElement | null>, first: number): void {
  const { days, today, hourNow } = usePlanView()
  const hasToday = days.includes(today)
  useLayoutEffect(() => {
    const grid = table.current
    const box = grid?.parentElement
    if (!grid || !box) return
    const rowsOver = hasToday ? hourNow - 1 - first : 0
    const row = grid.tBodies[0]?.rows[rowsOver]
    // Beneath the heads of the days, which stay.
    box.scrollTop = row && rowsOver > 0 ? grid.offsetTop + row.offsetTop - (grid.tHead?.offsetHeight ?? 0) : 0
    // Only at first: later the reader has scrolled.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasToday])
}

function DayHead({ day }: { readonly day: Day }) {
  const { plan } = useStrings()
  const { short } = useDayFormats()
  const { tiles } = useDayInView(day)
  const isAlone = usePlanView().days.length === 1
  return (
    <th scope="col" className={classes.head}>
      <Group component="span" gap={0} wrap="nowrap">
        {isAlone ? plan.openDay(short(day), tiles.length) : <OpenDay day={day}>{short(day)}</OpenDay>}
        <DayTools day={day} />
      </Group>
    </th>
  )
}

function HourCell({ day, hour }: { readonly day: Day; readonly hour: number }) {
  const { days, today, hourNow, onCompose } = usePlanView()
  const { tiles, slots, coming, isPast: isDayPast, marks } = useDayInView(day)
  const isWithin = ({ wall }: { readonly wall: string }) => Number(wall.slice(11, 13)) === hour
  const isPast = isDayPast || (day === today && hour < hourNow)
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
      data-empty={marks['data-empty']}
      onClick={compose}
    >
      {tiles.filter(isWithin).map((tile) => (
        <Tile key={tile.post.id} tile={tile} size={days.length > 1 ? 'row' : 'line'} />
      ))}
      <FreePlaces coming={coming.filter(isWithin)} slots={slots.filter(isWithin)} />
    </td>
  )
}

/** A week on a narrow screen: its days with their posts below each other. Of this week, what is over and was empty is left out. */
function Agenda() {
  const { days, today, tilesOf } = usePlanView()
  const shown = days.includes(today) ? days.filter((day) => day >= today || tilesOf.has(day)) : days
  return shown.map((day) => <AgendaDay key={day} day={day} />)
}

function AgendaDay({ day }: { readonly day: Day }) {
  const { plan } = useStrings()
  const { short } = useDayFormats()
  const { tiles, slots, coming, marks } = useDayInView(day)
  const isEmpty = usePlanView().isWhole && coming.length === 0
  return (
    <section {...useDropPlace({ kind: 'day', day })} className={classes.day} data-today={marks['data-today']}>
      <div className={classes.dayHead}>
        <h3>
          <OpenDay day={day}>{short(day)}</OpenDay>
        </h3>
        <DayTools day={day} />
      </div>
      <Stack gap="3xs">
        {tiles.length > 0 ? (
          <Stack component="ul" gap="3xs">
            {tiles.map((tile) => (
              <Group key={tile.post.id} component="li" gap="0.375rem 1rem" {...SMALL}>
                <Tile tile={tile} size="line" />
                <SeePostLink post={tile.post} />
              </Group>
            ))}
          </Stack>
        ) : (
          isEmpty && (
            <Text pt="5xs" {...SOFT}>
              {plan.emptyDay}
            </Text>
          )
        )}
        <FreePlaces coming={coming} slots={slots} />
      </Stack>
    </section>
  )
}
