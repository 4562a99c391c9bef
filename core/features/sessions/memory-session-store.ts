import type { SessionRecord, SessionStore } from '../../ports/session-store.ts'

/** A SessionStore in memory. Handles that were given the same map share one store. */
export function createMemorySessionStore(records: Map<string, SessionRecord> = new Map()): SessionStore {
  return {
    async add(session, keep) {
      if (records.has(session.id)) throw new Error('the id of this session is taken')
      for (const [id, { expiresAt }] of records) if (expiresAt <= session.createdAt) records.delete(id)
      records.set(session.id, structuredClone(session))
      for (const id of [...records.keys()].slice(0, -keep)) records.delete(id)
    },
    async find(id) {
      const found = records.get(id)
      return found ? structuredClone(found) : null
    },
    async extend(id, expiresAt) {
      const found = records.get(id)
      if (found) records.set(id, { ...found, expiresAt })
    },
    async remove(id) {
      records.delete(id)
    },
  }
}
