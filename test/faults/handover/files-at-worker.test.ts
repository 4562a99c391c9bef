// What becomes of the files of a post on this computer once the Worker has the post.
import { beforeEach, describe, expect, it } from 'vitest'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { DAY, HOUR } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

describe('a post at the Worker whose file was deleted here', () => {
  async function withoutFile(): Promise<PostRecord> {
    const { id } = await world.newPost('kept there', HOUR)
    world.data.media.clear()
    const post = { ...((await world.post(id)) ?? expect.unreachable()), mediaFileIds: [null] }
    world.data.posts.set(id, post)
    return post
  }

  it('gets other words and another time: the Worker has the file', async () => {
    const { id } = await withoutFile()
    const scheduledFor = world.clock.now() + 2 * HOUR
    await editScheduled(world.schedule, id, { caption: 'other words', scheduledFor })
    await world.run(3 * HOUR)
    expect(world.liveCount('other words')).toBe(1)
  })

  it('is not taken back by a time that is too far for the Worker: the file is nowhere else', async () => {
    const { id } = await withoutFile()
    const edit = editScheduled(world.schedule, id, { scheduledFor: world.clock.now() + 450 * DAY })
    const message = expect.stringContaining('Choose an earlier time')
    await expect(edit).rejects.toMatchObject({ code: 'MEDIA_INVALID', message })
    expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
  })
})
