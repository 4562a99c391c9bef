// What every KeyStore does, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import type { KeyCall, KeyStore } from '../../core/ports/key-store.ts'
import { anApiKeyRecord, START } from '../factories.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describeKeyStore(name: string, open: () => Promise<TwoHandles<KeyStore>>): void {
  describe(`${name} as a KeyStore`, () => {
    const store = openEach(open)

    it('finds a key by its whole hash, through either handle', async () => {
      const key = anApiKeyRecord({ name: 'CI ☾ "quoted"' })
      await store.a.add(anApiKeyRecord())
      await store.a.add(key)
      expect(await store.b.findByHash(key.hash)).toEqual(key)
      expect(await store.b.findByHash(key.hash.slice(0, -1))).toBeNull()
      expect(await store.b.findByHash('')).toBeNull()
    })

    it('refuses a second key with the same id or hash, and keeps the first', async () => {
      const first = anApiKeyRecord({ name: 'first' })
      await store.a.add(first)
      await expect(store.b.add(anApiKeyRecord({ id: first.id }))).rejects.toThrow()
      await expect(store.b.add(anApiKeyRecord({ hash: first.hash }))).rejects.toThrow()
      expect(await store.a.list()).toEqual([first])
    })

    it('keeps keys apart that begin alike', async () => {
      const [one, two] = [anApiKeyRecord({ name: 'one' }), anApiKeyRecord({ name: 'two' })]
      await store.a.add(one)
      await store.a.add(two)
      await store.b.revoke(one.id, START)
      expect(await store.a.findByHash(two.hash)).toEqual(two)
    })

    it('lists newest first, of equal instants the one added last', async () => {
      const old = anApiKeyRecord({ createdAt: 1_000 })
      const tied = [anApiKeyRecord({ createdAt: 2_000 }), anApiKeyRecord({ createdAt: 2_000 })]
      const fresh = anApiKeyRecord({ createdAt: 3_000 })
      for (const key of [...tied, fresh, old]) await store.a.add(key)
      expect(await store.b.list()).toEqual([fresh, ...tied.toReversed(), old])
    })

    it('keeps a revoked key and the time of its first revocation', async () => {
      const key = anApiKeyRecord()
      await store.a.add(key)
      expect(await store.a.revoke(key.id, START + 5)).toEqual({ alreadyRevoked: false })
      expect(await store.b.revoke(key.id, START + 9)).toEqual({ alreadyRevoked: true })
      expect(await store.a.findByHash(key.hash)).toEqual({ ...key, revokedAt: START + 5 })
      expect(await store.b.list()).toEqual([{ ...key, revokedAt: START + 5 }])
    })

    it('tells one of two revokers at once that it was the first', async () => {
      const key = anApiKeyRecord()
      await store.a.add(key)
      const answers = await Promise.all([store.a.revoke(key.id, 1), store.b.revoke(key.id, 2)])
      expect(answers.filter((answer) => answer?.alreadyRevoked === false)).toHaveLength(1)
    })

    it('knows nothing of unknown ids', async () => {
      expect(await store.a.revoke(crypto.randomUUID(), START)).toBeNull()
      await store.a.touch(crypto.randomUUID(), START)
      expect(await store.a.list()).toEqual([])
    })

    it('moves the time of the last use and nothing else', async () => {
      const key = anApiKeyRecord()
      await store.a.add(key)
      await store.a.touch(key.id, START + 1)
      await store.b.touch(key.id, START + 2)
      expect(await store.a.findByHash(key.hash)).toEqual({ ...key, lastUsedAt: START + 2 })
    })

    const aCall = (change: Partial<KeyCall> = {}): KeyCall => ({
      keyId: 'one',
      at: START,
      method: 'GET',
      route: '/posts/{id}',
      tool: null,
      status: 200,
      postId: null,
      ...change,
    })
    const statusesOf = async (keyId = 'one', before = Number.MAX_SAFE_INTEGER, limit = 100) =>
      (await store.b.listCalls(keyId, before, limit)).map(({ status }) => status)

    it('lists the calls of a key newest first, page by page', async () => {
      const whole = { tool: 'publish_draft', postId: 'a post', route: null }
      await store.a.addCalls([aCall({ status: 1 }), aCall({ keyId: 'two' }), aCall({ status: 2 })], 10)
      await store.b.addCalls([aCall({ status: 3, ...whole })], 10)
      const [newest, ...others] = await store.a.listCalls('one', Number.MAX_SAFE_INTEGER, 2)
      expect(newest).toEqual({ ...aCall({ status: 3, ...whole }), id: newest?.id })
      expect(others).toMatchObject([{ status: 2 }])
      expect(await statusesOf('one', others[0]?.id)).toEqual([1])
      expect(await statusesOf('three')).toEqual([])
    })

    it('keeps the latest calls of each key', async () => {
      await store.a.addCalls([aCall({ keyId: 'two', status: 9 })], 2)
      await store.a.addCalls(
        [1, 2, 3].map((status) => aCall({ status })),
        2,
      )
      expect(await statusesOf()).toEqual([3, 2])
      await store.a.addCalls([aCall({ status: 4 })], 2)
      expect(await statusesOf()).toEqual([4, 3])
      expect(await statusesOf('two')).toEqual([9])
    })

    it('forgets calls that are old', async () => {
      await store.a.addCalls([aCall({ status: 1 }), aCall({ status: 2, at: START + 1 })], 10)
      await store.a.removeCallsBefore(START + 1)
      expect(await statusesOf()).toEqual([2])
    })
  })
}
