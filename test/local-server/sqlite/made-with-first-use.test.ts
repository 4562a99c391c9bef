import { describe, expect, it, vi } from 'vitest'
import { madeWithFirstUse } from '../../../local-server/sqlite/prepare-rows.ts'

describe('what is made with its first use', () => {
  const newStore = () => ({ list: () => ['a post'], get: (id: string) => id })

  it('is not made before', () => {
    const make = vi.fn(newStore)
    const store = madeWithFirstUse(make)
    expect(make).not.toHaveBeenCalled()
    expect(store.list()).toEqual(['a post'])
  })

  it('is made once', () => {
    const make = vi.fn(newStore)
    const store = madeWithFirstUse(make)
    store.list()
    store.get('1')
    expect(make).toHaveBeenCalledOnce()
  })

  it('can be spread into another', () => {
    const { list, get } = { ...madeWithFirstUse(newStore), list: () => [] }
    expect([list(), get('1')]).toEqual([[], '1'])
  })
})
