// The records of the sandbox, by kind: in memory, and written to the store before any answer.
import type { RecordKind, SandboxStore } from './store.ts'

/** The records of one kind. The store is read when they are first needed, so that a start without calls costs nothing. */
export interface Kept<T> {
  /** By id, in the order in which they were first put. */
  all(): ReadonlyMap<string, T>
  /** Adds the record, or replaces the one of this id in its place. Durable when it returns. */
  put(id: string, record: T): T
}

export interface Journal {
  /** Each caller gets a memory of its own, which does not see what others put later. */
  kept<T>(kind: RecordKind, read?: (json: string) => T): Kept<T>
}

export function createJournal(store: SandboxStore): Journal {
  let stored: Map<RecordKind, { readonly id: string; readonly json: string }[]> | undefined
  const storedOf = (kind: RecordKind) =>
    (stored ??= Map.groupBy(store.load(), (record) => record.kind)).get(kind) ?? []
  return {
    kept<T>(kind: RecordKind, read = (json: string) => JSON.parse(json) as T): Kept<T> {
      let memory: Map<string, T> | undefined
      const all = () => (memory ??= new Map(storedOf(kind).map(({ id, json }) => [id, read(json)])))
      return {
        all,
        put(id, record) {
          const known = all()
          store.put(kind, id, JSON.stringify(record))
          known.set(id, record)
          return record
        },
      }
    },
  }
}
