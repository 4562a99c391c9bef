// Times around the changes of twelve time zones, written as people there write them, and datetimes that are none.
import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '../../../../core/features/rate-limits/sliding-log.ts'
import { DAY, HOUR, MINUTE, SECOND, isTimeZone, toIso, type Instant } from '../../../../core/time.ts'
import { bearer, createTestApp, jsonRequest } from '../../../fakes/test-app.ts'

const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Lisbon',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Jerusalem',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
]
const YEAR_BEGINS = Date.UTC(2027, 0, 1)
const AROUND = [-HOUR, -SECOND, 0, SECOND, HOUR]

async function aScene() {
  const test = createTestApp({ limiter: createRateLimiter({ perMinute: 10_000, perHour: 10_000 }) })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const key = bearer(await test.newKey())
  const body = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  const schedule = async (when: object) => {
    const answer = await test.call('/api/v1/schedule', jsonRequest('POST', { ...body, ...when }, key))
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  return { test, schedule }
}

describe('a time of a zone', () => {
  it.each(ZONES)(
    '%s: is the instant that its clocks mean, around both changes of the year',
    async (timezone) => {
      const { test, schedule } = await aScene()
      const changes = changesOf(timezone)
      expect(changes).toHaveLength(2)
      for (const instant of changes.flatMap((change) => AROUND.map((by) => change + by))) {
        const { status, body } = await schedule({ scheduledFor: asWritten(instant, timezone), timezone })
        expect(status).toBe(201)
        expect(body).toMatchObject({ scheduledFor: toIso(instant), timezone })
        const post = await test.ports.posts.get(String(body['postId']))
        expect(post).toMatchObject({ scheduledFor: instant, timezone })
      }
    },
  )
})

describe('a text that is not a datetime', () => {
  it('is refused with 400 a hundred times, never guessed, never moved', async () => {
    const { test, schedule } = await aScene()
    const hostile = hostileDatetimes()
    expect(hostile.length).toBeGreaterThanOrEqual(100)
    for (const scheduledFor of hostile) {
      const { status, body } = await schedule({ scheduledFor })
      expect({ scheduledFor, status, code: body['code'] }).toEqual({
        scheduledFor,
        status: 400,
        code: 'VALIDATION_ERROR',
      })
    }
    expect((await test.ports.posts.list({ limit: 1, offset: 0 })).total).toBe(0)
  })

  it('is told apart from unusual valid ones: no seconds, many digits, minus zero, small letters', async () => {
    const { schedule } = await aScene()
    const told = async (scheduledFor: string) => (await schedule({ scheduledFor })).body['scheduledFor']
    expect(await told('2027-03-01T10:00Z')).toBe('2027-03-01T10:00:00.000Z')
    expect(await told('2027-03-01T10:00:00.123456789+05:45')).toBe('2027-03-01T04:15:00.123Z')
    expect(await told('2027-03-01t10:00:00-00:00')).toBe('2027-03-01T10:00:00.000Z')
    expect(await told('2028-02-29T23:59:59.999-12:00')).toBe('2028-03-01T11:59:59.999Z')
  })
})

describe('the name of a zone', () => {
  it.each(['UTC', 'Etc/GMT+5', 'Asia/Kolkata', 'Asia/Calcutta', 'US/Pacific', 'europe/berlin', ...ZONES])(
    'is known: %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each([
    '',
    ' UTC',
    'UTC ',
    '+01:00',
    '-08:00',
    'Z',
    'Europe',
    'Berlin',
    'Europe/Nowhere',
    '../etc/passwd',
    'CEST',
    'UTC+1',
    '__proto__',
  ])('is not known: %j', (name) => expect(isTimeZone(name)).toBe(false))
})

/** Minutes that the zone is ahead of UTC, told by the runtime itself. */
function offsetAt(instant: Instant, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, signal, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (signal === '-' ? -1 : 1)
}

/** The instants in 2027 at which the zone's clocks are moved. */
function changesOf(timeZone: string): Instant[] {
  const changes: Instant[] = []
  for (let day = YEAR_BEGINS; day < YEAR_BEGINS + 365 * DAY; day += DAY) {
    let [before, after] = [day, day + DAY]
    if (offsetAt(before, timeZone) === offsetAt(after, timeZone)) continue
    while (after - before > SECOND) {
      const middle = before + Math.floor((after - before) / 2)
      if (offsetAt(middle, timeZone) === offsetAt(before, timeZone)) before = middle
      else after = middle
    }
    changes.push(Math.floor(after / SECOND) * SECOND)
  }
  return changes
}

/** As a clock on the wall there shows it, with its offset. */
function asWritten(instant: Instant, timeZone: string): string {
  const minutes = offsetAt(instant, timeZone)
  const two = (n: number) => String(Math.floor(Math.abs(n))).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
  return toIso(instant + minutes * MINUTE).replace('Z', offset)
}

function hostileDatetimes(): unknown[] {
  const good = '2027-03-01T10:00:00'
  const offsets = [
    '',
    '+',
    '+1',
    '+010',
    '+1:00',
    '+24:00',
    '+01:60',
    '-99:99',
    '+01:00:00',
    'ZZ',
    'z+00:00',
    ' Z',
    '+ 01:00',
    '−01:00',
    '+٠١:٠٠',
    'UTC',
    'GMT',
    'CET',
    '[Europe/Berlin]',
    '+01:00[Europe/Berlin]',
  ]
  const times = [
    'T24:00:00',
    'T23:59:60',
    'T23:60:00',
    'T25:00:00',
    'T-1:00:00',
    'T1:00:00',
    'T10',
    'T10:0',
    'T10:00:0',
    'T10:00:00.',
    'T10:00:00,5',
    'T10.5',
    'T10:00:00.1234567890',
    'T100000',
    ' 10:00:00',
    '_10:00:00',
    'T10:00:00PM',
    'T１０:００:００',
  ]
  const days = [
    '2027-02-29',
    '2027-02-30',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-01-00',
    '2027-01-32',
    '2027-1-1',
    '27-01-01',
    '02027-01-01',
    '+002027-01-01',
    '-2027-01-01',
    '0000-01-01',
    '10000-01-01',
    '2027-W10-1',
    '2027-060',
    '20270301',
    '2027/03/01',
    '01-03-2027',
    '2027-03',
    '2027',
    'March 1, 2027',
    '2100-02-29',
    '1900-02-29',
  ]
  const others = [
    '',
    ' ',
    'now',
    'tomorrow',
    'null',
    'undefined',
    'NaN',
    'Infinity',
    '0',
    '1803895200',
    '1803895200000',
    '1e12',
    'P1D',
    `${good}Z\u200b`,
    `\ufeff${good}Z`,
    `${good}+14:00:00`,
    `${good}++01:00`,
    `${good}Z/${good}Z`,
    `${good}Z `,
    ` ${good}Z`,
    `${good}Z\n`,
    `\t${good}Z`,
    `${good}Z\0`,
    `"${good}Z"`,
    'Mon, 01 Mar 2027 10:00:00 GMT',
    '9999-12-31T23:59:59-00:01',
    '0001-01-01T00:00:00+00:01',
    'T'.repeat(5_000),
  ]
  const values = [
    null,
    true,
    0,
    1_803_895_200_000,
    -1,
    1.5,
    1e308,
    [],
    [`${good}Z`],
    {},
    { $date: `${good}Z` },
    [[]],
  ]
  return [
    ...offsets.map((offset) => good + offset),
    ...times.map((time) => `2027-03-01${time}Z`),
    ...days.map((day) => `${day}T10:00:00Z`),
    ...others,
    ...values,
  ]
}
