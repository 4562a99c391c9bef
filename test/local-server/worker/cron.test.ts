import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startCron } from '../../../local-server/worker/cron.ts'

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
  const reported: unknown[] = []
  const error = new Error('not today')
  const cron = startCron(
    () => Promise.reject(error),
    (reason) => reported.push(reason),
    1,
  )
  await expect.poll(() => reported.length).toBeGreaterThan(1)
  cron.stop()
  const count = reported.length
  await pause(10)

  expect(reported).toHaveLength(count)
  expect(new Set(reported)).toEqual(new Set([error]))
})
