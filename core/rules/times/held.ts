import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { HoldReason } from '../../ports/posts/queue-hold.ts'

const QUESTION =
  'The same posts may be waiting elsewhere too, or may already be live. Confirm to publish them from here: Nightpost looks for each on the profile first, and does not publish again what it finds there.'

/** For people, on the page and in the terminal. */
export const HELD: Record<HoldReason, string> = {
  copied: `This data folder is a copy of another one, or was restored from a backup. ${QUESTION}`,
  'other-computer': `This data folder comes from another computer. ${QUESTION}`,
  restored: `This data folder or its database was restored from a backup, or comes from another folder. ${QUESTION}`,
}

/** A hold keeps what cannot go out without this computer: not what the Worker has, or may have. */
export function isKeptByHold({ handover }: Pick<PostRecord, 'handover'>): boolean {
  return handover === null || handover === 'uploading'
}
