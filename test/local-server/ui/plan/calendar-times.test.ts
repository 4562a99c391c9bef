// The calendar against an independent witness: what Intl says that a clock shows there.
import { describe, expect, it } from 'vitest'
import { startOfDay, addDays, weekOf } from '../../../../core/rules/times/calendar-days.ts'
import { resolveWallTime } from '../../../../core/rules/times/wall-time.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../../core/time.ts'
import { createCalendarTimes } from '../../../../local-server/ui/src/plan/clock/calendar-times.ts'
import {
  dropOn,
  type Cargo,
  type DropTarget,
} from '../../../../local-server/ui/src/plan/drag/drop-targets.ts'
import { placeTile } from '../../../../local-server/ui/src/plan/planned-tiles.ts'
import { BROWSER_ZONE } from '../../../../local-server/ui/src/shared/when/time-zones.ts'
import {
  plannedPostBody,
  type PlannedPostBody,
} from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { aPost, START } from '../../../factories.ts'

const ZONES = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata']

/** Days on which clocks change: in the USA and in Europe, forward and back. */
const CHANGES = ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07']

const CASES = ZONES.flatMap((zone) => CHANGES.map((day) => ({ zone, day })))

function plannedAt(at: number) {
  // Its own zone is none of the calendar's.
  const post = aPost({
    isScheduled: true,
    scheduledFor: at,
    timezone: 'America/New_York',
    status: 'SCHEDULED',
  })
  return plannedPostBody({ post, at, mediaCount: 1, thumbnailKey: null }, START)
}

/** Every quarter of an hour of three days. */
function quartersAround(day: string): number[] {
  const from = Date.parse(`${day}T00:00:00Z`) - DAY
  return Array.from({ length: 3 * 96 }, (_, quarter) => from + quarter * 15 * MINUTE)
}

/** `2027-03-28 03:15`, as that zone's clock shows it. */
function clockThere(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)
}

const one = (post: PlannedPostBody): Cargo => ({ kind: 'posts', posts: [post], isCopy: false })

function droppedWall(post: PlannedPostBody, zone: string, to: DropTarget): string | null {
  const drop = dropOn(one(post), to, { zone, timeOn: () => expect.unreachable() })
  return drop?.kind === 'move' ? drop.wall : null
}

const two = (n: number) => String(n).padStart(2, '0')

it('leaves the day out today, and never the zone that is not the reader’s own', () => {
  const [own, tokyo] = [
    createCalendarTimes('en-GB', BROWSER_ZONE),
    createCalendarTimes('en-GB', 'Asia/Tokyo'),
  ]
  const noon = startOfDay('2027-06-01', BROWSER_ZONE) + 12 * HOUR
  expect(own.short(noon + HOUR, noon)).toBe('13:00')
  expect(own.short(noon + DAY, noon)).toBe('Wed 2 Jun, 12:00')
  expect(tokyo.short(noon + HOUR, noon)).toMatch(/Jun, \d\d:\d\d \(Asia\/Tokyo\)$/)
})

describe.each(CASES)('around a change of clocks, $day in $zone', ({ zone, day }) => {
  const times = createCalendarTimes('en-GB', zone)

  it('puts a post into the cell of its time, and its card, panel and messages say that time', () => {
    for (const at of quartersAround(day)) {
      const [date = '', time = ''] = clockThere(at, zone).split(' ')
      const tile = placeTile(plannedAt(at), zone)
      expect(`${tile.day} ${two(tile.hour)}`).toBe(`${date} ${time.slice(0, 2)}`)
      expect(times.clock(at).padStart(5, '0')).toBe(time)
      expect(times.dayAndTime(at)).toContain(`, ${time}`)
      expect(times.dayAndTime(at)).toContain(` ${Number(date.slice(8))} `)
    }
  })

  it('moves a post to the time that the drag label says, whatever its own zone', () => {
    const post = plannedAt(Date.parse('2027-06-01T10:00:00Z'))
    for (let quarter = 0; quarter < 96; quarter += 1) {
      const time = `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`
      const wall = droppedWall(post, zone, { kind: 'time', day, time }) ?? expect.unreachable()
      const found = resolveWallTime({ wall, timeZone: zone, choice: null })
      const ends =
        found.kind === 'instant' ? [found.at] : found.kind === 'twice' ? [found.earlier, found.later] : []
      for (const at of ends) {
        expect(times.dayAndTime(at)).toContain(times.wall(wall))
        const tile = placeTile({ ...post, at: toIso(at) }, zone)
        expect([tile.day, tile.hour]).toEqual([day, Math.floor(quarter / 4)])
      }
    }
  })

  it('keeps the time of day of a post that is dropped on another day', () => {
    for (const at of quartersAround(day)) {
      const post = plannedAt(at)
      const target = addDays(placeTile(post, zone).day, 9)
      const wall = droppedWall(post, zone, { kind: 'day', day: target }) ?? expect.unreachable()
      expect(wall).toBe(`${target}T${clockThere(at, zone).slice(11)}`)
    }
  })

  it('asks the server for the days that are shown, no more and no less', () => {
    const days = weekOf(day)
    const from = startOfDay(days[0] ?? day, zone)
    const until = startOfDay(addDays(days[6] ?? day, 1), zone)
    for (let at = from - 2 * HOUR; at < until + 2 * HOUR; at += 15 * MINUTE) {
      expect(days.includes(placeTile(plannedAt(at), zone).day)).toBe(at >= from && at < until)
    }
  })
})

