import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { PostStore } from '../ports/posts/post-store.ts'
import type { PostCommands } from '../ports/posts/publication-ledger.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import { isWaitingAtWorker } from './end-publication.ts'

export interface DeletePorts {
  readonly posts: PostStore
  readonly ledger: PostCommands
  readonly cloud: CloudRunner
  readonly clock: Clock
}

/**
 * Clears a post from the history into the archive. The platform is not contacted; the Worker is, when the post waits there:
 * throws WORKER_UNREACHABLE when it is not sure that it will not appear.
 */
export async function deletePost({ posts, ledger, cloud, clock }: DeletePorts, id: string): Promise<void> {
  for (;;) {
    if (await ledger.archive(id, { at: clock.now(), from: 'LOCAL' })) return
    const post = await posts.get(id)
    if (!post) throw new CodedError('NOT_FOUND', 'Post not found.')
    // Else it was just recalled, or has gone out: what is stored now decides.
    if (isWaitingAtWorker(post)) return cloud.cancel(post, 'archive')
  }
}
