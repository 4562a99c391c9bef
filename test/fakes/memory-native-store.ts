import type { NativeState, NativeStore } from '../../core/ports/native-host.ts'

/** A NativeStore in memory. Handles that were given the same map share one store. */
export function createMemoryNativeStore(states: Map<string, NativeState> = new Map()): NativeStore {
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
