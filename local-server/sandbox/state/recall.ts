import type { RecordKind, SandboxStore, JournalRecord } from './store.ts'

/**
 * Recalls what the store held at the first question, by kind. It is asked late, so that a start without calls pays nothing.
 */
export type Recall = (kind: RecordKind) => readonly JournalRecord[]

export function createRecall(store: SandboxStore): Recall {
  let read: Map<RecordKind, JournalRecord[]> | undefined
  return (kind) => (read ??= Map.groupBy(store.load(), (record) => record.kind)).get(kind) ?? []
}
