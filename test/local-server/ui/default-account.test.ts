import { describe, expect, it } from 'vitest'
import { defaultAccountOf } from '../../../local-server/ui/src/shared/default-account.ts'

const two = ['a', 'b']

describe('the account of a new post', () => {
  it.each([
    ['the only one there is', { accountIds: ['a'], filtered: [], lastUsed: null }, 'a'],
    ['that to which the plan is narrowed', { accountIds: two, filtered: ['b'], lastUsed: 'a' }, 'b'],
    ['the last used', { accountIds: two, filtered: [], lastUsed: 'b' }, 'b'],
    [
      'the last used among several of the filter',
      { accountIds: ['a', 'b', 'c'], filtered: two, lastUsed: 'b' },
      'b',
    ],
    ['none when nothing is known', { accountIds: two, filtered: [], lastUsed: null }, null],
    ['none when the last used is gone', { accountIds: two, filtered: [], lastUsed: 'c' }, null],
    [
      'none of a filter that leaves the last used out',
      { accountIds: ['a', 'b', 'c'], filtered: two, lastUsed: 'c' },
      null,
    ],
    [
      'the last used when the filter names none that is here',
      { accountIds: two, filtered: ['c'], lastUsed: 'a' },
      'a',
    ],
    ['none without any', { accountIds: [], filtered: [], lastUsed: 'a' }, null],
  ])('is %s', (_which, known, account) => {
    expect(defaultAccountOf(known)).toBe(account)
  })
})
