// The one answer to "when?", which the plan, the sheet of a post and an import give.
import { describe, expect, it } from 'vitest'
import type { SlotsBody } from '../../../../core/api/schedule/slots.ts'
import { plannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { placeTile } from '../../../../local-server/ui/src/plan/planned-tiles.ts'
import { createPostingTimes } from '../../../../local-server/ui/src/plan/slots/posting-times.ts'
import { aPost, START } from '../../../factories.ts'

const ZONE = 'Europe/Berlin'
/** Wednesday, 12:30 in Berlin. */
const NOW = Date.UTC(2026, 10, 25, 11, 30)
const [BAKERY, KITCHEN] = ['bakery', 'kitchen']

function slots(accountId: string, parts: Partial<SlotsBody> = {}): SlotsBody {
  return {
    accountId,
    timezone: ZONE,
    zoneProblem: null,
    weekly: {},
    exceptions: [],
    upcoming: [],
    next: null,
    ...parts,
  }
}

function scheduled(accountId: string, iso: string, isScheduled = true) {
  const post = aPost({ platformAccountId: accountId, isScheduled, status: 'SCHEDULED' })
  return placeTile(
    plannedPostBody({ post, at: Date.parse(iso), mediaCount: 1, thumbnailKey: null }, START),
    ZONE,
  )
}

interface Given {
  readonly plans?: readonly SlotsBody[]
  readonly posts?: readonly ReturnType<typeof scheduled>[]
  readonly now?: number
}

const timesFor = ({ plans = [slots(BAKERY), slots(KITCHEN)], posts = [], now = NOW }: Given) =>
  createPostingTimes({ plans, around: posts, waiting: posts, zone: ZONE, now })

describe('a post for which no time was chosen', () => {
  const upcoming = [
    { at: '2026-11-25T17:00:00.000Z', postId: 'a post' },
    { at: '2026-11-27T08:30:00.000Z', postId: null },
  ]

  it('gets the next slot of its account that is free, by the clocks of the plan', () => {
    const { next } = timesFor({ plans: [slots(BAKERY), slots(KITCHEN, { upcoming })] })
    expect(next(KITCHEN)).toEqual({ wall: '2026-11-27T09:30', timeZone: ZONE, choice: null })
    expect(next(BAKERY).wall).toBe('2026-11-26T10:00')
  })

  it('gets the hour at which its account posts most, tomorrow, where there is no slot', () => {
    const posts = [
      scheduled(KITCHEN, '2026-11-20T17:00:00Z'),
      scheduled(KITCHEN, '2026-11-21T17:45:00Z'),
      scheduled(KITCHEN, '2026-11-23T08:00:00Z'),
      scheduled(BAKERY, '2026-11-23T06:00:00Z'),
    ]
    expect(timesFor({ posts }).next(KITCHEN).wall).toBe('2026-11-26T18:00')
    expect(timesFor({ posts }).next(null).wall).toBe('2026-11-26T07:00')
  })

  it('gets the hour of what is planned far ahead, where there is nothing in the weeks around today', () => {
    const waiting = [scheduled(KITCHEN, '2027-04-20T15:00:00Z')]
    const plans = [slots(BAKERY), slots(KITCHEN)]
    const { next } = createPostingTimes({ plans, around: [], waiting, zone: ZONE, now: NOW })
    expect(next(KITCHEN).wall).toBe('2026-11-26T17:00')
  })

  it('never gets midnight, nor the hour of posts that were published at once', () => {
    const posts = [
      scheduled(BAKERY, '2026-11-20T23:00:00Z'),
      scheduled(BAKERY, '2026-11-21T23:00:00Z'),
      scheduled(BAKERY, '2026-11-21T20:00:00Z', false),
      scheduled(BAKERY, '2026-11-22T15:00:00Z'),
    ]
    expect(timesFor({ posts }).next(BAKERY).wall).toBe('2026-11-26T16:00')
  })
})

describe('a time that is proposed', () => {
  it('is at least 20 minutes from the other posts of the account, and of no other account', () => {
    const posts = [
      scheduled(BAKERY, '2026-11-26T09:00:00Z'),
      scheduled(BAKERY, '2026-11-26T09:25:00Z'),
      scheduled(KITCHEN, '2026-11-26T09:45:00Z'),
    ]
    expect(timesFor({ posts }).on('2026-11-26', BAKERY)).toBe('2026-11-26T10:45')
    expect(timesFor({ posts }).next(BAKERY).wall).toBe('2026-11-26T10:45')
    expect(timesFor({ posts }).next(KITCHEN).wall).toBe('2026-11-26T10:00')
    expect(timesFor({ posts }).usual(BAKERY)).toBe('10:00')
  })

  it('is no slot that is close to a post, nor one that has passed', () => {
    const posts = [scheduled(BAKERY, '2026-12-02T08:45:00Z')]
    const weekly = { wednesday: ['09:30', '14:00'] }
    const upcoming = [
      { at: '2026-11-25T11:00:00.000Z', postId: null },
      { at: '2026-12-02T08:30:00.000Z', postId: null },
    ]
    const next = '2026-12-02T13:00:00.000Z'
    const plans = [slots(BAKERY, { weekly, upcoming, next })]
    expect(timesFor({ plans, posts }).on('2026-12-02', BAKERY)).toBe('2026-12-02T14:00')
    expect(timesFor({ plans, posts }).next(BAKERY).wall).toBe('2026-12-02T14:00')
  })

  it('is on the next day when what is left of the chosen one is full', () => {
    const posts = Array.from({ length: 29 }, (_, n) =>
      scheduled(BAKERY, new Date(Date.UTC(2026, 10, 26, 9) + n * 30 * 60_000).toISOString()),
    )
    expect(timesFor({ posts }).on('2026-11-26', BAKERY)).toBe('2026-11-27T10:00')
  })
})

describe('a post for which only the day was chosen', () => {
  const weekly = { wednesday: ['09:30', '14:00', '18:00'] }
  const plans = [slots(BAKERY, { weekly })]

  it('gets the first slot of the day that is free and still to come', () => {
    expect(timesFor({ plans }).on('2026-11-25', BAKERY)).toBe('2026-11-25T14:00')
    expect(timesFor({ plans }).on('2026-12-02', BAKERY)).toBe('2026-12-02T09:30')
    const posts = [scheduled(BAKERY, '2026-12-02T08:30:00Z')]
    expect(timesFor({ plans, posts }).on('2026-12-02', BAKERY)).toBe('2026-12-02T14:00')
  })

  it('gets the next full hour of today when the usual one has passed', () => {
    expect(timesFor({}).on('2026-11-25', BAKERY)).toBe('2026-11-25T13:00')
    expect(timesFor({}).on('2026-11-26', BAKERY)).toBe('2026-11-26T10:00')
  })

  it('gets the next one from now on where the day is over, however long ago', () => {
    expect(timesFor({}).on('1996-02-29', BAKERY)).toBe('2026-11-25T13:00')
  })

  it('gets a time of tomorrow once the last quarter of today has begun', () => {
    const minutesTo = (minutes: number) => Date.UTC(2026, 10, 25, 23) - minutes * 60_000
    expect(timesFor({ now: minutesTo(30) }).on('2026-11-25', BAKERY)).toBe('2026-11-25T23:45')
    expect(timesFor({ now: minutesTo(15) }).on('2026-11-25', BAKERY)).toBe('2026-11-26T10:00')
    const thursdays = [slots(BAKERY, { weekly: { thursday: ['08:30'] } })]
    expect(timesFor({ now: minutesTo(1), plans: thursdays }).on('2026-11-25', BAKERY)).toBe(
      '2026-11-26T08:30',
    )
  })
})
