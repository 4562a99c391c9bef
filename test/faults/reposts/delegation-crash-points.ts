// The desktop's process ends at a point of a delegation, a recall, a claim or a page of changes, and lives again. Whatever the calls
// that were under way have done: one side looks for mentions, and each story is reposted once.
import { expect } from 'vitest'
import { recallMentions } from '../../../core/features/cloud/delegation/reposts/recall.ts'
import { claimFromWorker } from '../../../core/features/cloud/delegation/reposts/repost-delegation.ts'
import { CodedError } from '../../../core/errors.ts'
import type { RepostConfig } from '../../../core/ports/reposts/repost-store.ts'
import { repostMention } from '../../../core/engine/reposts/repost.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { liveConfig } from '../../../cloud-worker/reposts/repost-rows.ts'
import { START } from '../../factories.ts'
import type { Call, Fate } from '../handover/handover-world.ts'
import { Crash } from '../mortal-ports.ts'
import { createDelegationWorld, type DelegationWorld } from './delegation-world.ts'

interface Story {
  readonly config?: Partial<RepostConfig>
  /** Before the deed, without crashes. */
  readonly before: (world: DelegationWorld) => Promise<void>
  readonly deed: (world: DelegationWorld) => Promise<unknown>
  /** Reposts of each mention at the very end: the fewest and the most. */
  readonly reposts: readonly [number, number]
}

/** One mention waits here for its turn, another has been seen by nobody. */
export const DELEGATE: Story = {
  config: { lastRepostAt: START },
  async before(world) {
    world.inbox.mention()
    world.fates(() => 'unreachable')
    await world.run(MINUTE)
    world.inbox.mention()
  },
  deed: (world) => world.run(1),
  reposts: [1, 1],
}

/** The Worker has one under way, and another waits for its turn there. */
export const RECALL: Story = {
  async before(world) {
    world.inbox.mention()
    world.inbox.mention()
    // The desktop has nothing found: all of it is the Worker's.
    await world.change({ nextPollAt: START + HOUR })
    await world.run(1)
    await world.cloud.run(HOUR)
  },
  deed: (world) =>
    world.ports.mutex.runExclusive(world.accountId, () => recallMentions(world.ports, world.accountId)),
  reposts: [1, 1],
}

/** What the Worker has found is reposted by a click here. */
export const CLAIM: Story = {
  config: { autoRepostEnabled: false },
  async before(world) {
    await world.run(1)
    world.inbox.mention()
    await world.cloud.run(7 * HOUR)
    await world.run(10 * MINUTE)
  },
  deed: (world) =>
    world.ports.mutex.runExclusive(world.accountId, async () => {
      const [record] = await world.records()
      const config = await world.ports.reposts.config(world.accountId)
      if (!record || !config) throw new Error('nothing was found')
      if ((await claimFromWorker(world.ports, record, 'repost')) === 'yours')
        await repostMention(world.engine(), config, { id: record.id, sourceType: 'STORY_REPOST' })
    }),
  reposts: [0, 1],
}

/** The Worker has reposted while the desktop was closed. */
export const APPLY_CHANGES: Story = {
  async before(world) {
    await world.run(1)
    world.inbox.mention()
    await world.cloud.run(7 * HOUR)
  },
  deed: (world) => world.run(1),
  reposts: [1, 1],
}

export const tally = { cases: 0 }

/** `everyNth` leaves points out: the first is another one for each fate. */
export async function atEachPoint(
  story: Story,
  { call, fate, everyNth }: { readonly call: Call; readonly fate: Fate; readonly everyNth: number },
): Promise<void> {
  for (let point = 1 + (fate.length % everyNth); ; point += everyNth) {
    const isReached = await cutAt(point, story, call, fate)
    if (!isReached) {
      expect(point, 'a deed without a single point').toBeGreaterThan(4)
      return
    }
  }
}

/** False when the deed has fewer points. */
async function cutAt(point: number, story: Story, call: Call, fate: Fate): Promise<boolean> {
  const world = await createDelegationWorld(story.config)
  try {
    await story.before(world)
    let met = false
    world.fates((one) => {
      if (met || one !== call) return 'ok'
      met = true
      return fate
    })
    let places = 0
    let place = ''
    world.restart((at) => {
      places += 1
      place = at
      return places === point
    })
    await story.deed(world).catch((error: unknown) => {
      if (!(error instanceof Crash) && !(error instanceof CodedError)) throw error
    })
    const isReached = places >= point
    const where = `cut at ${place} (${point}), ${call} ${fate}`
    tally.cases += 1
    world.restart()
    await world.run(2 * MINUTE)
    expect(await twoOwners(world), where).toEqual([])
    await world.letLateArrive()
    expect(await twoOwners(world), where).toEqual([])
    await world.run(12 * MINUTE)
    expect(await twoOwners(world), where).toEqual([])
    expect(await world.config(), where).toMatchObject({ ownership: { state: 'worker' } })
    // A rest of two hours follows a life that ended while it asked, and then the interval.
    await world.cloud.run(8 * HOUR)
    await world.run(11 * MINUTE)
    expect(await broken(world, story), where).toEqual([])
    return isReached
  } finally {
    world.close()
  }
}

/** The Worker goes on with an account that this computer has for its own. */
async function twoOwners(world: DelegationWorld): Promise<string[]> {
  const here = await world.config()
  const there = liveConfig(world.cloud.sql, world.accountId)
  return here?.ownership.state === 'local' && there !== null ? ['both look for mentions'] : []
}

async function broken(world: DelegationWorld, { reposts: [fewest, most] }: Story): Promise<string[]> {
  const records = await world.records()
  const posts = [...world.data.posts.values()]
  return world.inbox.names.flatMap((name) => {
    const live = world.liveCountOf(name)
    const of = records.filter(({ originalUsername }) => originalUsername === name)
    const found: string[] = []
    if (live < fewest || live > most) found.push(`the story of ${name} is live ${live} times`)
    if (of.length > 1) found.push(`the mention of ${name} has ${of.length} records`)
    if (live > 0 && of[0]?.status !== 'PUBLISHED') found.push(`${name} is live and ${of[0]?.status}`)
    const post = posts.find(({ id }) => id === of[0]?.postId)
    if (live > 0 && post?.status !== 'PUBLISHED') found.push(`the post of ${name} is ${post?.status}`)
    if (live > 0 && post?.handover !== null) found.push(`the post of ${name} is still handed over`)
    return found
  })
}
