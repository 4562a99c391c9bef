// How a PublicationLedger changes many posts at once, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import { CodedError } from '../../core/coded-error.ts'
import { planDraft } from '../../core/features/posts/post-updates.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { PartOfMany } from '../../core/ports/posts/publication-ledger.ts'
import { aJob, aPost, START } from '../factories.ts'
import type { PublishingStores } from './publishing-stores.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describeManyChanges(name: string, open: () => Promise<TwoHandles<PublishingStores>>): void {
  describe(`changes of many posts by ${name}`, () => {
    const store = openEach(open)
    const { a, b } = { a: () => store.a, b: () => store.b }

    async function aDraft(): Promise<PostRecord> {
      const draft = aPost({ status: 'DRAFT', platformAccountId: crypto.randomUUID() })
      await a().ledger.saveDraft(draft)
      return draft
    }
    const archived = async () => (await b().posts.listDeleted({ limit: 9, offset: 0 })).records

    const refused = { kind: 'refused', error: new CodedError('INVALID_STATUS') } as const
    const archive: PartOfMany['decide'] = ({ post }) =>
      post ? { kind: 'archive', at: START + 1, post } : refused
    const toQueue = (draft: PostRecord): PartOfMany['decide'] => {
      const after = { ...draft, status: 'QUEUED', updatedAt: draft.updatedAt + 1 } as const
      const decide = planDraft(draft, after, aJob(draft))
      return ({ post, last }) => {
        const update = post && decide({ post, last })
        return update ? { kind: 'update', update } : { kind: 'overtaken' }
      }
    }
    const part = (postId: string, decide: PartOfMany['decide']): PartOfMany => ({ postId, decide })
    const stored = async (posts: readonly PostRecord[]) => {
      const read = await Promise.all(posts.map(({ id }) => b().posts.get(id)))
      return read.map((post) => post?.status ?? null)
    }

    it('are made together, but for those that are refused', async () => {
      const drafts = [await aDraft(), await aDraft(), await aDraft()] as const
      const [one, other, third] = drafts
      const parts = [part(one.id, archive), part(other.id, () => refused), part(third.id, toQueue(third))]
      const made = await a().ledger.changeMany(parts, { atomic: false })
      expect(made?.map(({ kind }) => kind)).toEqual(['archive', 'refused', 'update'])
      expect(await stored(drafts)).toEqual([null, 'DRAFT', 'QUEUED'])
      expect((await archived()).map(({ post }) => post.id)).toEqual([one.id])
    })

    it('are none when one is refused and they are atomic, or when one was overtaken', async () => {
      const drafts = [await aDraft(), await aDraft()] as const
      const [one, other] = drafts
      const refusing = [part(one.id, archive), part(other.id, () => refused)]
      const made = await a().ledger.changeMany(refusing, { atomic: true })
      expect(made?.map(({ kind }) => kind)).toEqual(['archive', 'refused'])
      const old = { ...other, updatedAt: other.updatedAt - 1 }
      const overtaken = [part(one.id, archive), part(other.id, toQueue(old))]
      expect(await a().ledger.changeMany(overtaken, { atomic: false })).toBeNull()
      expect(await stored(drafts)).toEqual(['DRAFT', 'DRAFT'])
      expect(await archived()).toEqual([])
    })

    it('see what those before them have made, and what does not exist', async () => {
      const draft = await aDraft()
      const seen: unknown[] = []
      const look: PartOfMany['decide'] = ({ post, last, handover }) => {
        seen.push([post?.id, last, handover])
        return refused
      }
      const parts = [part(draft.id, look), part(draft.id, archive), part(draft.id, look)]
      await a().ledger.changeMany(parts, { atomic: false })
      expect(seen).toEqual([
        [draft.id, null, null],
        [undefined, null, null],
      ])
    })

    it('leave nothing behind when one of them fails', async () => {
      const drafts = [await aDraft(), await aDraft()] as const
      const fail = () => {
        throw new Error('a mistake of ours')
      }
      const parts = [part(drafts[0].id, archive), part(drafts[1].id, fail)]
      await expect(a().ledger.changeMany(parts, { atomic: false })).rejects.toThrow('a mistake of ours')
      expect(await stored(drafts)).toEqual(['DRAFT', 'DRAFT'])
    })
  })
}
