// Answers of the Worker as callers need them: the connection or the value, or a CodedError.
import { CodedError } from '../../../coded-error.ts'
import type { WorkerLink, WorkerReply } from '../../../engine/worker/worker-link.ts'

/** Throws CLOUD_NOT_CONFIGURED. */
export async function requireWorker(workerLink: () => Promise<WorkerLink | null>): Promise<WorkerLink> {
  const link = await workerLink()
  if (link === null)
    throw new CodedError('CLOUD_NOT_CONFIGURED', 'No cloud Worker is set up. Set one up in the settings.')
  return link
}

/** The Worker answers, and does not accept our worker key. */
export function isKeyRefused(reply: WorkerReply<unknown>): boolean {
  return reply.kind === 'refused' && reply.refusal.httpStatus === 401
}

/** The value of an ok. Throws WORKER_UNREACHABLE or INVALID_WORKER_KEY; CLOUD_ERROR when the Worker says what failed. */
export function requireAnswer<T>(reply: WorkerReply<T>): T {
  if (reply.kind === 'ok') return reply.value
  if (isKeyRefused(reply))
    throw new CodedError(
      'INVALID_WORKER_KEY',
      'The Worker does not accept the worker key. Connect it again with the right one, or deploy it again.',
    )
  if (reply.kind === 'refused')
    throw new CodedError(
      'WORKER_UNREACHABLE',
      `What answers at the Worker’s address is not a Nightpost Worker of this version: ${reply.refusal.message}.`,
    )
  if (reply.kind === 'unknown' && reply.code === 'CLOUD_ERROR')
    throw new CodedError('CLOUD_ERROR', `The cloud Worker answers, but cannot do this now: ${reply.reason}.`)
  throw new CodedError(
    'WORKER_UNREACHABLE',
    `The cloud Worker does not answer (${reply.reason}). Check the connection; right after a deployment this may take a few minutes.`,
  )
}
