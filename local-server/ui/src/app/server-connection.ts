// Remembers whether the server answers. Set by every request of the page; shown by one banner.
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface ServerConnection {
  isGone(): boolean
  setGone(gone: boolean): void
  subscribe(listener: () => void): () => void
}

export function createServerConnection(): ServerConnection {
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

export const ServerConnectionContext = createContext(createServerConnection())

export function useIsServerGone(): boolean {
  const connection = useContext(ServerConnectionContext)
  return useSyncExternalStore(connection.subscribe, connection.isGone)
}
