import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import type { ChangeDeps } from './change-deps.ts'
import { isWaitingAtWorker } from '../../engine/publishing/end-publication.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { isWanted, requireVersion, type WantedVersions } from '../../api/post-version.ts'
import { requirePost } from './show-post.ts'

/**
 * Clears a post from the history into the archive. The platform is not contacted; the Worker is, when the post waits there:
 * throws WORKER_UNREACHABLE when the post might still appear.
 */
export async function deletePost(
  { posts, ledger, cloud, clock }: Pick<ChangeDeps, 'posts' | 'ledger' | 'cloud' | 'clock'>,
  id: string,
  wanted?: WantedVersions,
): Promise<void> {
  return retryWhileOvertaken(async () => {
    const may = (post: PostRecord) => isWanted(post, wanted)
    const deleted = await ledger.archive(id, { at: clock.now(), from: 'LOCAL', may })
    if (deleted) return deleted.handover === null ? undefined : cloud.noteDeletion(deleted)
    const post = await requirePost(posts, id)
    requireVersion(post, wanted)
    // Otherwise it was just recalled, or is out: what is stored now decides.
    return isWaitingAtWorker(post) ? cloud.cancel(post, 'archive', wanted) : OVERTAKEN
  })
}
