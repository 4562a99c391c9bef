import type { PublishablePostBody } from '../api/posts.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import type { ChangeDeps } from './change-deps.ts'
import { newPost, publishJob } from './new-post.ts'
import { contentOf } from './content/post-content.ts'
import { checkPost } from './content/validate.ts'

/** Accepts a post for publishing at once. Post and job are on stable storage when this resolves. */
export async function publishNow(deps: ChangeDeps, body: PublishablePostBody): Promise<PostRecord> {
  const given = contentOf(body)
  const { warnings, options } = await checkPost(deps, given, 'publish')
  const content = { ...given, options }
  const now = deps.clock.now()
  const born = newPost(content, { id: deps.random.uuid(), userId: deps.userId, status: 'QUEUED', now })
  const post = { ...born, warnings: warnings.length > 0 ? warnings : null }
  await deps.ledger.accept(post, publishJob(post, deps.random, now))
  deps.wake()
  return post
}
