import type { ApiKeyRecord, KeyStore } from '../../core/ports/key-store.ts'

/** A KeyStore in memory. Handles that were given the same list share one store. */
export function createMemoryKeyStore(records: ApiKeyRecord[] = []): KeyStore {
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
  }
}
