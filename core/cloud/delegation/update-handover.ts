import type {
  Handover,
  HandoverFile,
  HandoverMove,
  StoredHandover,
} from '../../ports/cloud/handover-store.ts'
import type { Publication } from '../../publishing/publication.ts'
import { DAY, type Instant } from '../../time.ts'
import type { Ownership } from '../ownership/ownership.ts'
import type { HandoverDeps } from './handover-deps.ts'

type HandoverChange = Partial<Omit<Handover, 'id' | 'postId' | 'accountId' | 'version' | 'createdAt'>>

export interface HandoverUpdate extends Omit<HandoverMove, 'next'> {
  readonly change: HandoverChange
}

/** A hand-over that continues, with its post. */
export async function readOpenHandover(
  { handovers, posts }: HandoverDeps,
  id: string,
): Promise<StoredHandover | null> {
  const handover = await handovers.get(id)
  if (!handover || handover.phase === 'ended') return null
  return { handover, post: await posts.get(handover.postId) }
}

/** `decide` sees what is stored now. Null when the hand-over has ended, or `decide` returns null. */
export async function updateHandover(
  { handovers, clock, wake }: HandoverDeps,
  id: string,
  decide: (stored: StoredHandover, last: Publication | null) => HandoverUpdate | null,
): Promise<StoredHandover | null> {
  let hasJob = false
  const updated = await handovers.update(id, (stored, last) => {
    const update = decide(stored, last)
    if (update === null) return null
    const { change, ...move } = update
    hasJob = move.job !== undefined
    return { ...move, next: nextVersion(stored.handover, change, clock.now()) }
  })
  if (updated && hasJob) wake()
  return updated
}

const STATES = { uploading: 'local', asking: 'delegating', cloud: 'worker', ended: 'local' } as const

/**
 * The owner of the post, in the words of the protocol. A post that the user has taken over counts as being recalled,
 * and is published here.
 */
export function ownershipOf({ phase, asked, revision }: Handover): Ownership {
  return {
    state: asked?.kind === 'cancel' ? 'recalling' : STATES[phase],
    sent: asked?.kind === 'edit' ? asked.revision : revision,
    confirmed: phase === 'cloud' ? revision : null,
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
