import { sql } from 'drizzle-orm'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { marks } from '../schema/schema.ts'

/**
 * The next completion time: `now`, or later when one was given for it already. Rises for ever, whatever the clock does and
 * although the posts that carried the latest ones are retried or deleted. In the transaction that completes the post.
 */
export function prepareCompletionMark(db: Db): (now: Instant) => Instant {
  const now = sql.placeholder('now')
  const raise = db
    .insert(marks)
    .values({ name: 'completion', value: sql`${now}` })
    .onConflictDoUpdate({ target: marks.name, set: { value: sql`max(${marks.value} + 1, excluded.value)` } })
    .returning({ value: marks.value })
    .prepare()
  return (at) => raise.get({ now: at }).value
}
