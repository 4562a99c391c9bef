import { describe, expect, it } from 'vitest'
import { judgeDelegation, judgeRecall } from '../../../../core/rules/ownership/judge.ts'

const held = { revision: 2, isReleased: false }
const released = { revision: 2, isReleased: true }

describe('a request that arrives at the Worker', () => {
  it.each([
    ['never held', null, 1, 'take'],
    ['held', held, 1, 'stale'],
    ['held', held, 2, 'replay'],
    ['held', held, 3, 'change'],
    ['released', released, 2, 'stale'],
    ['released', released, 3, 'take'],
  ] as const)('delegates what is %s: %o, revision %i → %s', (_, stored, revision, verdict) => {
    expect(judgeDelegation(stored, revision)).toBe(verdict)
  })

  it.each([
    ['never held', null, 1, 'release'],
    ['held', held, 1, 'stale'],
    ['held', held, 2, 'release'],
    ['held', held, 3, 'release'],
    ['released', released, 2, 'replay'],
    ['released', released, 3, 'release'],
  ] as const)('recalls what is %s: %o, revision %i → %s', (_, stored, revision, verdict) => {
    expect(judgeRecall(stored, revision)).toBe(verdict)
  })
})
