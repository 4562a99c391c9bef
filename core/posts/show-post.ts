import type { PostBody } from '../api/posts.ts'
import { mediaBody } from '../media/media-body.ts'
import type { MediaStore } from '../ports/media-store.ts'
import type { PostRecord } from '../ports/post-store.ts'
import { readDelays, type BackoffPorts } from './delayed-post.ts'
import { postBody } from './post-body.ts'

export interface ShowPorts extends BackoffPorts {
  readonly media: MediaStore
  /** Where the platform fetches media, without a trailing slash; null when nowhere. */
  publicMediaBase(): string | null
}

/** One post with its media. */
export async function showPost(ports: ShowPorts, post: PostRecord): Promise<PostBody> {
  const ids = post.mediaFileIds.filter((id) => id !== null)
  const base = ports.publicMediaBase()
  const files = (await ports.media.getMany(ids)).map((record) => mediaBody(record, base))
  const delayed = await readDelays(ports)
  return postBody(delayed(post), files)
}
