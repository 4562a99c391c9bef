import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Hold } from '../../../core/ports/posts/queue-hold.ts'
import {
  nextInStep,
  nextTry,
  startRepeatingLoop,
  type RepeatingHandler,
} from '../../../local-server/loops/repeating-loop.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { NO_HOLD } from '../../fakes/no-hold.ts'
import { START } from '../../factories.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { openStores } from '../../memory-database.ts'

afterEach(() => void vi.useRealTimers())

async function aLoop(handler?: RepeatingHandler, hold = NO_HOLD) {
  const clock = createManualClock(START)
  const { repeatingJobs } = openStores()
  const job = { type: 'STORY_REPOST_CHECK', repeatIntervalMs: 6 * HOUR, runAt: START } as const
  await repeatingJobs.upsert({ ...job, repeatKey: 'x' }, START)
  const ports = { repeatingJobs, hold, clock, log: createMemoryLog() }
  const loop = startRepeatingLoop(ports, handler ? { STORY_REPOST_CHECK: handler } : {}, async () => {})
  const jobIs = (expected: object) => expect.poll(() => repeatingJobs.get('x')).toMatchObject(expected)
  return { clock, repeatingJobs, loop, jobIs }
}

describe('work that comes back', () => {
  it('is done again after a disk was full and its end could not be recorded', async () => {
    let isFull = true
    let done = 0
    const { clock, repeatingJobs, loop, jobIs } = await aLoop(async () => void (done += 1))
    const { finish } = repeatingJobs
    repeatingJobs.finish = async (...end) => {
      if (isFull) throw new Error('SQLITE_FULL: database or disk is full')
      return finish(...end)
    }
    await expect.poll(() => done).toBe(1)
    isFull = false
    clock.advance(HOUR)
    loop.wake()
    await jobIs({ status: 'PENDING', runAt: START + 6 * HOUR })
    await loop.stop()
  })

  it('is done when it is due, and again one interval later', async () => {
    let done = 0
    const { clock, loop, jobIs } = await aLoop(async () => void (done += 1))
    await jobIs({ status: 'PENDING', runAt: START + 6 * HOUR })
    clock.advance(6 * HOUR)
    loop.wake()
    await jobIs({ runAt: START + 12 * HOUR })
    expect(done).toBe(2)
    await loop.stop()
  })

  it('is done once for all the times that were missed', async () => {
    let done = 0
    const { clock, loop, jobIs } = await aLoop(async () => void (done += 1))
    await jobIs({ runAt: START + 6 * HOUR })
    clock.advance(100 * HOUR)
    loop.wake()
    await jobIs({ runAt: START + 102 * HOUR })
    expect(done).toBe(2)
    await loop.stop()
  })

  it('that fails is tried again after a minute, then later and later, and its error is kept', async () => {
    const { clock, loop, jobIs } = await aLoop(() => Promise.reject(new Error('no answer')))
    await jobIs({ attempts: 1, lastError: 'no answer', runAt: START + MINUTE })
    clock.advance(MINUTE)
    loop.wake()
    await jobIs({ attempts: 2, runAt: START + 3 * MINUTE })
    await loop.stop()
  })

  it('of a kind without a handler is left for later', async () => {
    const { loop, jobIs } = await aLoop()
    await jobIs({ attempts: 1, lastError: 'no handler for STORY_REPOST_CHECK' })
    await loop.stop()
  })

  it('is held with everything else', async () => {
    let held: Hold | null = { reason: 'copied', since: START }
    let done = 0
    const hold = { ...NO_HOLD, current: () => held }
    const { loop, jobIs } = await aLoop(async () => void (done += 1), hold)
    await loop.stop()
    expect(done).toBe(0)
    held = null
    const again = await aLoop(async () => void (done += 1), hold)
    await again.jobIs({ runAt: START + 6 * HOUR })
    await again.loop.stop()
    await jobIs({ status: 'PENDING', runAt: START })
  })

  it('is asked for once a minute while it is held', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let asked = 0
    const hold = { ...NO_HOLD, current: () => ((asked += 1), { reason: 'copied', since: START } as const) }
    const { loop } = await aLoop(async () => {}, hold)
    await vi.advanceTimersByTimeAsync(0)
    const inOneRun = asked
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(asked).toBe(4 * inOneRun)
    await loop.stop()
  })

  it('under way at a stop is told so and waited for', async () => {
    let begun = () => {}
    const underWay = new Promise<void>((resolve) => (begun = resolve))
    const { loop, jobIs } = await aLoop(async (_job, stopping) => {
      begun()
      await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    })
    await underWay
    await loop.stop()
    await jobIs({ status: 'PENDING', runAt: START + 6 * HOUR })
  })
})

describe('the time it comes back at', () => {
  const job = (change: object) => ({
    id: '',
    type: 'STORY_REPOST_CHECK' as const,
    repeatKey: '',
    repeatIntervalMs: HOUR,
    runAt: START,
    status: 'PROCESSING' as const,
    attempts: 0,
    lastError: null,
    ...change,
  })

  it.each([
    [0, HOUR],
    [1, HOUR],
    [HOUR - 1, HOUR],
    [HOUR, 2 * HOUR],
    [50.5 * HOUR, 51 * HOUR],
    [-5 * HOUR, -4 * HOUR],
  ])('done %d ms after its time, it comes back %d ms after it', (late, next) => {
    expect(nextInStep(job({}), START + late)).toBe(START + next)
  })

  it.each([
    [0, MINUTE],
    [1, 2 * MINUTE],
    [5, 32 * MINUTE],
    [6, HOUR],
    [2_000, HOUR],
  ])('after %d failures before this one, %d ms later', (attempts, wait) => {
    expect(nextTry(job({ attempts }), START)).toBe(START + wait)
  })
})
