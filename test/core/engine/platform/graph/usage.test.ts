import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../../core/time.ts'
import { readUsage } from '../../../../../core/engine/platform/graph/graph-request.ts'

const of = (headers: Record<string, string>) => readUsage(new Headers(headers))
const counts = (percent: number) => ({ call_count: percent, total_cputime: 3, total_time: 1 })
const business = (...windows: { percent: number; minutes: number }[]) =>
  JSON.stringify({
    '17841400000000001': windows.map(({ percent, minutes }) => ({
      type: 'instagram',
      ...counts(percent),
      estimated_time_to_regain_access: minutes,
    })),
  })

describe('the usage headers', () => {
  it('say nothing when they are not there, or not readable', () => {
    expect(of({})).toBeNull()
    expect(of({ 'x-app-usage': 'soon', 'x-business-use-case-usage': '[]' })).toBeNull()
  })

  it('count by the window that is nearest to its limit', () => {
    expect(of({ 'X-App-Usage': JSON.stringify(counts(28)) })).toEqual({ percent: 28, regainAfter: null })
    expect(
      of({
        'x-app-usage': JSON.stringify({ call_count: 10, total_cputime: 91, total_time: 4 }),
        'x-business-use-case-usage': business({ percent: 40, minutes: 0 }, { percent: 60, minutes: 0 }),
      }),
    ).toEqual({ percent: 91, regainAfter: null })
  })

  it('tell how long it takes until calls are taken again', () => {
    const header = business({ percent: 100, minutes: 19 }, { percent: 20, minutes: 0 })
    expect(of({ 'x-business-use-case-usage': header })).toEqual({ percent: 100, regainAfter: 19 * 60_000 })
  })

  it.each([
    ['is a day at most, whatever is told', 5_000_000, DAY],
    ['is a whole number of milliseconds', 0.333_33, 20_000],
  ])('the wait %s', (_what, minutes, wait) => {
    const header = business({ percent: 100, minutes })
    expect(of({ 'x-business-use-case-usage': header })).toMatchObject({ regainAfter: wait })
  })
})
