import { Button } from '@mantine/core'
import {
  memo,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  type MouseEvent,
  type RefObject,
} from 'react'
import { weekOf, type Day } from '../../../../../core/rules/times/calendar-days.ts'
import { Tile } from '../card/tile.tsx'
import { useDropPlace } from '../drag/cards.ts'
import { useDayFormats } from '../clock/day-formats.ts'
import { useStrings } from '../../strings/language.tsx'
import type { Extend } from '../period.ts'
import { FreePlaces, AddToDay, DayHintBadge, DayNote, DayRoomMeter, OpenDay } from './day-parts.tsx'
import frame from './frame.module.css'
import { useDayInView, usePlanView } from './plan-view.ts'
import classes from './weeks.module.css'

/** What a row has room for. */
const MOST_TILES = { beside: 3, below: 2 }
/** Free slots that fit in the room of one card. */
const SLOTS_FOR_A_TILE = 2
/** More weeks are fetched while there is still this much to scroll. */
const NEAR_PX = 320
/** A window has room for about as many. Those after them are drawn later: all at once would keep the page from answering. */
const FIRST_WEEKS = 4

interface WeeksProps {
  /** Stands at the top at first, and again with each `jump`. */
  readonly day: Day
  readonly jump: number
  readonly isLoading: boolean
  readonly onExtend: Extend
  /** The first day that can be seen. */
  readonly onSight: (day: Day) => void
}

/** Weeks without an end in either direction. */
export function Weeks({ day, jump, isLoading, onExtend, onSight }: WeeksProps) {
  const { days, isStacked, today } = usePlanView()
  const { plan } = useStrings()
  const { weekday } = useDayFormats()
  const box = useRef<HTMLDivElement>(null)
  const all = useMemo(
    () => Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)),
    [days],
  )
  const from = all.findIndex((week) => week.includes(day))
  const weeks = useDeferredValue(all, all.slice(0, from + FIRST_WEEKS))
  const isWhole = weeks === all
  const top = isStacked ? day : (weekOf(day)[0] ?? day)
  useScrollPlace(box, { weeks, isWhole, top, jump, today })
  const isBusy = isLoading || !isWhole
  const look = () => {
    const element = box.current
    if (element === null) return
    const { scrollTop, scrollHeight, clientHeight } = element
    if (!isBusy && scrollTop < NEAR_PX) onExtend('earlier')
    if (!isBusy && scrollHeight - scrollTop - clientHeight < NEAR_PX) onExtend('later')
    const seen = firstInSight(element)
    if (seen !== null) onSight(seen)
  }
  return (
    <div ref={box} className={frame.box} onScroll={look} aria-busy={isBusy}>
      <Button variant="subtle" size="compact-sm" fullWidth onClick={() => onExtend('earlier')}>
        {plan.earlierWeeks}
      </Button>
      <div className={classes.names} aria-hidden="true">
        {weeks[0]?.map((one) => (
          <span key={one}>{weekday(one)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <Week key={week[0]} week={week} />
      ))}
      <Button variant="subtle" size="compact-sm" fullWidth onClick={() => onExtend('later')}>
        {plan.laterWeeks}
      </Button>
    </div>
  )
}

interface Place {
  readonly weeks: readonly (readonly Day[])[]
  /** Whether all of them are drawn. */
  readonly isWhole: boolean
  readonly top: Day
  readonly jump: number
  readonly today: Day
}

/**
 * Keeps what is on the screen in its place when weeks are added above it, and brings the wanted day to the top: not one that is
 * wanted because another day has begun, for a reader who has scrolled away from the one before.
 */
