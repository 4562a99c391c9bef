// Remembers whether the server answers. Set by every request of the page; shown by one banner.
import { createContext, useContext, useSyncExternalStore } from 'react'

export type ServerConnection = ReturnType<typeof createServerConnection>

export function createServerConnection() {
  const listeners = new Set<() => void>()
  let gone = false
  return {
    isGone: () => gone,
    setGone(now: boolean) {
      if (now === gone) return
      gone = now
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
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
