// The stored shape of what scripts rely on. As `schema.ts`, which says how it is changed.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Requests that can be repeated, by part: written with what each part has made. The answer is that of part 0. */
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
