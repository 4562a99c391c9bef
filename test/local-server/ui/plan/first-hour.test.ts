import { expect, it } from 'vitest'
import { firstHourOf } from '../../../../local-server/ui/src/plan/views/first-hour.ts'

const DAY = '2026-12-01'
const at = (time: string) => new Map([[DAY, [{ wall: `${DAY}T${time}` }]]])

it('is early enough for all that is placed in these days, and else that of the morning', () => {
  expect(firstHourOf([DAY], [new Map(), at('09:00')])).toBe(7)
  expect(firstHourOf([DAY], [at('09:00'), at('06:30')])).toBe(6)
  expect(firstHourOf(['2026-12-02'], [at('06:30')])).toBe(7)
})
