// Posts of series that wait for a person: nothing goes out, and no further one is made, until somebody schedules them.
import { attentionDetail } from '../../rules/notices/attention-details.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import type { RecurrenceStore } from '../../ports/posts/recurrence-store.ts'
import { DAY, LATEST, MINUTE, type Duration, type Instant } from '../../time.ts'
import type { AttentionEntry } from './entries.ts'

const TOLD_BEFORE: Duration = DAY
const TOLD_AFTER: Duration = 7 * DAY
/** A series that publishes schedules its draft a moment after it is made. */
const SCHEDULED_WITHIN: Duration = 5 * MINUTE

/** Drafts a day before their time; of series that should publish, once it is clear that they do not. */
export async function findSeriesDrafts(
  {
    posts,
    recurrences,
  }: {
    readonly posts: Pick<PostStore, 'getMany'>
    readonly recurrences: Pick<RecurrenceStore, 'listDraftsBetween'>
  },
  hidden: ReadonlySet<string>,
  now: Instant,
): Promise<AttentionEntry[]> {
  const drafts = await recurrences.listDraftsBetween(now - TOLD_AFTER, LATEST)
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
