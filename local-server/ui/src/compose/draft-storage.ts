// Stores unsaved work: one entry for the new post of each tab and one for each stored post that is worked on. Written through to the
// browser with each change, so that neither a reload nor a crash takes any of it, and read from there each time: another tab may
// have changed or sent it.
import { tryAccess } from '../shared/kept-texts.ts'
import { NEW_POST } from '../shared/overlay-address.ts'
import type { TabPlace } from '../shared/tab-place.ts'
import { parseWork, serializeWork, type UnsavedWork } from './unsaved-work.ts'

/** `new`, or the id of a post. */
export type DraftKey = string

export const NEW_DRAFT: DraftKey = NEW_POST

/** What waits until the new post is sent or discarded. */
export const NEXT_DRAFT: DraftKey = 'next'

/** Several may wait: each that is brought back goes before those. */
const waitingBehind = (draftKey: DraftKey): DraftKey => (draftKey === NEW_DRAFT ? NEXT_DRAFT : `${draftKey}+`)

export type DraftStorage = ReturnType<typeof createDraftStorage>

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `place`: that of the tab, whose new post is its own. `onSave` is told by which key, and whether the work would be lost with the page. */
export function createDraftStorage(
  storage: Storage,
  place: TabPlace = '',
  onSave: (key: string, isUnkept: boolean) => void = () => {},
) {
  const keyOf = (draftKey: DraftKey) => {
    const isOfTab = draftKey === NEW_DRAFT || draftKey.startsWith(NEXT_DRAFT)
    return `nightpost-compose-${draftKey}${isOfTab ? place : ''}`
  }
  const known = new Map<DraftKey, Known>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const save = (draftKey: DraftKey, work: UnsavedWork | null) => {
    const key = keyOf(draftKey)
    const isUnkept = !write(storage, key, work)
    onSave(key, isUnkept)
    known.set(draftKey, { text: readText(storage, key), work, isUnkept })
    notify()
  }
  /** The same object until it is changed. Null: there is no unsaved work. */
  const get = (draftKey: DraftKey) => {
    const key = keyOf(draftKey)
    const text = readText(storage, key)
    const found = known.get(draftKey)
    if (found !== undefined && found.text === text) return found.work
    const work = text ? parseWork(text) : null
    if (text && work === null) write(storage, key, null)
    known.set(draftKey, { text: work && text, work })
    return work
  }
  const move = (from: DraftKey, to: DraftKey) => {
    const work = get(from)
    if (work === null) return
    save(to, work)
    save(from, null)
  }
  const put = (draftKey: DraftKey, work: UnsavedWork) =>
    save(draftKey, { requestKey: get(draftKey)?.requestKey ?? crypto.randomUUID(), ...work })
  const makeRoom = (draftKey: DraftKey) => {
    if (get(draftKey) === null) return
    makeRoom(waitingBehind(draftKey))
    move(draftKey, waitingBehind(draftKey))
  }
  return {
    keyOf,
    get,
    /** False where the browser has no room for it, or gives no access. */
    isKept: (draftKey: DraftKey) => known.get(draftKey)?.isUnkept !== true,
    put,
    /** What is sent from now on makes another post. */
    renewRequestKey(draftKey: DraftKey) {
      const work = get(draftKey)
      if (work !== null) save(draftKey, { ...work, requestKey: crypto.randomUUID() })
    },
    clear: (draftKey: DraftKey) => save(draftKey, null),
    /** Brings back work on the new post; what has been begun in its place waits. */
    restoreNew(work: UnsavedWork) {
      makeRoom(NEW_DRAFT)
      put(NEW_DRAFT, work)
    },
    /** Begins what waits, once the new post is sent or discarded. */
    beginNext() {
      for (let free = NEW_DRAFT; get(waitingBehind(free)) !== null; free = waitingBehind(free))
        move(waitingBehind(free), free)
    },
    /** Reports that another tab has written something. */
    notify,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface Known {
  readonly text: Text
  readonly work: UnsavedWork | null
  readonly isUnkept?: boolean
}

/** Undefined: the browser gives no access. */
type Text = string | null | undefined

function readText(storage: Storage, key: string): Text {
  return tryAccess(() => storage.getItem(key))
}

/** Whether the work is kept. */
function write(storage: Storage, key: string, work: UnsavedWork | null): boolean {
  const isDone = tryAccess(() => {
    if (work === null) storage.removeItem(key)
    else storage.setItem(key, serializeWork(work))
    return true
  })
  return isDone ?? work === null
}

/** Assigns uploads to posts. A new post that becomes a draft takes what is still being uploaded with it; the next new post begins with none. */
export function createUploadPlaces() {
  const begunAsNew = new Map<DraftKey, string>()
  let sent = 0
  const ofNew = () => `new ${sent}`
  return {
    of: (draftKey: DraftKey) => (draftKey === NEW_DRAFT ? ofNew() : (begunAsNew.get(draftKey) ?? draftKey)),
    /** The new post is sent; as a draft it continues under its id. */
    newIsSent(draftId: string | null) {
      if (draftId !== null) begunAsNew.set(draftId, ofNew())
      sent += 1
    },
    /** Drafts that were begun as new posts: files may still be on their way to them, whether or not they are opened again. */
    ofDrafts: (): readonly DraftKey[] => [...begunAsNew.keys()],
  }
}
