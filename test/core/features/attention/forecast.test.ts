import { describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../../../core/time.ts'
import { aJob, aPost, START } from '../../../factories.ts'
import { bearer, createTestApp } from '../../../fakes/test-app.ts'

describe('the forecast of a post', () => {
  it('says that it will fail when the disk does not give its file, and keeps the list', async () => {
    const test = createTestApp()
    const [account, image] = [await test.anAccount(), await test.anImage()]
    const runAt = START + MINUTE
    const planned = { status: 'SCHEDULED', isScheduled: true, scheduledFor: runAt } as const
    const post = aPost({ ...planned, platformAccountId: account.id, mediaFileIds: [image.id] })
    await test.ports.ledger.accept(post, aJob(post, { runAt, wakeAt: runAt }))
    vi.spyOn(test.ports.blobs, 'open').mockRejectedValue(new Error('EIO: i/o error, read'))
    const response = await test.call('/api/v1/attention', { headers: bearer(await test.newKey()) })
    const { entries } = (await response.json()) as { entries: object[] }
    expect(entries).toContainEqual(
      expect.objectContaining({ code: 'POST_WILL_FAIL', postId: post.id, nextStep: 'fix_media' }),
    )
  })
})
