// What every AccountStore does, fake or real, seen through two handles on one store.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountStore } from '../../core/ports/account-store.ts'
import { anAccountRecord, START } from '../factories.ts'

export interface OpenedAccountStores {
  readonly a: AccountStore
  readonly b: AccountStore
  close?(): Promise<void>
}

export function describeAccountStore(name: string, open: () => Promise<OpenedAccountStores>): void {
  describe(`${name} as an AccountStore`, () => {
    let store: OpenedAccountStores
    beforeEach(async () => {
      store = await open()
    })
    afterEach(async () => {
      await store.close?.()
    })

    it('gives back an account as it was put, through either handle', async () => {
      const account = anAccountRecord({ username: 'ünïcode_猫', tokenExpiresAt: START, isSandbox: true })
      expect(await store.a.put(account)).toEqual(account)
      expect(await store.b.get(account.id)).toEqual(account)
      expect(await store.b.list()).toEqual([account])
    })

    it('gives back what is not known as null', async () => {
      const nothing = {
        name: null,
        avatarKey: null,
        accountType: null,
        followersCount: null,
        mediaCount: null,
        lastSyncedAt: null,
      }
      const account = anAccountRecord(nothing)
      await store.a.put(account)
      expect(await store.b.get(account.id)).toEqual(account)
    })

    it('keeps every digit of the platform’s id', async () => {
      const account = anAccountRecord({ igUserId: '17841499999999999999' })
      await store.a.put(account)
      expect((await store.b.get(account.id))?.igUserId).toBe('17841499999999999999')
    })

    it('replaces the account of the same platform user, and keeps its id and age', async () => {
      const first = anAccountRecord()
      await store.a.put(first)
      const again = anAccountRecord({
        igUserId: first.igUserId,
        username: 'renamed',
        name: null,
        loginMethod: 'partner',
        partnerPageId: '112233',
        sealedToken: 'another',
        createdAt: START + 1,
      })
      const expected = { ...again, id: first.id, createdAt: first.createdAt }
      expect(await store.b.put(again)).toEqual(expected)
      expect(await store.a.list()).toEqual([expected])
      expect(await store.a.get(again.id)).toBeNull()
    })

    it('refuses another platform user under a taken id', async () => {
      const first = anAccountRecord()
      await store.a.put(first)
      await expect(store.b.put(anAccountRecord({ id: first.id }))).rejects.toThrow()
      expect(await store.a.list()).toEqual([first])
    })

    it('lists oldest first, of equal instants the one put first', async () => {
      const tied = [anAccountRecord({ createdAt: 2_000 }), anAccountRecord({ createdAt: 2_000 })]
      const [fresh, old] = [anAccountRecord({ createdAt: 3_000 }), anAccountRecord({ createdAt: 1_000 })]
      for (const account of [...tied, fresh, old]) await store.a.put(account)
      expect(await store.b.list()).toEqual([old, ...tied, fresh])
    })

    it('knows nothing of unknown ids', async () => {
      expect(await store.a.get(crypto.randomUUID())).toBeNull()
      expect(await store.a.list()).toEqual([])
    })
  })
}
