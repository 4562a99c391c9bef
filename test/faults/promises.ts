// What must hold at the end of every fault test, whatever happened: the promises N1 to N4 and N7 of the design.
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'
import { liveOf } from './kinds/post-kinds.ts'

/** Sentences about what does not hold; empty when all is well. */
export function brokenPromises(post: PostRecord, live: readonly LiveMedia[]): string[] {
  const name = `"${post.caption}"`
  const ours = liveOf(post, live)
  const found: string[] = []
  if (ours.length > 1) found.push(`N2 ${name} is live ${ours.length} times`)
  if (post.status === 'PUBLISHED') {
    if (ours.length !== 1) found.push(`N3 ${name} is PUBLISHED and live ${ours.length} times`)
    else if (post.igMediaId !== null && post.igMediaId !== ours[0]?.id)
      found.push(`N3 ${name} has another's id`)
  }
  if (post.status === 'FAILED' && post.publishOutcome === 'confirmed' && ours.length > 0)
    found.push(`N4 ${name} is FAILED for sure and live`)
  if (['QUEUED', 'PROCESSING', 'PUBLISHING'].includes(post.status))
    found.push(`N7 ${name} is still ${post.status}`)
  return found
}
