import { describe, expect, it } from 'vitest'
import {
  daysToAsk,
  looksBefore,
  missedLooks,
  nextLook,
  type LookedAt,
} from '../../../../core/rules/insights/looks.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'

const POST: LookedAt = { igMediaId: '17900000000000001', kind: 'IMAGE', publishedAt: START }
const STORY: LookedAt = { ...POST, kind: 'STORIES' }

/** Ages in hours of all looks at a media that somebody always makes at once. */
function agesOf(media: LookedAt): number[] {
  const ages: number[] = []
  let [done, now] = [0, media.publishedAt]
  for (let look = nextLook(media, done, now); look; look = nextLook(media, done, now)) {
    ages.push((look.at - media.publishedAt) / HOUR)
    ;[done, now] = [look.step, Math.max(now, look.at)]
  }
  return ages
}

describe('the looks at a media', () => {
  it('come at 1, 6 and 24 hours, daily for a week, weekly for ninety days and monthly for two years', () => {
    const ages = agesOf(POST)
    expect(ages.slice(0, 3).map(Math.floor)).toEqual([1, 6, 24])
    const days = ages.slice(3).map((age) => Math.floor(age / 24))
    expect(days.slice(0, 8)).toEqual([2, 3, 4, 5, 6, 7, 14, 21])
    expect(days.at(-1)).toBe(720)
    expect(days.filter((day) => day > 7 && day < 90)).toHaveLength(11)
  })

  it('come four times for a story, the last between 23 hours and 23 hours 15', () => {
    const ages = agesOf(STORY)
    expect(ages.map(Math.floor)).toEqual([1, 6, 20, 23])
    for (let id = 0; id < 500; id += 1) {
      const last = agesOf({ ...STORY, igMediaId: String(id) }).at(-1) ?? 0
      expect(last).toBeGreaterThanOrEqual(23)
      expect(last).toBeLessThan(23.25)
    }
  })

  it('are spread for media that went out together, each the same time again', () => {
    const times = Array.from(
      { length: 50 },
      (_, id) => nextLook({ ...POST, igMediaId: String(id) }, 2, START)?.at,
    )
    expect(new Set(times).size).toBeGreaterThan(40)
    expect(times[7]).toBe(nextLook({ ...POST, igMediaId: '7' }, 2, START + HOUR)?.at)
  })

  it('are made up for by one, and those between are named as missed', () => {
    const now = START + 3 * DAY + HOUR
    expect(nextLook(POST, 1, now)).toMatchObject({ step: 5 })
    expect(missedLooks(POST, 1, now).map(({ at }) => (at - START) / HOUR)).toEqual([6, 24, 48])
  })

  it('end with the day of a story, whose last one is missed then', () => {
    const end = START + DAY
    expect(nextLook(STORY, 3, end - MINUTE)).toMatchObject({ step: 4 })
    expect(nextLook(STORY, 3, end)).toBeNull()
    expect(missedLooks(STORY, 3, end)).toEqual([{ at: START + 23 * HOUR, step: 4 }])
  })

  it('of which nobody could know are not missed', () => {
    const now = START + 8 * DAY
    const done = looksBefore(POST, now)
    expect(missedLooks(POST, done, now)).toEqual([])
    expect(nextLook(POST, done, now)?.step).toBe(done + 1)
  })
})

describe('the days of an account to ask for', () => {
  const day = Math.floor(START / DAY)
  const noon = day * DAY + DAY / 2

  it('are the last thirty at the first look, the newest first', () => {
    const days = daysToAsk({ since: day - 30, asked: {} }, noon)
    expect([days.length, days[0], days.at(-1)]).toEqual([30, day - 1, day - 30])
  })

  it('are yesterday and, once a day, the three before, because they settle late', () => {
    const known = new Map<string, Instant>()
    const asked: number[][] = []
    for (let now = noon; now < noon + 6 * DAY; now += HOUR) {
      const days = daysToAsk({ since: day - 1, asked: Object.fromEntries(known) }, now)
      if (days.length > 0) asked.push(days.map((one) => one - day))
      for (const one of days) known.set(String(one), now)
    }
    const times = asked.flat().filter((one) => one === 1)
    expect(times.length).toBeGreaterThanOrEqual(3)
    expect(times.length).toBeLessThanOrEqual(5)
  })

  it('are all that the platform still keeps, after weeks in which nobody could ask', () => {
    const asked = { [day - 61]: noon - 50 * DAY, [day - 60]: noon - 50 * DAY }
    const days = daysToAsk({ since: day - 62, asked }, noon)
    expect([days.length, days.at(-2), days.at(-1)]).toEqual([60, day - 59, day - 62])
    expect(daysToAsk({ since: day - 200, asked }, noon)).toHaveLength(88)
  })

  it('are asked for again when a wrong clock has noted them in the future', () => {
    const asked = { [day - 1]: noon + 40 * DAY }
    expect(daysToAsk({ since: day - 1, asked }, noon)).toEqual([day - 1])
  })
})
