import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { MINUTE } from '../../../core/time.ts'
import { startCron } from '../../../local-server/worker/cron.ts'

afterEach(() => void vi.useRealTimers())

it('calls the cron at once and again and again, never before the call before has ended', async () => {
  let calls = 0
  let running = 0
  let most = 0
  const cron = startCron(
    async () => {
      calls += 1
      running += 1
      most = Math.max(most, running)
      await pause(12)
      running -= 1
    },
    () => {},
    5,
  )
  expect(calls).toBe(1)

  await expect.poll(() => calls).toBeGreaterThan(3)

  cron.stop()
  expect(most).toBe(1)
})

it('reports what the cron throws and goes on, and says nothing once it is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const reported: unknown[] = []
  const error = new Error('not today')
  const cron = startCron(
    () => Promise.reject(error),
    (reason) => reported.push(reason),
  )
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(reported).toEqual([error, error, error])
  cron.stop()
  await vi.advanceTimersByTimeAsync(2 * MINUTE)

  expect(reported).toHaveLength(3)
})
