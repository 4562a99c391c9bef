import type { Handover, HandoverFile } from '../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { DAY, type Instant } from '../../time.ts'
import type { Ownership } from '../ownership/ownership.ts'
import type { HandoverPorts } from './handover-ports.ts'

export interface StoredHandover {
  readonly handover: Handover
  /** Null when it was deleted meanwhile. */
  readonly post: PostRecord | null
}

type HandoverChange = Partial<Omit<Handover, 'id' | 'postId' | 'accountId' | 'version' | 'createdAt'>>

export interface HandoverUpdate {
  readonly change: HandoverChange
  readonly post?: PostRecord | undefined
}

type StorePorts = Pick<HandoverPorts, 'handovers' | 'posts' | 'clock'>

/** A hand-over that goes on, with its post. */
export async function readOpenHandover(
  { handovers, posts }: StorePorts,
  id: string,
): Promise<StoredHandover | null> {
  const handover = await handovers.get(id)
  if (!handover || handover.phase === 'ended') return null
  return { handover, post: await posts.get(handover.postId) }
}

/**
 * Respects a change that was made meanwhile: `decide` sees what is stored now. Null when it ended, or `decide` wants nothing.
 */
export async function updateHandover(
  ports: StorePorts,
  id: string,
  decide: (stored: StoredHandover) => HandoverUpdate | null,
): Promise<StoredHandover | null> {
  for (;;) {
    const stored = await readOpenHandover(ports, id)
    const revision = stored && decide(stored)
    if (!stored || !revision) return null
    const handover = nextVersion(stored.handover, revision.change, ports.clock.now())
    if (await ports.handovers.move(handover, revision.post))
      return { handover, post: revision.post ?? stored.post }
  }
}

const STATES = { uploading: 'local', asking: 'delegating', cloud: 'worker', ended: 'local' } as const

/** The owner of the post, in the words of the protocol. One that the user has taken over is recalled, and published here. */
export function ownershipOf({ phase, asked, revision }: Handover): Ownership {
  return {
    state: asked?.kind === 'cancel' ? 'recalling' : STATES[phase],
    sent: asked?.kind === 'edit' ? asked.revision : revision,
    confirmed: phase === 'cloud' ? revision : null,
  }
}

export function nextVersion(handover: Handover, change: HandoverChange, now: Instant): Handover {
  return { ...handover, ...change, version: handover.version + 1, updatedAt: now }
}

export const ENDED = { phase: 'ended', asked: null, nextAt: null } as const
/** Nothing of it was published, or ever will be from the Worker. */
export const ENDED_CANCELLED = { ...ENDED, isCancelled: true } as const

/** When the objects of a hand-over that ends may go. An upload that is still under way may come after its end. */
export function objectsUntil({ isCancelled, updatedAt }: Handover, file: HandoverFile): Instant {
  return isCancelled === true && file.uploaded ? updatedAt : updatedAt + DAY
}
