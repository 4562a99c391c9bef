import { asc, count, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { PostStatus } from '../../core/api/posts.ts'
import type { PostRecord, PostStore } from '../../core/ports/post-store.ts'
import type { Db } from './open-database.ts'
import { prepareRows } from './prepare-rows.ts'
import { postCounts, postMedia, posts } from './schema.ts'

/** Prepared once: building a query costs more than running it. */
export function createSqlitePostStore(db: Db): PostStore {
  const { placeholder } = sql
  const byId = db
    .select()
    .from(posts)
    .where(eq(posts.id, placeholder('id')))
    .prepare()
  const mediaOf = db
    .select({ mediaId: postMedia.mediaId })
    .from(postMedia)
    .where(eq(postMedia.postId, placeholder('id')))
    .orderBy(asc(postMedia.position))
    .prepare()
  const newestFirst = (where?: SQL) =>
    db
      .select()
      .from(posts)
      .where(where)
      .orderBy(desc(posts.seq))
      .limit(placeholder('limit'))
      .offset(placeholder('offset'))
  const page = prepareRows(db, posts, newestFirst())
  const pageOfStatus = prepareRows(db, posts, newestFirst(eq(posts.status, placeholder('status'))))
  const counts = prepareRows(db, postCounts, db.select().from(postCounts))
  const total = (status: PostStatus | undefined) =>
    counts({}).reduce((sum, row) => (status === undefined || row.status === status ? sum + row.n : sum), 0)
  return {
    async get(id) {
      const row = byId.get({ id })
      return row
        ? postRecord(
            row,
            mediaOf.all({ id }).map(({ mediaId }) => mediaId),
          )
        : null
    },
    async list({ status, limit, offset }) {
      const rows = status === undefined ? page({ limit, offset }) : pageOfStatus({ status, limit, offset })
      return { records: rows.map((row) => postRecord(row, [])), total: total(status) }
    },
    async listCompleted({ since, limit }) {
      const after = gt(posts.completedAt, since)
      const rows = db.select().from(posts).where(after).orderBy(asc(posts.completedAt)).limit(limit).all()
      // Counting costs what is left of the list, and callers poll with a recent `since`.
      const matching =
        rows.length < limit ? rows.length : (db.select({ n: count() }).from(posts).where(after).get()?.n ?? 0)
      return { records: rows.map((row) => postRecord(row, [])), total: matching }
    },
  }
}

export function postRecord(row: typeof posts.$inferSelect, mediaFileIds: (string | null)[]): PostRecord {
  return Object.assign(row, { mediaFileIds })
}
