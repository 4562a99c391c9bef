// What lies in the database, as a test looks at it or makes it to be: at once, and past the stores.
import { asc, eq, getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { AccountRecord } from '../core/ports/account-store.ts'
import type { Handover } from '../core/ports/cloud/handover-store.ts'
import type { MediaRecord } from '../core/ports/media/media-store.ts'
import type { AttemptStep, JobRecord } from '../core/ports/posts/job-record.ts'
import type { DeletedPost, PostRecord } from '../core/ports/posts/post-store.ts'
import type { RepostConfig } from '../core/ports/reposts/repost-store.ts'
import type { Instant } from '../core/time.ts'
import { rowOf } from '../local-server/sqlite/cloud/handover-rows.ts'
import type { Db } from '../local-server/sqlite/open-database.ts'
import { preparePostRead } from '../local-server/sqlite/posts/sqlite-post-store.ts'
import * as cloud from '../local-server/sqlite/schema/cloud-schema.ts'
import * as planning from '../local-server/sqlite/schema/planning-schema.ts'
import * as repost from '../local-server/sqlite/schema/repost-schema.ts'
import * as main from '../local-server/sqlite/schema/schema.ts'
import * as script from '../local-server/sqlite/schema/script-schema.ts'
import { actAsOtherProgram } from './migrated-database.ts'
import { childrenFirst } from './reused-databases.ts'

const TABLES = [main, cloud, planning, repost, script]
  .flatMap((part) => Object.values(part))
  .filter((one) => is(one, SQLiteTable))

/** By their keys, in the order in which they were added. */
export interface StoredRows<Kept> {
  readonly size: number
  get(key: string): Kept | undefined
  /** In the place of the one that has this key. */
  set(key: string, kept: Kept): void
  delete(key: string): void
  clear(): void
  keys(): string[]
  values(): Kept[]
}

export type ViewedRows = ReturnType<typeof viewRows>

export function viewRows(db: Db) {
  const { accounts, media, jobs, deletedPosts, publications, attemptSteps, settings } = main
  const { handovers, bucketObjects } = cloud
  const { repostConfigs } = repost
  return {
    accounts: rowsOf<AccountRecord>(db, accounts, accounts.id),
    media: rowsOf<MediaRecord>(db, media, media.id),
    posts: viewPosts(db),
    jobs: rowsOf<JobRecord>(db, jobs, jobs.id),
    settings: rowsOf<string>(db, settings, settings.name, {
      read: ({ value }) => value as string,
      write: (value, name) => ({ name, value }),
    }),
    publications: rowsOf<unknown>(db, publications, publications.id),
    handovers: rowsOf<Handover>(db, handovers, handovers.id, { ...wholeRecord, write: rowOf }),
    deleted: rowsOf<DeletedPost>(db, deletedPosts, deletedPosts.id),
    bucketObjects: rowsOf<Instant | null>(db, bucketObjects, bucketObjects.key, {
      read: ({ removeAt }) => removeAt as Instant | null,
    }),
    repostConfigs: rowsOf<RepostConfig>(db, repostConfigs, repostConfigs.accountId, wholeRecord),
    addAttempts(postId: string, steps: readonly AttemptStep[]) {
      for (const entry of steps) db.insert(attemptSteps).values({ postId, entry }).run()
    },
    /** All rows, by their table. */
    dump: () =>
      Object.fromEntries(TABLES.map((table) => [getTableName(table), db.select().from(table).all()])),
    /** All rows are those of the dump again. */
    restore(dump: Readonly<Record<string, unknown[]>>) {
      const names = childrenFirst(db.$client)
      const tables = TABLES.toSorted(
        (a, b) => names.indexOf(getTableName(a)) - names.indexOf(getTableName(b)),
      )
      for (const table of tables) db.delete(table).run()
      for (const table of tables.toReversed()) {
        // Triggers have written into some by now.
        db.delete(table).run()
        const rows = dump[getTableName(table)] as Row[]
        if (rows.length > 0) db.insert(table).values(rows).run()
      }
    },
    /** From here on rows are stored that could not be read again, as by another program. */
    allowUnreadable: () => actAsOtherProgram({ raw: db.$client }),
    markJob(id: string, soughtSince: Instant) {
      db.update(jobs).set({ soughtSince }).where(eq(jobs.id, id)).run()
    },
  }
}

type Row = Readonly<Record<string, unknown>>

interface Shape<Kept> {
  read(row: Row): Kept
  write?(kept: Kept, key: string): Row
}

const wholeRecord = {
  read: ({ record }: Row) => record as never,
  write: (record: object) => ({ ...record, record }),
}

function rowsOf<Kept>(
  db: Db,
  table: SQLiteTable,
  key: SQLiteColumn,
  { read, write = (kept) => kept as Row }: Shape<Kept> = { read: (row) => row as Kept },
): StoredRows<Kept> {
  const all = () =>
    db
      .select()
      .from(table)
      .orderBy(asc(sql`rowid`))
      .all() as Row[]
  const isAt = (value: string) => eq(key, value)
  return {
    get size() {
      return all().length
    },
    get: (value) => {
      const row = db.select().from(table).where(isAt(value)).get() as Row | undefined
      return row && read(row)
    },
    set(value, kept) {
      const row = write(kept, value)
      const changed = db.update(table).set(row).where(isAt(value)).run().changes
      if (changed === 0) db.insert(table).values(row).run()
    },
    delete: (value) => void db.delete(table).where(isAt(value)).run(),
    clear: () => void db.delete(table).run(),
    keys: () => all().map((row) => row[key.name] as string),
    values: () => all().map(read),
  }
}

/** With their links to files. */
function viewPosts(db: Db): StoredRows<PostRecord> {
  const { posts, postMedia } = main
  const rows = rowsOf<Omit<PostRecord, 'mediaFileIds'>>(db, posts, posts.id)
  const read = preparePostRead(db)
  return {
    ...rows,
    get size() {
      return rows.size
    },
    get: (id) => read(id) ?? undefined,
    set(id, { mediaFileIds, ...post }) {
      rows.set(id, post)
      db.delete(postMedia).where(eq(postMedia.postId, id)).run()
      for (const [position, mediaId] of mediaFileIds.entries())
        db.insert(postMedia).values({ postId: id, position, mediaId }).run()
    },
    values: () => rows.keys().flatMap((id) => read(id) ?? []),
  }
}
