// The posts of an account as its profile shows them.
import { keepPreviousData } from '@tanstack/react-query'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { DAY, toIso, type Instant } from '../../../../../core/time.ts'
import { pageApi, parseResponse } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { STATUSES_OF } from '../plan-address.ts'

/** Everything that waits lies within it. */
const FARTHEST = 366 * DAY

/** `from` is the beginning of a day. */
export function profileQuery(accountId: string, from: Instant) {
  const query = {
    from: toIso(from),
    until: toIso(from + 2 * FARTHEST),
    accountId,
    status: [...STATUSES_OF.scheduled, ...STATUSES_OF.underWay, ...STATUSES_OF.published],
    // Stories are not on it.
    mediaType: ['IMAGE' as const, 'CAROUSEL' as const, 'REELS' as const],
  }
  return {
    ...keyedQuery(keys.profile(accountId, from), {
      queryFn: () => parseResponse(pageApi.planner.calendar.$get({ query })),
    }),
    placeholderData: keepPreviousData,
  }
}

/** Newest first. A reel may be left out of the grid, and a trial is. */
export function asOnProfile(posts: readonly PlannedPostBody[]): PlannedPostBody[] {
  return posts
    .filter(
      ({ mediaType, shareToFeed, trialReel }) =>
        mediaType !== 'REELS' || (shareToFeed !== false && !trialReel),
    )
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
