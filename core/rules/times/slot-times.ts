// When the slots of a plan are. A slot is a wall-clock time: each day that has it has exactly one instant of it, even when the
// clocks change. A skipped time comes later by as much as the clocks went forward; of a time that comes twice the first counts, as
// in calendars. A plan that was stored with an abbreviation for its zone has no slots. Pure.
import { Temporal } from 'temporal-polyfill'
import { type SlotPlan } from '../../ports/posts/slot-store.ts'
import { DAY, isTimeZone, type Duration, type Instant } from '../../time.ts'
import { addDays, daysBetween, daysFrom, type Day, WEEKDAYS, type Weekday } from './calendar-days.ts'
import { dayOf, instantOf } from './wall-time.ts'

/** How far ahead a free slot is looked for. */
export const FARTHEST_SLOT: Duration = 366 * DAY
/** Searched at once. */
const STRETCH: Duration = 7 * DAY

/** The instants of all slots with `from` <= instant < `until`, in order; where two fall together they are one. */
export function slotsBetween(plan: SlotPlan, from: Instant, until: Instant): Instant[] {
  if (!isTimeZone(plan.timezone)) return []
  // The slots of a day that a zone has skipped move to the next day.
  const first = addDays(dayOf(from, plan.timezone), -1)
  const days = daysFrom(first, daysBetween(first, dayOf(until, plan.timezone)) + 1)
  const instants = days.flatMap((day) => slotsOfDay(plan, day))
  return [...new Set(instants)].filter((at) => at >= from && at < until).toSorted((a, b) => a - b)
}

function slotsOfDay(plan: SlotPlan, day: Day): Instant[] {
  return timesOf(plan, day).map((time) => instantOf(`${day}T${time}`, plan.timezone))
}

function timesOf({ weekly, exceptions }: SlotPlan, day: Day): readonly string[] {
  return exceptions.find(({ date }) => date === day)?.times ?? weekly[weekdayOf(day)]
}

export function weekdayOf(day: Day): Weekday {
  return WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? 'monday'
}

/** Distinguishes slots from other instants. Works out each day once. */
export function slotTest(plan: SlotPlan): (at: Instant) => boolean {
  if (!isTimeZone(plan.timezone)) return () => false
  const byDay = new Map<Day, readonly Instant[]>()
  const slotsOf = (day: Day) => {
    const slots = byDay.get(day) ?? slotsOfDay(plan, day)
    byDay.set(day, slots)
    return slots
  }
  return (at) => {
    const day = dayOf(at, plan.timezone)
    return slotsOf(day).includes(at) || slotsOf(addDays(day, -1)).includes(at)
  }
}

/** The first slot after `after` that is not taken; null when there is none within a year. */
export function nextFreeSlot(
  plan: SlotPlan,
  after: Instant,
  isTaken: (at: Instant) => boolean,
): Instant | null {
  for (let from = after + 1; from <= after + FARTHEST_SLOT; from += STRETCH) {
    const free = slotsBetween(plan, from, from + STRETCH).find((at) => !isTaken(at))
    if (free !== undefined) return free
  }
  return null
}

/**
 * Where a post goes whose slot is gone: to the nearest free slot of its day, else to the next free one. `notBefore` is
 * the first instant that may still be taken.
 */
export function slotInsteadOf(
  plan: SlotPlan,
  { at, notBefore }: { readonly at: Instant; readonly notBefore: Instant },
  isTaken: (at: Instant) => boolean,
): Instant | null {
  if (!isTimeZone(plan.timezone)) return null
  const day = dayOf(at, plan.timezone)
  const sameDay = slotsBetween(plan, Math.max(notBefore, at - 2 * DAY), at + 2 * DAY)
    .filter((slot) => dayOf(slot, plan.timezone) === day && !isTaken(slot))
    .toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return sameDay[0] ?? nextFreeSlot(plan, Math.max(at, notBefore - 1), isTaken)
}
