import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { createDelegationWorld } from './delegation-world.ts'

it('mentions of long ago are forgotten here, too, where the Worker finds them', async () => {
  const world = await createDelegationWorld()
  await world.run(MINUTE)
  const old = world.inbox.mention()
  await world.run(DAY)
  expect(await world.records()).toMatchObject([{ originalUsername: old }])
  world.clock.advance(95 * DAY)
  const later = world.inbox.mention()
  await world.run(8 * HOUR)
  expect(await world.records()).toMatchObject([{ originalUsername: later }])
})
