// The timer that arms itself, on timers that a test turns.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, MINUTE, SECOND, type Duration } from '../../../core/time.ts'
import { startLoop, type Loop, type LoopRun } from '../../../local-server/loops/loop.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'

let log = createMemoryLog()
const loops: Loop[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  log = createMemoryLog()
})
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
  vi.useRealTimers()
})

const pass = (time: Duration) => vi.advanceTimersByTimeAsync(time)

function start(run: LoopRun, before?: () => Promise<void>): Loop {
  const loop = startLoop(run, {
    pollEvery: MINUTE,
    log,
    failure: 'it did not work',
    ...(before && { before }),
  })
  loops.push(loop)
  return loop
}

/** A loop whose runs are counted and always ask for the same wait. */
function counted(time: Duration) {
  const count = { runs: 0 }
  const loop = start(async () => {
    count.runs += 1
    return time
  })
  return { loop, count }
}

/** A loop whose runs end when the test lets them. */
function slow(time: Duration) {
  const underWay: { end: () => void; fail: (error: Error) => void; stopping: AbortSignal }[] = []
  const loop = start(async (stopping) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    underWay.push({ end: resolve, fail: reject, stopping })
    await promise
    return time
  })
  const last = () => {
    const run = underWay.at(-1)
    if (!run) throw new Error('nothing has run')
    return run
  }
  return { loop, last, runs: () => underWay.length }
}

describe('a loop runs', () => {
  it('at once, and again when the run before said so', async () => {
    const { count } = counted(10 * SECOND)
    await pass(0)
    expect(count.runs).toBe(1)
    await pass(10 * SECOND - 1)
    expect(count.runs).toBe(1)
    await pass(1)
    expect(count.runs).toBe(2)
  })

  it.each([
    ['nothing is planned', Number.POSITIVE_INFINITY],
    ['it has time for longer than a timer can wait', 30 * DAY],
    ['a clock that jumped makes it believe so', 365 * DAY],
  ])('at the next poll when %s, and not before', async (_when, time) => {
    const { count } = counted(time)
    await pass(MINUTE - 1)
    expect(count.runs).toBe(1)
    await pass(1)
    expect(count.runs).toBe(2)
  })

  it('again at once when something is due already, and others get their turn between', async () => {
    const { count } = counted(-5 * SECOND)
    for (let n = 0; n < 20; n += 1) await Promise.resolve()
    expect(count.runs).toBe(1)
    await vi.advanceTimersToNextTimerAsync()
    expect(count.runs).toBeGreaterThan(1)
  })

  it('one run at a time, however long it takes', async () => {
    const { last, runs } = slow(SECOND)
    await pass(10 * MINUTE)
    expect(runs()).toBe(1)
    last().end()
    await pass(SECOND)
    expect(runs()).toBe(2)
    last().end()
  })

  it('again after a run that failed, at the next poll, and logs the error', async () => {
    const { last, runs } = slow(SECOND)
    last().fail(new Error('disk full'))
    await pass(MINUTE - 1)
    expect(runs()).toBe(1)
    expect(log.lines).toMatchObject([{ level: 'error', message: 'it did not work' }])
    await pass(1)
    expect(runs()).toBe(2)
    last().end()
  })
})

describe('what is done before the first run', () => {
  it('is done once, and nothing runs before it has worked', async () => {
    const done: string[] = []
    const run = async () => {
      done.push('run')
      return SECOND
    }
    start(run, async () => {
      done.push('before')
      if (done.length < 3) throw new Error('disk full')
    })
    await pass(MINUTE)
    expect(done).toEqual(['before', 'before'])
    await pass(MINUTE + SECOND)
    expect(done).toEqual(['before', 'before', 'before', 'run', 'run'])
    expect(log.lines).toHaveLength(2)
  })
})

describe('a wake', () => {
  it('ends the wait, and the time that was waited for is then the new one', async () => {
    const { loop, count } = counted(10 * SECOND)
    await pass(6 * SECOND)
    loop.wake()
    await pass(9 * SECOND)
    expect(count.runs).toBe(2)
    await pass(SECOND)
    expect(count.runs).toBe(3)
  })

  it('during a run leads to one more run, however many wakes there are', async () => {
    const { loop, last, runs } = slow(10 * SECOND)
    for (let n = 0; n < 5; n += 1) loop.wake()
    expect(runs()).toBe(1)
    last().end()
    await pass(0)
    expect(runs()).toBe(2)
    last().end()
    await pass(10 * SECOND - 1)
    expect(runs()).toBe(2)
  })

  it('during a run that fails is not lost', async () => {
    const { loop, last, runs } = slow(10 * SECOND)
    loop.wake()
    last().fail(new Error('disk full'))
    await pass(0)
    expect(runs()).toBe(2)
    last().end()
  })

  it.each(Array.from({ length: 8 }, (_, turns) => turns))(
    'is not lost when it comes %d microtasks after the end of a run',
    async (turns) => {
      const { loop, last, runs } = slow(10 * SECOND)
      last().end()
      for (let n = 0; n < turns; n += 1) await Promise.resolve()
      loop.wake()
      await pass(0)
      expect(runs()).toBe(2)
      last().end()
    },
  )
})

describe('a stop', () => {
  it('ends the wait, and nothing runs any more, not even when woken', async () => {
    const { loop, count } = counted(10 * SECOND)
    await pass(SECOND)
    await loop.stop()
    expect(vi.getTimerCount()).toBe(0)
    loop.wake()
    await pass(2 * MINUTE)
    expect(count.runs).toBe(1)
  })

  it('tells the run under way, and waits for it', async () => {
    const { loop, last, runs } = slow(10 * SECOND)
    let isStopped = false
    const stopped = loop.stop().then(() => (isStopped = true))
    expect(last().stopping.aborted).toBe(true)
    loop.wake()
    await pass(MINUTE)
    expect(isStopped).toBe(false)
    last().end()
    await stopped
    expect(runs()).toBe(1)
  })

  it('ends after a run under way that fails, too', async () => {
    const { loop, last } = slow(10 * SECOND)
    const stopped = loop.stop()
    last().fail(new Error('closed'))
    await stopped
    expect(log.lines).toMatchObject([{ level: 'error', message: 'it did not work' }])
  })
})
