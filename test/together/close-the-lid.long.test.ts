// The same three programs when they are killed outright, one after the other and in the middle of things. Whatever
// happens, what was acknowledged is live once, and the post says so.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { postOf } from '../process-harness/client.ts'
import { expectPublishedOnce, handOver, schedule, seenLive, startThree } from './three-programs.ts'

describe('the server is killed', () => {
  it('after the hand-over: the Worker publishes, the next start learns of it', async () => {
    const { sandbox, server } = await startThree()
    const { postId } = await handOver(server, { caption: 'outlives the kill', in: 3 })
    await server.kill9()
    await seenLive(sandbox, 'outlives the kill')

    const back = await server.again()

    const steps = await expectPublishedOnce({ sandbox, server: back }, postId)
    expect(steps).toContain('cloud publishing')
  })

  it('at any moment around a hand-over: one owner, one live', async () => {
    const three = await startThree()
    let { server } = three
    const posts: string[] = []
    for (const wait of [0, 5, 15, 40, 80, 160]) {
      const { postId } = await schedule(server, { caption: `killed ${wait} ms after`, in: 4 })
      posts.push(postId)
      await pause(wait)
      await server.kill9()
      server = await server.again()
    }
    for (const postId of posts) await expectPublishedOnce({ ...three, server }, postId)
    expect(await three.sandbox.live()).toHaveLength(posts.length)
  })

  it('and opened again while the post goes out: it does not join in', async () => {
    const three = await startThree()
    let { server } = three
    for (const after of [2.8, 3.0, 3.1, 3.4]) {
      const begun = performance.now()
      const { postId } = await handOver(server, { caption: `opened again after ${after} s`, in: 3 })
      await server.kill9()
      await pause(Math.max(0, after * 1000 - (performance.now() - begun)))
      server = await server.again()
      const steps = await expectPublishedOnce({ ...three, server }, postId)
      expect(steps).toContain('cloud publishing')
    }
    expect(await three.sandbox.live()).toHaveLength(4)
  })
})

describe('the Worker is killed', () => {
  it('when the publish call has acted and was not answered: it looks and finds it', async () => {
    const three = await startThree()
    await three.sandbox.fault({ on: 'publish', mode: 'delay', ms: 5_000, effect: 'after' })
    const { postId } = await handOver(three.server, { caption: 'acted, unanswered', in: 3 })
    await seenLive(three.sandbox, 'acted, unanswered')
    await three.worker.kill9()
    await three.worker.again()

    const steps = await expectPublishedOnce(three, postId)
    expect(steps).toContain('cloud uncertain')
    expect(steps).not.toContain('cloud publishing')
  })

  it.each([
    ['acts when the Worker is dead', 'before'],
    ['never acts', 'none'],
  ] as const)('while the publish call is on its way, which %s: one live', async (_what, effect) => {
    const three = await startThree()
    await three.sandbox.fault({ on: 'publish', mode: 'delay', ms: 2_000, effect })
    const { postId, scheduledFor } = await handOver(three.server, { caption: 'on its way', in: 3 })
    await pause(Date.parse(scheduledFor) + 700 - Date.now())
    expect(await three.sandbox.live()).toEqual([])
    await three.worker.kill9()
    await three.worker.again()

    expect(await expectPublishedOnce(three, postId)).toContain('cloud uncertain')
  })

  it('without its runtime, in mid-publication: none outlives it, one live', async () => {
    const three = await startThree()
    await three.sandbox.fault({ on: 'publish', mode: 'delay', ms: 2_000, effect: 'after' })
    const { postId } = await handOver(three.server, { caption: 'half killed', in: 3 })
    await seenLive(three.sandbox, 'half killed')
    process.kill(three.worker.pid, 'SIGKILL')
    await three.worker.again()

    await expectPublishedOnce(three, postId)
  })

  it('again and again from hand-over to the end: one live', async () => {
    const three = await startThree()
    let { worker } = three
    const { postId, scheduledFor } = await handOver(three.server, { caption: 'through it all', in: 6 })
    while (Date.now() < Date.parse(scheduledFor) + 4_000) {
      await pause(400)
      await worker.kill9()
      worker = await worker.again()
    }
    await expectPublishedOnce(three, postId)
  })

  it('for the whole time: what it missed goes out when it is back', async () => {
    const three = await startThree()
    const { postId, scheduledFor } = await handOver(three.server, { caption: 'late', in: 3 })
    await three.worker.kill9()
    await pause(Date.parse(scheduledFor) + 1_500 - Date.now())
    expect(await three.sandbox.live()).toEqual([])
    expect(await postOf(three.server, postId)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
    await three.worker.again()

    await expectPublishedOnce(three, postId)
  })
})
