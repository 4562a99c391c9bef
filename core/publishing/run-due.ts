// The loop body that both runtimes call: claim one due publication, carry it as far as it goes now.
import type { Queue } from '../ports/posts/publication-ledger.ts'
import { MINUTE } from '../time.ts'
import { advancePublication } from './advance.ts'
import type { RunPorts } from './effects.ts'
import { planPublication } from './plan-publication.ts'
import type { Publication } from './publication.ts'

/** Null when this queue has nothing for an account that is not busy in it. */
export function claimPublication(
  ports: Pick<RunPorts, 'ledger' | 'clock' | 'random' | 'earlierLives'>,
  busyAccounts: readonly string[],
  queue: Queue = 'publish',
): Promise<Publication | null> {
  const now = ports.clock.now()
  const monotonic = ports.clock.monotonic()
  const claimId = ports.random.uuid()
  const newPublicationId = ports.random.uuid()
  const { earlierLives } = ports
  return ports.ledger.claim({ now, busyAccounts, queue }, (due) =>
    planPublication(due, { claimId, newPublicationId, now, monotonic, earlierLives }),
  )
}

/**
 * Steps a claimed publication until it has to wait or has ended. Never rejects: what fails here is tried again in a minute.
 * With `stopping` it ends early, but never between the intent and the call that the intent announces. Resolves with the
 * publication when not even the claim could be given back, on a full disk for one: the caller must do that later.
 */
export async function runPublication(
  ports: RunPorts,
  claimed: Publication,
  stopping: () => boolean,
): Promise<Publication | null> {
  let publication = claimed
  // The claim itself found that nothing can be done, nothing more, or not yet.
  if (claimed.step === 'failed' || claimed.step === 'done' || claimed.nextAt !== null) return null
  try {
    while (!stopping() || isAnnounced(publication)) {
      const next = await advancePublication(ports, publication)
      if (next.kind !== 'again') return null
      publication = next.publication
    }
    await pausePublication(ports, publication)
    return null
  } catch (error) {
    const { id, postId, step } = publication
    ports.log.error('a step of a publication failed', { publicationId: id, postId, step, error })
    return releasePublication(ports, publication)
  }
}

/** The next call was announced durably: to stop now would leave a doubt that nobody needs. */
function isAnnounced({ step, crossPost }: Publication): boolean {
  return step === 'publishing' || crossPost?.state === 'sending'
}

/**
 * Stopped between two steps: whoever goes on must not take this for a death, which leaves calls in doubt. It keeps its place:
 * behind it are posts of a later time.
 */
async function pausePublication(ports: RunPorts, publication: Publication): Promise<void> {
  const now = ports.clock.now()
  const nextAt = Math.min(now, publication.publishAt ?? publication.createdAt)
  await ports.ledger.commit({ ...publication, version: publication.version + 1, nextAt, updatedAt: now })
}

async function releasePublication(ports: RunPorts, publication: Publication): Promise<Publication | null> {
  try {
    await ports.ledger.release(publication, ports.clock.now() + MINUTE)
    return null
  } catch (error) {
    ports.log.error('a publication could not be released', { publicationId: publication.id, error })
    return publication
  }
}
