// Posts that have a time: prepared ahead of it, sent at it, and in order.
import { describe, expect, it } from 'vitest'
import { editDraft } from '../../core/features/posts/drafts.ts'
import { retryPost } from '../../core/features/posts/retry.ts'
import { cancelScheduled } from '../../core/features/scheduling/change-schedule.ts'
import { scheduleDraft } from '../../core/features/scheduling/schedule-post.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../core/time.ts'
import type { PostKind } from './kinds/post-kinds.ts'
import type { CrashPoint } from './mortal-ports.ts'
import { changing, createWorld } from './publishing-world.ts'

const KINDS: readonly PostKind[] = ['image', 'reel', 'carousel 2']
const AHEAD = 20 * MINUTE

describe('a scheduled post', () => {
  it.each(KINDS)('(%s) is prepared ahead, and at its time only the publish call is left', async (kind) => {
    const world = await createWorld()
    const id = await world.schedule('punctual', kind, AHEAD)
    const dueAt = (await world.post(id)).scheduledFor ?? 0
    await world.run(undefined, AHEAD - MINUTE / 2)
    expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', igContainerId: null })
    expect(world.sandbox.live()).toEqual([])
    const calls: CrashPoint[] = []
    await world.run((point) => {
      if (world.clock.now() >= dueAt) calls.push(point)
      return false
    })
    const send = calls.indexOf('before publishContainer')
    expect(calls.slice(0, send).filter((point) => /^before (?!claim)/.test(point))).toEqual([])
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()[0]?.publishedAt).toBe(dueAt)
    expect(await world.brokenPromises()).toEqual([])
  })

  it('goes out at its time although preparing it failed every time', async () => {
    const world = await createWorld()
    const id = await world.schedule('late riser', 'image', AHEAD)
    world.sandbox.faults.add({ on: 'create', mode: 'creation-failed', times: 3 })
    await world.run(undefined, AHEAD - SECOND)
    expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', errorCode: null })
    expect((await world.post(id)).warnings).toHaveLength(1)
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
  })

  it.each(['create', 'status'] as const)(
    'fails when its account is blocked while it is prepared, and does not go out a day later: %s',
    async (on) => {
      const world = await createWorld()
      const id = await world.schedule('not tomorrow', 'image', HOUR)
      world.sandbox.faults.add({ on, mode: 'temporarily-blocked' })
      await world.goOn(2 * DAY)
      expect(await world.post(id)).toMatchObject({ status: 'FAILED', recovery: 'wait', warnings: null })
      expect(world.sandbox.live()).toEqual([])
    },
  )

  it('that became overdue while nothing ran goes out in the order of the times', async () => {
    const world = await createWorld()
    const names = ['third', 'first', 'second']
    const delays = [30 * MINUTE, 5 * MINUTE, 15 * MINUTE]
    for (const [n, name] of names.entries()) await world.schedule(name, 'image', delays[n] ?? 0)
    world.clock.advance(3 * DAY)
    await world.run()
    // The newest comes first.
    const order = world.sandbox.live().toReversed()
    expect(order.map(({ caption }) => caption)).toEqual(['first', 'second', 'third'])
  })
})

describe('a retry that is taken back before it begins', () => {
  it.each(['image', 'reel'] as const)(
    'leaves a draft that goes out as it was edited, at its time: %s',
    async (kind) => {
      const opened = await createWorld({ containers: { publishedLag: 20_000 } })
      const id = await opened.schedule('old words', kind, HOUR)
      opened.sandbox.faults.add({ on: 'publish', mode: 'quota-reached' })
      await opened.run(undefined, 3 * HOUR)
      expect(await opened.post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
      await retryPost(changing(opened), id)
      await cancelScheduled(changing(opened), id)
      await editDraft(changing(opened), id, { caption: 'new words' })
      const scheduledFor = opened.clock.now() + 2 * HOUR
      await scheduleDraft(changing(opened), id, { scheduledFor })
      await opened.run(undefined, DAY)
      expect(await opened.brokenPromises()).toEqual([])
      expect(opened.sandbox.live().map(({ caption }) => caption)).toEqual(['new words'])
      expect((await opened.post(id)).publishedAt).toBeGreaterThanOrEqual(scheduledFor)
    },
  )
})
