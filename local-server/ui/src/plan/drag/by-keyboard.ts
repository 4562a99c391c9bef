// Where a key leads a card that was picked up: from day to day, from week to week, through what is on a day, and to the drafts.
import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core'
import type { KeyboardEvent as KeyPress } from 'react'
import { addDays } from '../../../../../core/rules/times/calendar-days.ts'

/** A list shows some days only. */
const FARTHEST_DAY = 31

const DAYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const ROWS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

export interface Steps {
  /** Days from one row to the next; posts, where there are no days. */
  readonly row: 1 | 3 | 7
  /** Where the first key leads a draft. */
  readonly today: string
}

const elementOf = (id: string) => document.querySelector<HTMLElement>(`[data-drop="${id}"]`)

/** The id of the place in which this one lies. */
export const placeAround = (element: Element | null | undefined): string | null =>
  element?.parentElement?.closest<HTMLElement>('[data-drop]')?.dataset['drop'] ?? null

/** The place to which the key leads, on the screen; null when there is none. */
export function nextPlace(key: KeyboardEvent, from: string, steps: Steps): string | null {
  const next =
    key.code === 'KeyT'
      ? existing('tray')
      : key.code === 'Tab'
        ? within(from, key.shiftKey ? -1 : 1)
        : beside(from, key.code, steps)
  if (next === null) return null
  elementOf(next)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return next
}

function beside(from: string, code: string, { row, today }: Steps): string | null {
  const [days, rows] = [DAYS[code], ROWS[code]]
  if (days === undefined && rows === undefined) return null
  if (from === 'tray') return firstDay(today)
  const place = isDayOrHour(from) ? from : placeAround(elementOf(from))
  if (place === null) return amongPosts(from, days ?? (rows ?? 0) * row)
  const [day = '', hour] = place.split('T')
  if (hour !== undefined && rows !== undefined) {
    return existing(`${day}T${String(Number(hour) + rows).padStart(2, '0')}`)
  }
  const by = days ?? (rows ?? 0) * row
  for (let far = 1; far <= FARTHEST_DAY; far += 1) {
    const other = addDays(day, by * far)
    const found = existing(hour === undefined ? other : `${other}T${hour}`)
    if (found !== null) return found
  }
  return null
}

function amongPosts(from: string, by: number): string | null {
  const posts = [...document.querySelectorAll<HTMLElement>('[data-drop^="post:"]')]
  const at = posts.findIndex(({ dataset }) => dataset['drop'] === from) + by
  return posts[at]?.dataset['drop'] ?? null
}

/** Today, or what is first on the screen. */
function firstDay(today: string): string | null {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-drop]')].map(
    ({ dataset }) => dataset['drop'] ?? '',
  )
  return shown.find((id) => id.startsWith(today)) ?? shown.find(isDayOrHour) ?? null
}

/** The day itself, then what lies in it. */
function within(from: string, by: 1 | -1): string | null {
  const day = isDayOrHour(from) ? from : placeAround(elementOf(from))
  const around = day === null ? null : elementOf(day)
  if (!around) return null
  const places = [around, ...around.querySelectorAll<HTMLElement>('[data-drop]')]
  const at = places.findIndex(({ dataset }) => dataset['drop'] === from)
  return places.at((at + by) % places.length)?.dataset['drop'] ?? null
}

const isDayOrHour = (id: string) => /^\d{4}-/.test(id)
const existing = (id: string) => (elementOf(id) ? id : null)

// Dragging by keyboard: Space picks up and drops, Escape puts back, and every other key may lead to another place. The library's
// own sensor moves by coordinates, which scrolls past what is meant.

interface KeySensorOptions {
  readonly onPickUp: (card: HTMLElement | null) => void
  /** Goes where the key leads; false for a key that leads nowhere. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

export class KeySensor implements SensorInstance {
  autoScrollEnabled = false
  readonly #props: SensorProps<KeySensorOptions>
  readonly #ended = new AbortController()
  #steps = 0

  static activators: Activators<KeySensorOptions> = [
    {
      eventName: 'onKeyDown',
      handler: (event: KeyPress, _options, { active }) => {
        const activator = active.activatorNode.current
        if (event.nativeEvent.code !== 'Space' || (activator !== null && event.target !== activator))
          return false
        event.preventDefault()
        return true
      },
    },
  ]

  constructor(props: SensorProps<KeySensorOptions>) {
    this.#props = props
    props.options.onPickUp(props.activeNode.node.current)
    props.onStart({ x: 0, y: 0 })
    const { signal } = this.#ended
    // The key press that began it is still being dispatched.
    setTimeout(() => document.addEventListener('keydown', this.#press, { signal, capture: true }))
    window.addEventListener('blur', this.#cancel, { signal })
  }

  readonly #cancel = () => {
    this.#ended.abort()
    this.#props.onCancel()
  }

  readonly #press = (event: KeyboardEvent) => {
    if (event.code === 'Escape') this.#cancel()
    else if (event.code === 'Space' || event.code === 'Enter') {
      this.#ended.abort()
      this.#props.onEnd()
    } else if (this.#props.options.onKey(event)) {
      this.#steps += 1
      // Any change of position makes the drag look again.
      this.#props.onMove({ x: this.#steps % 2, y: 0 })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}
