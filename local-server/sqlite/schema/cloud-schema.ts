// The stored shape of what is, or is to be, the Worker's. Changed as `schema.ts` says.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Handover } from '../../../core/ports/cloud/handover-store.ts'

/** Posts that are, or are to be, the Worker's: who owns a post is decided here and in its row, in one transaction. */
export const handovers = sqliteTable(
  'handovers',
  {
    /** The id of the job at the Worker. */
    id: text().primaryKey(),
    postId: text().notNull(),
    accountId: text().notNull(),
    /** The state of its ownership, or `ended`. */
    state: text({ enum: ['local', 'delegating', 'worker', 'recalling', 'ended'] }).notNull(),
    /** When something is due for it; null when it is the Worker's turn. */
    nextAt: integer(),
    version: integer().notNull(),
    record: text({ mode: 'json' }).$type<Handover>().notNull(),
  },
  (table) => [
    index('handovers_by_post').on(table.postId),
    index('handovers_by_account').on(table.accountId),
    index('handovers_open')
      .on(table.nextAt)
      .where(sql`state <> 'ended'`),
  ],
)

/** The objects that we have put into the bucket, so that all of it is removed again. */
export const bucketObjects = sqliteTable(
  'bucket_objects',
  {
    key: text().primaryKey(),
    /** Null while it may still be needed. */
    removeAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index('bucket_objects_done')
      .on(table.removeAt)
      .where(sql`remove_at is not null`),
  ],
)

/** Accounts as they were last registered with the Worker. */
export const cloudAccounts = sqliteTable('cloud_accounts', {
  accountId: text().primaryKey(),
  /** The fingerprint of the account as it was registered; empty when the Worker is to forget it. */
  fingerprint: text().notNull(),
})
