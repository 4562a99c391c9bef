// What every answer of the Worker also tells: which time it has, and which jobs it understands. Kept in memory, so that nothing is
// handed to a Worker that is known to be too old for it.
import type { Clock } from '../ports/clock.ts'
import type { WorkerLink, WorkerReply } from '../ports/worker-link.ts'
import type { Duration } from '../time.ts'
import { ENVELOPE_VERSION } from './protocol.ts'
import { TOO_OLD } from './worker-words.ts'

interface Told {
  readonly timestamp?: number | undefined
  readonly envelopeVersion?: number | undefined
}

export interface HeardWorker {
  through(link: WorkerLink): WorkerLink
  clockAhead(): Duration | null
}

export function hearing(clock: Clock): HeardWorker {
  let ahead: Duration | null = null
  let understands = ENVELOPE_VERSION
  const noting = async <T extends Told>(ask: () => Promise<WorkerReply<T>>): Promise<WorkerReply<T>> => {
    const askedAt = clock.now()
    const reply = await ask()
    if (reply.kind !== 'ok') return reply
    const { timestamp, envelopeVersion } = reply.value
    if (timestamp !== undefined) ahead = timestamp - (askedAt + clock.now()) / 2
    if (envelopeVersion !== undefined) understands = envelopeVersion
    return reply
  }
  return {
    clockAhead: () => ahead,
    through: (link) => ({
      ...link,
      status: () => noting(() => link.status()),
      changes: (since) => noting(() => link.changes(since)),
      putJob: async (envelope) => (envelope.version > understands ? TOO_OLD : link.putJob(envelope)),
      delegateReposts: async (envelope) =>
        envelope.version > understands ? TOO_OLD : link.delegateReposts(envelope),
    }),
  }
}
