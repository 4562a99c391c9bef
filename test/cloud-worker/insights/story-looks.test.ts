import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { withStories, type Stories } from './stories-world.ts'

const rowsOf = async (stories: Stories, since = 0) =>
  ((await stories.changes(since)).insights ?? []).flatMap(({ media }) => media)

/** Hours of age at which each story was looked at to its end. */
async function ends(stories: Stories, since = 0): Promise<number[]> {
  return (await rowsOf(stories, since)).flatMap(({ publishedAt, rows }) =>
    rows.flatMap(({ metric, at, value }) =>
      metric === 'look' && value !== null ? [(at - publishedAt) / HOUR] : [],
    ),
  )
}

describe('looks at stories from the Worker', () => {
  it('read every story between 23 hours and its end, at four calls for each at most', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      await stories.pass(HOUR)
      const begun = stories.clock.now()
      const days = 10
      stories.live = Array.from({ length: 3 * days }, (_, n) => {
        return begun + Math.floor(n / 3) * DAY + (8 + 5 * (n % 3)) * HOUR
      })
      let since = 0
      const seen: number[] = []
      for (let day = 0; day < days + 2; day += 1) {
        await stories.pass(DAY)
        seen.push(...(await ends(stories, since)))
        since = (await stories.changes(since)).until
        await stories.changes(since)
      }
      expect(seen).toHaveLength(3 * days)
      for (const age of seen) {
        expect(age).toBeGreaterThanOrEqual(23)
        expect(age).toBeLessThan(23.75)
      }
      expect(stories.calls.length / (3 * days)).toBeLessThanOrEqual(4)
      await stories.pass(31 * DAY)
      await stories.prune()
      expect(await stories.entries()).toBe(0)
    })
  })

  it('keep what they have read for a server that counts from before the Worker lost its data', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      stories.live = [stories.clock.now() + HOUR]
      await stories.pass(2 * DAY)
      expect(await ends(stories, 1_000_000)).toHaveLength(1)
    })
  })

  it('leave no number behind under which the next change would be overlooked', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      stories.live = [stories.clock.now() + HOUR]
      await stories.pass(2 * DAY)
      const { until } = await stories.changes(0)
      stories.isIndexSilent = true
      // Reconnected without the permission.
      await stories.putAccount()
      await stories.putJob()
      stories.isIndexSilent = false
      await stories.pass(HOUR)
      expect((await stories.changes(until)).jobs).toMatchObject([{ state: 'waiting' }])
    })
  })

  it('write at most six rows a story on a day with three, and nothing to KV', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      // From midnight to midnight, as quotas are counted.
      await stories.pass(12 * HOUR)
      const midnight = stories.clock.now()
      stories.live = [-16, -11, -6].map((hours) => midnight + hours * HOUR)
      stories.live.push(...[8, 13, 18].map((hours) => midnight + hours * HOUR))
      await stories.pass(DAY - MINUTE)
      await stories.changes((await stories.changes(0)).until)
      expect(stories.used['rows written']).toBeLessThanOrEqual(18)
      expect(stories.used['KV writes']).toBe(0)
    })
  })

  it('ask one by one where the list comes without figures', async () => {
    await withStories(async (stories) => {
      stories.isBare = true
      await stories.putAccount(true)
      stories.live = [stories.clock.now() + HOUR]
      await stories.pass(2 * DAY)
      expect(await ends(stories)).toHaveLength(1)
      expect(stories.calls.length).toBeLessThanOrEqual(10)
    })
  })

  it('say why when the platform did not answer in a story’s last hour', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      stories.live = [stories.clock.now() + HOUR]
      await stories.pass(20 * HOUR)
      stories.isSilent = true
      await stories.pass(5 * HOUR)
      stories.isSilent = false
      await stories.pass(2 * DAY)
      expect(await ends(stories)).toEqual([])
      const reasons = (await rowsOf(stories)).flatMap(({ rows }) => rows.map(({ reason }) => reason))
      expect(reasons).toContain('missed')
    })
  })

  it('leave an account alone for hours that cannot be read, and say why its stories were missed', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      stories.live = [stories.clock.now() + HOUR]
      await stories.pass(20 * HOUR)
      stories.isSilent = true
      const before = stories.calls.length
      await stories.pass(5 * DAY)
      expect(stories.calls.length - before).toBeLessThanOrEqual(5 * 8 + 6)
      stories.isSilent = false
      await stories.pass(DAY)
      const reasons = (await rowsOf(stories)).flatMap(({ rows }) => rows.map(({ reason }) => reason))
      expect(reasons).toContain('missed')
    })
  })

  it('are forgotten a month after a server has asked for what follows them, which another may ask for', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      stories.live = [stories.clock.now() + HOUR]
      await stories.pass(2 * DAY)
      const { until } = await stories.changes(0)
      await stories.pass(40 * DAY)
      await stories.prune()
      expect(await stories.entries()).toBe(1)
      expect(await rowsOf(stories, until)).toEqual([])
      expect(await ends(stories)).toHaveLength(1)
      await stories.prune()
      expect(await stories.entries()).toBe(0)
      expect((await stories.changes(until)).until).toBe(until)
    })
  })

  it('are forgotten with their account, but for those that no server has taken', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      stories.live = [stories.clock.now() + HOUR]
      await stories.pass(2 * DAY)
      await stories.forget()
      expect(await stories.entries()).toBe(1)
      await stories.changes((await stories.changes(0)).until)
      await stories.forget()
      expect(await stories.entries()).toBe(0)
    })
  })

  it('end when the server no longer wants them', async () => {
    await withStories(async (stories) => {
      await stories.putAccount(true)
      await stories.pass(HOUR)
      await stories.putAccount()
      const before = stories.calls.length
      await stories.pass(2 * DAY)
      expect(stories.calls.length).toBe(before)
    })
  })
})
