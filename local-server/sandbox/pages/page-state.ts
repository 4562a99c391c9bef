// Everything the sandbox knows of Pages, in memory, and written to the store before any answer.
import type { Instant } from '../../../core/time.ts'
import { createIdSequence } from '../state/ids.ts'
import type { Journal } from '../state/journal.ts'
import type { Deletion } from '../state/records.ts'
import type { SandboxState } from '../state/state.ts'
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
  /** How many reels were published to a Page since then, those that were deleted included. */
  reelsSince(pageId: string, instant: Instant): number
  /** Lists what is live at that time, newest first; photos that only a post shows are left out. */
  live(now: Instant): PageObject[]
}

export function createPageState(journal: Journal, state: SandboxState): PageState {
  const objects = journal.kept<PageObject>('page-object')
  const deletions = journal.kept<Deletion>('deletion')
  const all = () => [...objects.all().values()]
  const nextId = createIdSequence(FIRST_OBJECT, () => all().flatMap(numbersOf))
  const isThere = ({ id }: PageObject) => !deletions.all().has(id)

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
    isThere(object) &&
    object.publishedAt !== null &&
    (!isPageVideo(object) || phaseOf(object, now) === 'ready')

  return {
    find(id) {
      const object = objects.all().get(id) ?? all().find(({ postId }) => postId === id)
      return object && isThere(object) ? object : null
    },
    save: (object) => objects.put(object.id, object),
    newId: nextId,
    remove: ({ id }, at) => void deletions.put(id, { id, at }),
    phaseOf,
    reelsSince: (pageId, instant) =>
      all().filter(
        (one) => one.kind === 'reel' && one.pageId === pageId && (one.publishedAt ?? -Infinity) > instant,
      ).length,
    live: (now) =>
      all()
        .filter((object) => isLive(object, now))
        .toReversed(),
  }
}

/** Its own number and that of its post. */
function numbersOf({ id, postId }: PageObject): string[] {
  return [id, postId ?? id].map((one) => one.split('_').at(-1) ?? '0')
}
