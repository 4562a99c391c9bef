// A Worker that has not yet said which storage it has. Until it has, nothing is asked of it: that a Worker does not know a job
// proves something of the Worker which was given that job, and of no other.
import type { NoAnswer, WorkerLink, WorkerReply } from '../../../engine/worker/worker-link.ts'
import type { WorkerStatus } from '../../../engine/worker/protocol.ts'
import type { Clock } from '../../../ports/clock.ts'
import { safeText } from '../../../redact.ts'
import { SECOND, type Duration } from '../../../time.ts'

export interface UnknownWorker {
  /** Asks for its status, which names its storage. One that gives no answer is not asked again at once. */
  ask(): Promise<void>
  /** Sends nothing but that question: its calls are answered by what came instead of an answer to it. */
  readonly link: WorkerLink
}

/** Calls that say and change nothing about who has a post. A new call is not sent until somebody has put it here. */
type Harmless = 'status' | 'listKeys' | 'putKey' | 'deleteKey'

const ASK_AGAIN: Duration = 10 * SECOND
const NOT_ASKED: NoAnswer = { kind: 'unreachable', reason: safeText('it has not answered yet') }
const SECOND_COPY: NoAnswer = { kind: 'unreachable', reason: safeText('its scheduler does not answer') }

export function createUnknownWorker(link: WorkerLink, clock: Clock): UnknownWorker {
  let asking: Promise<void> | null = null
  let askedAt: number | null = null
  let instead = NOT_ASKED
  const ask = async () => {
    try {
      instead = insteadOf(await link.status())
      askedAt = clock.monotonic()
    } finally {
      asking = null
    }
  }
  const silent = async () => instead
  const unsent: Omit<WorkerLink, Harmless> = {
    putJob: silent,
    cancelJob: silent,
    job: silent,
    openJobs: silent,
    putAccount: silent,
    removeAccount: silent,
    delegateReposts: silent,
    recallReposts: silent,
    claimRepost: silent,
    changes: silent,
  }
  return {
    async ask() {
      if (asking === null && askedAt !== null && clock.monotonic() - askedAt < ASK_AGAIN) return
      await (asking ??= ask())
    },
    link: { ...link, ...unsent },
  }
}

/** Whatever came, the call itself was not sent. */
function insteadOf(reply: WorkerReply<WorkerStatus>): NoAnswer {
  if (reply.kind === 'ok') return reply.value.secondCopy ? SECOND_COPY : NOT_ASKED
  return reply.kind === 'unknown' ? { ...reply, kind: 'unreachable' } : reply
}
