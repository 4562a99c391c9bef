// The account and time of each row of an import.
import { describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../core/time.ts'
import {
  accountOfImport,
  accountsToAsk,
  importBegins,
  isAccountOpen,
  planRows,
  proposedTimes,
  timesOfImport,
  type AccountAtHand,
  type ImportPlan,
  type RowChoice,
} from '../../../local-server/ui/src/import/row-times.ts'

const NOW = Date.UTC(2026, 10, 25, 11, 30)
const PLAN: ImportPlan = {
  accountId: 'bakery',
  times: 'daily',
  from: '2026-11-26',
  time: '10:00',
  timeZone: 'Europe/Berlin',
}
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SLOTS = {
  timezone: 'Europe/Berlin',
  weekly: Object.fromEntries(EVERY_DAY.map((day) => [day, ['12:30']])),
  exceptions: [],
} as unknown as NonNullable<AccountAtHand['slots']>

const rows = (count: number, choice: Partial<RowChoice> = {}): RowChoice[] =>
  Array.from({ length: count }, (_, id) => ({ id, accountId: null, wall: null, ...choice }))

const NOTHING: AccountAtHand = { slots: null, times: [], made: [] }

function planned(
  chosen: readonly RowChoice[],
  plan: Partial<ImportPlan> = {},
  hands: Readonly<Record<string, Partial<AccountAtHand>>> = {},
) {
  const known = { now: NOW, accountOf: (id: string) => ({ ...NOTHING, ...hands[id] }) }
  const found = planRows(chosen, { ...PLAN, ...plan }, known)
  return chosen.flatMap(({ id }) => found.get(id) ?? [])
}

/** Every ten minutes of the waking hours of forty days. */
const FULL = Array.from(
  { length: 40 * 60 },
  (_, n) => NOW + Math.floor(n / 60) * DAY + (n % 60) * 10 * MINUTE,
)

describe('which times are proposed for an import', () => {
  const WHEN = { wall: '2026-11-27T10:00', zone: 'Europe/Berlin' }
  it.each([
    ['files', null, true, 'slots'],
    ['files of an account without slots', null, false, 'drafts'],
    ['a table, whose rows may say "next slot"', null, true, 'slots'],
    ['a table, without slots: its rows have times', null, false, 'daily'],
    ['a table that is dropped on a day', WHEN, true, 'daily'],
    ['a table that is dropped on the drafts', 'drafts', true, 'drafts'],
  ] as const)('%s', (what, start, hasSlots, times) => {
    expect(proposedTimes(start, { isTable: what.startsWith('a table'), hasSlots })).toBe(times)
  })
})

it('asks for the account of a row whose own is not here, until one is chosen', () => {
  expect(isAccountOpen({ asksAccount: true, accountId: null })).toBe(true)
  expect(isAccountOpen({ asksAccount: true, accountId: 'bakery' })).toBe(false)
  expect(isAccountOpen({ asksAccount: false, accountId: null })).toBe(false)
})

it('stays with what was chosen, but for slots that another account does not have', () => {
  const timesFor = (hasSlots: boolean | null) => timesOfImport('slots', 'drafts', hasSlots)
  expect([true, null, false].map(timesFor)).toEqual(['slots', 'slots', 'drafts'])
  expect(timesOfImport('daily', 'slots', true)).toBe('daily')
  expect(timesOfImport(null, 'slots', true)).toBe('slots')
})

it.each([
  ['no rows yet', [], ['bakery']],
  ['a file that goes to another one', [{ line: null, wall: null, accountId: 'kitchen' }], ['bakery']],
  ['a row that wants the next slot', [{ line: 2, wall: null, accountId: 'kitchen' }], ['bakery', 'kitchen']],
  ['a row of any account', [{ line: 2, wall: null, accountId: null }], ['bakery']],
  ['a row with a time', [{ line: 2, wall: '2026-11-26T10:00', accountId: 'kitchen' }], ['bakery']],
])('the slots of these accounts count for %s', (_what, chosen, asked) => {
  expect(accountsToAsk('bakery', chosen)).toEqual(asked)
})

describe('the rows of an import', () => {
  it.each(['daily', 'slots'] as const)(
    'are thirty posts on a full month of which no two of one account are closer than 20 minutes: %s',
    (times) => {
      const found = planned(rows(30), { times }, { bakery: { slots: SLOTS, times: FULL } })
      const ats = found.flatMap(({ at }) => at ?? [])
      expect(ats).toHaveLength(30)
      const all = [...FULL, ...ats]
      const pairs = ats.flatMap((one, index) =>
        all.filter((other, at) => at !== FULL.length + index && Math.abs(other - one) < 20 * MINUTE),
      )
      expect(pairs).toEqual([])
      expect(found.every(({ trouble }) => trouble === null)).toBe(true)
    },
  )

  it('are one a day at the given time, the first clear one where a post is close, in each account by itself', () => {
    const times = [Date.UTC(2026, 10, 26, 9, 10)]
    const chosen = rows(4).map((row, n) => (n < 2 ? row : { ...row, accountId: 'kitchen' }))
    expect(
      planned(chosen, {}, { bakery: { times } }).map(({ accountId, wall }) => [accountId, wall]),
    ).toEqual([
      ['bakery', '2026-11-26T10:30'],
      ['bakery', '2026-11-27T10:00'],
      ['kitchen', '2026-11-26T10:00'],
      ['kitchen', '2026-11-27T10:00'],
    ])
  })

  it('take free slots, and a day each in an account that has none', () => {
    const chosen = rows(3).map((row, n) => (n < 2 ? row : { ...row, accountId: 'kitchen' }))
    const times = [Date.UTC(2026, 10, 26, 11, 40)]
    const walls = planned(chosen, { times: 'slots' }, { bakery: { slots: SLOTS, times } }).map(
      ({ wall }) => wall,
    )
    expect(walls).toEqual(['2026-11-27T12:30', '2026-11-28T12:30', '2026-11-26T10:00'])
  })

  it('keep the time that a person chose, are marked where it clashes or has passed, and others keep away from it', () => {
    const chosen = rows(4).with(1, { id: 1, accountId: null, wall: '2026-11-26T10:10' })
    const found = planned(
      chosen.with(3, { id: 3, accountId: null, wall: '2026-11-24T10:00' }),
      {},
      {
        bakery: { times: [Date.UTC(2026, 10, 26, 9, 15)] },
      },
    )
    expect(found.map(({ wall, trouble }) => [wall, trouble])).toEqual([
      ['2026-11-26T10:35', null],
      ['2026-11-26T10:10', 'close'],
      ['2026-11-27T10:00', null],
      ['2026-11-24T10:00', 'past'],
    ])
  })

  it('keep the exact time that a table gave them, which the clocks may show twice, until another one is typed', () => {
    const meantAt = Date.UTC(2027, 9, 31, 1, 30, 20)
    const [shown, typed, moved] = planned([
      { id: 0, accountId: 'a', wall: '2027-10-31T02:30', meantAt },
      { id: 1, accountId: 'b', wall: '2027-10-31T02:30' },
      { id: 2, accountId: 'c', wall: '2027-10-31T04:00', meantAt },
    ])
    expect(shown?.at).toBe(meantAt)
    expect(typed?.at).toBe(Date.UTC(2027, 9, 31, 0, 30))
    expect(moved?.at).toBe(Date.UTC(2027, 9, 31, 3))
  })

  it('come later, as a slot does, where the clocks skip the time that was typed', () => {
    const [typed] = planned(rows(1, { wall: '2027-03-28T02:30' }))
    const [daily] = planned(rows(1), { from: '2027-03-28', time: '02:30' })
    expect([typed?.at, daily?.wall]).toEqual([Date.UTC(2027, 2, 28, 1, 30), '2027-03-28T03:30'])
  })

  it('do not clash with the posts that they change', () => {
    const at = Date.UTC(2026, 10, 26, 9)
    const hands = { bakery: { times: [at] } }
    const wall = '2026-11-26T10:00'
    expect(planned(rows(1, { wall }), {}, hands)).toMatchObject([{ at, trouble: 'close' }])
    expect(planned(rows(1, { wall, movedFrom: at }), {}, hands)).toMatchObject([{ at, trouble: null }])
  })

  it('clash with each other within one account only', () => {
    const walls = ['2026-11-26T10:00', '2026-11-26T10:19', '2026-11-26T10:00']
    const chosen = walls.map((wall, id) => ({ id, accountId: id === 2 ? 'kitchen' : null, wall }))
    expect(planned(chosen).map(({ trouble }) => trouble)).toEqual(['close', 'close', null])
  })

  it('go on after those that were sent before them', () => {
    const made = [0, 1].map((day) => Date.UTC(2026, 10, 26 + day, 9))
    expect(planned(rows(1), {}, { bakery: { made } })[0]?.wall).toBe('2026-11-28T10:00')
  })

  it('have no time as drafts, nor while it is being typed', () => {
    expect(planned(rows(1), { times: 'drafts' })).toMatchObject([
      { accountId: 'bakery', wall: null, at: null },
    ])
    expect(planned(rows(1, { wall: '' }))).toMatchObject([{ wall: '', at: null, trouble: null }])
    expect(planned(rows(1), { time: '' })).toMatchObject([{ wall: '', at: null }])
  })

  it('begin with a time to come when they were dropped on a day that has passed', () => {
    const [first] = planned(rows(1), { from: '2026-11-24' })
    expect(first?.at).toBe(NOW + 5 * MINUTE)
  })

  it('are one a day from today on when their first day has long passed, as after an import that was kept', () => {
    const from = importBegins({ wall: '2026-11-20T18:00' }, NOW, PLAN.timeZone)
    const found = planned(rows(3), { from, time: '18:00' })
    expect(found.map(({ wall }) => wall)).toEqual([
      '2026-11-25T18:00',
      '2026-11-26T18:00',
      '2026-11-27T18:00',
    ])
  })
})

describe('the account of an import', () => {
  const BOTH = ['bakery', 'café']
  const rows: [string, Parameters<typeof accountOfImport>, string | null][] = [
    ['is the proposed one at first', [BOTH, null, 'café'], 'café'],
    ['stays the one for which it was begun', [BOTH, 'bakery', 'café'], 'bakery'],
    ['stays that while the accounts are not read yet', [undefined, 'bakery', null], 'bakery'],
    ['is for a person to choose once that was disconnected', [['café'], 'bakery', 'café'], null],
  ]
  it.each(rows)('%s', (_what, given, account) => {
    expect(accountOfImport(...given)).toBe(account)
  })
})
