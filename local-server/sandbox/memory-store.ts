import type { SandboxStore, StoredRecord } from './store.ts'

/** Forgets everything with the process. Two sandboxes opened one after the other on the same store share its memory. */
export function createMemoryStore(): SandboxStore {
  const records = new Map<string, StoredRecord>()
  const images = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    load: () => [...records.values()],
    put: (kind, id, json) => void records.set(`${kind} ${id}`, { kind, id, json }),
    putImage: (id, bytes) => void images.set(id, new Uint8Array(bytes)),
    image: (id) => images.get(id) ?? null,
  }
}
