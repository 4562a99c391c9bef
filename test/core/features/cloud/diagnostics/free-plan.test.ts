import { describe, expect, it } from 'vitest'
import { freePlanToday } from '../../../../../core/features/cloud/diagnostics/free-plan.ts'
import { HOUR } from '../../../../../core/time.ts'
import { aWorkerStatus } from '../../../../provider-double/deployed-worker.ts'

const MIDNIGHT = Date.UTC(2026, 10, 22)

function left(kvWritesToday: number | undefined, timestamp: number) {
  return freePlanToday({ ...aWorkerStatus(timestamp), kvWritesToday })
}

describe('what is left of the day on the free plan', () => {
  it('is two writes a picture, without those of the timer', () => {
    expect(left(0, MIDNIGHT)).toEqual({ picturesLeftToday: 452, picturesADay: 452, warning: null })
    expect(left(248, MIDNIGHT + 12 * HOUR)).toMatchObject({ picturesLeftToday: 352, warning: null })
  })

  it('says before it ends what will be late: the mirror, never a post', () => {
    const short = left(900, MIDNIGHT + 18 * HOUR)
    expect(short).toMatchObject({ picturesLeftToday: 38 })
    expect(short?.warning).toMatch(/key-value store is late.*Posts go out on time/)
    expect(left(1_200, MIDNIGHT + 18 * HOUR)).toMatchObject({ picturesLeftToday: 0 })
  })

  it('is unknown of a second copy, which does not count', () => {
    expect(left(undefined, MIDNIGHT)).toBeNull()
  })
})
