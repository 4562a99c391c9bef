import type { RecordKind, SandboxStore, StoredRecord } from './store.ts'

/** What the store held at the first question, by kind. Asked late, so that a start that nobody sends to pays nothing. */
export type Recall = (kind: RecordKind) => readonly StoredRecord[]

export function createRecall(store: SandboxStore): Recall {
  let read: Map<RecordKind, StoredRecord[]> | undefined
  return (kind) => (read ??= Map.groupBy(store.load(), (record) => record.kind)).get(kind) ?? []
}
