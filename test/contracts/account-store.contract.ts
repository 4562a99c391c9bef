// What every AccountStore does, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import type { AccountStore } from '../../core/ports/account-store.ts'
import { anAccountRecord, START } from '../factories.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describeAccountStore(name: string, open: () => Promise<TwoHandles<AccountStore>>): void {
  describe(`${name} as an AccountStore`, () => {
    const store = openEach(open)

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

    it('keeps the pause and the picture of an account that is replaced, and what its user has chosen', async () => {
      const first = anAccountRecord()
      await store.a.put(first)
      const meanwhile = {
        pausedUntil: START + 2,
        whenLimitIsFull: 'wait',
        avatarKey: 'avatars/2.jpg',
      } as const
      await store.b.update(first.id, meanwhile)
      const again = { ...first, username: 'renamed' }
      expect(await store.a.put(again)).toEqual({ ...again, ...meanwhile })
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

    it('lists the accounts that are paused, and until when', async () => {
      const [resting, rested] = [START + 5, START]
      const { id } = await store.a.put(anAccountRecord({ pausedUntil: resting }))
      await store.a.put(anAccountRecord({ pausedUntil: rested }))
      await store.a.put(anAccountRecord())
      expect([...(await store.b.backoffs(START))]).toEqual([[id, resting]])
      expect((await store.b.backoffs(resting)).size).toBe(0)
    })

    it('keeps what a login brought', async () => {
      const account = anAccountRecord({
        loginMethod: 'partner',
        partnerPageId: '104000000012345',
        partnerPageName: 'Bäckerei am Hafen',
        sealedPageToken: 'v1.nonce.page',
        grantedScopes: ['instagram_basic', 'pages_show_list'],
        tokenIssuedAt: START - 1,
        tokenExpiresAt: START + 1,
        pausedUntil: START + 2,
      })
      await store.a.put(account)
      expect(await store.b.get(account.id)).toEqual(account)
    })

    it('changes what is named and nothing else', async () => {
      const [account, other] = [anAccountRecord(), anAccountRecord()]
      for (const record of [account, other]) await store.a.put(record)
      const change = { username: 'renamed', grantedScopes: null, pausedUntil: START, avatarKey: null }
      expect(await store.b.update(account.id, change)).toEqual({ ...account, ...change })
      expect(await store.a.get(account.id)).toEqual({ ...account, ...change })
      expect(await store.a.get(other.id)).toEqual(other)
    })

    it('changes nothing of an account that has another token by now', async () => {
      const account = anAccountRecord({ sealedToken: 'old' })
      await store.a.put(account)
      await store.a.put({ ...account, sealedToken: 'reconnected' })
      expect(await store.b.update(account.id, { sealedToken: 'refreshed' }, 'old')).toBeNull()
      expect((await store.a.get(account.id))?.sealedToken).toBe('reconnected')
      const updated = await store.b.update(account.id, { sealedToken: 'refreshed' }, 'reconnected')
      expect(updated?.sealedToken).toBe('refreshed')
    })

    it('lets one of two concurrent changes win that were made with the same token', async () => {
      const account = anAccountRecord({ sealedToken: 'old' })
      await store.a.put(account)
      const changes = ['one', 'two'].map((sealedToken, at) =>
        (at === 0 ? store.a : store.b).update(account.id, { sealedToken }, 'old'),
      )
      expect((await Promise.all(changes)).filter((updated) => updated !== null)).toHaveLength(1)
    })

    it('forgets an account once, and never brings it back by a change', async () => {
      const account = anAccountRecord()
      await store.a.put(account)
      expect(await store.a.remove(account.id)).toEqual(account)
      expect(await store.b.remove(account.id)).toBeNull()
      expect(await store.b.update(account.id, { username: 'ghost' })).toBeNull()
      expect(await store.b.list()).toEqual([])
    })

    it('takes a forgotten account again as a new one', async () => {
      const account = anAccountRecord()
      await store.a.put(account)
      await store.a.remove(account.id)
      const again = anAccountRecord({ igUserId: account.igUserId })
      expect(await store.b.put(again)).toEqual(again)
    })

    it('knows nothing of unknown ids', async () => {
      expect(await store.a.get(crypto.randomUUID())).toBeNull()
      expect(await store.a.list()).toEqual([])
    })
  })
}
