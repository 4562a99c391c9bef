// What every SettingsStore does, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describeSettingsStore(name: string, open: () => Promise<TwoHandles<SettingsStore>>): void {
  describe(`${name} as a SettingsStore`, () => {
    const store = openEach(open)

    it('knows nothing at first', async () => {
      expect(await store.a.get('anything')).toBeNull()
    })

    it('gives back any JSON value, through either handle', async () => {
      const values = {
        text: 'ünïcode 猫\n"',
        number: 1.5,
        yes: true,
        no: false,
        list: [1, { a: null }],
        zero: 0,
      }
      await store.a.put(values)
      for (const [key, value] of Object.entries(values)) expect(await store.b.get(key)).toEqual(value)
    })

    it('returns only those of many that are set', async () => {
      await store.a.put({ one: 1, two: { a: null }, three: 3 })
      const found = await store.b.getMany(['two', 'never', 'one', 'one'])
      expect(Object.fromEntries(found)).toEqual({ one: 1, two: { a: null } })
      expect(await store.b.getMany([])).toEqual(new Map())
    })

    it('replaces a value, and leaves the others alone', async () => {
      await store.a.put({ one: 1, two: 2 })
      await store.b.put({ one: 'another' })
      expect(await store.a.get('one')).toBe('another')
      expect(await store.a.get('two')).toBe(2)
    })

    it('unsets with null, also what was never set', async () => {
      await store.a.put({ one: 1 })
      await store.b.put({ one: null, two: null })
      expect(await store.a.get('one')).toBeNull()
      expect(await store.a.get('two')).toBeNull()
    })

    it('sets all or none', async () => {
      await store.a.put({ one: 1 })
      await expect(store.a.put({ one: 2, two: undefined })).rejects.toThrow()
      expect(await store.b.get('one')).toBe(1)
    })
  })
}
