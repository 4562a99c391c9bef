// The Worker's second copy of a post, shown while its object is down. Nothing is decided by it: the hand-over
// continues, and the object's own report replaces all of it.
import { nextVersionAt } from '../../../posts/post-version.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { Instant } from '../../../time.ts'
import type { JobView } from '../../protocol/protocol.ts'
import type { MoveDeps } from '../handover-deps.ts'
import { SECOND_COPY_ONLY, withCloudWarning } from '../cloud-warnings.ts'
import { nextCheckAt } from '../handover-times.ts'

export async function showSecondCopy(deps: MoveDeps, id: string, view: JobView): Promise<void> {
  const now = deps.clock.now()
  await deps.handovers.change(id, ({ handover, post }) => {
    if (handover.ownership.state !== 'worker' || handover.asked) return null
    const change = { nextAt: nextCheckAt(handover, now), lastError: SECOND_COPY_ONLY }
    const isOpen = post !== null && post.status !== 'PUBLISHED' && post.status !== 'FAILED'
    return { change, post: isOpen ? postFromSecondCopy(post, view, now) : undefined }
  })
}

function postFromSecondCopy(post: PostRecord, { state, secondCopy }: JobView, now: Instant): PostRecord {
  const warned = { ...withCloudWarning(post, 'FROM_SECOND_COPY'), updatedAt: nextVersionAt(post, now) }
  // Published entries are written once they are final; a failed post may yet turn out to be live.
  if (state !== 'published') return warned
  return {
    ...warned,
    status: 'PUBLISHED',
    igMediaId: secondCopy?.mediaId ?? null,
    igPermalink: secondCopy?.permalink ?? null,
    publishedAt: secondCopy?.at ?? post.scheduledFor,
    publishOutcome: 'confirmed',
    nextAttemptAt: null,
  }
}
