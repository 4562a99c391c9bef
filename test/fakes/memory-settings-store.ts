import type { SettingsStore } from '../../core/ports/settings-store.ts'

/** A SettingsStore in memory. Handles that were given the same map share one store. */
export function createMemorySettingsStore(values = new Map<string, string>()): SettingsStore {
  return {
    async get(name) {
      const json = values.get(name)
      return json === undefined ? null : (JSON.parse(json) as unknown)
    },
    async getMany(names) {
      const found = names.flatMap((name) => {
        const json = values.get(name)
        return json === undefined ? [] : [[name, JSON.parse(json) as unknown] as const]
      })
      return new Map(found)
    },
    async put(changes) {
      const entries = Object.entries(changes).map(([name, value]) => [name, asJson(value)] as const)
      for (const [name, json] of entries) {
        if (json === 'null') values.delete(name)
        else values.set(name, json)
      }
    },
  }
}

function asJson(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined
  if (json === undefined) throw new Error('not a JSON value')
  return json
}
