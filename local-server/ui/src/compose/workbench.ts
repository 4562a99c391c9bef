// Where unsaved work lies: one place for the new post and one for each stored post that is worked on. Written through to the
// browser with each change, so that neither a reload nor a crash takes any of it.
import { fromText, toText, type UnsavedWork } from './unsaved-work.ts'

/** `new`, or the id of a post. */
export type Seat = string

export const NEW: Seat = 'new'

export interface Workbench {
  /** The same object until it is changed. Null: there is no unsaved work. */
  get(seat: Seat): UnsavedWork | null
  put(seat: Seat, work: UnsavedWork): void
  clear(seat: Seat): void
  /** Returns how to end it. */
  subscribe(listener: () => void): () => void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createWorkbench(storage: Storage): Workbench {
  const known = new Map<Seat, UnsavedWork | null>()
  const listeners = new Set<() => void>()
  const changed = (seat: Seat, work: UnsavedWork | null) => {
    known.set(seat, work)
    write(storage, keyOf(seat), work)
    for (const listener of listeners) listener()
  }
  return {
    get(seat) {
      const found = known.get(seat)
      if (found !== undefined) return found
      const stored = read(storage, keyOf(seat))
      known.set(seat, stored)
      return stored
    },
    put: changed,
    clear: (seat) => changed(seat, null),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function keyOf(seat: Seat): string {
  return `nightpost-compose-${seat}`
}

function read(storage: Storage, key: string): UnsavedWork | null {
  const text = attempt(() => storage.getItem(key))
  const work = typeof text === 'string' ? fromText(text) : null
  if (typeof text === 'string' && work === null) attempt(() => storage.removeItem(key))
  return work
}

function write(storage: Storage, key: string, work: UnsavedWork | null): void {
  attempt(() => (work === null ? storage.removeItem(key) : storage.setItem(key, toText(work))))
}

/** A browser may have no room, or give none; then the work lives as long as the page. */
function attempt<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
