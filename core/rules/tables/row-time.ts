// The time that a row of a table says. A table is imported again and again, so only what means the same each time is a time.
import { DAY, isTimeZone, toIso, type IsoText } from '../../time.ts'
import { readIso, readTypedTime, type TypedIn } from '../times/typed-time.ts'
import { wallTimeOf } from '../times/wall-time.ts'
import type { RowProblem } from './table-problems.ts'

export type RowTime =
  | { readonly scheduledFor: IsoText; readonly timezone: string }
  | { readonly nextSlot: true }

/** What the row itself says, which is the same on a computer in another time zone. */
export interface WrittenTime {
  /** `2031-11-24T09:00`, `2031-11-24T08:00:00.000Z` where it is written with its offset, or `next slot`. */
  readonly at: string
  readonly zone: string | null
}

export interface ReadTime {
  readonly time: RowTime | null
  readonly written: WrittenTime | null
  readonly problem: RowProblem | null
}

export const SLOT: ReadTime = {
  time: { nextSlot: true },
  written: { at: 'next slot', zone: null },
  problem: null,
}

/** Further ahead than any word reaches. */
const ANOTHER_YEAR = 400 * DAY

export function readRowTime(text: string | null, zone: string | null, typed: TypedIn): ReadTime {
  const timeZone = zone ?? typed.timeZone
  if (text === null) return refused({ code: 'NO_TIME' })
  if (/^next slot$/i.test(text)) return SLOT
  if (!isTimeZone(timeZone)) return refused({ code: 'NO_SUCH_ZONE', zone: timeZone })
  const readAt = (now: number) => readTypedTime(text, { ...typed, timeZone, now })
  const read = readAt(typed.now)
  if (JSON.stringify(read) !== JSON.stringify(readAt(typed.now + ANOTHER_YEAR)))
    return refused({ code: 'RELATIVE_TIME', text })
  switch (read.kind) {
    case 'instant': {
      const scheduledFor = toIso(read.at)
      const at = readIso(text) === null ? wallTimeOf(read.at, timeZone) : scheduledFor
      return { time: { scheduledFor, timezone: timeZone }, written: { at, zone }, problem: null }
    }
    case 'order':
      return refused({ code: 'DATE_ORDER', text })
    case 'twice':
      return refused({ code: 'TIME_TWICE', text, zone: timeZone, earlier: read.earlier, later: read.later })
    case 'never':
      return refused({ code: 'TIME_SKIPPED', text, zone: timeZone })
    case 'unreadable':
      return refused({ code: 'NO_SUCH_TIME', text })
  }
}

const refused = (problem: RowProblem): ReadTime => ({ time: null, written: null, problem })
