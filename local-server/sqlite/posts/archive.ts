// Deleted posts. Rows are added and never leave, so `seq` counts them without a gap: the highest is their number.
import { desc, eq, lte, max, sql } from 'drizzle-orm'
import type { DeletedPost, PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { Db } from '../open-database.ts'
import { preparedOnce, prepareInsert, written } from '../prepare-rows.ts'
import { attemptSteps, deletedPosts } from '../schema/schema.ts'

export interface PostArchive {
  /** The log of its steps, which is shown with the post alone, goes with that. In a transaction. */
  add(entry: DeletedPost): void
  /** The deleted post, or null. */
  get(postId: string): PostRecord | null
  /** Adds what became of a post after it was deleted; nothing when there is none. In a transaction. */
  change(postId: string, change: Partial<PostRecord>): void
}

export const prepareArchive = preparedOnce((db: Db): PostArchive => {
  const value = (name: string) => sql.placeholder(name)
  const insert = prepareInsert(db, deletedPosts)
  const byId = db
    .select({ post: deletedPosts.post })
    .from(deletedPosts)
    .where(eq(deletedPosts.id, value('id')))
    .prepare()
  const update = db
    .update(deletedPosts)
    .set({ post: written('post'), permalink: written('permalink') })
    .where(eq(deletedPosts.id, value('id')))
    .prepare()
  const removeSteps = db
    .delete(attemptSteps)
    .where(eq(attemptSteps.postId, value('id')))
    .prepare()
  const get = (id: string) => byId.get({ id })?.post ?? null
  return {
    add(entry) {
      const { id } = entry.post
      insert({ ...entry, id })
      removeSteps.run({ id })
    },
    get,
    change(id, change) {
      const known = get(id)
      if (!known) return
      const post = { ...known, ...change }
      update.run({ id, post: JSON.stringify(post), permalink: post.igPermalink })
    },
  }
})

type ListDeleted = (page: { limit: number; offset: number }) => { records: DeletedPost[]; total: number }

/** Most recently deleted first. */
export function prepareDeletedList(db: Db): ListDeleted {
  const page = db
    .select()
    .from(deletedPosts)
    .where(lte(deletedPosts.seq, sql.placeholder('newest')))
    .orderBy(desc(deletedPosts.seq))
    .limit(sql.placeholder('limit'))
    .prepare()
  const count = db
    .select({ n: max(deletedPosts.seq) })
    .from(deletedPosts)
    .prepare()
  return ({ limit, offset }) => {
    const total = count.get()?.n ?? 0
    const rows = page.all({ newest: total - offset, limit })
    const records = rows.map(({ post, deletedAt, deletedFrom, permalink }) => {
      return { post, deletedAt, deletedFrom, permalink }
    })
    return { records, total }
  }
}
