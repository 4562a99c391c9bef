// The real steps of a publication over the private API, whatever the configure call comes to, and with a process that dies
// after any number of commits. The promise: never two stories, and none that was said to have failed for certain.
import { ENGLISH } from '../../../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import { warning } from '../../../../../core/rules/notices/warnings.ts'
import { failureSentence } from '../../../../../core/rules/notices/sentences.ts'
import type { Platform } from '../../../../../core/ports/platform/platform.ts'
import type { DuePost } from '../../../../../core/ports/posts/publication-ledger.ts'
import { advancePublication } from '../../../../../core/engine/publishing/advance.ts'
import type { PublishingDeps } from '../../../../../core/engine/publishing/effects.ts'
import { planPublication } from '../../../../../core/engine/publishing/claim.ts'
import type { Publication } from '../../../../../core/rules/publication/publication.ts'
import { readMoment } from '../../../../../core/engine/publishing/send-window.ts'
import { DAY, MINUTE, SECOND } from '../../../../../core/time.ts'
import { createMemoryLog } from '../../../../fakes/memory-log.ts'
import { createSeededRandom } from '../../../../fakes/seeded-random.ts'
import { ACCESS, ACCOUNT_ID, aStory, CLIP, createPrivateApiWorld, type Deed } from './stories-world.ts'

const noPage = () => Promise.reject(new Error('stories have no copy on a Page'))

interface Life {
  readonly deeds: readonly Deed[]
  /** How reads of the account's own reel end. */
  readonly reads?: readonly ('ok' | 'lost' | 'challenge')[]
  /** How long a story that was published is not to be seen anywhere. */
  readonly seenAfter?: number
  readonly kind?: 'image' | 'video'
  /** The process dies right before this commit of ours is stored; it counts over all lives. */
  readonly diesAt?: number
  /** The post is tried again so many times after it has failed. */
  readonly retries?: number
}

async function live({
  deeds,
  reads = [],
  seenAfter = 0,
  kind = 'image',
  diesAt = Infinity,
  retries = 0,
}: Life) {
  const world = createPrivateApiWorld()
  world.state.deeds = [...deeds]
  world.state.reads = [...reads]
  world.state.seenAfter = seenAfter
  const payload = aStory(kind === 'video' ? { items: CLIP } : {})
  let stored: Publication | null = null
  let commits = 0
  const ports = (platform: Platform): PublishingDeps => ({
    partnerPages: { prepare: noPage, publish: noPage, permalink: noPage },
    ledger: {
      listOwnedMediaIds: async () => [],
      listPublishTimes: async () => [],
      limitOf: async () => ({ reading: null, waits: false }),
      listUnreconciled: async () => [],
      async commit(next: Publication) {
        commits += 1
        if (commits === diesAt) throw new Error('died')
        stored = next
        return true
      },
    } as unknown as PublishingDeps['ledger'],
    platform,
    clock: world.clock,
    random: createSeededRandom(),
    log: createMemoryLog(),
    engine: 'local',
    accessTo: async () => ACCESS,
    publicUrl: async () => 'https://example.com/key.jpg',
    openMedia: async () => null,
  })
  const claim = (previous: Publication | null): Publication => {
    const due: DuePost = {
      jobId: 'job',
      postId: 'post',
      accountId: ACCOUNT_ID,
      publishAt: null,
      acceptedAt: 0,
      payload,
      pausedUntil: null,
      previous,
      isNearLimit: false,
      isDeleted: false,
    }
    const { clock } = world
    return planPublication(due, {
      claimId: `claim ${commits}`,
      newPublicationId: 'publication',
      now: clock.now(),
      monotonic: clock.monotonic(),
    })
  }
  const until = world.clock.now() + 4 * DAY
  let platform = world.platform
  let publication = claim(null)
  let left = retries
  while (world.clock.now() < until) {
    try {
      const next = await advancePublication(ports(platform), publication, readMoment(world.clock))
      if (next.kind === 'again') {
        publication = next.publication
        continue
      }
      const last: Publication = stored ?? publication
      if (next.kind === 'wait') world.clock.advance(Math.max(0, next.until - world.clock.now()))
      else if (last.step !== 'failed' || left === 0) break
      else left -= 1
      publication = claim(last)
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'died') throw error
      // The next process knows what is stored and nothing else.
      world.clock.advance(5 * SECOND)
      platform = world.restart()
      publication = claim(stored)
    }
  }
  const end: Publication = stored ?? publication
  const made = world.calls.filter(({ path }) => path.includes('configure')).length
  return { end, made, live: world.state.reel.length, world }
}

