// What a runtime does with what is due: take one publication, carry it as far as it goes now, and learn when the next one is due.
// The server's job loop and the Worker's runner decide how many at a time, and how long they go on.
import type { Queue } from '../ports/posts/publication-ledger.ts'
import { runPublication } from './advance.ts'
import { claimPublication } from './claim.ts'
import type { PublishingDeps } from './effects.ts'
import type { Publication } from './publication.ts'

export function createPublishing(deps: PublishingDeps) {
  const { ledger, clock } = deps
  return {
    /** Null when this queue has nothing for an account that is not busy in it. */
    claim: (queue: Queue, busyAccounts: readonly string[]) => claimPublication(deps, busyAccounts, queue),
    /** Until it has to wait or has ended, or we stop. Never rejects; resolves with a claim that could not be given back. */
    run: (claimed: Publication, stopping: () => boolean) => runPublication(deps, claimed, stopping),
    /** Gives such a claim back. */
    release: (claimed: Publication) => ledger.release(claimed, clock.now()),
    /** Null when nothing waits. */
    nextDue: (queue: Queue, busyAccounts: readonly string[]) =>
      ledger.nextDue({ now: clock.now(), queue, busyAccounts }),
  }
}

export type Publishing = ReturnType<typeof createPublishing>
