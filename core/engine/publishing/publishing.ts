// What a runtime does with what is due. In each of the two queues it works on one publication per account at a time, carries
// each as far as it goes now, and learns when the next one is due. The server's job loop and the Worker's runner say how long
// that may continue.
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Queue } from '../../ports/posts/publication-ledger.ts'
import type { Instant } from '../../time.ts'
import { runPublication } from './advance.ts'
import { claimPublication } from './claim.ts'
import type { PublishingDeps } from './effects.ts'
import type { Publication } from '../../rules/publication/publication.ts'

export function createPublishing(deps: PublishingDeps) {
  const { ledger, clock } = deps
  return {
    /** Null when this queue has nothing for an account that is not busy in it. */
    claim: (queue: Queue, busyAccounts: readonly string[]) => claimPublication(deps, busyAccounts, queue),
    /**
     * Runs until it has to wait or has ended, or we stop. Never rejects; resolves with a claim that could not be
     * released.
     */
    run: (claimed: Publication, stopping: () => boolean) => runPublication(deps, claimed, stopping),
    /** Releases such a claim. */
    release: (claimed: Publication) => ledger.release(claimed, clock.now()),
    /** Null when nothing waits. */
    nextDue: (queue: Queue, busyAccounts: readonly string[]) =>
      ledger.nextDue({ now: clock.now(), queue, busyAccounts }),
  }
}

export type Publishing = ReturnType<typeof createPublishing>

export const QUEUES = ['publish', 'prepare'] as const
/** One run of the job loop, or one invocation of the Worker. */
export interface Run {
  readonly publishing: Publishing
  /** Its publications in progress. */
  readonly underWay: Set<Promise<void>>
  mayClaim(): boolean
  noteClaim?(): void
  mayGoOn(): boolean
}

/** What is worked on, by however many runs at once. */
export function createDueWork({
  clock,
  atOnce,
  onEnd,
}: {
  readonly clock: Clock
  /** How many accounts are worked on at the same time. */
  readonly atOnce: Readonly<Record<Queue, number>>
  /** An account is free again. */
  onEnd(): void
}) {
  /** Accounts, and the job of each. */
  const busy: Record<Queue, Map<string, string>> = { publish: new Map(), prepare: new Map() }
  /** Claims that could not be released. They stay claimed until the next start. */
  const stranded = new Set<Publication>()
  const mutex = createKeyedMutex()
  const isFull = (queue: Queue) => busy[queue].size >= atOnce[queue]
  const busyAccounts = (queue: Queue) => [...busy[queue].keys()]

  async function startNext(queue: Queue, { publishing, underWay, ...run }: Run): Promise<boolean> {
    if (isFull(queue) || !run.mayClaim()) return false
    const publication = await publishing.claim(queue, busyAccounts(queue))
    if (publication === null) return false
    run.noteClaim?.()
    const { accountId, jobId, publishAt } = publication
    busy[queue].set(accountId, jobId)
    // What has become due while it was prepared continues in the other queue, behind the jobs that are under way there.
    const isTime = () => queue === 'prepare' && clock.now() >= (publishAt ?? 0)
    const ending = publishing
      .run(publication, () => !run.mayGoOn() || isTime())
      .then((held) => {
        if (held) stranded.add(held)
        busy[queue].delete(accountId)
        underWay.delete(ending)
        onEnd()
      })
    underWay.add(ending)
    return true
  }

  return {
    isFull,
    busyAccounts,
    heldJobs: () => QUEUES.flatMap((queue) => [...busy[queue].values()]),
    /** Starts the jobs that are due, as far as there is room for them. */
    async runDue(run: Run): Promise<void> {
      for (const publication of stranded) {
        await run.publishing.release(publication)
        stranded.delete(publication)
      }
      // One at a time: no other run may read the accounts while this one takes one of them.
      for (const queue of QUEUES) while (await mutex.runExclusive('accounts', () => startNext(queue, run)));
    },
    /** What waits for a place is claimed when one is free: looking earlier would only keep the processor busy. */
    async nextDue(publishing: Publishing): Promise<Instant> {
      const open = QUEUES.filter((queue) => !isFull(queue))
      const times = await Promise.all(open.map((queue) => publishing.nextDue(queue, busyAccounts(queue))))
      return Math.min(...times.map((time) => time ?? Number.POSITIVE_INFINITY))
    },
  }
}

export type DueWork = ReturnType<typeof createDueWork>
