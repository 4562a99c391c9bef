import { and, asc, eq } from 'drizzle-orm'
import type { Recurrence, RecurrenceStore } from '../../../core/ports/posts/recurrence-store.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { recurrences } from '../schema/planning-schema.ts'
import { posts } from '../schema/schema.ts'
import { catchMissingFile, prepareRowInserts } from './post-inserts.ts'

const MOST_AT_ONCE = 100
const MOST_LISTED = 500
const IN_ORDER = [asc(recurrences.plannedFor), asc(recurrences.postId)] as const

export function createSqliteRecurrenceStore(db: Db): RecurrenceStore {
  const inserts = prepareRowInserts(db)
  const of = (postId: string) => eq(recurrences.postId, postId)
  return {
    async get(postId) {
      return db.select().from(recurrences).where(of(postId)).get() ?? null
    },
    async put(recurrence, known) {
      // The post is the one foreign key here.
      return catchMissingFile(
        () => false,
        () => {
          const written = known
            ? db.update(recurrences).set(recurrence).where(isStill(known))
            : db.insert(recurrences).values(recurrence).onConflictDoNothing()
          return written.run().changes > 0
        },
      )
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
      const rows = db
        .select({ recurrence: recurrences })
        .from(recurrences)
        // A cross join keeps its order in SQLite: series are few, published posts grow without end.
        .crossJoin(posts)
        .where(and(eq(posts.id, recurrences.postId), eq(posts.status, 'PUBLISHED')))
        .orderBy(...IN_ORDER)
        .limit(MOST_AT_ONCE)
        .all()
      return rows.map(({ recurrence }) => recurrence)
    },
    async moveOn(known, draft, next) {
      return catchMissingFile(
        () => false,
        () =>
          writeTransaction(db, (tx) => {
            if (!isPublished(tx, known.postId)) return false
            if (tx.delete(recurrences).where(isStill(known)).run().changes === 0) return false
            inserts.insertPost(draft)
            tx.insert(recurrences).values(next).run()
            return true
          }),
      )
    },
  }
}

function isStill({ postId, every, dayOfMonth, timezone, dueAt, plannedFor }: Recurrence) {
  return and(
    eq(recurrences.postId, postId),
    eq(recurrences.every, every),
    eq(recurrences.dayOfMonth, dayOfMonth),
    eq(recurrences.timezone, timezone),
    eq(recurrences.dueAt, dueAt),
    eq(recurrences.plannedFor, plannedFor),
  )
}

function isPublished(tx: Tx, postId: string): boolean {
  const published = and(eq(posts.id, postId), eq(posts.status, 'PUBLISHED'))
  return tx.select({ id: posts.id }).from(posts).where(published).get() !== undefined
}
