// The publishing limit at the Worker: by the choice that came with the account its posts fail or wait, as on this computer.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { ACCOUNTS, aJobEnvelope, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { START } from '../../factories.ts'
import { publishElsewhere } from '../other-app.ts'
import { createCloudWorld, type CloudWorld } from './cloud-world.ts'
import { CLOUD_KEY } from './worker-ground.ts'

const QUOTA = 25

let world: CloudWorld

const asked = (end: string) => world.calls.filter(({ url }) => url.includes(end)).length

async function aWorld(choice: { whenLimitIsFull?: 'wait' } = {}) {
  world = await createCloudWorld({ behaviour: { quota: QUOTA } })
  await world.engine().putAccount(await anAccountEnvelope('demo', CLOUD_KEY, choice))
}

async function putMany(count: number) {
  const jobs = Array.from({ length: count }, (_, n) =>
    aJobEnvelope({
      accountId: ACCOUNTS.demo.id,
      publishAt: world.clock.now() + (n + 1) * MINUTE,
      under: { firstComment: `Comment ${n}` },
    }),
  )
  for (const job of jobs) await world.put(job)
  return jobs
}

async function lastChange(since = 0): Promise<number> {
  const { until, hasMore } = await world.engine().changes(since)
  return hasMore ? lastChange(until) : until
}

const several = <T>(count: number, one: T) => Array.from({ length: count }, () => one)

describe('a publishing limit that is full at the Worker', () => {
  it('fails the posts beyond it with when there is room, and spends no refusal', async () => {
    await aWorld()
    const jobs = await putMany(QUOTA + 3)
    await world.run(HOUR)
    const views = await world.jobs(jobs)
    expect(views.map(({ state }) => state)).toEqual([...several(QUOTA, 'published'), ...several(3, 'failed')])
    for (const { publication } of views.slice(QUOTA)) {
      expect(publication).toMatchObject({ failure: { code: 'PLATFORM_ERROR', recovery: 'wait' } })
      expect(publication?.roomAt).toBeGreaterThan(START + DAY)
    }
    expect(asked('/media_publish')).toBe(QUOTA)
    // From the twentieth post within 24 hours on.
    expect(asked('/content_publishing_limit')).toBe(QUOTA - 20 + 1)
  })

  it('is waited for by the choice of the account, in order, and first comments do not wait', async () => {
    await aWorld({ whenLimitIsFull: 'wait' })
    const jobs = await putMany(QUOTA + 3)
    await world.run(HOUR)
    expect(world.sandbox.live().map(({ comments }) => comments.length)).toEqual(several(QUOTA, 1))
    const waiting = (await world.jobs(jobs)).slice(QUOTA)
    expect(waiting.map(({ state }) => state)).toEqual(several(3, 'waiting'))
    for (const { publication } of waiting) expect(publication?.roomAt).toBeGreaterThan(START + DAY)
    await world.run(2 * DAY)
    const views = await world.jobs(jobs)
    expect(views.map(({ state }) => state)).toEqual(several(jobs.length, 'published'))
    const times = views.map(({ publication }) => publication?.publishedAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(asked('/media_publish')).toBe(jobs.length)
  })

  it('is read once an hour, so that room that comes sooner is used', async () => {
    await aWorld({ whenLimitIsFull: 'wait' })
    await publishElsewhere(world, QUOTA, 'https://worker.example/media/picture.jpg')
    world.clock.advance(20 * HOUR)
    const [job] = await putMany(1)
    await world.run(8 * HOUR)
    expect((await world.jobs(job ? [job] : [])).map(({ state }) => state)).toEqual(['published'])
    // One refusal: nobody had asked before.
    expect(asked('/media_publish')).toBe(2)
    expect(asked('/content_publishing_limit')).toBeLessThanOrEqual(6)
  })

  it('lets a post that waits be moved and taken back', async () => {
    await aWorld({ whenLimitIsFull: 'wait' })
    const jobs = await putMany(QUOTA + 2)
    await world.run(HOUR)
    const [moved, cancelled] = jobs.slice(QUOTA)
    if (!moved || !cancelled) return expect.unreachable()
    const later = { ...moved, revision: 2, publishAt: START + 3 * DAY }
    expect(await world.engine().putJob(later)).toMatchObject({ outcome: 'accepted' })
    expect(await world.engine().cancelJob(cancelled.jobId)).toMatchObject({ outcome: 'accepted' })
    await world.run(4 * DAY)
    expect((await world.jobs([moved, cancelled])).map(({ state }) => state)).toEqual([
      'published',
      'cancelled',
    ])
  })

  it('is still waited for by a post that is edited, and edited again, once its account no longer waits', async () => {
    await aWorld({ whenLimitIsFull: 'wait' })
    const job = (await putMany(QUOTA + 1))[QUOTA] ?? expect.unreachable()
    await world.run(HOUR)
    await world.engine().putAccount(await anAccountEnvelope('demo', CLOUD_KEY))
    const edited = (revision: number) => ({
      ...job,
      revision,
      payload: { ...job.payload, caption: `Version ${revision}` },
    })
    for (const revision of [2, 3]) {
      expect(await world.engine().putJob(edited(revision))).toMatchObject({
        outcome: 'accepted',
        job: { state: 'waiting', publication: null },
      })
    }
    const known = await lastChange()
    await world.run(MINUTE)
    expect((await world.engine().changes(known)).jobs).toMatchObject([
      { jobId: job.jobId, state: 'waiting', publication: { step: 'claimed', roomAt: expect.any(Number) } },
    ])
    await world.run(2 * DAY)
    expect(await world.jobs([job])).toMatchObject([{ state: 'published' }])
    expect(world.sandbox.live().map(({ caption }) => caption)).toContain('Version 3')
    expect(asked('/media_publish')).toBe(QUOTA + 1)
  })

  it('is told again of an edited post that was read while its claim was under way', async () => {
    await aWorld({ whenLimitIsFull: 'wait' })
    const job = (await putMany(QUOTA + 1))[QUOTA] ?? expect.unreachable()
    await world.run(HOUR)
    await world.engine().putJob({ ...job, revision: 2, payload: { ...job.payload, caption: 'Version 2' } })
    const readings: Promise<{ readonly until: number }>[] = []
    const edited = await lastChange()
    await world.run(MINUTE, (place) => {
      if (place === 'step' && readings.length === 0) readings.push(world.engine().changes(edited))
      return 'go on'
    })
    const [read = expect.unreachable()] = await Promise.all(readings)
    const told = (await world.engine().changes(Math.max(edited, read.until))).jobs
    expect(told.map(({ jobId }) => jobId)).toContain(job.jobId)
  })
})
