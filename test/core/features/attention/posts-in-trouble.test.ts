import { describe, expect, it } from 'vitest'
import { findPostsInTrouble } from '../../../../core/features/attention/posts-in-trouble.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import { DAY } from '../../../../core/time.ts'
import { aPost, START } from '../../../factories.ts'
import { NO_HOLD } from '../../../fakes/no-hold.ts'

describe('a post that waits for room', () => {
  it('is late since it was sent, not since its draft was made', async () => {
    const now = START + 10 * DAY
    const lastAttemptAt = now - DAY
    const post = aPost({ status: 'QUEUED', warnings: [warning('WAITS_FOR_ROOM')], lastAttemptAt })
    const planner = {
      failures: async () => [],
      between: async ({ statuses }: { readonly statuses: readonly string[] }) =>
        statuses.includes('QUEUED') ? [{ post, at: START, mediaCount: 1, thumbnailKey: null }] : [],
    }
    const all = { accounts: new Map(), hidden: new Set<string>(), now }
    const { entries } = await findPostsInTrouble({ planner, hold: NO_HOLD }, all)
    expect(entries).toMatchObject([{ code: 'POST_WILL_BE_LATE', since: lastAttemptAt }])
  })
})

describe('a post that failed', () => {
  it('is to be opened when its account is disconnected: connected again, that is another one', async () => {
    const post = aPost({ status: 'FAILED', errorCode: 'NOT_FOUND' })
    const planner = {
      failures: async () => [{ post, at: START, mediaCount: 1, thumbnailKey: null }],
      between: async () => [],
    }
    const all = { accounts: new Map(), hidden: new Set<string>(), now: START }
    const { entries } = await findPostsInTrouble({ planner, hold: NO_HOLD }, all)
    expect(entries).toMatchObject([{ code: 'POST_FAILED', nextStep: 'open_post' }])
  })
})
