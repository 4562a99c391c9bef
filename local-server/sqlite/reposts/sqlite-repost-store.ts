// Story reposts and their posts. `record` is the whole of each row; the other columns are what queries need.
import { and, asc, count, desc, eq, inArray, lt, ne, sql, type SQL } from 'drizzle-orm'
import { planRetry } from '../../../core/features/posts/post-updates.ts'
import type { RepostCommands } from '../../../core/ports/reposts/repost-commands.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../../../core/ports/reposts/repost-store.ts'
import { configAfterRelease, recordAfterRelease } from '../../../core/features/reposts/after-release.ts'
import type { Instant } from '../../../core/time.ts'
import { prepareArchive } from '../posts/archive.ts'
import { prepareClaimQuery } from '../posts/claim-query.ts'
import { prepareRowInserts, preparePostUpdate } from '../posts/post-inserts.ts'
import { writeWithFiles } from '../linked-writes.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { prepareWrites } from '../posts/publication-writes.ts'
import { COVER } from '../posts/sqlite-planner-store.ts'
import { repostConfigs, reposts } from '../schema/repost-schema.ts'
import { media, postMedia, posts } from '../schema/schema.ts'

export function createSqliteRepostStore(db: Db): RepostStore & RepostCommands {
  return {
    ...createConfigQueries(db),
    ...createRecordQueries(db),
    ...createRepostQueries(db),
    ...repostCommands(db),
  }
}

/** To be called in the transaction that releases a hold. */
export function leaveMentionsToPerson(tx: Tx, now: Instant): void {
  for (const { record } of tx.select().from(repostConfigs).all()) {
    const next = configRow(configAfterRelease(record, now))
    tx.update(repostConfigs).set(next).where(eq(repostConfigs.accountId, record.accountId)).run()
  }
  for (const { record } of tx.select().from(reposts).where(OPEN).all()) {
    const next = recordAfterRelease(record, now)
    if (next) replaceRecord(tx, next)
  }
}

type Configurations = 'config' | 'configs' | 'addConfig' | 'updateConfig' | 'removeConfig'

function createConfigQueries(db: Db): Pick<RepostStore, Configurations> {
  const record = { record: repostConfigs.record }
  const ofAccount = (accountId: string) => eq(repostConfigs.accountId, accountId)
  const read = (accountId: string) =>
    db.select(record).from(repostConfigs).where(ofAccount(accountId)).get()?.record ?? null
  return {
    async config(accountId) {
      return read(accountId)
    },
    async configs() {
      const oldestFirst = [asc(repostConfigs.createdAt), asc(sql`rowid`)]
      const rows = db
        .select(record)
        .from(repostConfigs)
        .orderBy(...oldestFirst)
        .all()
      return rows.map((row) => row.record)
    },
    async addConfig(config) {
      return db.insert(repostConfigs).values(configRow(config)).onConflictDoNothing().run().changes > 0
    },
    async updateConfig(accountId, decide) {
      return writeTransaction(db, (tx) => {
        const stored = read(accountId)
        const next = stored && decide(stored)
        if (next) tx.update(repostConfigs).set(configRow(next)).where(ofAccount(accountId)).run()
        return next !== null
      })
    },
    async removeConfig(accountId) {
      db.delete(repostConfigs).where(ofAccount(accountId)).run()
    },
  }
}

function configRow(config: RepostConfig): typeof repostConfigs.$inferInsert {
  const { accountId, version, createdAt } = config
  return { accountId, version, createdAt, record: config }
}

function createRecordQueries(db: Db): Pick<RepostStore, 'addRecords' | 'updateRecord' | 'prune'> {
  return {
    async addRecords(found) {
      return writeTransaction(db, (tx) =>
        found.filter((record) => {
          const added = tx.insert(reposts).values(recordRow(record)).onConflictDoNothing()
          return added.run().changes > 0
        }),
      )
    },
    async updateRecord(id, decide) {
      return writeTransaction(db, (tx) => {
        const stored = tx.select({ record: reposts.record }).from(reposts).where(eq(reposts.id, id)).get()
        const next = stored ? decide(stored.record) : null
        if (next) tx.update(reposts).set(recordRow(next)).where(eq(reposts.id, id)).run()
        return next !== null
      })
    },
    async prune(before) {
      // An ended record was last changed when it ended.
      const ended = lt(sql`json_extract(${reposts.record}, '$.updatedAt')`, before)
      const old = and(lt(reposts.detectedAt, before), ended, sql`not (${OPEN})`)
      db.delete(reposts).where(old).run()
    },
  }
}

