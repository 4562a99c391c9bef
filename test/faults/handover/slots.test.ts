// A plan is replaced while the Worker has the posts in its slots: each post moves by an edit that is sent, and whatever becomes of
// that, no two posts wait for one slot.
import { beforeEach, describe, expect, it } from 'vitest'
import { editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { createScheduledPost, type ScheduleDeps } from '../../../core/features/scheduling/schedule-post.ts'
import { createSlots } from '../../../core/features/scheduling/slots/slots.ts'
import { DAY, MINUTE, toIso } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The plan of a day: the times of it as minutes from now. */
function planAt(minutes: readonly number[]) {
  const times = minutes.map((after) => toIso(world.clock.now() + after * MINUTE).slice(11, 16))
  return { timezone: 'UTC', weekly: Object.fromEntries(EVERY_DAY.map((day) => [day, times])) }
}

async function postInNextSlot(deps: ScheduleDeps, caption: string): Promise<string> {
  const [mediaFileId = ''] = world.data.media.keys()
  const post = { accountId: world.accountId, mediaType: 'IMAGE', mediaFileId, caption } as const
  return (await createScheduledPost(deps, { ...post, nextSlot: true })).post.id
}

/** What each post waits for, as anybody would be told who looks for a free slot. */
async function waitingAt() {
  const waiting = await world.schedule.slots.listWaiting(world.accountId, world.clock.now())
  return { posts: new Set(waiting.map(({ postId }) => postId)).size, waiting }
}

/** Posts in slots that are a day long; all of them are the Worker's. */
async function fourAtWorker() {
  const slots = createSlots(world.schedule)
  await slots.save(world.accountId, planAt([60, 120, 180, 240]))
  const ids: string[] = []
  for (const caption of ['one', 'two', 'three', 'four'])
    ids.push(await postInNextSlot(world.schedule, caption))
  await world.run(2 * MINUTE)
  for (const id of ids) expect(await world.post(id)).toMatchObject({ handover: 'cloud' })
  return { ids, slots }
}

async function expectSlotsOfTheirOwn(posts: number): Promise<void> {
  const stored = [...world.data.posts.values()].map(({ scheduledFor }) => scheduledFor)
  expect(new Set(stored).size).toBe(posts)
  const { waiting } = await waitingAt()
  const byTime = Map.groupBy(waiting, ({ at }) => at)
  for (const there of byTime.values()) expect(new Set(there.map(({ postId }) => postId)).size).toBe(1)
}

describe('a plan that is replaced while the Worker has its posts', () => {
  it('gives a slot to one post, although another post takes it before the edit is sent', async () => {
    const planOfOne = planAt([60])
    await fourAtWorker()
    const { cloud } = world.schedule
    const scheduled: string[] = []
    const slots = createSlots({
      ...world.schedule,
      cloud: {
        ...cloud,
        async edit(...given) {
          // The next free slot of the plan that is being replaced is the one to which the first post is to move.
          if (scheduled.length < 2) scheduled.push(await postInNextSlot(world.schedule, 'meanwhile'))
          return cloud.edit(...given)
        },
      },
    })
    expect(await slots.save(world.accountId, { ...planOfOne, posts: 'move' })).toMatchObject({ kept: [] })
    await expectSlotsOfTheirOwn(6)
    await world.run(2 * MINUTE)
    await expectSlotsOfTheirOwn(6)
  })

  it.each(['lost', 'never', 'late', 'unreachable', 'refused'] as const)(
    'gives a slot to one post when the answer to an edit is: %s',
    async (fate) => {
      const { slots } = await fourAtWorker()
      const next = { ...planAt([65, 125, 185, 245]), posts: 'move' as const }
      let edits = 0
      world.fates((call) => (call === 'putJob' && (edits += 1) === 2 ? fate : 'ok'))
      await expect(slots.save(world.accountId, next)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
      await postInNextSlot(world.schedule, 'meanwhile')
      expect(await slots.save(world.accountId, next)).toMatchObject({ moved: expect.any(Array) })
      await postInNextSlot(world.schedule, 'afterwards')
      await expectSlotsOfTheirOwn(6)
      await world.letLateArrive()
      await world.run(2 * MINUTE)
      await expectSlotsOfTheirOwn(6)
    },
  )

  it.each(['lost', 'never'] as const)(
    'leaves a series where it was when the answer to the move of its post is: %s',
    async (fate) => {
      const { ids, slots } = await fourAtWorker()
      const [postId = ''] = ids
      const timeOf = async () => (await world.post(postId))?.scheduledFor ?? expect.unreachable()
      const dueAt = await timeOf()
      const series = {
        postId,
        every: 'weekly',
        comesBackAs: 'draft',
        dayOfMonth: 1,
        timezone: 'UTC',
      } as const
      await world.stores.recurrences.put({ ...series, dueAt, plannedFor: dueAt }, null)
      world.fates((call) => (call === 'putJob' ? fate : 'ok'))
      const free = planAt([65, 120, 180, 240])
      await expect(slots.save(world.accountId, { ...free, posts: 'move' })).rejects.toThrow()
      world.fates(() => 'ok')
      await world.run(2 * MINUTE)
      const plannedFor = await timeOf()
      expect(plannedFor === dueAt).toBe(fate === 'never')
      expect(await world.stores.recurrences.get(postId)).toEqual({ ...series, dueAt, plannedFor })
    },
  )

  it('keeps the slot of an edit without an answer, while a later edit is refused', async () => {
    const { ids, slots } = await fourAtWorker()
    const [first = ''] = ids
    const free = planAt([65, 120, 180, 240])
    world.fates((call) => (call === 'putJob' ? 'lost' : 'ok'))
    await expect(slots.save(world.accountId, { ...free, posts: 'move' })).rejects.toThrow()
    const asked = [...world.data.handovers.values()].find(({ postId }) => postId === first)?.asked
    const slot = asked?.after?.scheduledFor ?? expect.unreachable()
    const isTaken = async () =>
      (await waitingAt()).waiting.some(({ postId, at }) => postId === first && at === slot)
    const seen: boolean[] = []
    world.fates((call) => {
      if (call === 'putJob') {
        const { handovers } = world.data
        const pending = [...handovers.values()].find(({ postId }) => postId === first)?.asked
        seen.push(pending?.earlierTimes?.includes(slot) ?? false)
        return 'refused'
      }
      return 'ok'
    })
    const later = { scheduledFor: world.clock.now() + 2 * DAY }
    await expect(editScheduled(world.schedule, first, later)).rejects.toThrow()
    expect([seen, await isTaken()]).toEqual([[true], true])
  })
})
