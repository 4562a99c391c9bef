/** Work on the same thing, one after the other, in the order in which it was asked for. */
export interface Turns {
  take<T>(id: string, work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    async take(id, work) {
      const before = last.get(id)
      const turn = (async () => {
        await before?.catch(() => {})
        return work()
      })()
      last.set(id, turn)
      try {
        return await turn
      } finally {
        if (last.get(id) === turn) last.delete(id)
      }
    },
  }
}
