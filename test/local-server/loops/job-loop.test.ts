import { afterEach, expect, it, vi } from 'vitest'
import { createEarlierRuns } from '../../../core/engine/publishing/restored/already-live.ts'
import { createPublishing, type Publishing } from '../../../core/engine/publishing/publishing.ts'
import type { PublishingDeps } from '../../../core/engine/publishing/effects.ts'
import type { PostLedger } from '../../../core/ports/posts/publication-ledger.ts'
import type { SleepInhibitor } from '../../../local-server/power/sleep-inhibitor.ts'
import { ACCOUNTS_AT_ONCE, startJobLoop } from '../../../local-server/loops/job-loop.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { accept, mustClaim } from '../../contracts/publishing-stores.ts'
import { aJob, aPost, START } from '../../factories.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { openStores } from '../../memory-database.ts'

const { publish, prepare } = ACCOUNTS_AT_ONCE

afterEach(() => void vi.useRealTimers())

/** A world whose platform takes its time: each publication waits for access until it is let go. */
function aSlowWorld() {
  const { accounts, media, posts, ledger: inner } = openStores()
  const stores = { accounts, media, posts, ledger: inner }
  let looks = 0
  let letGo = () => {}
  const slow = new Promise<never>((_resolve, reject) => (letGo = () => reject(new Error('let go'))))
  slow.catch(() => {})
  const begun: string[] = []
  const ledger: PostLedger = {
    ...stores.ledger,
    nextDue: (options) => {
      looks += 1
      return stores.ledger.nextDue(options)
    },
  }
  const [clock, log] = [createManualClock(START), createMemoryLog()]
  let isAwake = false
  const sleepInhibitor: SleepInhibitor = {
    hold: () => void (isAwake = true),
    release: () => void (isAwake = false),
  }
  const publishing = createPublishing({
    ledger,
    clock,
    random: webCryptoRandom,
    log,
    engine: 'local',
    platform: {},
    partnerPages: {},
    accessTo: (accountId: string) => {
      begun.push(accountId)
      return slow
    },
  } as unknown as PublishingDeps)
  return {
    stores,
    ports: {
      publishing,
      ledger,
      earlierRuns: createEarlierRuns({ clock, ledger }),
      sleepInhibitor,
      clock,
      log,
    },
    isAwake: () => isAwake,
    begun,
    letGo: () => letGo(),
    looks: () => looks,
  }
}

it('the job loop rests while all places are taken and more is due', async () => {
  const { stores, ports, begun, letGo, looks } = aSlowWorld()
  for (let n = 0; n < publish + 2; n += 1) await accept(stores)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const loop = startJobLoop(ports)
  await expect.poll(() => begun.length).toBe(publish)
  await vi.advanceTimersByTimeAsync(0)
  const before = looks()
  await vi.advanceTimersByTimeAsync(4 * SECOND)
  expect(looks()).toBe(before)
  expect(begun).toHaveLength(publish)
  const stopped = loop.stop()
  letGo()
  await stopped
})

it('the job loop rests while the places for preparing are taken, and publishes what is due meanwhile', async () => {
  const { stores, ports, begun, letGo, looks } = aSlowWorld()
  for (let n = 0; n < prepare + 2; n += 1) {
    const post = aPost({
      platformAccountId: crypto.randomUUID(),
      isScheduled: true,
      status: 'SCHEDULED',
      scheduledFor: START + 60_000,
    })
    await stores.ledger.accept(post, aJob(post, { runAt: START + 60_000, wakeAt: START }))
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const loop = startJobLoop(ports)
  await expect.poll(() => begun.length).toBe(prepare)
  await vi.advanceTimersByTimeAsync(0)
  const before = looks()
  await vi.advanceTimersByTimeAsync(4 * SECOND)
  expect(looks()).toBe(before)
  const { post } = await accept(stores)
  loop.wake()
  await expect.poll(() => begun).toContain(post.platformAccountId)
  const stopped = loop.stop()
  letGo()
  await stopped
})

it('the job loop keeps the computer awake from 15 minutes before a post until it has ended, and not for short work', async () => {
  const { stores, ports, isAwake, looks, letGo } = aSlowWorld()
  const dueAt = START + HOUR
  const post = aPost({ isScheduled: true, status: 'SCHEDULED', scheduledFor: dueAt })
  await stores.ledger.accept(post, aJob(post, { runAt: dueAt, wakeAt: dueAt }))
  const loop = startJobLoop(ports)
  const lookAfter = async (time: number) => {
    const before = looks()
    ports.clock.advance(time)
    loop.wake()
    // Both queues are looked at.
    await expect.poll(looks).toBeGreaterThanOrEqual(before + 2)
  }
  await lookAfter(44 * MINUTE)
  await lookAfter(10 * SECOND)
  expect(isAwake()).toBe(false)
  await lookAfter(MINUTE)
  await lookAfter(10 * SECOND)
  await expect.poll(isAwake).toBe(true)
  await lookAfter(15 * MINUTE)
  expect(isAwake()).toBe(true)
  letGo()
  await loop.stop()
  expect(isAwake()).toBe(false)
})

it('the job loop lets the computer sleep once a post has found no network for an hour', async () => {
  const { stores, ports, isAwake, looks } = aSlowWorld()
  await accept(stores)
  const { clock } = ports
  let unreachedSince = START
  const run: Publishing['run'] = async (claimed) => {
    const { version } = claimed
    const nextAt = clock.now() + 5 * MINUTE
    await stores.ledger.commit({ ...claimed, version: version + 1, unreachedSince, nextAt })
    return null
  }
  const loop = startJobLoop({ ...ports, publishing: { ...ports.publishing, run } })
  const awakeAfter = async (time: number) => {
    for (const step of [time, 10 * SECOND, 10 * SECOND]) {
      const before = looks()
      clock.advance(step)
      loop.wake()
      await expect.poll(looks).toBeGreaterThanOrEqual(before + 2)
    }
    return isAwake()
  }
  await expect.poll(looks).toBeGreaterThanOrEqual(2)
  expect(await awakeAfter(5 * MINUTE)).toBe(true)
  for (const _try of Array.from({ length: 14 })) await awakeAfter(5 * MINUTE)
  expect(await awakeAfter(5 * MINUTE)).toBe(false)
  // There is a network again.
  unreachedSince = clock.now()
  await awakeAfter(5 * MINUTE)
  expect(await awakeAfter(5 * MINUTE)).toBe(true)
  await loop.stop()
})

it('the job loop goes on with what a killed process was at, as soon as that can be stored', async () => {
  const { stores, ports, begun, letGo } = aSlowWorld()
  const { post } = await accept(stores)
  await mustClaim(stores)
  let isFull = true
  const releaseOrphans: PostLedger['releaseOrphans'] = (now) =>
    isFull ? Promise.reject(new Error('SQLITE_FULL')) : stores.ledger.releaseOrphans(now)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const loop = startJobLoop({ ...ports, ledger: { ...ports.ledger, releaseOrphans } })
  await vi.advanceTimersByTimeAsync(0)
  expect(ports.log.lines).toHaveLength(1)
  isFull = false
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  await expect.poll(() => begun).toEqual([post.platformAccountId])
  const stopped = loop.stop()
  letGo()
  await stopped
})
