import { expect, it, onTestFinished } from 'vitest'
import { DAY, toIso } from '../../../core/time.ts'
import { wireServer } from './wired-server.ts'

it('a server asks the outside, and tells the time, through the edges that it was given', async () => {
  const asked: string[] = []
  const fetch = async (input: unknown): Promise<never> => {
    asked.push(String(input))
    throw new TypeError('there is no way out')
  }
  const tomorrow = Date.now() + DAY
  const server = await wireServer({
    edges: {
      clock: { now: () => tomorrow, monotonic: () => 0 },
      createOutgoing: () => ({ fetch, fetchExactly: fetch, close: async () => {} }),
    },
  })
  onTestFinished(() => server.close())

  const version = await server.get('/api/v1/health/ig-version')

  expect(await version.json()).toMatchObject({ lastCheckedAt: toIso(tomorrow) })
  expect(asked).toEqual([expect.stringContaining('https://developers.facebook.com/')])
})
