import type { PostBody } from '../../../../../core/api/posts.ts'
import { compositionOf, type Composition } from '../composition.ts'
import type { UnsavedWork } from '../unsaved-work.ts'

/** `typed`: until it was a draft, which took a while; undefined when nothing was changed in what was shown. */
export function workAfterUnscheduling(
  typed: Composition | undefined,
  shown: Composition,
  post: PostBody,
): UnsavedWork {
  return { base: compositionOf(post), now: typed ?? shown }
}
