// Whether the server answers. Told by every request that the page makes; shown by one banner.

export interface Connection {
  isGone(): boolean
  setGone(gone: boolean): void
  subscribe(listener: () => void): () => void
}

export function createConnection(): Connection {
  const listeners = new Set<() => void>()
  let gone = false
  return {
    isGone: () => gone,
    setGone(now) {
      if (now === gone) return
      gone = now
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