function useScrollPlace(
  box: RefObject<HTMLDivElement | null>,
  { weeks, isWhole, top, jump, today }: Place,
): void {
  const first = weeks[0]?.[0]
  const before = useRef(first)
  useLayoutEffect(() => {
    const element = box.current
    const [was, is] = [dayElement(element, before.current), dayElement(element, first)]
    if (element && was && is && first !== undefined && first < (before.current ?? first)) {
      element.scrollTop += topOf(was) - topOf(is)
    }
    before.current = first
  }, [box, first])
  const brought = useRef<Pick<Place, 'top' | 'jump' | 'today'>>(undefined)
  useLayoutEffect(() => {
    const wanted = { top, jump, today }
    const last = brought.current
    const [element, there] = [box.current, dayElement(box.current, top)]
    if (last?.top === top && last.jump === jump) brought.current = wanted
    else if (element !== null && there !== null) {
      const isElsewhere = last?.jump === jump && last.today !== today && firstInSight(element) !== last.top
      const way = () => topOf(there) - viewTopOf(element)
      if (!isElsewhere) element.scrollTop += way()
      // What is drawn so far may be too short to scroll there.
      if (isElsewhere || isWhole || Math.abs(way()) < 1) brought.current = wanted
    }
  }, [box, weeks, isWhole, top, jump, today])
}

const topOf = (element: Element) => element.getBoundingClientRect().top
/** Below the names of the days, which stay at the top. */
const viewTopOf = (box: Element) => topOf(box) + Number.parseFloat(getComputedStyle(box).scrollPaddingTop)

function dayElement(box: Element | null, day: Day | undefined): Element | null {
  return box?.querySelector(`li[data-drop="${day}"]`) ?? null
}

function firstInSight(box: Element): Day | null {
  const top = viewTopOf(box)
  for (const element of box.querySelectorAll<HTMLElement>('li[data-drop]')) {
    const { top: from, height } = element.getBoundingClientRect()
    if (from + height / 2 > top) return element.dataset['drop'] ?? null
  }
  return null
}

const Week = memo(function Week({ week }: { readonly week: readonly Day[] }) {
  return (
    <ol className={classes.week}>
      {week.map((day) => (
        <WeekDay key={day} day={day} />
      ))}
    </ol>
  )
})

function WeekDay({ day }: { readonly day: Day }) {
  const { plan } = useStrings()
  const { number, weekday, monthAndDay, long } = useDayFormats()
  const { isStacked, notes, onCompose } = usePlanView()
  const { tiles, isPast, marks, ...free } = useDayInView(day)
  const most = isStacked ? MOST_TILES.below : MOST_TILES.beside
  const shown = tiles.slice(0, most)
  const left = (most - shown.length) * SLOTS_FOR_A_TILE
  const coming = free.coming.slice(0, left)
  const slots = free.slots.slice(0, left - coming.length)
  const isAlone = tiles.length === 1 && slots.length + coming.length === 0 && !isStacked
  const compose = (event: MouseEvent) => {
    if (!isPast && event.target === event.currentTarget) onCompose(day)
  }
  return (
    <li {...useDropPlace({ kind: 'day', day })} className={classes.day} {...marks} onClick={compose}>
      <div className={classes.head}>
        <OpenDay day={day} className={classes.number}>
          {isStacked && <span className={classes.weekday}>{weekday(day)}</span>}
          {day.endsWith('-01') ? monthAndDay(day) : number(day)}
        </OpenDay>
        <DayHintBadge day={day} />
        <DayRoomMeter day={day} />
        {/* The keyboard finds it on the page of the day: here it would add forty tab stops. */}
        {!isStacked && <DayNote day={day} tabIndex={-1} data-on-hover />}
        <AddToDay day={day} tabIndex={-1} data-on-hover />
        {tiles.length > shown.length && (
          <OpenDay
            day={day}
            className={classes.more}
            label={plan.moreOn(tiles.length - shown.length, long(day))}
          >
            {plan.more(tiles.length - shown.length)}
          </OpenDay>
        )}
      </div>
      <div className={classes.tiles} onClick={compose}>
        {isStacked && notes.has(day) && <DayNote day={day} />}
        {shown.map((tile) => (
          <Tile key={tile.post.id} tile={tile} size={isAlone ? 'alone' : 'row'} />
        ))}
        <FreePlaces coming={coming} slots={slots} />
      </div>
    </li>
  )
}
