import { describe, expect, it } from 'vitest'
import { defaultAccountOf } from '../../../local-server/ui/src/shared/accounts/default-account.ts'

const two = ['a', 'b']

describe('the account of a new post', () => {
  it.each([
    ['the only one there is', { accountIds: ['a'], current: null, lastUsed: null }, 'a'],
    ['the current one', { accountIds: two, current: 'b', lastUsed: 'a' }, 'b'],
    ['the last used while all are shown', { accountIds: two, current: null, lastUsed: 'b' }, 'b'],
    ['none when nothing is known', { accountIds: two, current: null, lastUsed: null }, null],
    ['none when the last used is gone', { accountIds: two, current: null, lastUsed: 'c' }, null],
    ['the last used when the current one is gone', { accountIds: two, current: 'c', lastUsed: 'a' }, 'a'],
    ['none without any', { accountIds: [], current: null, lastUsed: 'a' }, null],
  ])('is %s', (_which, known, account) => {
    expect(defaultAccountOf(known)).toBe(account)
  })
})
