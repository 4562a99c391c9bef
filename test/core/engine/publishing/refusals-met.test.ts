import { describe, expect, it } from 'vitest'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import type { CallRecord } from '../../../../core/engine/publishing/effects.ts'
import { failureOfPost } from '../../../../core/rules/publication/error-table.ts'
import { warningsAfterCalls } from '../../../../core/engine/publishing/refusals-met.ts'
import { aPublication, NOW } from './a-publication.ts'
import { lost, ok, refused, unreached } from './replies.ts'

const CLAIMED = aPublication({ step: 'claimed' })
const REFUSED = refused(2)
const MET = warning('PREPARATION_REFUSED', {
  failure: failureOfPost(REFUSED, CLAIMED.payload).detail,
})

function recordOf(call: string, reply: CallRecord['reply']): CallRecord {
  const facts = { httpStatus: 400, platformCode: 2, platformSubcode: null, platformTitle: null }
  return { entry: { at: NOW, call, traceId: null, outcome: REFUSED.refusal.message, ...facts }, reply }
}

describe('a refusal while a post is prepared', () => {
  it.each(['create container', 'upload video', 'read container'])(
    'is told as one of the post after the call to %s, also when something is looked up after it',
    (call) => {
      const calls = [recordOf(call, REFUSED), recordOf('read publishing limit', ok({}))]
      expect(warningsAfterCalls(CLAIMED, calls, NOW)).toEqual([MET])
    },
  )

  it('is told like silence, for which a post waits an hour, and unlike a network that is gone', () => {
    const told = warningsAfterCalls(CLAIMED, [recordOf('create container', lost)], NOW)
    expect(told).toEqual([
      warning('PREPARATION_REFUSED', { failure: failureOfPost(lost, CLAIMED.payload).detail }),
    ])
    const calls = [recordOf('create container', unreached)]
    expect(warningsAfterCalls({ ...CLAIMED, warnings: told }, calls, NOW)).toEqual([])
  })

  it('is not told as one of the post when the publishing limit is full, which is told already', () => {
    const calls = [recordOf('create container', refused(9, 2_207_042))]
    expect(warningsAfterCalls({ ...CLAIMED, warnings: [MET] }, calls, NOW)).toEqual([])
  })

  it.each(['list media', 'read publishing limit'])(
    'is none of the post when only something was looked up: %s',
    (call) => {
      const calls = [recordOf(call, REFUSED)]
      expect(warningsAfterCalls(CLAIMED, calls, NOW)).toEqual([])
      expect(warningsAfterCalls({ ...CLAIMED, warnings: [MET] }, calls, NOW)).toEqual([MET])
    },
  )
})
