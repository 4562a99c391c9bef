// The delay of a post whose account the platform has asked us to leave alone. It is derived when a post is read and stands in
// no row: it begins and ends for all posts of the account at once.
import { warning } from '../notices/warnings.ts'
import type { AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import { OVERDUE } from '../ports/posts/publication-ledger.ts'
import type { Instant } from '../time.ts'

/** Reads which posts are delayed now, and until when. One read, however many posts. */
export async function readDelays(
  accounts: AccountStore,
  clock: Clock,
): Promise<(post: PostRecord) => PostRecord> {
  const now = clock.now()
  const backoffs = await accounts.backoffs(now)
  return (post) => {
    const until = backoffs.get(post.platformAccountId)
    return until === undefined ? post : delayedPostOf(post, until, now)
  }
}

/** `until`: nothing new is sent for its account before. */
function delayedPostOf(post: PostRecord, until: Instant, now: Instant): PostRecord {
  const { status, scheduledFor } = post
  if (status !== 'SCHEDULED' && status !== 'QUEUED' && status !== 'PROCESSING') return post
  const due = (status === 'SCHEDULED' ? scheduledFor : null) ?? now
  if (due >= until) return post
  // Calls are also spaced by seconds while the platform is busy: that is no news.
  const isNews = until - Math.max(due, now) > OVERDUE
  return {
    ...post,
    nextAttemptAt: Math.max(post.nextAttemptAt ?? 0, until),
    warnings: isNews ? [warning('ACCOUNT_LIMITED'), ...(post.warnings ?? [])] : post.warnings,
  }
}
