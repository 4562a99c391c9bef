// The stored shape of what plans posts. Changed as `schema.ts` says.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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