describe('a time that the clock shows twice', () => {
  it('is told apart by its offset, and no other time carries one', () => {
    const berlin = createCalendarTimes('en-GB', 'Europe/Berlin')
    const first = Date.parse('2027-10-31T00:30:00Z')
    expect(berlin.dayAndTime(first)).toBe('Sun 31 Oct, 02:30 (UTC+02:00)')
    expect(berlin.dayAndTime(first + HOUR)).toBe('Sun 31 Oct, 02:30 (UTC+01:00)')
    expect(berlin.dayAndTime(first + 2 * HOUR)).toBe('Sun 31 Oct, 03:30')
    expect([first, first + HOUR, first - HOUR].map(berlin.repeatedOffset)).toEqual(['+02:00', '+01:00', null])
  })

  it('carries an offset on exactly the hours that are set back', () => {
    for (const { zone, day } of CASES) {
      const { repeatedOffset } = createCalendarTimes('en-GB', zone)
      const quarters = quartersAround(day)
      const seen = Map.groupBy(quarters, (at) => clockThere(at, zone))
      for (const at of quarters) {
        expect(repeatedOffset(at) !== null).toBe((seen.get(clockThere(at, zone))?.length ?? 0) > 1)
      }
    }
  })
})

describe('a message that is read away from the calendar', () => {
  it('names the zone unless it is the reader’s own', () => {
    const at = Date.parse('2027-06-01T10:00:00Z')
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(createCalendarTimes('en-GB', own).inMessage(at)).toBe(
      createCalendarTimes('en-GB', own).dayAndTime(at),
    )
    expect(createCalendarTimes('en-GB', 'America/New_York').inMessage(at)).toBe(
      'Tue 1 Jun, 06:00 (America/New York)',
    )
  })
})

describe('a drop', () => {
  const berlin = 'Europe/Berlin'
  const clocks = {
    zone: berlin,
    timeOn: (day: string) => `${day}T${day === '2027-11-01' ? '09:00' : '10:00'}`,
  }
  const post = plannedAt(Date.parse('2027-10-31T00:30:00Z'))
  const other = { ...plannedAt(Date.parse('2027-11-02T08:00:00Z')), id: 'other' }

  it('moves nothing on the day where the post is', () => {
    expect(droppedWall(post, berlin, { kind: 'day', day: '2027-10-31' })).toBeNull()
  })

  it('moves nothing at the time that the post has, and keeps its minute in another hour', () => {
    const halfPastTwo = plannedAt(Date.parse('2027-11-02T13:30:00Z'))
    const dropped = (to: DropTarget) => droppedWall(halfPastTwo, berlin, to)
    expect(dropped({ kind: 'hour', day: '2027-11-02', hour: 14 })).toBeNull()
    expect(dropped({ kind: 'time', day: '2027-11-02', time: '14:30' })).toBeNull()
    expect(dropped({ kind: 'hour', day: '2027-11-02', hour: 9 })).toBe('2027-11-02T09:30')
    expect(dropped({ kind: 'hour', day: '2027-11-03', hour: 14 })).toBe('2027-11-03T14:30')
    expect(dropped({ kind: 'time', day: '2027-11-02', time: '14:00' })).toBe('2027-11-02T14:00')
    const draft = { ...halfPastTwo, status: 'DRAFT' as const }
    expect(dropOn(one(draft), { kind: 'hour', day: '2027-11-02', hour: 14 }, clocks)).toEqual({
      kind: 'move',
      wall: '2027-11-02T14:00',
    })
  })

  it('gives a draft the usual time of the day, and takes nothing from it in the tray', () => {
    const draft = { ...post, status: 'DRAFT' as const }
    expect(dropOn(one(draft), { kind: 'day', day: '2027-11-01' }, clocks)).toEqual({
      kind: 'move',
      wall: '2027-11-01T09:00',
    })
    expect(dropOn(one(draft), { kind: 'tray' }, clocks)).toBeNull()
    expect(dropOn(one(draft), { kind: 'post', post: other }, clocks)).toBeNull()
  })

  it('swaps two posts that wait, and unschedules one in the tray', () => {
    expect(dropOn(one(post), { kind: 'post', post: other }, clocks)).toEqual({ kind: 'swap', other })
    expect(dropOn(one(post), { kind: 'post', post }, clocks)).toBeNull()
    const live = { ...other, status: 'PUBLISHED' as const }
    expect(dropOn(one(post), { kind: 'post', post: live }, clocks)).toBeNull()
    expect(dropOn(one(post), { kind: 'tray' }, clocks)).toEqual({ kind: 'unschedule' })
  })
})
