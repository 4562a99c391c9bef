import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createRateLimiter,
  type Limits,
  type RateLimiter,
  type RateVerdict,
} from '../../../../core/features/rate-limits/sliding-log.ts'
import { HOUR, MINUTE, SECOND, type Duration } from '../../../../core/time.ts'

/** A limiter whose last answer was a refusal. */
interface Refusal {
  readonly limiter: RateLimiter
  readonly now: number
  readonly verdict: RateVerdict
}

const USUAL: Limits = { perMinute: 100, perHour: 1_000 }
const KEY = 'a key'

/** States the promise itself, in the slowest but plainest way. */
function createNaiveLimiter({ perMinute, perHour }: Limits) {
  const admitted: number[] = []
  const within = (length: Duration, now: number) => admitted.filter((at) => at > now - length).length
  return {
    admitted,
    admits(now: number): boolean {
      const fits = within(MINUTE, now) < perMinute && within(HOUR, now) < perHour
      if (fits) admitted.push(now)
      return fits
    },
  }
}

/** The most that were admitted in any stretch of this length. */
function busiest(admitted: readonly number[], length: Duration): number {
  let most = 0
  let first = 0
  admitted.forEach((at, index) => {
    while ((admitted[first] ?? at) <= at - length) first += 1
    most = Math.max(most, index - first + 1)
  })
  return most
}

/** Pauses between requests: none at all, around the edges of both windows, and anything. */
const gap = fc.oneof(
  { arbitrary: fc.constant(0), weight: 8 },
  { arbitrary: fc.integer({ min: 1, max: 700 }), weight: 4 },
  { arbitrary: fc.constantFrom(...aroundEdges(MINUTE), ...aroundEdges(HOUR)), weight: 2 },
  // Fractions that a double holds exactly.
  { arbitrary: fc.integer({ min: 1, max: 1024 * MINUTE }).map((n) => n / 1024), weight: 2 },
  { arbitrary: fc.integer({ min: 0, max: HOUR }), weight: 1 },
)
const smallLimits = fc.record({
  perMinute: fc.integer({ min: 1, max: 8 }),
  perHour: fc.integer({ min: 1, max: 30 }),
})
const pattern = fc.array(gap, { minLength: 1, maxLength: 120 })

function aroundEdges(length: Duration): number[] {
  return [length - 1, length, length + 1, length / 2, length - SECOND]
}

function admitAll(
  limiter: RateLimiter,
  gaps: readonly number[],
  start = 0,
): { admitted: number[]; now: number } {
  const admitted: number[] = []
  let now = start
  for (const pause of gaps) {
    now += pause
    if (limiter.admit(KEY, now).admitted) admitted.push(now)
  }
  return { admitted, now }
}

describe('the limits', () => {
  it('hold in every minute and hour, and refuse nothing that fits, whatever comes', () => {
    const run = (limits: Limits, gaps: readonly number[]) => {
      const naive = createNaiveLimiter(limits)
      let now = 0
      for (const pause of gaps) naive.admits(Math.floor((now += pause)))
      const { admitted } = admitAll(createRateLimiter(limits), gaps)
      expect(admitted.map(Math.floor)).toEqual(naive.admitted)
      // The clock ticks in milliseconds, so a stretch is measured to the millisecond.
      expect(busiest(naive.admitted, MINUTE)).toBeLessThanOrEqual(limits.perMinute)
      expect(busiest(naive.admitted, HOUR)).toBeLessThanOrEqual(limits.perHour)
    }
    fc.assert(fc.property(smallLimits, pattern, run), { numRuns: 2_000 })
  })

  it('hold with the default numbers over hours of greedy requests', () => {
    const pauses = fc.array(fc.constantFrom(0, 0, 0, 1, 50, 599, 601, 3_600, 60_000), {
      minLength: 2_000,
      maxLength: 4_000,
    })
    const run = (gaps: readonly number[]) => {
      const { admitted } = admitAll(createRateLimiter(USUAL), gaps)
      expect(busiest(admitted, MINUTE)).toBeLessThanOrEqual(100)
      expect(busiest(admitted, HOUR)).toBeLessThanOrEqual(1_000)
    }
    fc.assert(fc.property(pauses, run), { numRuns: 20 })
  })

  it('cannot be doubled by a burst on each side of a minute', () => {
    const limiter = createRateLimiter(USUAL)
    const burst = (at: number) => Array.from({ length: 200 }, () => limiter.admit(KEY, at).admitted)
    const passed = (answers: boolean[]) => answers.filter(Boolean).length
    expect(passed(burst(59_999))).toBe(100)
    expect(passed(burst(60_000))).toBe(0)
    expect(passed(burst(119_998))).toBe(0)
    expect(passed(burst(119_999))).toBe(100)
  })

  it('forget a hit that is exactly one window old', () => {
    const limiter = createRateLimiter({ perMinute: 1, perHour: 2 })
    expect(limiter.admit(KEY, 0).admitted).toBe(true)
    expect(limiter.admit(KEY, MINUTE - 1).admitted).toBe(false)
    expect(limiter.admit(KEY, MINUTE).admitted).toBe(true)
    expect(limiter.admit(KEY, HOUR - 1).admitted).toBe(false)
    expect(limiter.admit(KEY, HOUR).admitted).toBe(true)
  })

  it('are each key’s own', () => {
    const limiter = createRateLimiter({ perMinute: 1, perHour: 10 })
    expect(limiter.admit('one', 0).admitted).toBe(true)
    expect(limiter.admit('two', 0).admitted).toBe(true)
    expect(limiter.admit('one', 1).admitted).toBe(false)
  })

  it('start over for a key that was forgotten', () => {
    const limiter = createRateLimiter({ perMinute: 1, perHour: 10 })
    limiter.admit(KEY, 0)
    limiter.forget(KEY)
    expect(limiter.admit(KEY, 1).admitted).toBe(true)
  })

  it('hold through the hourly clearing of idle keys', () => {
    const limiter = createRateLimiter({ perMinute: 5, perHour: 5 })
    for (let i = 0; i < 5; i += 1) limiter.admit(KEY, 10)
    limiter.admit('another', HOUR + 5)
    expect(limiter.admit(KEY, HOUR + 9).admitted).toBe(false)
    expect(limiter.admit(KEY, HOUR + 10).admitted).toBe(true)
  })
})

