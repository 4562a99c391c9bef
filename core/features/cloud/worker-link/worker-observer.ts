// Reads from every answer of the Worker its time and which jobs it understands. Kept in memory, so that nothing is
// handed to a Worker that is known to be too old for it.
import type { Clock } from '../../../ports/clock.ts'
import type { WorkerLink, WorkerReply } from '../../../engine/worker/worker-link.ts'
import type { Duration } from '../../../time.ts'
import { ENVELOPE_VERSION } from '../../../engine/worker/protocol.ts'
import { TOO_OLD } from './refusal-words.ts'

interface ReplyFacts {
  readonly timestamp: number
  readonly envelopeVersion: number
}

export interface WorkerObserver {
  observe(link: WorkerLink): WorkerLink
  clockAhead(): Duration | null
  /** False from a question that it left unanswered, or refused, until it answers again. */
  isAnswering(): boolean
}

export function createWorkerObserver(clock: Clock): WorkerObserver {
  let ahead: Duration | null = null
  let supportedVersion = ENVELOPE_VERSION
  let isAnswering = true
  const observing = async <T extends ReplyFacts>(
    ask: () => Promise<WorkerReply<T>>,
  ): Promise<WorkerReply<T>> => {
    const askedAt = clock.now()
    const reply = await ask()
    isAnswering = reply.kind === 'ok'
    if (reply.kind !== 'ok') return reply
    const { timestamp, envelopeVersion } = reply.value
    ahead = timestamp - (askedAt + clock.now()) / 2
    supportedVersion = envelopeVersion
    return reply
  }
  return {
    clockAhead: () => ahead,
    isAnswering: () => isAnswering,
    observe: (link) => ({
      ...link,
      status: () => observing(() => link.status()),
      changes: (...args) => observing(() => link.changes(...args)),
      putJob: async (envelope) => (envelope.version > supportedVersion ? TOO_OLD : link.putJob(envelope)),
      delegateReposts: async (envelope) =>
        envelope.version > supportedVersion ? TOO_OLD : link.delegateReposts(envelope),
    }),
  }
}
