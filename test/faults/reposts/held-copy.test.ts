// A copy of a data folder that is on hold, and the Worker that the original has handed its mentions to.
import { expect, it } from 'vitest'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import {
  claimFromWorker,
  createRepostDelegation,
} from '../../../core/features/cloud/delegation/reposts/repost-delegation.ts'
import { scanByHand } from '../../../core/features/reposts/scanning/manual-scan.ts'
import type { RepostsDeps } from '../../../core/features/reposts/reposts-deps.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { openStores } from '../../memory-database.ts'
import { createDelegationWorld, type DelegationWorld } from './delegation-world.ts'

let world: DelegationWorld

async function expectRepostWhileClosed(): Promise<void> {
  world.open(false)
  const name = world.inbox.mention()
  await world.run(8 * HOUR)
  expect(world.liveCountOf(name)).toBe(1)
}

it('a held copy takes no account from the Worker of the original', async () => {
  world = await createDelegationWorld()
  await world.run(12 * MINUTE)
  expect(await world.config()).toMatchObject({ ownership: { state: 'worker' } })
  // Somebody opens the copy on another computer, and clicks on “Look now”.
  const { reposts, repeatingJobs, data } = openStores()
  data.restore(world.data.dump())
  const copy = { ...world.ports, reposts, isHeld: () => true }
  const deps = {
    ...world.engine(),
    reposts,
    accounts: world.ports.accounts,
    sourcesFor: async () => ({ official: true, native: null }),
    delegation: createRepostDelegation(copy),
    repeatingJobs,
    wakeChecks() {},
    wakeSync() {},
  } as unknown as RepostsDeps
  await scanByHand(deps, world.accountId).catch(() => {})

  // The original is closed, as it is every night.
  await expectRepostWhileClosed()
})

/** The Worker was asked to stop after the folder was copied. */
async function openOlderFolder(): Promise<void> {
  world = await createDelegationWorld()
  await world.run(12 * MINUTE)
  const older = world.data.dump()
  await world.change({ isEnabled: false })
  await world.run(12 * MINUTE)
  expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
  world.data.restore(older)
  world.restart()
}

it('an older folder finds that the Worker was asked to stop, and asks it to look again', async () => {
  await openOlderFolder()
  await world.run(12 * MINUTE)

  await expectRepostWhileClosed()
})

it('an older folder asks once more when the disk was full as it found that', async () => {
  await openOlderFolder()
  const { reposts } = world.ports
  const full: typeof reposts = {
    ...reposts,
    updateConfig: (id, decide) =>
      reposts.updateConfig(id, (stored) => {
        const next = decide(stored)
        if (next?.ownership.state === 'recalling') throw new Error('disk full')
        return next
      }),
  }
  await syncRound({ ...world.ports, reposts: full })
  await world.run(12 * MINUTE)

  await expectRepostWhileClosed()
})

it('an older folder has its own settings used, although the run that is lost has given the same number to others', async () => {
  world = await createDelegationWorld()
  await world.run(12 * MINUTE)
  const older = world.data.dump()
  await world.change({ pollIntervalHours: 12 })
  await world.run(12 * MINUTE)
  world.data.restore(older)
  world.restart()
  await world.change({ autoRepostEnabled: false })
  await world.run(12 * MINUTE)
  const name = world.inbox.mention()
  await world.run(14 * HOUR)

  expect(world.liveCountOf(name)).toBe(0)
})

it.each([1, 2])(
  'an older folder stays switched off, although the lost run has changed it %i times',
  async (times) => {
    world = await createDelegationWorld()
    await world.run(12 * MINUTE)
    const older = world.data.dump()
    for (let change = 0; change < times; change += 1) {
      await world.change({ pollIntervalHours: 12 + change })
      await world.run(12 * MINUTE)
    }
    world.data.restore(older)
    world.restart()
    await world.change({ isEnabled: false, nextPollAt: null })
    await world.run(12 * MINUTE)
    expect(await world.config()).toMatchObject({ isEnabled: false, ownership: { state: 'local' } })
    expect((await world.cloud.engine().status()).counts.repostConfigs).toBe(0)
  },
)

it.each([
  ['is opened', null, 0],
  ['takes the account back', { signatureOverlay: '@studio' }, 1],
  ['has its settings changed more often than that run', { pollIntervalHours: 5 }, 3],
])(
  'an older folder leaves to a person what the run that is lost has reposted from here, when it %s',
  async (_how, change, times) => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    const [first, second] = [world.inbox.mention(), world.inbox.mention()]
    // The second waits for its distance from the first.
    const waiting = async () => (await world.records()).filter(({ status }) => status === 'PENDING')
    while ((await waiting()).length !== 1) await world.run(2 * MINUTE)
    const older = world.data.dump()
    expect(await waiting()).toMatchObject([{ runner: 'cloud', auto: true }])
    await world.change({ signatureOverlay: '@shop' })
    await world.run(HOUR)
    expect([first, second].map(world.liveCountOf)).toEqual([1, 1])
    world.data.restore(older)
    world.restart()
    for (let time = 0; change && time < times; time += 1) await world.change(change)
    await world.run(8 * HOUR)
    expect([first, second].map(world.liveCountOf)).toEqual([1, 1])
  },
)

it.each(['known', 'unknown'])(
  'an older folder leaves to a person what somebody has dismissed since, when the mention is %s in it',
  async (known) => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    const before = world.data.dump()
    for (const _mention of [1, 2]) world.inbox.mention()
    const waiting = async () => (await world.records()).filter(({ status }) => status === 'PENDING')
    while ((await waiting()).length !== 1) await world.run(2 * MINUTE)
    const older = known === 'known' ? world.data.dump() : before
    const dismissed = (await waiting())[0] ?? expect.unreachable()
    expect(await claimFromWorker(world.ports, dismissed, 'dismiss')).toBe('yours')
    world.data.restore(older)
    world.restart()
    await world.run(2 * MINUTE)
    // The account comes back.
    await world.change({ signatureOverlay: '@shop' })
    await world.run(3 * HOUR)
    expect(world.liveCountOf(dismissed.originalUsername ?? '')).toBe(0)
    expect(await waiting()).toMatchObject([{ id: dismissed.id, runner: 'here', auto: false }])
  },
)

it('an older folder, from before an account was ever looked after, leaves to a person what the Worker has found for the lost run', async () => {
  world = await createDelegationWorld({ isEnabled: false, autoRepostEnabled: false })
  await world.run(12 * MINUTE)
  const older = world.data.dump()
  await world.change({ isEnabled: true, nextPollAt: world.clock.now() })
  await world.run(12 * MINUTE)
  world.inbox.mention()
  await world.run(7 * HOUR)
  expect(await world.records()).toMatchObject([{ status: 'PENDING', runner: 'cloud' }])
  await world.change({ isEnabled: false })
  await world.run(12 * MINUTE)
  expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
  world.data.restore(older)
  world.restart()
  await world.run(12 * MINUTE)

  expect(await world.records()).toMatchObject([{ status: 'PENDING', runner: 'here', auto: false }])
})
