import { expect, it } from 'vitest'
import { roomOf } from '../../../../local-server/ui/src/plan/views/day-hints.ts'

const posts = (count: number, day: string, platformAccountId: string) =>
  Array.from({ length: count }, () => ({ day, post: { platformAccountId } }))
const allowedOf = (account: string) => ({ bakery: 100, kitchen: 25 })[account] ?? null

it('speaks of the limit on days that take a tenth of it or more', () => {
  const coming = [...posts(9, '2026-12-01', 'bakery'), ...posts(10, '2026-12-02', 'bakery')]
  expect([...roomOf(coming, allowedOf)]).toEqual([['2026-12-02', { used: 10, allowed: 100 }]])
})

it('speaks of the account that is nearest to its limit, and of none whose limit is unknown', () => {
  const day = '2026-12-03'
  const coming = [...posts(30, day, 'bakery'), ...posts(12, day, 'kitchen'), ...posts(40, day, 'stall')]
  expect(roomOf(coming, allowedOf).get(day)).toEqual({ used: 12, allowed: 25 })
})
