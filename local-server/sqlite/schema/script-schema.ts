// The stored shape of what scripts rely on. Changed as `schema.ts` says.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { EVENT_TYPES } from '../../../core/ports/event-store.ts'
import { posts } from './schema.ts'

/**
 * Requests that can be repeated, by part: written with what each part has made. The answer is that of part 0. The quarantine
 * gives a negative part to requests that it cannot read.
 */
export const keyedRequests = sqliteTable(
  'keyed_requests',
  {
    caller: text().notNull(),
    key: text().notNull(),
    part: integer().notNull(),
    fingerprint: text().notNull(),
    at: integer().notNull(),
    /** The post or the file; null for a request that made parts only. */
    made: text(),
    jobId: text(),
    status: integer(),
    body: text(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key, table.part] }),
    index('keyed_requests_by_age').on(table.at),
  ],
)

/** Rows of tables, each with the post that it became. */
export const importedRows = sqliteTable(
  'imported_rows',
  {
    key: text().primaryKey(),
    content: text().notNull(),
    postId: text()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('imported_rows_by_post').on(table.postId)],
)

/** What came in with each API key. */
export const keyCalls = sqliteTable(
  'key_calls',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    keyId: text().notNull(),
    at: integer().notNull(),
    method: text().notNull(),
    route: text(),
    tool: text(),
    status: integer().notNull(),
    postId: text(),
  },
  (table) => [index('key_calls_by_key').on(table.keyId, table.id), index('key_calls_by_age').on(table.at)],
)

/** The outbox, filled by triggers (migration 0015) in the transaction of the change that the event reports. */
export const events = sqliteTable('events', {
  id: integer().primaryKey({ autoIncrement: true }),
  type: text({ enum: EVENT_TYPES }).notNull(),
  at: integer()
    .notNull()
    .default(sql`(cast(round(unixepoch('subsec') * 1000) as integer))`),
  postId: text(),
  accountId: text(),
  mediaFileId: text(),
  state: text(),
})

/** What needs a person, as events have told of it: triggers write an event for each row that comes or goes. */
export const knownAttention = sqliteTable('known_attention', {
  id: text().primaryKey(),
  code: text().notNull(),
  postId: text(),
  accountId: text(),
})
