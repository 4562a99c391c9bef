import type { PrivateApiState, PrivateApiStore } from '../../../core/ports/reposts/private-api.ts'

/** A PrivateApiStore in memory. Handles that were given the same map share one store. */
export function createMemoryPrivateApiStore(
  states: Map<string, PrivateApiState> = new Map(),
): PrivateApiStore {
  return {
    async get(accountId) {
      const state = states.get(accountId)
      return state ? structuredClone(state) : null
    },
    async put(accountId, state) {
      states.set(accountId, structuredClone(state))
    },
    async remove(accountId) {
      states.delete(accountId)
    },
  }
}
