// A post that was taken over turns out to be the Worker's while this computer looks for it: what looks here must end.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import { takeOver } from '../../../core/features/cloud/delegation/recall/take-over.ts'
import { createGraphPlatform } from '../../../core/engine/platform/graph/graph-platform.ts'
import { createPartnerPages } from '../../../core/engine/platform/graph/partner-pages.ts'
import { runPublication } from '../../../core/engine/publishing/advance.ts'
import { claimPublication } from '../../../core/engine/publishing/claim.ts'
import type { PublishingDeps } from '../../../core/engine/publishing/effects.ts'
import { createEarlierRuns } from '../../../core/engine/publishing/restored/already-live.ts'
import { MINUTE } from '../../../core/time.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { SANDBOX_ORIGIN } from '../cloud/cloud-world.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})
afterEach(() => world.close())

/** The job loop of this computer, with something that happens right after the platform has listed its media. */
function jobLoop(afterListing: () => Promise<void>): PublishingDeps {
  const { cloud, ports, stores } = world
  const hosts = {
    fetch: (async (input, init) => cloud.sandbox.app.request(new Request(input, init))) as typeof fetch,
    graphUrl: () => `${SANDBOX_ORIGIN}/sandbox/graph.instagram.com`,
    uploadUrl: () => `${SANDBOX_ORIGIN}/sandbox/rupload.facebook.com`,
  }
  const platform = createGraphPlatform(hosts)
  const { ledger } = stores
  let isFirst = true
  return {
    ...ports,
    ledger,
    engine: 'local',
    earlierRuns: createEarlierRuns({ clock: world.clock, ledger }),
    partnerPages: createPartnerPages(hosts),
    publicUrl: async ({ publicKey }) => `${SANDBOX_ORIGIN}/media/${publicKey}`,
    platform: {
      ...platform,
      async recentMedia(...args) {
        const reply = await platform.recentMedia(...args)
        if (isFirst) {
          isFirst = false
          await afterListing()
        }
        return reply
      },
    },
    async accessTo(accountId) {
      const account = await ports.accounts.get(accountId)
      if (!account) throw new Error('no account')
      const { igUserId, loginMethod, isSandbox, pausedUntil } = account
      return {
        accountId,
        igUserId,
        loginMethod,
        isSandbox,
        pausedUntil,
        token: SANDBOX_ACCESS_TOKEN,
        page: null,
      }
    },
  }
}

it('a post that was taken over is not published from here as well when the Worker reports meanwhile that it is live', async () => {
  const post = await world.newPost('given back meanwhile')
  const run = jobLoop(async () => {
    // The outage ends: the Worker publishes, and this computer is told so.
    await world.cloud.run(MINUTE)
    world.fates(() => 'ok')
    await syncRound(world.ports)
    expect(world.liveCount('given back meanwhile')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
  })
  // As at every start of the process.
  await run.earlierRuns?.markWaiting()
  world.fates(() => 'unreachable')
  // The provider has an outage: the alarm is late, too.
  world.clock.advance(12 * MINUTE)
  await takeOver(world.ports, (await world.post(post.id)) ?? post)
  const claimed = await claimPublication(run, [])
  expect(claimed).toMatchObject({ step: 'uncertain' })
  if (claimed) await runPublication(run, claimed, () => false)
  await world.run(5 * MINUTE)
  expect(world.liveCount('given back meanwhile')).toBe(1)
})

it('a post that was given back leaves nothing in doubt behind: no publication here that nobody continues', async () => {
  const post = await world.newPost('same words')
  world.fates(() => 'unreachable')
  await world.run(12 * MINUTE)
  await takeOver(world.ports, (await world.post(post.id)) ?? post)
  const run = jobLoop(async () => {})
  // This computer is offline itself: the platform does not answer either.
  const offline = {
    ...run,
    platform: {
      ...run.platform,
      recentMedia: async () =>
        ({
          kind: 'unknown',
          reason: 'offline',
          platformTime: null,
          facts: { httpStatus: null, traceId: null, usage: null },
        }) as never,
    },
  }
  const claimed = await claimPublication(offline, [])
  if (claimed) await runPublication(offline, claimed, () => false)
  world.fates(() => 'ok')
  await syncRound(world.ports)
  expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
  await world.run(60 * MINUTE)
  expect(await world.ports.handovers.open()).toEqual([])
  const { ledger } = world.stores
  expect(await ledger.listUnreconciled(world.accountId, crypto.randomUUID(), world.clock.now())).toEqual([])
})
