// The stored shape of story reposts, the rest is in `schema.ts` and so are its rules.
import { REPOST_STATUSES } from '../../../core/rules/reposts/statuses.ts'
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type RepostConfig, type RepostRecord } from '../../../core/ports/reposts/repost-store.ts'

/** The configuration of story mentions of an account; `record` is the whole configuration. */
export const repostConfigs = sqliteTable('repost_configs', {
  accountId: text().primaryKey(),
  version: integer().notNull(),
  record: text({ mode: 'json' }).$type<RepostConfig>().notNull(),
  createdAt: integer().notNull(),
})

/** Mentions that were found; `record` is the whole of each, the other columns are what queries need. */
export const reposts = sqliteTable(
  'reposts',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    accountId: text().notNull(),
    key: text().notNull(),
    status: text({ enum: REPOST_STATUSES }).notNull(),
    detectedAt: integer().notNull(),
    version: integer().notNull(),
    record: text({ mode: 'json' }).$type<RepostRecord>().notNull(),
  },
  (table) => [
    uniqueIndex('reposts_by_key').on(table.accountId, table.key),
    index('reposts_by_account').on(table.accountId, table.detectedAt),
    index('reposts_by_age').on(table.detectedAt),
    index('reposts_open')
      .on(table.status, table.accountId)
      .where(sql`status in ('PENDING', 'REPOSTING')`),
  ],
)

/** The session of an account at the private API, sealed as a whole. */
export const privateApiStates = sqliteTable('native_states', {
  accountId: text().primaryKey(),
  sealed: text().notNull(),
  updatedAt: integer().notNull(),
})