describe('a story with mentions', () => {
  it('goes out with one call', async () => {
    const { end, made, world } = await live({ deeds: ['live'] })
    expect([end.step, end.permalink, made]).toEqual([
      'done',
      `https://www.instagram.com/stories/night.owl/${world.state.reel[0]?.pk}/`,
      1,
    ])
  })

  it('is read once when it is live, and tells whom the platform left out', async () => {
    const { end, made, world } = await live({ deeds: ['alone'] })
    const told = warning('MENTIONS_LEFT_OUT', { names: ['@harbour.bakery'] })
    expect([end.step, end.failure, made]).toEqual(['done', null, 1])
    expect(end.warnings).toEqual([told])
    expect(world.calls.filter(({ path }) => path.endsWith('/story/'))).toHaveLength(1)
    expect((await live({ deeds: ['live'] })).end.warnings).toEqual([])
  })

  it.each([
    ['is not to be seen yet', { seenAfter: MINUTE }],
    ['cannot be read', { reads: ['lost'] }],
    ['meets a stop when it is read', { reads: ['challenge'] }],
  ] as const)('is published, and nothing is said of its mentions, when it %s', async (_what, life) => {
    const { end, made } = await live({ deeds: ['alone'], ...life })
    expect([end.step, end.failure, end.warnings, made]).toEqual(['done', null, [], 1])
  })

  it('waits for a video that is not ready yet', async () => {
    const { end, live: count, made } = await live({ deeds: ['lag', 'lag', 'live'], kind: 'video' })
    expect([end.step, count, made]).toEqual(['done', 1, 3])
  })

  it('is sent again when nothing was reached', async () => {
    const { end, live: count, made } = await live({ deeds: ['offline', 'live'] })
    expect([end.step, count, made]).toEqual(['done', 1, 2])
  })

  it.each(['unheard', 'nameless'] as const)(
    'is found when it is live and we were not told: %s',
    async (deed) => {
      const { end, made } = await live({ deeds: [deed] })
      expect([end.step, end.publishedAt === null, made]).toEqual(['done', false, 1])
    },
  )

  it.each(['lost', 'broken'] as const)('is in doubt while unproven, and stays so: %s', async (deed) => {
    const { end, made } = await live({ deeds: [deed] })
    expect([end.step, end.failure?.unconfirmed, made]).toEqual(['failed', true, 1])
  })

  it.each([
    'challenge',
    'action-blocked',
    'banned',
    'rate-limited',
    'session-dead',
    'refused',
    'reupload',
  ] as const)('fails for certain, with what was said and without another try: %s', async (deed) => {
    const { end, made, world } = await live({ deeds: [deed] })
    expect([end.step, end.failure?.unconfirmed, made]).toEqual(['failed', false, 1])
    expect(end.failure && failureSentence(end.failure.detail, ENGLISH)).toMatch(
      /It says|Not today|needs_reupload/,
    )
    expect(world.clock.now() - end.createdAt).toBeLessThan(5 * MINUTE)
  })

  it.each(['challenge', 'refused', 'reupload'] as const)(
    'starts over with other bytes when the user tries it again after: %s',
    async (deed) => {
      const { end, live: count, world } = await live({ deeds: [deed, 'live'], retries: 1 })
      expect([end.step, count]).toEqual(['done', 1])
      expect(
        new Set(world.calls.map(({ path }) => path).filter((path) => path.includes('rupload'))).size,
      ).toBe(2)
    },
  )
})

const DEEDS = [
  'live',
  'alone',
  'unheard',
  'nameless',
  'lost',
  'broken',
  'lag',
  'refused',
  'offline',
  'challenge',
] as const

describe('never two stories', () => {
  for (const first of DEEDS) {
    it(`after ${first}, whenever the process dies, however late the story is seen, however often it is tried again`, async () => {
      for (let diesAt = 1; diesAt <= 9; diesAt += 1) {
        for (const seenAfter of [0, 10 * MINUTE]) {
          const { end, live: count } = await live({ deeds: [first, 'live'], diesAt, seenAfter, retries: 1 })
          const told = [end.step, end.failure?.unconfirmed]
          expect([first, diesAt, seenAfter, count <= 1]).toEqual([first, diesAt, seenAfter, true])
          if (end.step === 'done') expect([first, diesAt, count]).toEqual([first, diesAt, 1])
          else if (count === 1) expect([first, diesAt, ...told]).toEqual([first, diesAt, 'failed', true])
        }
      }
    })
  }
})
