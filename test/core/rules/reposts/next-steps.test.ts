import { REPOST_STATUSES, type RepostStatus } from '../../../../core/rules/reposts/statuses.ts'
import { describe, expect, it } from 'vitest'
import { isOpen, nextSteps, timeLeft } from '../../../../core/rules/reposts/next-steps.ts'
import { CodedError } from '../../../../core/coded-error.ts'
import { requireMove } from '../../../../core/rules/reposts/states.ts'
import { HOUR, toIso } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'

const mention = (status: RepostStatus, change: { postId?: string; ends?: number | null } = {}) => {
  const { postId = null, ends = START + HOUR } = change
  return { status, postId, expiresAt: ends === null ? null : toIso(ends) }
}

describe('what can be done with a mention', () => {
  it.each(REPOST_STATUSES)('that is %s is what the server would not refuse', (status) => {
    const { repost, dismiss } = nextSteps(mention(status), START)
    expect(repost !== null).toBe(isTaken(status, 'REPOSTING'))
    expect(dismiss).toBe(isTaken(status, 'DISMISSED'))
  })

  it('is nothing but to dismiss it when its story is over', () => {
    expect(nextSteps(mention('PENDING', { ends: START }), START)).toEqual({ repost: null, dismiss: true })
  })

  it('is to try its post again, also when the story is over', () => {
    const failed = mention('FAILED', { postId: crypto.randomUUID(), ends: START })
    expect(nextSteps(failed, START).repost).toBe('again')
  })
})

describe('a mention', () => {
  it('has time left until its story ends', () => {
    expect(timeLeft(mention('PENDING'), START)).toBe(HOUR)
    expect(timeLeft(mention('PENDING', { ends: START - 1 }), START)).toBe(0)
    expect(timeLeft(mention('PENDING', { ends: null }), START)).toBeNull()
  })

  it.each([
    ['waits', mention('PENDING'), true],
    ['is being reposted, even of a story that is over', mention('REPOSTING', { ends: START }), true],
    ['has failed while the story lives', mention('FAILED'), true],
    ['has failed, and the story is over', mention('FAILED', { ends: START }), false],
    ['is live', mention('PUBLISHED'), false],
    ['was not wanted', mention('DISMISSED'), false],
  ])('that %s is open: %s', (_, one, open) => {
    expect(isOpen(one, START)).toBe(open)
  })
})

function isTaken(status: RepostStatus, to: 'REPOSTING' | 'DISMISSED'): boolean {
  try {
    requireMove({ status }, to)
    return true
  } catch (error) {
    if (error instanceof CodedError) return false
    throw error
  }
}
