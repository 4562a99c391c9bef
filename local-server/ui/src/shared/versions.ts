// What the page sends of a post is the version that it shows: words that somebody else has written meanwhile never go out under a
// click that was meant for others.
import type { PostBody } from '../../../../core/api/posts.ts'

/** A post as the page shows it. */
export type ShownVersion = Pick<PostBody, 'id' | 'updatedAt'>

/** Options of a request that is meant for this version alone. */
export function ofVersion({ updatedAt }: Pick<PostBody, 'updatedAt'>) {
  return { headers: { 'If-Match': `"${updatedAt}"` } }
}

/** By id and version: the version that our own changes of it have made, or will make. */
const followed = new Map<string, Promise<ShownVersion>>()

/**
 * Sends changes of one version one after the other, each upon what the one before has made: a card may be moved once more before
 * the page has read its new version.
 */
export function changeVersion<Changed extends ShownVersion>(
  shown: ShownVersion,
  send: (version: ShownVersion) => Promise<Changed>,
): Promise<Changed> {
  const key = `${shown.id} ${shown.updatedAt}`
  const before = followed.get(key) ?? Promise.resolve(shown)
  const changed = before.then(send)
  followed.set(
    key,
    changed.catch(() => before),
  )
  return changed
}
