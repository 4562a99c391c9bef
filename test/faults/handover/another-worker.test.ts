// Another Worker is connected, or the same one under another encryption key, while posts wait at the one that was asked.
import { beforeEach, describe, expect, it } from 'vitest'
import { insert, select, type SqlValue } from '../../../cloud-worker/storage/sql.ts'
import { takeOver } from '../../../core/features/cloud/delegation/recall/take-over.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

describe('connecting the same Worker under another encryption key', () => {
  it('keeps its posts: they can be changed, cancelled and recalled, and go out with tokens that it can read', async () => {
    const [changed, cancelled, recalled] = [
      await world.newPost('old words', HOUR),
      await world.newPost('cancelled', HOUR),
      await world.newPost('recalled', HOUR),
    ]
    await world.run(2 * MINUTE)
    const registrations = world.calls.filter((call) => call === 'putAccount').length
    world.changeKey('another key')
    await world.run(3 * MINUTE)
    expect(world.calls.filter((call) => call === 'putAccount').length).toBe(registrations + 1)
    await world.editCaption(changed.id, 'new words')
    await world.cancel(cancelled.id)
    await takeOver(world.ports, recalled)
    await world.run(2 * HOUR)
    expect(['new words', 'cancelled', 'recalled'].map((words) => world.liveCount(words))).toEqual([1, 0, 1])
    expect(await world.post(changed.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
  })

  it('is told from another Worker, which knows nothing of them', async () => {
    const post = await world.newPost('elsewhere', HOUR)
    world.cloud.sql.exec('DELETE FROM post_jobs')
    world.changeKey('another key')
    await world.run(2 * HOUR)
    expect(await world.post(post.id)).toMatchObject({
      status: 'SCHEDULED',
      handover: 'cloud',
      warnings: [{ code: 'CLOUD_LATE' }],
    })
    expect(world.liveCount('elsewhere')).toBe(0)
    await takeOver(world.ports, post)
    await world.run(5 * MINUTE)
    expect(world.liveCount('elsewhere')).toBe(1)
  })
})

describe('connecting another Worker under the same encryption key', () => {
  it('leaves the posts to the first one, until that one is connected again', async () => {
    world.changeKey('key/first')
    const [due, cancelled] = [await world.newPost('elsewhere', HOUR), await world.newPost('cancelled', HOUR)]
    await world.run(2 * MINUTE)
    const jobs = select<Record<string, SqlValue>>(world.cloud.sql, 'SELECT * FROM post_jobs')
    world.cloud.sql.exec('DELETE FROM post_jobs')
    world.changeKey('key/second')
    await world.run(5 * MINUTE)
    await expect(world.cancel(cancelled.id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    await expect(takeOver(world.ports, due)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await world.run(2 * HOUR)
    expect(world.liveCount('elsewhere')).toBe(0)
    expect(await world.post(due.id)).toMatchObject({
      status: 'SCHEDULED',
      handover: 'cloud',
      warnings: [{ code: 'CLOUD_LATE' }],
    })
    expect(world.calls.filter((call) => call === 'cancelJob')).toHaveLength(0)
    for (const job of jobs) insert(world.cloud.sql, 'post_jobs', job)
    world.changeKey('key/first')
    await world.run(10 * MINUTE)
    expect(world.liveCount('elsewhere')).toBe(1)
    expect(await world.post(due.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
  })

  it('is no matter for posts that were given away before Workers named their storage', async () => {
    const post = await world.newPost('given before', HOUR)
    await world.run(2 * MINUTE)
    world.changeKey('key/first')
    await world.cancel(post.id)
    expect(await world.post(post.id)).toMatchObject({ status: 'DRAFT' })
  })
})
