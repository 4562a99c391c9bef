// The recurring job of an account, whose user acts as a check ends.
import { expect, it } from 'vitest'
import { runCheckJob, scheduleCheck } from '../../../../../core/features/reposts/scanning/check-jobs.ts'
import { enableReposts } from '../../../../../core/features/reposts/settings/configure.ts'
import { START } from '../../../../factories.ts'
import { aRepostConfig } from '../../../../fakes/reposts/repost-records.ts'
import { createTestApp } from '../../../../fakes/test-app.ts'

it('the recurring check of an account stays when the account is enabled just as its last check ends', async () => {
  const app = createTestApp()
  const { ports } = app
  const accountId = (await app.anAccount({ grantedScopes: ['instagram_business_manage_messages'] })).id
  await ports.reposts.addConfig(aRepostConfig({ accountId, isEnabled: false, nextPollAt: null }))
  await scheduleCheck(ports, accountId, START)
  const job = (await ports.repeatingJobs.claim(START)) ?? expect.unreachable()
  const repeatingJobs: typeof ports.repeatingJobs = {
    ...ports.repeatingJobs,
    async cancel(...asked) {
      await enableReposts({ ...ports, sourcesFor: async () => ({ official: true, native: null }) }, accountId)
      await ports.repeatingJobs.cancel(...asked)
    },
  }
  await runCheckJob({ ...ports, repeatingJobs }, job)
  await ports.repeatingJobs.finish(job.id, { runAt: START + 1, error: null, now: START })
  expect(await ports.reposts.config(accountId)).toMatchObject({ isEnabled: true })
  expect(await ports.repeatingJobs.get(job.repeatKey)).toMatchObject({ status: 'PENDING', runAt: START })
})
