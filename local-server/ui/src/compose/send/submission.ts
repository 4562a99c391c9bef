// What the last submission means for the post it is of, and for the next one. Pure.
import type { PostBody } from '../../../../../core/api/posts.ts'
import type { Composition } from '../composition.ts'
import { NEW_DRAFT, type DraftKey } from '../draft-storage.ts'
import type { Action, Order, SendResult, Wait } from './send.ts'

export interface SubmissionState {
  readonly status: 'idle' | 'pending' | 'error' | 'success'
  readonly variables: Pick<Order, 'action' | 'draftKey'> | undefined
  readonly data: SendResult | undefined
}

interface Edited {
  readonly post: Pick<PostBody, 'status'> | null
  readonly composition: Pick<Composition, 'when'>
}

/** What the button does, and Ctrl or ⌘ with Enter. */
export function mainActionOf({ post, composition }: Edited): Action {
  if (post?.status === 'SCHEDULED') return 'change'
  return composition.when === null ? 'publish' : 'schedule'
}

/** False once something else would be done than was pressed: a post that got a time meanwhile is not published at once. */
export function isStillMeant(wait: Wait | null, editor: Edited): boolean {
  return !isToBeSent(wait) || wait === mainActionOf(editor)
}

/** Known to this tab alone, which is not to be left before it is done. A draft that is to be saved is kept by the browser. */
export function isToBeSent(wait: Wait | null): boolean {
  return wait === 'publish' || wait === 'schedule' || wait === 'change'
}

/** True until the answer to Publish or Schedule is there: afterwards there is nothing left to type into. */
export function isLeaving(draftKey: DraftKey, { status, variables }: SubmissionState): boolean {
  return status === 'pending' && variables?.draftKey === draftKey && isToGoOut(variables.action)
}

/**
 * True while the new post is being sent, and after it was refused: what is handed over for the next one waits, or it would
 * be lost or published with this one.
 */
export function isNewPostTaken(submission: SubmissionState): boolean {
  const { status, variables } = submission
  const isRefused = status === 'error' && variables?.draftKey === NEW_DRAFT && isToGoOut(variables.action)
  return isRefused || isLeaving(NEW_DRAFT, submission)
}

function isToGoOut(action: Order['action']): boolean {
  return action === 'publish' || action === 'schedule'
}

/** True when the last submission belongs to this draft key. */
export function isSubmissionOf(draftKey: DraftKey, { variables, data }: SubmissionState): boolean {
  if (variables?.draftKey === draftKey) return true
  return draftKey !== NEW_DRAFT && data?.kind === 'published' && data.postId === draftKey
}
