// The Worker's breaker stops an account, and its user changes a setting before this computer has heard of it.
import { expect, it } from 'vitest'
import { createSqlRepostStore } from '../../../cloud-worker/reposts/repost-rows.ts'
import type { RepostConfig } from '../../../core/ports/reposts/repost-store.ts'
import { safeText } from '../../../core/redact.ts'
import { afterStop } from '../../../core/engine/reposts/breaker.ts'
import { nextConfig } from '../../../core/engine/reposts/change-config.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { createDelegationWorld, type DelegationWorld } from './delegation-world.ts'

let world: DelegationWorld

it.each([
  ['that the Worker is told of', { autoTagOriginalPoster: false }],
  ['for which the account comes back', { signatureOverlay: '{}' }],
] satisfies [string, Partial<RepostConfig>][])('a stop holds after a change %s', async (_which, change) => {
  world = await createDelegationWorld()
  await world.run(12 * MINUTE)
  expect(await world.config()).toMatchObject({ ownership: { state: 'worker' } })
  world.fates(() => 'unreachable')
  const now = world.clock.now()
  const message = safeText('Instagram suspects that the account is automated.')
  // As a check of the Worker ends that meets this answer.
  await createSqlRepostStore(world.cloud.sql).updateConfig(world.accountId, (config) =>
    nextConfig(config, { lastPollAt: now, ...afterStop(config, { signal: 'banned', message }, now) }, now),
  )
  await world.change(change)
  world.fates(() => 'ok')
  const looks = world.inbox.looks.length
  await world.run(20 * HOUR)

  expect(await world.config()).toMatchObject({ isEnabled: false, autoDisabledAt: now })
  expect(world.inbox.looks).toHaveLength(looks)
})
