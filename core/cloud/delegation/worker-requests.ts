// Requests to the Worker for one hand-over, and what its answers prove. To be called inside the hand-over's mutex.
import type { Handover } from '../../ports/cloud/handover-store.ts'
import type { WorkerReply } from '../../ports/cloud/worker-link.ts'
import type { CloudConnection } from '../connection/connection.ts'
import type { JobAnswer, JobView } from '../protocol/protocol.ts'
import type { HandoverPorts } from './handover-ports.ts'
import { jobEnvelope } from './job-envelope.ts'
import type { StoredHandover } from './update-handover.ts'

export type NoAnswer = Exclude<WorkerReply<unknown>, { kind: 'ok' }>

export const NOT_CONNECTED = 'the cloud that has it is not connected'

/** The Worker that was asked. Another one's "no such job" would prove nothing. */
export async function connectionOfHandover(
  { cloudConnection }: Pick<HandoverPorts, 'cloudConnection'>,
  { keyId }: Pick<Handover, 'keyId'>,
): Promise<CloudConnection | null> {
  const connection = await cloudConnection()
  return connection && (keyId === null || keyId === connection.keyId) ? connection : null
}

/** Creates or changes. Null when the stored post cannot be read. */
export async function putJob(
  { worker, mediaBaseUrl }: CloudConnection,
  { handover, post }: StoredHandover,
  revision?: number,
): Promise<WorkerReply<JobAnswer> | null> {
  const envelope = post && jobEnvelope(handover, post, mediaBaseUrl, revision)
  return envelope && worker.putJob(envelope)
}

/**
 * gone          The Worker has let go of it, or never had it: nothing will ever appear from there.
 * too late      Publishing has begun.
 * no answer     It may have let go.
 * nothing done  This call surely changed nothing.
 */
export type CancelReply =
  | { readonly kind: 'gone' | 'too late'; readonly view: JobView }
  | { readonly kind: 'no answer' | 'nothing done'; readonly reason: string }

/** A create that is still on its way finds the cancel, which the Worker remembers also of a job that it never had. */
export async function requestCancel({ worker }: CloudConnection, jobId: string): Promise<CancelReply> {
  const reply = await worker.cancelJob(jobId)
  switch (reply.kind) {
    case 'ok': {
      const { outcome, job: view } = reply.value
      const isGone = outcome === 'accepted' && view.state !== 'published'
      return isGone ? { kind: 'gone', view } : { kind: 'too late', view }
    }
    case 'unknown':
      return { kind: 'no answer', reason: reply.reason }
    case 'unreachable':
    case 'refused':
      return { kind: 'nothing done', reason: replyReason(reply) }
    default:
      return reply satisfies never
  }
}

export function replyReason(reply: NoAnswer): string {
  return reply.kind === 'refused' ? reply.refusal.message : reply.reason
}
