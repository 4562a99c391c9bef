/** Runs work on the same key one after the other, in the order in which it was asked for. */
export interface KeyedMutex {
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>
}

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return {
    async runExclusive(key, work) {
      const before = last.get(key)
      const run = (async () => {
        await before?.catch(() => {})
        return work()
      })()
      last.set(key, run)
      try {
        return await run
      } finally {
        if (last.get(key) === run) last.delete(key)
      }
    },
  }
}
