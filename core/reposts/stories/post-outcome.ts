// What became of the post of a repost, also when it was deleted from the history meanwhile.
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { PostLedger } from '../../ports/posts/publication-ledger.ts'
import type { RepostRecord } from '../../ports/reposts/repost-store.ts'
import { reflectionOf } from '../../publishing/reflect.ts'
import type { PostOutcome } from '../repost-ports.ts'

export interface OutcomePorts {
  readonly posts: Pick<PostStore, 'get'>
  readonly ledger: Pick<PostLedger, 'latestPublication'>
}

/** Null when there is no post, or when it was deleted or taken back before anything of it was sent. */
export async function outcomeOf(
  { posts, ledger }: OutcomePorts,
  { postId }: Pick<RepostRecord, 'postId'>,
): Promise<PostOutcome | null> {
  if (postId === null) return null
  const post = await posts.get(postId)
  if (post) return post.status === 'DRAFT' ? null : outcomeFrom(post)
  // A deleted post lies in the archive as it was then; its publication tells what it has come to.
  const last = await ledger.latestPublication(postId)
  return last?.intent ? outcomeFrom(reflectionOf(last).post) : null
}

type Facts = Pick<
  PostRecord,
  'status' | 'publishOutcome' | 'igPermalink' | 'publishedAt' | 'errorCode' | 'errorMessage'
>

function outcomeFrom(facts: Facts): PostOutcome {
  const { status, publishOutcome, igPermalink, publishedAt, errorCode, errorMessage } = facts
  const isFailed = status === 'FAILED'
  return {
    state: status === 'PUBLISHED' ? 'published' : isFailed ? 'failed' : 'under-way',
    isInDoubt: isFailed && publishOutcome === 'unconfirmed',
    igPermalink,
    publishedAt,
    errorCode,
    errorMessage,
  }
}
