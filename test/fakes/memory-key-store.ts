import type { ApiKeyRecord, KeyStore, StoredKeyCall } from '../../core/ports/key-store.ts'

/** A KeyStore in memory. Handles that were given the same list share one store. */
export function createMemoryKeyStore(records: ApiKeyRecord[] = [], calls: StoredKeyCall[] = []): KeyStore {
  const keepOnly = (isKept: (call: StoredKeyCall) => boolean) =>
    void calls.splice(0, calls.length, ...calls.filter(isKept))
  const indexOf = (id: string) => records.findIndex((key) => key.id === id)
  return {
    async add(key) {
      if (records.some(({ id, hash }) => id === key.id || hash === key.hash))
        throw new Error('the id or the hash of this key is taken')
      records.push(structuredClone(key))
    },
    async findByHash(hash) {
      const found = records.find((key) => key.hash === hash)
      return found ? structuredClone(found) : null
    },
    async list() {
      // Sorting is stable, so of equal instants the one added last comes first.
      return structuredClone(records.toReversed().toSorted((a, b) => b.createdAt - a.createdAt))
    },
    async revoke(id, at) {
      const index = indexOf(id)
      const key = records[index]
      if (!key) return null
      if (key.revokedAt !== null) return { alreadyRevoked: true }
      records[index] = { ...key, revokedAt: at }
      return { alreadyRevoked: false }
    },
    async touch(id, at) {
      const index = indexOf(id)
      const key = records[index]
      if (key) records[index] = { ...key, lastUsedAt: at }
    },
    async addCalls(added, keep) {
      const latest = calls.at(-1)?.id ?? 0
      calls.push(...added.map((call, index) => ({ ...call, id: latest + 1 + index })))
      const keyIds = new Set(added.map(({ keyId }) => keyId))
      const kept = [...keyIds].flatMap((keyId) => calls.filter((call) => call.keyId === keyId).slice(-keep))
      keepOnly((call) => !keyIds.has(call.keyId) || kept.includes(call))
    },
    async listCalls(keyId, before, limit) {
      const found = calls.filter((call) => call.keyId === keyId && call.id < before)
      return structuredClone(found.toReversed().slice(0, limit))
    },
    async removeCallsBefore(then) {
      keepOnly(({ at }) => at >= then)
    },
  }
}
