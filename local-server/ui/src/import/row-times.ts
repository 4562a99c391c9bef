// The account and time of each row of an import: what a person has chosen, else what is proposed, which is never close to another
// post of its account. Pure.
import type { SlotPlan } from '../../../../core/ports/posts/slot-store.ts'
import { addDays, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { nextFreeSlot } from '../../../../core/rules/times/slot-times.ts'
import { CLOSE, clashTest, firstClearTime } from '../../../../core/rules/times/spacing.ts'
import { instantOf, resolveWallTime, wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import type { DateOrder } from '../../../../core/rules/times/typed-time.ts'
import type { Instant } from '../../../../core/time.ts'
import type { ChosenWallTime } from '../shared/overlay-address.ts'
import type { InOrder, ReadRow } from './table-rows.ts'

/** `slots`: each takes the next free slot. `daily`: one a day, at one time. `drafts`: no time at all. */
export type ImportTimes = 'slots' | 'daily' | 'drafts'

interface ImportFacts {
  /** Rows have times of their own, or say that they want the next slot. */
  readonly isTable: boolean
  /** One of the accounts has a free one. */
  readonly hasSlots: boolean
}

/** `start`: where it was dropped. A draft never gets a time automatically: without slots, times are for a person to choose. */
export function proposedTimes(
  start: ChosenWallTime | 'drafts' | null,
  { isTable, hasSlots }: ImportFacts,
): ImportTimes {
  if (start !== null) return start === 'drafts' ? 'drafts' : 'daily'
  if (hasSlots) return 'slots'
  return isTable ? 'daily' : 'drafts'
}

/** The table names an account for it that is not here, and nobody has chosen another one yet. */
export const isAccountOpen = ({ asksAccount, accountId }: Pick<ReadRow, 'asksAccount' | 'accountId'>) =>
  asksAccount && accountId === null

/** What a person has chosen, but slots where it has turned out that there are none, as for another account. */
export function timesOfImport(
  chosen: ImportTimes | null,
  proposed: ImportTimes,
  hasSlots: boolean | null,
): ImportTimes {
  return chosen === null || (chosen === 'slots' && hasSlots === false) ? proposed : chosen
}

/** Whose slots count: that of the files and, of rows that a table wants in the next one, those that it names. */
export function accountsToAsk(
  accountId: string | null,
  rows: readonly (Pick<RowChoice, 'accountId' | 'wall'> & Pick<ReadRow, 'line'>)[],
): string[] {
  const named = rows.filter(({ line, wall }) => line !== null && wall === null)
  return [...new Set([accountId, ...named.map((row) => row.accountId)])].filter((id) => id !== null)
}

/**
 * What was begun for an account stays with it, whichever another tab has used since: once it is disconnected, a person chooses.
 * `accountIds`: undefined until they are read.
 */
export function accountOfImport(
  accountIds: readonly string[] | undefined,
  begunFor: string | null,
  proposed: string | null,
): string | null {
  if (begunFor === null) return proposed
  return accountIds?.includes(begunFor) === false ? null : begunFor
}

export interface ImportPlan {
  /** Of the rows that have none of their own; null until one is chosen. */
  readonly accountId: string | null
  readonly times: ImportTimes
  /** The first day of `daily`, and its time: `18:00`. */
  readonly from: Day
  readonly time: string
  readonly timeZone: string
}

/** What a person has chosen for a row. */
export interface RowChoice {
  readonly id: number
  readonly accountId: string | null
  /** `2026-11-25T10:00` by the clocks of the import; empty while it is being typed. */
  readonly wall: string | null
  /** What `wall` was written for, by the table. */
  readonly meantAt?: Instant | null
  /** The time of the post that it changes. */
  readonly movedFrom?: Instant | null
}

/**
 * Reads the dates that fit both ways in this order. A time that was typed meanwhile stays, and nothing is said again that was put right;
 * a row that is known then goes.
 */
export function withOrder<Row extends Pick<ReadRow, 'byOrder'> & InOrder>(
  rows: readonly Row[],
  order: DateOrder,
): Row[] {
  const read = rows.map((row) => {
    const said = row.byOrder?.[order]
    if (!said) return row
    const wall = row.wall || said.wall
    const refusal = row.refusal === null && wall !== '' ? null : said.refusal
    return { ...row, ...said, wall, refusal, byOrder: null }
  })
  return read.filter(({ isKnown }) => !isKnown)
}

export interface PlannedRow {
  readonly accountId: string | null
  /** As of the choice; null for a draft. */
  readonly wall: string | null
  readonly at: Instant | null
  /** `close`: to another post of its account. */
  readonly trouble: 'past' | 'close' | null
}

export interface AccountAtHand {
  /** Null without slots. */
  readonly slots: SlotPlan | null
  /** Of its other posts. */
  readonly times: readonly Instant[]
  /** Of the posts that this import has made of it. */
  readonly made: readonly Instant[]
}

interface Known {
  readonly now: Instant
  accountOf(id: string): AccountAtHand
}

export function planRows(
  rows: readonly RowChoice[],
  plan: ImportPlan,
  known: Known,
): ReadonlyMap<number, PlannedRow> {
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId ?? plan.accountId)
  return new Map([...byAccount].flatMap(([accountId, own]) => planOfAccount(accountId, own, plan, known)))
}

function planOfAccount(
  accountId: string | null,
  rows: readonly RowChoice[],
  plan: ImportPlan,
  { now, accountOf }: Known,
): (readonly [id: number, PlannedRow])[] {
  if (plan.times === 'drafts') return rows.map(({ id }) => [id, { accountId, ...NO_TIME }])
  const { slots, times, made } = accountId === null ? NOTHING_KNOWN : accountOf(accountId)
  const moved = new Set(rows.map(({ movedFrom }) => movedFrom))
  const isTaken = clashTest([...times.filter((at) => !moved.has(at)), ...made])
  const chosen = new Map(
    rows.flatMap(({ id, wall, meantAt = null }) => {
      const isMeant = meantAt !== null && wall === wallTimeOf(meantAt, plan.timeZone)
      const at = isMeant ? meantAt : wall === null ? null : instantOfWall(wall, plan.timeZone)
      return at === null ? [] : [[id, at] as const]
    }),
  )
  const isChosen = clashTest([...chosen.values()])
  const proposed: Instant[] = []
  const clashes = (at: Instant) => isTaken(at) || isChosen(at) || proposed.some((one) => isClose(one, at))
  const ats = rows.map(({ id, wall }) => {
    if (wall !== null) return chosen.get(id) ?? null
    const place = { now, day: made.length + proposed.length, after: proposed.at(-1) ?? now, clashes }
    const at = propose(plan, slots, place)
    if (at !== null) proposed.push(at)
    return at
  })
  return rows.map(({ id, wall }, index) => {
    const at = ats[index] ?? null
    if (at === null) return [id, { accountId, wall: wall ?? '', at, trouble: null }]
    const isNear = ats.some((one, other) => other !== index && one !== null && isClose(one, at))
    const trouble = at <= now ? 'past' : isNear || isTaken(at) ? 'close' : null
    return [id, { accountId, wall: wall ?? wallTimeOf(at, plan.timeZone), at, trouble }]
  })
}

const NO_TIME = { wall: null, at: null, trouble: null }
const NOTHING_KNOWN: AccountAtHand = { slots: null, times: [], made: [] }

const isClose = (one: Instant, other: Instant) => Math.abs(one - other) < CLOSE

/** The first day of `daily`: where files were dropped, but for an import that was kept until later; else tomorrow. */
export function importBegins(
  start: Pick<ChosenWallTime, 'wall'> | null,
  now: Instant,
  timeZone: string,
): Day {
  const today = wallTimeOf(now, timeZone).slice(0, 10)
  const day = start?.wall.slice(0, 10) ?? addDays(today, 1)
  return day < today ? today : day
}

interface Place {
  readonly now: Instant
  /** Counts from 0, within its account. */
  readonly day: number
  /** Slots up to here are taken. */
  readonly after: Instant
  clashes(at: Instant): boolean
}

/** One a day, too, where no slot is free; null only while the time of day is being typed. */
function propose(
  { times, from, time, timeZone }: ImportPlan,
  slots: SlotPlan | null,
  { now, day, after, clashes }: Place,
): Instant | null {
  const slot = times === 'slots' && slots ? nextFreeSlot(slots, after, clashes) : null
  if (slot !== null) return slot
  const meant = instantOfWall(`${addDays(from, day)}T${time}`, timeZone)
  return meant === null ? null : firstClearTime(meant, (at) => at <= now || clashes(at))
}

/** A time that comes twice means the first, and one that is skipped comes later, as they do for slots. */
function instantOfWall(wall: string, timeZone: string): Instant | null {
  const { kind } = resolveWallTime({ wall, timeZone, choice: null })
  return kind === 'invalid' ? null : instantOf(wall, timeZone)
}
