import type { PublishablePostBody } from '../api/posts.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import type { PostCommands } from '../ports/posts/publication-ledger.ts'
import type { Random } from '../ports/random.ts'
import { newPost, publishJob } from './new-post.ts'
import { contentOf } from './content/post-content.ts'
import { checkPost, type RulePorts } from './content/validate.ts'

export interface PublishPorts extends RulePorts {
  readonly ledger: PostCommands
  readonly random: Random
  readonly userId: string
  /** Tells the runner that there is work. */
  wake(): void
}

/** Accepts a post for publishing at once. Post and job are on stable storage when this resolves. */
export async function publishNow(ports: PublishPorts, body: PublishablePostBody): Promise<PostRecord> {
  const content = contentOf(body)
  const { warnings } = await checkPost(ports, content, 'publish')
  const now = ports.clock.now()
  const born = newPost(content, { id: ports.random.uuid(), userId: ports.userId, status: 'QUEUED', now })
  const post = { ...born, warnings: warnings.length > 0 ? warnings : null }
  await ports.ledger.accept(post, publishJob(post, ports.random, now))
  ports.wake()
  return post
}
