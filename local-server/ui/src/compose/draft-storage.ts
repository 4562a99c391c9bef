// Stores unsaved work: one entry for the new post and one for each stored post that is worked on. Written through to the
// browser with each change, so that neither a reload nor a crash takes any of it.
import { NEW_POST } from '../shared/post-sheet-address.ts'
import { parseWork, serializeWork, type UnsavedWork } from './unsaved-work.ts'

/** `new`, or the id of a post. */
export type DraftKey = string

export const NEW_DRAFT: DraftKey = NEW_POST

/** What waits until the new post is sent or discarded. */
export const NEXT_DRAFT: DraftKey = 'next'

export type DraftStorage = ReturnType<typeof createDraftStorage>

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

export function createDraftStorage(storage: Storage) {
  const known = new Map<DraftKey, UnsavedWork | null>()
  const listeners = new Set<() => void>()
  const save = (draftKey: DraftKey, work: UnsavedWork | null) => {
    known.set(draftKey, work)
    write(storage, storageKeyOf(draftKey), work)
    for (const listener of listeners) listener()
  }
  /** The same object until it is changed. Null: there is no unsaved work. */
  const get = (draftKey: DraftKey) => {
    const found = known.get(draftKey)
    if (found !== undefined) return found
    const stored = read(storage, storageKeyOf(draftKey))
    known.set(draftKey, stored)
    return stored
  }
  const move = (from: DraftKey, to: DraftKey) => {
    const work = get(from)
    if (work === null) return
    save(to, work)
    save(from, null)
  }
  return {
    get,
    put: (draftKey: DraftKey, work: UnsavedWork) => save(draftKey, work),
    clear: (draftKey: DraftKey) => save(draftKey, null),
    /** Brings back work on the new post; what has been begun in its place waits. */
    restoreNew(work: UnsavedWork) {
      move(NEW_DRAFT, NEXT_DRAFT)
      save(NEW_DRAFT, work)
    },
    /** Begins what waits, once the new post is sent or discarded. */
    beginNext: () => move(NEXT_DRAFT, NEW_DRAFT),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function storageKeyOf(draftKey: DraftKey): string {
  return `nightpost-compose-${draftKey}`
}

function read(storage: Storage, key: string): UnsavedWork | null {
  const text = tryAccess(() => storage.getItem(key))
  const work = typeof text === 'string' ? parseWork(text) : null
  if (typeof text === 'string' && work === null) tryAccess(() => storage.removeItem(key))
  return work
}

function write(storage: Storage, key: string, work: UnsavedWork | null): void {
  tryAccess(() => (work === null ? storage.removeItem(key) : storage.setItem(key, serializeWork(work))))
}

/** A browser may have no room, or give none; then the work lives as long as the page. */
function tryAccess<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
