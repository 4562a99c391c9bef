import { and, asc, eq, gt, type SQL } from 'drizzle-orm'
import type { Recurrence, RecurrenceStore } from '../../../core/ports/posts/recurrence-store.ts'
import { writeUnlessGone } from '../linked-writes.ts'
import type { Db, Tx } from '../open-database.ts'
import { earlierPosts, recurrences } from '../schema/planning-schema.ts'
import { posts } from '../schema/schema.ts'
import { prepareArchive } from './archive.ts'
import { prepareRowInserts } from './post-inserts.ts'
import { changeSeries, isStillSeries } from './series-rows.ts'

const MOST_AT_ONCE = 100
const MOST_LISTED = 500
const IN_ORDER = [asc(recurrences.plannedFor), asc(recurrences.postId)] as const

export function createSqliteRecurrenceStore(db: Db): RecurrenceStore {
  const inserts = prepareRowInserts(db)
  const archive = prepareArchive(db)
  const of = (postId: string) => eq(recurrences.postId, postId)
  /** A cross join keeps its order in SQLite: series are few, posts grow without end. */
  const listWith = (status: 'DRAFT' | 'PUBLISHED', where?: SQL) =>
    db
      .select({ recurrence: recurrences })
      .from(recurrences)
      .crossJoin(posts)
      .where(and(eq(posts.id, recurrences.postId), eq(posts.status, status), where))
      .orderBy(...IN_ORDER)
      .limit(MOST_AT_ONCE)
      .all()
      .map(({ recurrence }) => recurrence)
  return {
    async get(postId) {
      return db.select().from(recurrences).where(of(postId)).get() ?? null
    },
    async movedTo(postId) {
      return movedTo(db, postId)
    },
    async put(recurrence, known) {
      const put = known ? (tx: Tx) => changeSeries(tx, known, recurrence) : (tx: Tx) => begin(tx, recurrence)
      return writeUnlessGone(db, put)
    },
    async remove(postId) {
      return db.delete(recurrences).where(of(postId)).run().changes > 0
    },
    async list() {
      return db
        .select()
        .from(recurrences)
        .orderBy(...IN_ORDER)
        .limit(MOST_LISTED)
        .all()
    },
    async listDue() {
      return listWith('PUBLISHED')
    },
    async listToSchedule(now) {
      const isUntouched = eq(posts.updatedAt, posts.createdAt)
      const isMeant = eq(recurrences.comesBackAs, 'scheduled')
      return listWith('DRAFT', and(isMeant, isUntouched, gt(recurrences.plannedFor, now)))
    },
    async listDrafts() {
      return listWith('DRAFT')
    },
    async moveOn(known, draft, next) {
      return writeUnlessGone(db, (tx) => {
        if (!isPublished(tx, known.postId) || archive.get(draft.id)) return false
        if (tx.delete(recurrences).where(isStillSeries(known)).run().changes === 0) return false
        const isThere = tx.select({ id: posts.id }).from(posts).where(eq(posts.id, draft.id)).get()
        if (!isThere) inserts.insertPost(draft)
        tx.insert(recurrences).values(next).run()
        noteEarlier(tx, known.postId, next.postId)
        return true
      })
    },
  }
}

function movedTo(reader: Db | Tx, postId: string): string | null {
  const goesOn = eq(recurrences.postId, earlierPosts.newestId)
  const found = reader
    .select({ id: earlierPosts.newestId })
    .from(earlierPosts)
    .innerJoin(recurrences, goesOn)
    .where(eq(earlierPosts.postId, postId))
    .get()
  return found?.id ?? null
}

function begin(tx: Tx, recurrence: Recurrence): boolean {
  if (movedTo(tx, recurrence.postId) !== null) return false
  return tx.insert(recurrences).values(recurrence).onConflictDoNothing().run().changes > 0
}

function noteEarlier(tx: Tx, postId: string, newestId: string): void {
  tx.update(earlierPosts).set({ newestId }).where(eq(earlierPosts.newestId, postId)).run()
  tx.insert(earlierPosts)
    .values({ postId, newestId })
    .onConflictDoUpdate({ target: earlierPosts.postId, set: { newestId } })
    .run()
}

function isPublished(tx: Tx, postId: string): boolean {
  const published = and(eq(posts.id, postId), eq(posts.status, 'PUBLISHED'))
  return tx.select({ id: posts.id }).from(posts).where(published).get() !== undefined
}
