import type { MediaRecord, MediaStore } from '../../../core/ports/media/media-store.ts'
import { recordMade, type RecordedRequests } from '../memory-request-store.ts'

/** A MediaStore in memory. Handles that were given the same map share one store. */
export function createMemoryMediaStore(
  records: Map<string, MediaRecord> = new Map(),
  requests: RecordedRequests = new Map(),
): MediaStore {
  const all = () => [...records.values()].toSorted(newestFirst)
  return {
    async add(record, request) {
      const taken = records.has(record.id) || all().some(({ publicKey }) => publicKey === record.publicKey)
      if (taken) throw new Error('the id or the public key of this media record is taken')
      records.set(record.id, structuredClone(record))
      recordMade(requests, request, { id: record.id, jobId: null })
    },
    async get(id) {
      return copyOf(records.get(id))
    },
    async getMany(ids) {
      return ids.flatMap((id) => copyOf(records.get(id)) ?? [])
    },
    async list({ limit, offset, kind }) {
      const matching = all().filter((record) => kind === undefined || record.kind === kind)
      return { records: structuredClone(matching.slice(offset, offset + limit)), total: matching.length }
    },
    async listOfSize(kind, fileSize) {
      const alike = all().filter((record) => record.kind === kind && record.fileSize === fileSize)
      return structuredClone(alike.toReversed())
    },
    async findByPublicKey(publicKey) {
      return copyOf(all().find((record) => [record.publicKey, record.processedPublicKey].includes(publicKey)))
    },
    async setProcessed(id, processed, verdict) {
      const record = records.get(id)
      if (!record) return null
      const changes = {
        processedPath: processed?.path ?? null,
        processedPublicKey: processed?.publicKey ?? null,
        processedFacts: processed?.facts ?? null,
      }
      records.set(id, structuredClone({ ...record, ...changes, ...verdict }))
      return copyOf(records.get(id))
    },
    async setAltText(id, altText) {
      const record = records.get(id)
      if (record) records.set(id, { ...record, altText })
      return copyOf(records.get(id))
    },
    async remove(id) {
      const removed = records.get(id) ?? null
      records.delete(id)
      return removed
    },
    async storedKeys() {
      const keys = all().flatMap(({ storagePath, thumbnailPath, processedPath }) => [
        storagePath,
        thumbnailPath,
        processedPath,
      ])
      return new Set(keys.filter((key) => key !== null))
    },
  }
}

function newestFirst(a: MediaRecord, b: MediaRecord): number {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt
  return a.id < b.id ? 1 : -1
}

function copyOf(record: MediaRecord | undefined): MediaRecord | null {
  return record === undefined ? null : structuredClone(record)
}