describe('the wait that a refusal names', () => {
  const refused = fc.tuple(smallLimits, pattern).map(([limits, gaps]) => {
    const limiter = createRateLimiter(limits)
    const { now } = admitAll(limiter, gaps)
    let verdict = limiter.admit(KEY, now)
    while (verdict.admitted) verdict = limiter.admit(KEY, now)
    return { limiter, now, verdict }
  })

  it('is exactly enough, 500 times of 500', () => {
    const waited = ({ limiter, now, verdict }: Refusal) =>
      limiter.admit(KEY, now + verdict.retryAfter * SECOND).admitted
    fc.assert(fc.property(refused, waited), { numRuns: 500 })
  })

  it('does not come out a second longer, or too short, by the rounding of fractions', () => {
    const limiter = createRateLimiter({ perMinute: 1, perHour: 10 })
    for (const start of [0.001, 3_600_000.1, 6_018_897.625172519]) {
      limiter.forget(KEY)
      limiter.admit(KEY, start)
      expect(limiter.admit(KEY, start)).toMatchObject({ admitted: false, retryAfter: 60 })
      expect(limiter.admit(KEY, start + MINUTE)).toMatchObject({ admitted: true })
    }
  })

  it('is never a second too long', () => {
    const aSecondLess = ({ limiter, now, verdict }: Refusal) => {
      fc.pre(verdict.retryAfter > 1)
      return !limiter.admit(KEY, now + (verdict.retryAfter - 1) * SECOND).admitted
    }
    fc.assert(fc.property(refused, aSecondLess), { numRuns: 500 })
  })

  it('is a whole second at least, and no shorter than until the nearest window rolls', () => {
    fc.assert(
      fc.property(refused, ({ verdict }) => {
        expect(Number.isInteger(verdict.retryAfter)).toBe(true)
        expect(verdict.retryAfter).toBeGreaterThanOrEqual(1)
        expect(verdict).toMatchObject({ admitted: false, remaining: 0 })
        expect(verdict.reset).toBeGreaterThanOrEqual(1)
        expect(verdict.reset).toBeLessThanOrEqual(verdict.retryAfter)
      }),
      { numRuns: 500 },
    )
  })

  it('covers both windows when both are full', () => {
    const limiter = createRateLimiter({ perMinute: 2, perHour: 4 })
    for (const at of [0, MINUTE, HOUR - 2 * SECOND, HOUR - SECOND]) limiter.admit(KEY, at)
    // The hour frees a place in a second, the minute in fifty-eight.
    expect(limiter.admit(KEY, HOUR - SECOND)).toMatchObject({ admitted: false, retryAfter: 59, limit: 2 })
  })
})

describe('what a client is told', () => {
  it('is exactly how many more pass at once', () => {
    const run = (limits: Limits, gaps: readonly number[]) => {
      const limiter = createRateLimiter(limits)
      const { now } = admitAll(limiter, gaps)
      const { admitted, remaining } = limiter.admit(KEY, now)
      const more = Array.from({ length: remaining + 1 }, () => limiter.admit(KEY, now).admitted)
      expect(more).toEqual([...Array.from({ length: remaining }, () => true), false])
      if (!admitted) expect(remaining).toBe(0)
    }
    fc.assert(fc.property(smallLimits, pattern, run), { numRuns: 500 })
  })

  it('is of the window with less left, and when the nearest one rolls', () => {
    const limiter = createRateLimiter({ perMinute: 3, perHour: 4 })
    expect(limiter.admit(KEY, 0)).toMatchObject({ limit: 3, remaining: 2, reset: 60, retryAfter: 0 })
    expect(limiter.admit(KEY, 30 * SECOND)).toMatchObject({ limit: 3, remaining: 1, reset: 30 })
    // Two are left in the minute, one in the hour.
    expect(limiter.admit(KEY, 90 * SECOND)).toMatchObject({ limit: 4, remaining: 1, reset: 60 })
    expect(limiter.admit(KEY, 90 * SECOND)).toMatchObject({ limit: 4, remaining: 0 })
    // Nothing is left in the minute, so the hour is the window that rolls next.
    expect(limiter.admit(KEY, 10 * MINUTE)).toMatchObject({ limit: 4, retryAfter: 3_000, reset: 3_000 })
  })

  it.each([
    [{ perMinute: 100, perHour: 1_000 }, '100;w=60, 1000;w=3600'],
    [{ perMinute: 1, perHour: 2 }, '1;w=60, 2;w=3600'],
    // Also a minute that can never bind.
    [{ perMinute: 50, perHour: 50 }, '50;w=60, 50;w=3600'],
    [{ perMinute: 1_000, perHour: 50 }, '1000;w=60, 50;w=3600'],
  ])('is the policy of %j: %s', (limits, policy) => {
    expect(createRateLimiter(limits).policy).toBe(policy)
  })
})
