// The computer's clock was ahead while the Worker did not answer, and is set right afterwards: when to ask again was chosen by
// the wrong time, and delays nothing.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})
afterEach(() => world.close())

it('an edit that got no answer is resolved at once when the clock is set back', async () => {
  const { id } = await world.newPost('before', 12 * HOUR)
  world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
  await expect(world.editCaption(id, 'after')).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
  world.fates(() => 'ok')
  world.clock.jump(-6 * HOUR)
  await syncRound(world.ports)
  expect(await world.ports.handovers.ofPost(id)).toMatchObject({ asked: null })
})

it('a hand-over that got no answer is repeated at once when the clock is set back', async () => {
  world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
  const { id } = await world.newPost('asked', 12 * HOUR)
  world.fates(() => 'ok')
  world.clock.jump(-6 * HOUR)
  await syncRound(world.ports)
  expect(await world.post(id)).toMatchObject({ handover: 'cloud' })
})

it('a post that the Worker has is not asked for in every round before its time', async () => {
  const { id } = await world.newPost('rests', 12 * HOUR)
  await world.run(MINUTE)
  const asked = () => world.calls.filter((call) => call === 'job').length
  const before = asked()
  await world.run(10 * MINUTE)
  expect(await world.post(id)).toMatchObject({ handover: 'cloud' })
  expect(asked()).toBe(before)
})
