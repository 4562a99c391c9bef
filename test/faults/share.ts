// Lists of cases that are too long for every day.

/** Whether this is `npm run faults`, which tries them all. */
export const TRIES_ALL = process.env['FAULTS'] === 'all'

/**
 * Every day each nth of them, beginning at `from`: lists that are alike begin at different places, so that together they try all.
 * Throws when that leaves no case, which would prove nothing.
 */
export function share<T>(cases: readonly T[], nth: number, from = 0): readonly T[] {
  if (TRIES_ALL) return cases
  const picked = cases.filter((_, index) => index % nth === from % nth)
  if (picked.length === 0) throw new Error(`each ${nth}th of ${cases.length} from ${from} on is none`)
  return picked
}
