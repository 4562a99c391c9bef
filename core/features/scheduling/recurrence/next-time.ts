// When a recurring post comes back: the same wall-clock time, a week or a month later. Pure.
import { Temporal } from 'temporal-polyfill'
import type { Recurrence } from '../../../ports/posts/recurrence-store.ts'
import type { SlotPlan } from '../../../ports/posts/slot-store.ts'
import { DAY, LATEST, type Instant } from '../../../time.ts'
import { addDays, addMonths } from '../../../rules/times/calendar-days.ts'
import { hasSlots } from '../slots/find-slot.ts'
import { slotInsteadOf } from '../../../rules/times/slot-times.ts'
import { dayOf, instantOf, wallTimeOf } from '../../../rules/times/wall-time.ts'

type Rhythm = Pick<Recurrence, 'every' | 'dayOfMonth' | 'timezone' | 'dueAt'>

interface LastTime {
  readonly now: Instant
  /** The time of the post before. */
  readonly wentOutFor: Instant
}

/**
 * The first time in the rhythm that lies ahead, on a later day than the last one: missed ones are not made up for. Null after the
 * year 9999, where days no longer sort as text.
 */
export function nextDueAt({ every, dayOfMonth, timezone, dueAt }: Rhythm, last: LastTime): Instant | null {
  const wall = wallTimeOf(dueAt, timezone)
  const lastDay = dayOf(last.wentOutFor, timezone)
  // Starts near the first candidate: a series may have begun long ago.
  const passed = Math.floor((last.now - dueAt) / (every === 'weekly' ? 7 * DAY : 32 * DAY))
  for (let steps = Math.max(1, passed); ; steps += 1) {
    const next = every === 'weekly' ? movedByDays(wall, 7 * steps) : movedByMonths(wall, steps, dayOfMonth)
    const at = instantOf(next, timezone)
    if (at > LATEST) return null
    if (at > last.now && next.slice(0, 10) > lastDay) return at
  }
}

function movedByDays(wall: string, days: number): string {
  return `${addDays(wall.slice(0, 10), days)}${wall.slice(10)}`
}

function movedByMonths(wall: string, months: number, dayOfMonth: number): string {
  const first = addMonths(`${wall.slice(0, 8)}01`, months)
  const date = Temporal.PlainDate.from(first).with({ day: dayOfMonth }, { overflow: 'constrain' })
  return `${date.toString()}${wall.slice(10)}`
}

export interface SlotAvailability {
  /** Null when the account has none. */
  readonly plan: SlotPlan | null
  readonly now: Instant
  isTaken(at: Instant): boolean
}

/** The free slot that is meant for that time: the nearest of its day, else the next one. */
export function plannedTime(dueAt: Instant, available: SlotAvailability): Instant {
  return freeSlotFor(dueAt, available) ?? dueAt
}

/** Null where the account has no slots, or none that is free. */
export function freeSlotFor(dueAt: Instant, { plan, now, isTaken }: SlotAvailability): Instant | null {
  if (plan === null || !hasSlots(plan)) return null
  return slotInsteadOf(plan, { at: dueAt, notBefore: now + 1 }, isTaken)
}

/** The rhythm continues as it began, or starts again from a post that a person has moved to another day. */
export function rhythmAfter(recurrence: Recurrence, wentOutFor: Instant): Rhythm {
  const { timezone, plannedFor } = recurrence
  if (dayOf(wentOutFor, timezone) === dayOf(plannedFor, timezone)) return recurrence
  return { ...recurrence, dueAt: wentOutFor, dayOfMonth: dayOfMonthOf(wentOutFor, timezone) }
}

export function dayOfMonthOf(at: Instant, timezone: string): number {
  return Number(dayOf(at, timezone).slice(8))
}
