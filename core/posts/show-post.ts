import type { PostBody } from '../api/posts.ts'
import { mediaBody, type MediaAddress } from '../media/media-body.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import { readDelays, type BackoffPorts } from './delayed-post.ts'
import { postBody } from './bodies/post-body.ts'

export interface ShowPorts extends BackoffPorts {
  readonly media: MediaStore
  /** The address from which the platform fetches media now: an account that is connected, or a bucket, changes that. */
  mediaAddress(): Promise<MediaAddress>
}

/** One post with its media. */
export async function showPost(ports: ShowPorts, post: PostRecord): Promise<PostBody> {
  const ids = post.mediaFileIds.filter((id) => id !== null)
  const address = await ports.mediaAddress()
  const files = (await ports.media.getMany(ids)).map((record) => mediaBody(record, address))
  const delayed = await readDelays(ports)
  return postBody(delayed(post), files)
}
