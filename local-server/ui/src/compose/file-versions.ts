// Which files of a post in the cloud were cropped or converted since it got them. Pure.
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { PostBody } from '../../../../core/api/posts.ts'

interface SeenVersions {
  /** Of this version of the post. */
  readonly of: string | undefined
  /** By the ids of the files; null as it was uploaded. */
  readonly paths: ReadonlyMap<string, string | null>
}

export const NO_VERSIONS: SeenVersions = { of: undefined, paths: new Map() }

type StoredPost = Pick<PostBody, 'status' | 'handover' | 'updatedAt'>
type ShownFile = Pick<MediaFileBody, 'id' | 'processedPath'>

/** `seen`: from the last time. The cloud gets its files anew with each change of the post, and not before. */
export function versionsToSend(post: StoredPost | null, files: readonly ShownFile[], seen: SeenVersions) {
  const of = post?.updatedAt
  const paths = new Map(files.map(({ id, processedPath }) => [id, processedPath]))
  for (const [id, path] of seen.of === of ? seen.paths : []) paths.set(id, path)
  const isInCloud = post?.status === 'SCHEDULED' && post.handover !== null
  const isAny = isInCloud && files.some(({ id, processedPath }) => paths.get(id) !== processedPath)
  return { isAny, seen: { of, paths } }
}
