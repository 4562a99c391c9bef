import type { Clock } from '../../ports/clock.ts'
import type {
  Handover,
  HandoverFile,
  HandoverMove,
  HandoverStore,
  StoredHandover,
} from '../../ports/cloud/handover-store.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { Publication } from '../../publishing/publication.ts'
import { DAY, type Instant } from '../../time.ts'
import type { Ownership } from '../ownership/ownership.ts'

type HandoverChange = Partial<Omit<Handover, 'id' | 'postId' | 'accountId' | 'version' | 'createdAt'>>

export interface HandoverUpdate extends Omit<HandoverMove, 'next'> {
  readonly change: HandoverChange
}

/** The hand-overs with their posts, and how each of them is moved on. */
export interface Handovers extends Omit<HandoverStore, 'update'> {
  /** A hand-over that continues, with its post. */
  readOpen(id: string): Promise<StoredHandover | null>
  postOf(postId: string): Promise<PostRecord | null>
  /** `decide` sees what is stored now. Null when the hand-over has ended, or `decide` returns null. */
  change(
    id: string,
    decide: (stored: StoredHandover, last: Publication | null) => HandoverUpdate | null,
  ): Promise<StoredHandover | null>
}

interface HandoversDeps {
  readonly store: HandoverStore
  readonly posts: PostStore
  readonly clock: Clock
  /** There is work for the job loop. */
  wake(): void
}

export function createHandovers({ store, posts, clock, wake }: HandoversDeps): Handovers {
  return {
    ...store,
    postOf: (postId) => posts.get(postId),
    async readOpen(id) {
      const handover = await store.get(id)
      if (!handover || handover.phase === 'ended') return null
      return { handover, post: await posts.get(handover.postId) }
    },
    async change(id, decide) {
      let hasJob = false
      const updated = await store.update(id, (stored, last) => {
        const update = decide(stored, last)
        if (update === null) return null
        const { change, ...move } = update
        hasJob = move.job !== undefined
        return { ...move, next: nextVersion(stored.handover, change, clock.now()) }
      })
      if (updated && hasJob) wake()
      return updated
    },
  }
}

const STATES = { uploading: 'local', asking: 'delegating', cloud: 'worker', ended: 'local' } as const

/**
 * The owner of the post, in the words of the protocol. A post that the user has taken over counts as being recalled,
 * and is published here.
 */
export function ownershipOf({ phase, asked, revision, keyId }: Handover): Ownership {
  return {
    state: asked?.kind === 'cancel' ? 'recalling' : STATES[phase],
    sent: asked?.kind === 'edit' ? asked.revision : revision,
    confirmed: phase === 'cloud' ? revision : null,
    keyId,
  }
}

function nextVersion(handover: Handover, change: HandoverChange, now: Instant): Handover {
  return { ...handover, ...change, version: handover.version + 1, updatedAt: now }
}

export const ENDED = { phase: 'ended', asked: null, nextAt: null } as const
/** Nothing of it was published, or ever will be from the Worker. */
export const ENDED_CANCELLED = { ...ENDED, isCancelled: true } as const

/** When the objects of an ended hand-over may be removed. An upload in progress may finish after it ends. */
export function objectsUntil({ isCancelled, updatedAt }: Handover, file: HandoverFile): Instant {
  return isCancelled === true && file.uploaded ? updatedAt : updatedAt + DAY
}
