// Shows a reader that it has to read again, without any store having to say so: SQLite counts what its connection writes, and
// notices when another one has written.
import type Database from 'better-sqlite3'
import type { DataRevision } from '../../core/ports/system.ts'
import type { Random } from '../../core/ports/random.ts'

/** The server writes through this one connection alone (open-database.ts). */
export function revisionOf(raw: Database.Database, random: Random): () => DataRevision {
  const start = random.uuid()
  const own = raw.prepare<[], number>('SELECT total_changes()').pluck()
  const others = raw.prepare<[], number>('PRAGMA data_version').pluck()
  return () => ({ start, data: (own.get() ?? 0) + (others.get() ?? 0) })
}
