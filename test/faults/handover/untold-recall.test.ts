// A recall that is recorded before the Worker can be asked: only what it has released before that was for another run.
import { beforeEach, expect, it } from 'vitest'
import { cancelAccountPosts } from '../../../core/features/cloud/delegation/take-back.ts'
import { changeMany } from '../../../core/features/scheduling/change-many.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
let ids: string[]

beforeEach(async () => {
  world = await createHandoverWorld()
  ids = [(await world.newPost('one', 3 * HOUR)).id, (await world.newPost('two', 3 * HOUR)).id]
  await world.run(2 * MINUTE)
})

const unschedule = () =>
  changeMany(
    { ...world.schedule, handovers: world.ports.handovers },
    { posts: ids.map((id) => ({ id, action: 'unschedule' as const })), atomic: false },
  )

async function removeAccount(): Promise<void> {
  await cancelAccountPosts(world.ports, world.accountId)
  await world.stores.accounts.remove(world.accountId)
}

const posts = () => Promise.all(ids.map((id) => world.post(id)))

it('is asked for less and less often when the Worker refuses it', async () => {
  world.fates((call) => (call === 'cancelJob' ? 'refused' : 'ok'))
  await unschedule()
  for (let at = 0; at < 2 * HOUR; at += 15 * SECOND) await world.run(15 * SECOND)
  expect(world.calls.filter((call) => call === 'cancelJob').length).toBeLessThan(40)
})

it('leaves no doubt when the Worker has forgotten the account before it was asked', async () => {
  world.fates((call) => (call === 'cancelJob' ? 'never' : 'ok'))
  await removeAccount()
  await world.run(MINUTE)
  world.fates(() => 'ok')
  await world.run(20 * MINUTE)
  const failed = { status: 'FAILED', publishOutcome: 'confirmed', recovery: 'reconnect' }
  expect(await posts()).toMatchObject([failed, failed])
})

it('leaves no doubt when the account of posts that were taken back before is forgotten', async () => {
  world.fates(() => 'unreachable')
  await unschedule()
  await removeAccount()
  world.fates((call) => (call === 'cancelJob' ? 'refused' : 'ok'))
  await world.run(MINUTE)
  world.fates(() => 'ok')
  await world.run(20 * MINUTE)
  expect(await posts()).toMatchObject([{ status: 'DRAFT' }, { status: 'DRAFT' }])
})

it('is not what an earlier version has recorded, which asked at once', async () => {
  world.fates((call) => (call === 'cancelJob' ? 'lost' : 'ok'))
  for (const id of ids) await world.cancel(id).catch(() => {})
  for (const { id } of await world.stores.handovers.open())
    await world.ports.handovers.change(id, () => ({ change: { tries: 0 } }))
  world.restart()
  world.fates(() => 'ok')
  await world.run(MINUTE)
  expect(await posts()).toMatchObject([{ status: 'DRAFT' }, { status: 'DRAFT' }])
})
