import type { AccountRecord, AccountStore } from '../../core/ports/account-store.ts'

/** An AccountStore in memory. Handles that were given the same list share one store. */
export function createMemoryAccountStore(records: AccountRecord[] = []): AccountStore {
  return {
    async put(account) {
      const index = records.findIndex(({ igUserId }) => igUserId === account.igUserId)
      const known = records[index]
      if (known) {
        const { id, createdAt, pausedUntil, whenLimitIsFull } = known
        records[index] = structuredClone({ ...account, id, createdAt, pausedUntil, whenLimitIsFull })
        return structuredClone(records[index])
      }
      if (records.some(({ id }) => id === account.id)) throw new Error('the id of this account is taken')
      records.push(structuredClone(account))
      return structuredClone(account)
    },
    async get(id) {
      const found = records.find((account) => account.id === id)
      return found ? structuredClone(found) : null
    },
    async list() {
      return structuredClone(records.toSorted((a, b) => a.createdAt - b.createdAt))
    },
    async backoffs(now) {
      const paused = records.flatMap(({ id, pausedUntil }) =>
        pausedUntil !== null && pausedUntil > now ? [[id, pausedUntil] as const] : [],
      )
      return new Map(paused)
    },
    async update(id, change, ifSealedToken) {
      if (Object.keys(change).length === 0) throw new Error('nothing to change')
      const index = records.findIndex((account) => account.id === id)
      const known = records[index]
      if (!known || (ifSealedToken !== undefined && known.sealedToken !== ifSealedToken)) return null
      records[index] = structuredClone({ ...known, ...change })
      return structuredClone({ ...known, ...change })
    },
    async remove(id) {
      const index = records.findIndex((account) => account.id === id)
      const [removed] = index === -1 ? [] : records.splice(index, 1)
      return removed ?? null
    },
  }
}
