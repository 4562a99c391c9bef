// Removes the objects of ended jobs from the bucket: of published ones a day later, of cancelled ones at once.
import type { Clock } from '../../core/ports/clock.ts'
import type { RemovableObjects } from '../../core/ports/cloud/media-objects.ts'
import { MINUTE, type Instant } from '../../core/time.ts'
import { envelopeOf, type JobRow } from '../jobs/job-rows.ts'
import { select, update, type Sql } from '../storage/sql.ts'

const AT_ONCE = 20
const TRY_AGAIN = 10 * MINUTE

/** Rejects when the bucket does; the rest is due again later. */
export async function expireMedia(sql: Sql, media: RemovableObjects, clock: Clock): Promise<void> {
  const query = 'SELECT * FROM post_jobs WHERE media_until <= ? ORDER BY media_until LIMIT 0 + ?'
  for (const row of select<JobRow>(sql, query, clock.now(), AT_ONCE)) {
    const { items = [], cover } = envelopeOf(row)?.payload ?? {}
    const keys = [...items, ...(cover ? [cover] : [])].map(({ publicKey }) => publicKey)
    // A repost's story is at the platform itself, and has no key here.
    const ours = [...new Set(keys)].filter((key) => key !== '')
    const own = ours.filter((key) => !isNeededBeside(sql, row.id, key, clock.now()))
    update(sql, 'post_jobs', row.id, { media_until: clock.now() + TRY_AGAIN })
    if (own.length > 0) await media.remove(own)
    update(sql, 'post_jobs', row.id, { media_until: null })
  }
}

/** Each side of the condition has an index of few rows; for `IS NOT NULL` SQLite would read all rows that ever were. */
function isNeededBeside(sql: Sql, id: string, key: string, now: Instant): boolean {
  const query = `SELECT id FROM post_jobs
    WHERE id <> ? AND (due_at >= 0 OR media_until > ?) AND instr(envelope, ?) > 0 LIMIT 1`
  return select(sql, query, id, now, JSON.stringify(key)).length > 0
}
