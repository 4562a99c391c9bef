// What every outbox promises: each change of the stores beside it tells of itself, once it is committed and never otherwise.
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventStore, KnownAttention } from '../../core/ports/event-store.ts'
import { planDraft } from '../../core/features/posts/post-updates.ts'
import { aJob, anAccountRecord, aPost } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import { accepted, AT_WORKER, move, next, type HandoverStores } from './handover-builders.ts'
import { mustClaim, mustCommit, PUBLISHED } from './publishing-stores.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

type Stores = HandoverStores & { readonly events: EventStore }

export function describeEventStore(name: string, open: () => Promise<TwoHandles<Stores>>): void {
  describe(`${name}: events`, () => {
    const opened = openEach(open)
    let stores: Stores
    beforeEach(() => void (stores = opened.a))

    const since = async (id = 0) => (await opened.b.events.after(id, 1_000)) ?? expect.unreachable('gone')
    const told = async (id?: number) => (await since(id)).map(({ type, state }) => [type, state])
    const ids = async (id?: number) => (await since(id)).map((event) => event.id)
    const aDraft = async () => {
      const draft = aPost({ status: 'DRAFT' })
      await stores.ledger.saveDraft(draft)
      return draft
    }
    const trouble = (id: string): KnownAttention => ({ id, code: 'DISK_FULL', postId: null, accountId: null })

    it('start out empty', async () => {
      expect([await stores.events.latest(), await since()]).toEqual([0, []])
    })

    it('tell of a post from its first draft to its end', async () => {
      const draft = await aDraft()
      const queued = { ...draft, status: 'QUEUED', updatedAt: draft.updatedAt + 1 } as const
      await stores.ledger.update(draft.id, planDraft(draft, queued, aJob(draft)))
      const live = await mustCommit(stores, await mustClaim(stores), { ...PUBLISHED, step: 'confirmed' })
      await mustCommit(stores, live, { ...PUBLISHED, permalink: 'https://p' })
      const about = await since()
      expect(new Set(about.map(({ postId }) => postId))).toEqual(new Set([draft.id]))
      expect(new Set(about.map(({ accountId }) => accountId))).toEqual(new Set([draft.platformAccountId]))
      const told = about.map(({ type, state }) => `${type} ${state}`)
      expect(told[0]).toBe('post.created DRAFT')
      expect(told[1]).toBe('post.changed QUEUED')
      expect(told.slice(-2)).toEqual(['post.changed PUBLISHING', 'post.changed PUBLISHED'])
    })

    it('tell that a post is PUBLISHED without a link once ten seconds have passed', async () => {
      const last = async () => (await told()).at(-1)
      const draft = await aDraft()
      const queued = { ...draft, status: 'QUEUED', updatedAt: draft.updatedAt + 1 } as const
      await stores.ledger.update(draft.id, planDraft(draft, queued, aJob(draft)))
      const claimed = await mustClaim(stores)
      await mustCommit(stores, claimed, { ...PUBLISHED, step: 'confirmed' })
      for (const [after, state] of [
        [5_000, 'PUBLISHING'],
        [11_000, 'PUBLISHED'],
      ] as const) {
        const stored = (await stores.ledger.latestPublication(draft.id)) ?? expect.unreachable()
        await mustCommit(stores, stored, { updatedAt: claimed.updatedAt + after })
        expect(await last()).toEqual(['post.changed', state])
      }
    })

    it('tell nothing of what was refused', async () => {
      const lost = aPost({ mediaFileIds: [crypto.randomUUID()] })
      await expect(stores.ledger.accept(lost, aJob(lost))).rejects.toThrow()
      const draft = await aDraft()
      const outdated = { ...draft, updatedAt: draft.updatedAt - 1 }
      await stores.ledger.update(draft.id, planDraft(outdated, { ...draft, caption: 'Other' }, null))
      expect(await told()).toEqual([['post.created', 'DRAFT']])
      expect(await ids()).toEqual([1])
    })

    it('tell of files', async () => {
      const file = aMediaRecord()
      await stores.media.add(file)
      await stores.media.setAltText(file.id, 'A door')
      await stores.media.setAltText(file.id, 'A door')
      await stores.media.remove(file.id)
      const about = await since()
      expect(about.map(({ type }) => type)).toEqual(['media.created', 'media.changed', 'media.deleted'])
      expect(new Set(about.map(({ mediaFileId }) => mediaFileId))).toEqual(new Set([file.id]))
    })

    it('tell of accounts, and not of their number of followers', async () => {
      const { id } = await stores.accounts.put(anAccountRecord())
      const connected = await told()
      await stores.accounts.update(id, { followersCount: 7 })
      const counted = await told(1)
      await stores.accounts.update(id, { pausedUntil: 1 })
      const limited = await told(1)
      await stores.accounts.remove(id)
      expect([connected, counted, limited, await told(2)]).toEqual([
        [['account.connected', null]],
        [],
        [['account.changed', null]],
        [['account.disconnected', null]],
      ])
    })

    it('tell of the way of a post to the Worker', async () => {
      const { handover } = await accepted(stores)
      const there = next(handover, AT_WORKER)
      await move(stores, there)
      await move(stores, next(there, { isEnded: true, nextAt: null }))
      const about = (await since()).filter(({ type }) => type === 'worker.changed')
      expect(about.map(({ state }) => state)).toEqual(['uploading', 'cloud', 'ended'])
      expect(about[0]).toMatchObject({ postId: handover.postId, accountId: handover.accountId })
    })

    it('tell what needs a person once, and when it no longer does', async () => {
      const [one, two] = [trouble('one'), trouble('two')]
      await stores.events.noteAttention([one])
      await stores.events.noteAttention([one, two])
      await opened.b.events.noteAttention([two, one])
      await stores.events.noteAttention([two])
      expect(await told()).toEqual([
        ['attention.added', 'DISK_FULL'],
        ['attention.added', 'DISK_FULL'],
        ['attention.removed', 'DISK_FULL'],
      ])
    })

    it('are read on from any of them, some at a time', async () => {
      for (let count = 0; count < 4; count += 1) await aDraft()
      expect((await stores.events.after(1, 2))?.map(({ id }) => id)).toEqual([2, 3])
      expect(await ids(4)).toEqual([])
      expect(await stores.events.latest()).toBe(4)
    })

    it('are dropped by number, the oldest first', async () => {
      for (let count = 0; count < 4; count += 1) await aDraft()
      await stores.events.trim(0, 2)
      expect(await ids(2)).toEqual([3, 4])
      expect(await stores.events.after(1, 10)).toBeNull()
    })

    it('are dropped by age, and their ids are never used again', async () => {
      await aDraft()
      await aDraft()
      await stores.events.trim(Number.MAX_SAFE_INTEGER, 10)
      expect([await stores.events.latest(), await since(2)]).toEqual([2, []])
      expect(await stores.events.after(1, 10)).toBeNull()
      await aDraft()
      expect(await ids(2)).toEqual([3])
      expect(await stores.events.after(1, 10)).toBeNull()
    })

    it('cannot be read on from an id that was never issued', async () => {
      await aDraft()
      expect(await stores.events.after(2, 10)).toBeNull()
    })

    it('wake their listeners once they can be read', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const stop = stores.events.onWritten(resolve)
      await aDraft()
      await promise
      expect(await ids()).toEqual([1])
      stop()
    })
  })
}
