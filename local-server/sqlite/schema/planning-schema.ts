// The stored shape of what plans posts. As `schema.ts`, which says how it is changed.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SlotPlan } from '../../../core/ports/posts/slot-store.ts'
import { accounts } from './schema.ts'

/** The posting slots of accounts. Which of them are taken is read from the posts. */
export const slotPlans = sqliteTable('slot_plans', {
  accountId: text()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  plan: text({ mode: 'json' }).$type<SlotPlan>().notNull(),
})
