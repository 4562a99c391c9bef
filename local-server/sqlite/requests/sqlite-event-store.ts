// The outbox. Triggers fill it (migration 0015), so that every commit has its events, and nothing uncommitted has one.
import { eq, lt, lte, max, or, sql } from 'drizzle-orm'
import * as z from 'zod'
import { EVENT_TYPES, type EventStore } from '../../../core/ports/event-store.ts'
import { StoredTime } from '../../../core/ports/stored-shapes.ts'
import type { Instant } from '../../../core/time.ts'
import { writeTransaction, type Db, type OpenDatabase, type Tx } from '../open-database.ts'
import { prepareRows } from '../prepare-rows.ts'
import { events, knownAttention } from '../schema/script-schema.ts'

const Text = z.string().nullable()
const ReadableEvent = z.object({
  type: z.enum(EVENT_TYPES),
  at: StoredTime,
  postId: Text,
  accountId: Text,
  mediaFileId: Text,
  state: Text,
})
/** An event of a newer version counts as missing: readers then read everything again. */
const isReadable = (row: unknown) => ReadableEvent.safeParse(row).success

export function createSqliteEventStore({ db, raw }: Pick<OpenDatabase, 'db' | 'raw'>): EventStore {
  const listeners = new Set<() => void>()
  listenToConnection(raw, () => {
    for (const listener of listeners) listener()
  })
  const sequence = raw.prepare<[], number>(`select seq from sqlite_sequence where name = 'events'`).pluck()
  /** Also when all events are gone. */
  const latestId = () => sequence.get() ?? 0
  const rowsAfter = prepareRows(db, events, 'where id > +@id order by id limit 0 + @limit')
  return {
    latest: async () => latestId(),
    async after(id, limit) {
      // In this order: what another program writes in between is among the rows.
      const latest = latestId()
      const rows = rowsAfter({ id, limit })
      const isWhole = id === latest || (id < latest && rows[0]?.id === id + 1)
      return isWhole && rows.every(isReadable) ? rows : null
    },
    async noteAttention(entries) {
      const now = new Map(
        entries.map(({ id, code, postId, accountId }) => [id, { id, code, postId, accountId }]),
      )
      const known = readKnown(db)
      // Most of the time nothing has changed, and nothing is to be written.
      if (known.length === now.size && known.every((id) => now.has(id))) return
      writeTransaction(db, (tx) => {
        const before = readKnown(tx)
        const remove = before.filter((id) => !now.has(id))
        for (const id of remove) tx.delete(knownAttention).where(eq(knownAttention.id, id)).run()
        for (const entry of now.values()) tx.insert(knownAttention).values(entry).onConflictDoNothing().run()
      })
    },
    async trim(then, keep) {
      const isOld = or(lt(events.at, then), lte(events.id, latestId() - keep))
      // Only from the beginning: what is kept has no gaps, even if the clock jumped.
      const last =
        db
          .select({ id: max(events.id) })
          .from(events)
          .where(isOld)
          .get()?.id ?? null
      if (last !== null) db.delete(events).where(lte(events.id, last)).run()
    },
    onWritten(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Goes on with ids above all that were given, also by another run from the same copy: whoever listened there finds a gap, and reads
 * everything again.
 */
export function leaveGapInEvents(tx: Tx, now: Instant): void {
  tx.run(sql`update sqlite_sequence set seq = max(seq, ${now}) where name = 'events'`)
}

function readKnown(db: Pick<Db, 'select'>): string[] {
  return db
    .select({ id: knownAttention.id })
    .from(knownAttention)
    .all()
    .map(({ id }) => id)
}

/** A trigger of this connection alone reports each event. Transactions are synchronous, so a microtask runs after the commit. */
function listenToConnection(raw: OpenDatabase['raw'], listener: () => void): void {
  let isTold = false
  raw.function('event_written', () => {
    if (isTold) return null
    isTold = true
    queueMicrotask(() => {
      isTold = false
      listener()
    })
    return null
  })
  raw.exec('CREATE TEMP TRIGGER tell_of_event AFTER INSERT ON main.events BEGIN SELECT event_written(); END')
}
