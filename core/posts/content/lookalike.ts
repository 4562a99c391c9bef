// Warns of a post that looks like one of the same account that is planned or live already, within days: a click too many, or a
// plan made twice. Nothing is refused for it.
import { warning, type Warning } from '../../notices/warnings.ts'
import type { Lookalike, PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import { DAY, toIso, type Duration, type Instant } from '../../time.ts'

/** A weekly post is intentional. */
const NEAR: Duration = 7 * DAY

interface LookalikeDeps {
  readonly posts: PostStore
}

type ComparedPost = Pick<PostRecord, 'platformAccountId' | 'caption' | 'mediaFileIds'>

/** Finds what to say of a post that is to be seen at that time. `exceptPostId` is the post itself, when it is stored. */
export async function lookalikeWarnings(
  { posts }: LookalikeDeps,
  { platformAccountId, caption, mediaFileIds }: ComparedPost,
  at: Instant,
  exceptPostId: string | null,
): Promise<Warning[]> {
  const found = await posts.findLookalike({
    platformAccountId,
    caption,
    mediaFileIds: mediaFileIds.filter((id) => id !== null),
    at,
    within: NEAR,
    exceptPostId,
  })
  return found ? [warningOf(found)] : []
}

function warningOf({ at, isLive, sharesCaption, sharesMedia }: Lookalike): Warning {
  const shared = sharesMedia ? (sharesCaption ? 'POST' : 'MEDIA') : 'CAPTION'
  return warning(`SAME_${shared}_${isLive ? 'LIVE' : 'PLANNED'}`, { at: toIso(at) })
}
