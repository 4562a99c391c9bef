// Reposts of the user while the Worker has the account and does not answer.
import { expect, it } from 'vitest'
import { createRepostDelegation } from '../../../core/features/cloud/delegation/reposts/repost-delegation.ts'
import { repostByHand } from '../../../core/features/reposts/stories/by-hand.ts'
import type { RepostsDeps } from '../../../core/features/reposts/reposts-deps.ts'
import { MINUTE } from '../../../core/time.ts'
import { aRepostRecord } from '../../fakes/reposts/repost-records.ts'
import { createDelegationWorld, type DelegationWorld } from './delegation-world.ts'

let world: DelegationWorld

it('reposts at a click count towards the daily limit, once the Worker answers again', async () => {
  world = await createDelegationWorld({ dailyRepostLimit: 2 })
  await world.run(12 * MINUTE)
  expect(await world.config()).toMatchObject({ ownership: { state: 'worker' }, repostsToday: 0 })
  // Not to be reposted by themselves: they stay with the user, here.
  const expiresAt = world.clock.now() + 600 * MINUTE
  const now = world.clock.now()
  const own = [1, 2].map(() =>
    aRepostRecord({ accountId: world.accountId, auto: false, expiresAt, mentionedAt: now, detectedAt: now }),
  )
  await world.stores.reposts.addRecords(own)
  const deps = {
    ...world.engine(),
    delegation: createRepostDelegation(world.ports),
    repeatingJobs: world.stores.repeatingJobs,
    sourceOf: () => ({
      look: async () => ({
        kind: 'live' as const,
        media: { kind: 'image' as const, url: 'https://cdn.example/own' },
        expiresAt,
      }),
    }),
    wakeChecks() {},
    wakeSync() {},
  } as unknown as RepostsDeps
  world.fates(() => 'unreachable')
  for (const { id } of own) await repostByHand(deps, id)
  const clicked = await world.config()
  expect(clicked).toMatchObject({ repostsToday: 2 })

  world.fates(() => 'ok')
  await world.change({ autoTagOriginalPoster: false })
  await world.run(30 * MINUTE)
  expect(await world.config()).toMatchObject({ repostsToday: 2, lastRepostAt: clicked?.lastRepostAt })
})
