// What the stores record of requests that can be repeated, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import type { KeyedRequest, RequestStore } from '../../core/ports/request-store.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import { planDraft } from '../../core/features/posts/post-updates.ts'
import { HOUR } from '../../core/time.ts'
import { aJob, aPost, START } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import type { PublishingStores } from './publishing-stores.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

type Stores = PublishingStores & { readonly requests: RequestStore }

export function describeRequestStore(name: string, open: () => Promise<TwoHandles<Stores>>): void {
  describe(`${name}: requests that can be repeated`, () => {
    const store = openEach(open)

    const REQUEST: KeyedRequest = { caller: 'key 1', key: 'k', part: 0, fingerprint: 'f', at: START }
    const find = ({ caller, key } = REQUEST, since = START - 1) => store.b.requests.find(caller, key, since)
    const madeBy = async (request = REQUEST) => (await find(request))?.made.get(request.part)

    it('knows nothing at first', async () => {
      expect(await find()).toBeNull()
    })

    it('learns of a post from the transaction that accepts it', async () => {
      const post = aPost()
      await store.a.ledger.accept(post, aJob(post, { id: 'the job' }), { request: REQUEST })
      expect(await find()).toEqual({
        fingerprint: 'f',
        made: new Map([[0, { id: post.id, jobId: 'the job' }]]),
        answer: null,
      })
    })

    it('learns of a draft, a change of it and a file likewise', async () => {
      const [draft, file] = [aPost({ status: 'DRAFT' }), aMediaRecord()]
      await store.a.ledger.saveDraft(draft, { request: REQUEST })
      expect(await madeBy()).toEqual({ id: draft.id, jobId: null })
      const [sent, job] = [{ ...REQUEST, key: 'sent' }, aJob(draft)]
      const queued = { ...draft, status: 'QUEUED', updatedAt: draft.updatedAt + 1 } as const
      await store.a.ledger.update(draft.id, planDraft(draft, queued, job, { request: sent }))
      expect(await madeBy(sent)).toEqual({ id: draft.id, jobId: job.id })
      const uploaded = { ...REQUEST, key: 'uploaded' }
      await store.a.media.add(file, uploaded)
      expect(await madeBy(uploaded)).toEqual({ id: file.id, jobId: null })
    })

    it('learns of every post of a batch, or of none', async () => {
      const [one, two, lost] = [aPost(), aPost(), aPost({ mediaFileIds: [crypto.randomUUID()] })]
      const part = (post: PostRecord, at: number) => ({
        post,
        job: aJob(post),
        recorded: { request: { ...REQUEST, part: at } },
      })
      const { ledger } = store.a
      await expect(ledger.acceptAll([part(one, 1), part(lost, 2)])).rejects.toMatchObject({
        code: 'MEDIA_INVALID',
      })
      expect([await find(), await store.b.posts.get(one.id)]).toEqual([null, null])
      expect(await ledger.acceptAll([part(one, 1), { ...part(two, 2), recorded: { slots: 1 } }])).toBe(false)
      expect([await find(), await store.b.posts.get(one.id)]).toEqual([null, null])
      expect(await ledger.acceptAll([part(one, 1), part(two, 2)])).toBe(true)
      expect([...((await find())?.made.values() ?? [])].map(({ id }) => id)).toEqual([one.id, two.id])
    })

    it('learns nothing of what was refused', async () => {
      const lost = aPost({ mediaFileIds: [crypto.randomUUID()] })
      await expect(store.a.ledger.accept(lost, aJob(lost), { request: REQUEST })).rejects.toThrow()
      await expect(store.a.ledger.saveDraft(lost, { request: REQUEST })).rejects.toThrow()
      expect(await store.a.ledger.update(lost.id, planDraft(lost, lost, null, { request: REQUEST }))).toBe(
        false,
      )
      const draft = aPost({ status: 'DRAFT' })
      await store.a.ledger.saveDraft(draft)
      const outdated = { ...draft, updatedAt: draft.updatedAt - 1 }
      expect(
        await store.a.ledger.update(draft.id, planDraft(outdated, draft, null, { request: REQUEST })),
      ).toBe(false)
      expect(await find()).toBeNull()
    })

    it('keeps the answer beside what was made, and without anything made', async () => {
      const answer = { status: 201, body: '{"ünï": "code"}' }
      const [draft, bare] = [aPost({ status: 'DRAFT' }), { ...REQUEST, key: 'bare' }]
      await store.a.ledger.saveDraft(draft, { request: REQUEST })
      await store.a.requests.keepAnswer(REQUEST, answer)
      await store.a.requests.keepAnswer(bare, answer)
      expect(await find()).toMatchObject({ answer, made: new Map([[0, { id: draft.id, jobId: null }]]) })
      expect(await find(bare)).toEqual({ fingerprint: 'f', answer, made: new Map() })
    })

    it('tells the parts of a request apart', async () => {
      const drafts = [aPost({ status: 'DRAFT' }), aPost({ status: 'DRAFT' })] as const
      await store.a.ledger.saveDraft(drafts[1], { request: { ...REQUEST, part: 2 } })
      await store.a.ledger.saveDraft(drafts[0], { request: { ...REQUEST, part: 1 } })
      expect(await find()).toMatchObject({ answer: null })
      expect([...((await find())?.made ?? [])].map(([part, { id }]) => [part, id])).toEqual([
        [1, drafts[0].id],
        [2, drafts[1].id],
      ])
    })

    it('keeps the keys of different callers apart', async () => {
      await store.a.requests.keepAnswer(REQUEST, { status: 201, body: '{}' })
      expect(await find({ ...REQUEST, caller: 'key 2' })).toBeNull()
    })

    it('frees a key that has expired for another request', async () => {
      await store.a.requests.keepAnswer(REQUEST, { status: 201, body: '{}' })
      expect(await find(REQUEST, START)).toBeNull()
      const draft = aPost({ status: 'DRAFT' })
      await store.a.ledger.saveDraft(draft, { request: { ...REQUEST, fingerprint: 'g', at: START + HOUR } })
      expect(await find()).toMatchObject({ fingerprint: 'g', answer: null })
    })

    it('forgets what is old', async () => {
      await store.a.requests.keepAnswer(REQUEST, { status: 201, body: '{}' })
      await store.a.requests.removeBefore(START)
      expect(await find()).not.toBeNull()
      await store.a.requests.removeBefore(START + 1)
      expect(await find()).toBeNull()
    })
  })
}
