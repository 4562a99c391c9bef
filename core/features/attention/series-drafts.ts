// Posts of series that wait for a person: nothing goes out, and no further one is made, until somebody schedules them.
import { attentionDetail } from '../../rules/notices/attention-details.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import type { RecurrenceStore } from '../../ports/posts/recurrence-store.ts'
import { DAY, MINUTE, type Duration, type Instant } from '../../time.ts'
import type { AttentionEntry } from './entries.ts'

const TOLD_BEFORE: Duration = DAY
/** A series that publishes schedules its draft a moment after it is made. */
const SCHEDULED_WITHIN: Duration = 5 * MINUTE

/**
 * Drafts from a day before their time on, however long that is past: the computer may have been off then. Of series that should
 * publish, once it is clear that they do not.
 */
export async function findSeriesDrafts(
  {
    posts,
    recurrences,
  }: {
    readonly posts: Pick<PostStore, 'getMany'>
    readonly recurrences: Pick<RecurrenceStore, 'listDrafts'>
  },
  hidden: ReadonlySet<string>,
  now: Instant,
): Promise<AttentionEntry[]> {
  const drafts = await recurrences.listDrafts()
  const found = await posts.getMany(drafts.map(({ postId }) => postId))
  const byId = new Map(found.map((post) => [post.id, post]))
  return drafts.flatMap(({ postId, comesBackAs, plannedFor }): AttentionEntry[] => {
    const post = byId.get(postId)
    if (!post || hidden.has(post.platformAccountId)) return []
    const isStuck = comesBackAs === 'scheduled'
    const since = isStuck ? post.createdAt + SCHEDULED_WITHIN : plannedFor - TOLD_BEFORE
    if (since > now) return []
    const entry = { code: 'SERIES_WAITS' as const, since, postId, accountId: post.platformAccountId }
    return [isStuck ? { ...entry, detail: attentionDetail('SERIES_NOT_SCHEDULED') } : entry]
  })
}
