// The stored shape of what plans posts, and of what the platform counted of them. Changed as `schema.ts` says.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { InsightProgress } from '../../../core/ports/insights/insight-store.ts'
import { INSIGHT_REASONS } from '../../../core/rules/insights/insight-words.ts'
import { MEDIA_TYPES } from '../../../core/rules/publication/post-words.ts'
import type { SlotPlan } from '../../../core/ports/posts/slot-store.ts'
import { COMES_BACK_AS, EVERY } from '../../../core/ports/posts/recurrence-store.ts'
import { accounts, posts } from './schema.ts'

/** The posting slots of accounts. Which of them are taken is read from the posts. */
export const slotPlans = sqliteTable('slot_plans', {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  plan: text({ mode: 'json' }).$type<SlotPlan>().notNull(),
})

/** Recurring posts. A row moves on to the next draft in the transaction that makes that draft. */
export const recurrences = sqliteTable('recurrences', {
  postId: text()
    .primaryKey()
    .references(() => posts.id, { onDelete: 'cascade' }),
  every: text({ enum: EVERY }).notNull(),
  comesBackAs: text({ enum: COMES_BACK_AS }).notNull().default('draft'),
  dayOfMonth: integer().notNull(),
  timezone: text().notNull(),
  dueAt: integer().notNull(),
  plannedFor: integer().notNull(),
})

/** Posts from which a series has moved on, each with the newest one, also when the series ends there. */
export const earlierPosts = sqliteTable(
  'earlier_posts',
  {
    postId: text()
      .primaryKey()
      .references(() => posts.id, { onDelete: 'cascade' }),
    newestId: text()
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('earlier_posts_newest').on(table.newestId)],
)

/** Accounts whose figures are kept, also once they are no longer connected. */
export const insightAccounts = sqliteTable('insight_accounts', {
  accountId: text().primaryKey(),
  igUserId: text().notNull(),
  username: text().notNull(),
  metric: text().notNull(),
  bestTimesForNextSlot: integer({ mode: 'boolean' }).notNull(),
  progress: text({ mode: 'json' }).$type<InsightProgress>().notNull(),
  /** When rows were last added: its change is an event. */
  rowsAt: integer(),
})

/** Media whose figures are kept. The post may have left the history. */
export const insightMedia = sqliteTable(
  'insight_media',
  {
    accountId: text().notNull(),
    igMediaId: text().notNull(),
    postId: text(),
    permalink: text(),
    caption: text(),
    kind: text({ enum: MEDIA_TYPES }).notNull(),
    isTrial: integer({ mode: 'boolean' }).notNull(),
    publishedAt: integer().notNull(),
    done: integer().notNull(),
    nextAt: integer(),
    rowsAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.igMediaId] }),
    index('insight_media_by_time').on(table.accountId, table.publishedAt),
    index('insight_media_by_post').on(table.postId),
    index('insight_media_due')
      .on(table.accountId, table.nextAt)
      .where(sql`next_at is not null`),
  ],
)

/** What was counted, as it was read. A figure of the account itself has an empty `igMediaId`. */
export const insightRows = sqliteTable(
  'insight_rows',
  {
    accountId: text().notNull(),
    igMediaId: text().notNull(),
    metric: text().notNull(),
    at: integer().notNull(),
    value: real(),
    reason: text({ enum: INSIGHT_REASONS }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.igMediaId, table.metric, table.at] })],
)
