import { expect, it } from 'vitest'
import { addDays } from '../../../../core/rules/times/calendar-days.ts'
import { firstDayOf, knownOf, spanOf } from '../../../../local-server/ui/src/plan/period.ts'

const SPAN = spanOf('2026-10-05', '2027-01-31')
const [one = '', two = '', three = ''] = Array.from({ length: SPAN.last - SPAN.first + 1 }, (_, index) =>
  firstDayOf(SPAN.first + index),
)

it('tells of the days in sight alone whether they were read', () => {
  const problems = ['not read', null, 'not read either', null]
  expect(knownOf(problems, SPAN, [two, two])).toEqual([null])
  expect(knownOf(problems, SPAN, [addDays(two, 25), addDays(three, 3)])).toEqual([null, 'not read either'])
  expect(knownOf(problems, SPAN, [one, addDays(two, -1)])).toEqual(['not read'])
})
