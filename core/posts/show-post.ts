import type { PostBody } from '../api/posts.ts'
import { CodedError } from '../errors.ts'
import { mediaBody, type MediaAddress } from '../media/media-body.ts'
import type { AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import type { PostRecord, PostStore } from '../ports/posts/post-store.ts'
import { readDelays } from './delayed-post.ts'
import { postBody } from './bodies/post-body.ts'

export interface ShowDeps {
  readonly accounts: AccountStore
  readonly clock: Clock
  readonly media: MediaStore
  /** The address from which the platform fetches media now: an account that is connected, or a bucket, changes that. */
  mediaAddress(): Promise<MediaAddress>
}

/** One post with its media. */
export async function showPost(deps: ShowDeps, post: PostRecord): Promise<PostBody> {
  const ids = post.mediaFileIds.filter((id) => id !== null)
  const address = await deps.mediaAddress()
  const files = (await deps.media.getMany(ids)).map((record) => mediaBody(record, address))
  const delayed = await readDelays(deps.accounts, deps.clock)
  return postBody(delayed(post), files)
}

/** Throws NOT_FOUND. */
export async function requirePost(posts: PostStore, id: string): Promise<PostRecord> {
  const post = await posts.get(id)
  if (post) return post
  throw new CodedError('NOT_FOUND', 'Post not found.')
}
