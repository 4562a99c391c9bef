import { OVERTAKEN, retryWhileOvertaken } from '../retry-while-overtaken.ts'
import type { ChangeDeps } from './change-deps.ts'
import { isWaitingAtWorker } from './end-publication.ts'
import { requirePost } from './show-post.ts'

/**
 * Clears a post from the history into the archive. The platform is not contacted; the Worker is, when the post waits there:
 * throws WORKER_UNREACHABLE when it is not sure that it will not appear.
 */
export async function deletePost({ posts, ledger, cloud, clock }: ChangeDeps, id: string): Promise<void> {
  return retryWhileOvertaken(async () => {
    if (await ledger.archive(id, { at: clock.now(), from: 'LOCAL' })) return
    const post = await requirePost(posts, id)
    // Else it was just recalled, or has gone out: what is stored now decides.
    return isWaitingAtWorker(post) ? cloud.cancel(post, 'archive') : OVERTAKEN
  })
}
