// Shows a reader that it has to read again, without any store having to say so: SQLite counts what its connection writes.
import type Database from 'better-sqlite3'
import type { DataRevision } from '../../core/ports/system.ts'
import type { Random } from '../../core/ports/random.ts'

/** All writes go through this one connection (open-database.ts). */
export function revisionOf(raw: Database.Database, random: Random): () => DataRevision {
  const start = random.uuid()
  const changes = raw.prepare<[], number>('SELECT total_changes()').pluck()
  return () => ({ start, data: changes.get() ?? 0 })
}
