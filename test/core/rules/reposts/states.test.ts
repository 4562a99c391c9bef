import { describe, expect, it } from 'vitest'
import { canBecome, REPOST_STATUSES, type RepostStatus } from '../../../../core/rules/reposts/statuses.ts'
import { nextVersionOf, requireMove } from '../../../../core/rules/reposts/states.ts'
import { START } from '../../../factories.ts'
import { aRepostRecord } from '../../../fakes/reposts/repost-records.ts'

const codeOf = (act: () => unknown): string => {
  try {
    act()
    return 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a mention', () => {
  it.each([
    ['PENDING', ['REPOSTING', 'FAILED', 'EXPIRED', 'DISMISSED']],
    ['REPOSTING', ['PUBLISHED', 'FAILED', 'DISMISSED']],
    ['PUBLISHED', []],
    ['FAILED', ['REPOSTING', 'PUBLISHED', 'EXPIRED', 'DISMISSED']],
    ['EXPIRED', []],
    ['DISMISSED', ['PUBLISHED']],
  ] as [RepostStatus, RepostStatus[]][])('that is %s can become %j and nothing else', (from, to) => {
    const possible = REPOST_STATUSES.filter((status) => canBecome(from, status))
    expect(possible.toSorted()).toEqual(to.toSorted())
    for (const status of REPOST_STATUSES) {
      const act = () => nextVersionOf(aRepostRecord({ status: from }), { status }, START)
      const isFine = status === from || to.includes(status)
      expect(codeOf(act), `${from} to ${status}`).toBe(isFine ? 'fine' : 'INVALID_STATE')
    }
  })

  it('has a higher version after each move', () => {
    const next = nextVersionOf(aRepostRecord({ version: 4 }), { status: 'DISMISSED' }, START + 5)
    expect(next).toMatchObject({ version: 5, updatedAt: START + 5 })
  })
})

describe('asking for a repost', () => {
  it.each([
    ['PENDING', 'fine'],
    ['REPOSTING', 'REPOST_IN_PROGRESS'],
    ['PUBLISHED', 'ALREADY_REPOSTED'],
    ['FAILED', 'fine'],
    ['EXPIRED', 'INVALID_STATE'],
    ['DISMISSED', 'INVALID_STATE'],
  ] as const)('of a mention that is %s is answered with %s', (status, code) => {
    expect(codeOf(() => requireMove(aRepostRecord({ status }), 'REPOSTING'))).toBe(code)
  })
})

describe('asking to dismiss', () => {
  it.each([
    ['PENDING', 'fine'],
    ['REPOSTING', 'REPOST_IN_PROGRESS'],
    ['PUBLISHED', 'INVALID_STATE'],
    ['EXPIRED', 'INVALID_STATE'],
    ['FAILED', 'fine'],
  ] as const)('a mention that is %s is answered with %s', (status, code) => {
    expect(codeOf(() => requireMove(aRepostRecord({ status }), 'DISMISSED'))).toBe(code)
  })
})
