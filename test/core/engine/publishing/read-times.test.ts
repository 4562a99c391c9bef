import { describe, expect, it } from 'vitest'
import { nextPermalinkReadAt } from '../../../../core/engine/publishing/complete-post.ts'
import {
  nextContainerAt,
  nextStatusReadAt,
  PROCESSING_LIMIT,
} from '../../../../core/engine/publishing/containers.ts'
import { LAG_RETRY } from '../../../../core/engine/publishing/publish.ts'
import {
  LAG_LIMIT,
  LAG_SECOND_READ,
  LOOK_LATER_EVERY,
  nextReconcileAt,
} from '../../../../core/engine/publishing/reconcile.ts'
import { nextLookAt } from '../../../../core/engine/publishing/restored/already-live.ts'
import { toUncertain } from '../../../../core/engine/publishing/transitions.ts'
import { aPublication, NOW } from './a-publication.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** In seconds, after each number of reads from 0 on. */
const delays = (reads: number, next: (reads: number) => number | null) =>
  Array.from({ length: reads }, (_, index) => {
    const at = next(index)
    return at === null ? null : (at - NOW) / SECOND
  })

describe('the next read', () => {
  it('of a container comes soon at first, sooner for a picture', () => {
    expect(delays(5, (reads) => nextStatusReadAt(NOW, reads, 'image'))).toEqual([2, 3, 5, 10, 10])
    expect(delays(16, (reads) => nextStatusReadAt(NOW, reads, 'video'))).toEqual([
      5,
      10,
      20,
      30,
      ...Array.from({ length: 10 }, () => 60),
      300,
      300,
    ])
    expect(nextStatusReadAt(NOW, 14, 'image')).toBe(NOW + 10 * SECOND)
  })

  it('of a container is the last after five minutes for a picture, and after an hour for a video', () => {
    expect(PROCESSING_LIMIT).toEqual({ image: 5 * MINUTE, video: HOUR })
  })

  it('of what may be live comes within seconds, then every three minutes, and in the background every half hour', () => {
    expect(toUncertain(aPublication(), NOW).nextAt).toBe(NOW + 2 * SECOND)
    expect(delays(5, (reads) => nextReconcileAt(NOW, reads + 1))).toEqual([15, 50, 120, 180, 180])
    expect(LOOK_LATER_EVERY).toBe(HOUR / 2)
  })

  it('of a list that does not come is repeated for a day, and for ten minutes after a final refusal', () => {
    const growing = [2, 5, 10, 20, 30, 60, 120, 300]
    expect(delays(9, (looks) => nextLookAt(NOW, looks, true))).toEqual([...growing, null])
    expect(delays(10, (looks) => nextLookAt(NOW, looks, false))).toEqual([...growing, 600, 600])
    expect(nextLookAt(NOW, 149, false)).toBe(NOW + 10 * MINUTE)
    expect(nextLookAt(NOW, 150, false)).toBeNull()
  })

  it('of a permalink is the fifth at most', () => {
    expect(delays(6, (reads) => nextPermalinkReadAt(NOW, reads))).toEqual([5, 5, 60, 600, 3_600, null])
  })

  it('after “not ready yet” comes in five seconds, then in ten, and for two minutes', () => {
    expect([LAG_RETRY, LAG_SECOND_READ, LAG_LIMIT]).toEqual([5 * SECOND, 10 * SECOND, 2 * MINUTE])
  })
})

it('Another container is requested after ten seconds, and then after a minute', () => {
  expect([1, 2, 3].map((asked) => nextContainerAt(NOW, asked) - NOW)).toEqual([10 * SECOND, MINUTE, MINUTE])
})
