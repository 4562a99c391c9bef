// Everything the sandbox knows of Pages, in memory, and written to the store before any answer.
import type { Instant } from '../../../core/time.ts'
import { createIdSequence } from '../state/ids.ts'
import type { Recall } from '../state/recall.ts'
import type { SandboxState } from '../state/state.ts'
import type { SandboxStore } from '../state/store.ts'
import { isPageVideo, type PageObject } from './page-object.ts'

const FIRST_OBJECT = 122_100_000_100_000_001n

export type VideoPhase = 'uploading' | 'processing' | 'ready' | 'error'

export interface PageState {
  /** By its own id or by the id of its post. Null when it was deleted. */
  find(id: string): PageObject | null
  /** Adds the object, or replaces the one of the same id. Durable when it returns. */
  save(object: PageObject): PageObject
  newId(): string
  remove(object: PageObject, at: Instant): void
  /** The phase of a video. One that is ready and was asked to go live is live. */
  phaseOf(video: PageObject, now: Instant): VideoPhase
  /** Lists what is live at that time, newest first; photos that only a post shows are left out. */
  live(now: Instant): PageObject[]
}

export function createPageState(store: SandboxStore, recall: Recall, state: SandboxState): PageState {
  let read: Memory | undefined
  const memory = () => (read ??= readMemory(recall))

  function phaseOf(video: PageObject, now: Instant): VideoPhase {
    const arrival = state.arrivalOf(video.id)
    if (!arrival) return 'uploading'
    // Nothing is processed before the sender has finished.
    const since = Math.max(arrival.at, video.publishedAt ?? Infinity)
    const { processing, failure } = video.script
    if (processing === null || now - since < processing) return 'processing'
    return (failure ?? arrival.failure) === null ? 'ready' : 'error'
  }

  const isLive = (object: PageObject, now: Instant) =>
    object.publishedAt !== null && (!isPageVideo(object) || phaseOf(object, now) === 'ready')

  return {
    find: (id) => memory().objects.get(id) ?? memory().byPost.get(id) ?? null,
    save(object) {
      store.put('page-object', object.id, JSON.stringify(object))
      remember(memory(), object)
      return object
    },
    newId: () => memory().nextId(),
    remove(object, at) {
      store.put('deletion', object.id, JSON.stringify({ id: object.id, at }))
      forget(memory(), object)
    },
    phaseOf,
    live: (now) => [...memory().objects.values()].filter((object) => isLive(object, now)).toReversed(),
  }
}

interface Memory {
  readonly objects: Map<string, PageObject>
  readonly byPost: Map<string, PageObject>
  readonly nextId: () => string
}

function readMemory(recall: Recall): Memory {
  const objects = recall('page-object').map(({ json }) => JSON.parse(json) as PageObject)
  const removed = new Set(recall('deletion').map(({ id }) => id))
  const numbers = objects
    .flatMap(({ id, postId }) => [id, postId ?? id])
    .map((id) => id.split('_').at(-1) ?? '0')
  const memory = {
    objects: new Map<string, PageObject>(),
    byPost: new Map<string, PageObject>(),
    nextId: createIdSequence(FIRST_OBJECT, numbers),
  }
  for (const object of objects) if (!removed.has(object.id)) remember(memory, object)
  return memory
}

function remember({ objects, byPost }: Memory, object: PageObject): void {
  objects.set(object.id, object)
  if (object.postId !== null) byPost.set(object.postId, object)
}

function forget({ objects, byPost }: Memory, object: PageObject): void {
  objects.delete(object.id)
  if (object.postId !== null) byPost.delete(object.postId)
}
