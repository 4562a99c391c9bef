// Why a change of a post that the Worker has, or may have, was not made.
import { CodedError } from '../../../coded-error.ts'

const refusal = (message: string) => () => new CodedError('INVALID_STATUS', message)

export const movedMeanwhile = refusal('The owner of this post has just changed. Load it again.')
export const beingTakenBack = refusal('This post is being taken back from the cloud.')
export const tooLate = refusal('The cloud has begun to publish this post, so it is too late for that.')

export function unanswered(reason: string): CodedError {
  const message = `The cloud did not answer (${reason}). It is not yet known whether the cloud has done this; the post will show it.`
  return new CodedError('WORKER_UNREACHABLE', message)
}

export function notReached(reason: string): CodedError {
  const message = `The cloud could not be asked (${reason}). Nothing was changed; try again later.`
  return new CodedError('WORKER_UNREACHABLE', message)
}
