import type { RecordKind, SandboxStore, JournalRecord } from './store.ts'

/**
 * Returns what the store held when first asked, by kind. The store is read late, so that a start without calls costs nothing.
 */
export type Recall = (kind: RecordKind) => readonly JournalRecord[]

export function createRecall(store: SandboxStore): Recall {
  let read: Map<RecordKind, JournalRecord[]> | undefined
  return (kind) => (read ??= Map.groupBy(store.load(), (record) => record.kind)).get(kind) ?? []
}
