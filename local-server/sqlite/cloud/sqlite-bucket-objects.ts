import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { BucketObjects } from '../../../core/ports/cloud/bucket.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db, Tx } from '../open-database.ts'
import { bucketObjects } from '../schema/cloud-schema.ts'

const AT_ONCE = 100

export function createSqliteBucketObjects(db: Db): BucketObjects {
  return {
    async note(key, now) {
      noteObject(db, key, now)
    },
    async expire(keys, at) {
      expireObjects(db, keys, at)
    },
    async due(now) {
      const due = and(isNotNull(bucketObjects.removeAt), lte(bucketObjects.removeAt, now))
      const rows = db
        .select()
        .from(bucketObjects)
        .where(due)
        .orderBy(asc(bucketObjects.removeAt))
        .limit(AT_ONCE)
      return rows.all().map(({ key }) => key)
    },
    async forget(key) {
      db.delete(bucketObjects).where(eq(bucketObjects.key, key)).run()
    },
  }
}

export function noteObject(db: Pick<Db | Tx, 'insert'>, key: string, now: Instant): void {
  db.insert(bucketObjects).values({ key, createdAt: now }).onConflictDoNothing().run()
}

/** Whatever was to become of them: a hand-over has them now. */
export function keepObjects(db: Pick<Db | Tx, 'insert'>, keys: readonly string[], now: Instant): void {
  for (const key of keys)
    db.insert(bucketObjects)
      .values({ key, createdAt: now })
      .onConflictDoUpdate({ target: bucketObjects.key, set: { removeAt: null } })
      .run()
}

export function expireObjects(db: Pick<Db | Tx, 'update'>, keys: readonly string[], at: Instant): void {
  if (keys.length === 0) return
  const latest = sql`max(coalesce(${bucketObjects.removeAt}, 0), ${at})`
  db.update(bucketObjects)
    .set({ removeAt: latest })
    .where(inArray(bucketObjects.key, [...keys]))
    .run()
}