/** In a transaction. False when the stored record is not the one that `next` continues. */
function replaceRecord(tx: Tx, next: RepostRecord): boolean {
  const before = and(eq(reposts.id, next.id), eq(reposts.version, next.version - 1))
  return tx.update(reposts).set(recordRow(next)).where(before).run().changes > 0
}

function recordRow(record: RepostRecord): typeof reposts.$inferInsert {
  const { id, accountId, key, status, detectedAt, version } = record
  return { id, accountId, key, status, detectedAt, version, record }
}

/** The condition of the partial index, word for word: else it is not used. */
const OPEN = sql`status in ('PENDING', 'REPOSTING')`

type Questions = 'record' | 'records' | 'countPending'

function createRepostQueries(db: Db): Pick<RepostStore, Questions> {
  const { placeholder } = sql
  const record = { record: reposts.record }
  const newestFirst = (where?: SQL) =>
    db
      .select(record)
      .from(reposts)
      .where(where)
      .orderBy(desc(reposts.detectedAt), desc(reposts.seq))
      .limit(placeholder('limit'))
  const ofAccount = eq(reposts.accountId, placeholder('accountId'))
  const page = newestFirst().prepare()
  const pageOfAccount = newestFirst(ofAccount).prepare()
  const byId = db
    .select(record)
    .from(reposts)
    .where(eq(reposts.id, placeholder('id')))
    .prepare()
  return {
    async record(id) {
      return byId.get({ id })?.record ?? null
    },
    async records({ accountId, statuses, limit }) {
      if (statuses) {
        const wanted = inArray(reposts.status, [...statuses])
        return newestFirst(accountId === undefined ? wanted : and(wanted, ofAccount))
          .all({ accountId, limit })
          .map((row) => row.record)
      }
      const rows = accountId === undefined ? page.all({ limit }) : pageOfAccount.all({ accountId, limit })
      return rows.map((row) => row.record)
    },
    async countPending(accountId) {
      const whose = accountId === undefined ? undefined : eq(reposts.accountId, accountId)
      const pending = and(OPEN, eq(reposts.status, 'PENDING'), whose)
      return db.select({ n: count() }).from(reposts).where(pending).get()?.n ?? 0
    },
  }
}

function repostCommands(db: Db): RepostCommands {
  const inserts = prepareRowInserts(db)
  const parts = { claimQuery: prepareClaimQuery(db), writes: prepareWrites(db), inserts }
  const updatePost = preparePostUpdate(db, parts)
  const archive = prepareArchive(db)
  return {
    async begin(next, post, job) {
      return writeWithFiles(db, (tx) => {
        if (!replaceRecord(tx, next)) return false
        inserts.insertPost(post)
        inserts.insertPublishJob(job)
        return true
      })
    },
    async beginAgain(next, job, count) {
      return writeTransaction(db, (tx) => {
        const stored = tx
          .select({ version: reposts.version })
          .from(reposts)
          .where(eq(reposts.id, next.id))
          .get()
        if (stored?.version !== next.version - 1) return false
        const ofAccount = eq(repostConfigs.accountId, next.accountId)
        const config = tx.select({ record: repostConfigs.record }).from(repostConfigs).where(ofAccount).get()
        const counted = config ? count(config.record) : null
        if (!counted || !updatePost(tx, job.postId, planRetry(job))) return false
        tx.update(repostConfigs).set(configRow(counted)).where(ofAccount).run()
        return replaceRecord(tx, next)
      })
    },
    async deletedPost(id) {
      return archive.get(id)
    },
    async removeUnused(mediaId, exceptPostId) {
      return writeTransaction(db, (tx) => {
        const others = exceptPostId === null ? undefined : ne(postMedia.postId, exceptPostId)
        const uses = and(eq(postMedia.mediaId, mediaId), others)
        if (tx.select({ id: postMedia.postId }).from(postMedia).where(uses).get()) return null
        if (tx.select({ id: posts.id }).from(posts).where(eq(COVER, mediaId)).get()) return null
        return tx.delete(media).where(eq(media.id, mediaId)).returning().get() ?? null
      })
    },
  }
}
