import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  defaultAccountOf,
  noteUsedAccount,
} from '../../../local-server/ui/src/shared/accounts/default-account.ts'

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

afterEach(() => vi.unstubAllGlobals())

it('the last used account is known at once in the tab that used it, too', () => {
  const told: unknown[] = []
  const localStorage = { setItem: vi.fn() }
  vi.stubGlobal('window', { localStorage, dispatchEvent: (event: unknown) => told.push(event) })
  vi.stubGlobal(
    'StorageEvent',
    class {
      constructor(type: string, given: object) {
        Object.assign(this, { type, ...given })
      }
    },
  )
  noteUsedAccount('b')
  const stored = ['nightpost-last-account', '"b"'] as const
  expect(localStorage.setItem).toHaveBeenCalledWith(...stored)
  const [key, newValue] = stored
  expect(told).toMatchObject([{ type: 'storage', key, newValue, storageArea: localStorage }])
})
