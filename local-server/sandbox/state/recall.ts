import type { RecordKind, SandboxStore, StoredRecord } from './store.ts'

/**
 * Recalls what the store held at the first question, by kind. It is asked late, so that a start without calls pays nothing.
 */
export type Recall = (kind: RecordKind) => readonly StoredRecord[]

export function createRecall(store: SandboxStore): Recall {
  let read: Map<RecordKind, StoredRecord[]> | undefined
  return (kind) => (read ??= Map.groupBy(store.load(), (record) => record.kind)).get(kind) ?? []
}
