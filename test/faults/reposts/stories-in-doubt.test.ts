// Stories have no caption that tells them apart. A story in doubt must hold up neither the account's posts nor its other
// stories, and must itself come to an end, whatever else is among the account's stories.
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { createWorld, type World } from '../publishing-world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld({ containers: { secondPublish: 'duplicate', publishedLag: 20_000 } })
})

const storyLost = (effect: 'before' | 'after') =>
  world.sandbox.faults.add({ on: 'publish', mode: 'drop', effect, match: { kind: 'story' } })

/** The user posts one with the app. */
async function storyByHand(): Promise<void> {
  const call = async (path: string, fields: Record<string, string>) => {
    const url = `http://127.0.0.1:4200/sandbox/graph.instagram.com/v25.0/me/${path}`
    const body = new URLSearchParams({ access_token: SANDBOX_ACCESS_TOKEN, ...fields })
    const response = await world.sandbox.app.request(url, { method: 'POST', body })
    return (await response.json()) as { id: string }
  }
  const image = 'http://127.0.0.1:4200/media/picture.jpg'
  const { id } = await call('media', { media_type: 'STORIES', image_url: image })
  await call('media_publish', { creation_id: id })
}

describe('a story in doubt', () => {
  it('leaves a captioned post its id and its link, however long the doubt lasts', async () => {
    world.sandbox.faults.add({ on: 'status', mode: 'drop', match: { kind: 'story' }, skip: 1, times: 1_000 })
    storyLost('before')
    world.sandbox.faults.add({
      on: 'publish',
      mode: 'drop',
      effect: 'after',
      match: { captionIncludes: 'p' },
    })
    await world.publish('story.', 'story')
    const id = await world.publish('post.')
    await world.run(undefined, 10 * MINUTE)
    const post = await world.post(id)
    expect(post).toMatchObject({ status: 'PUBLISHED', publishOutcome: 'confirmed' })
    const live = world.sandbox.live().find(({ kind }) => kind !== 'STORIES')
    expect({ id: post.igMediaId, link: post.igPermalink }).toEqual({ id: live?.id, link: live?.permalink })
  })

  it.each([
    ['the one that went live first', ['after', 'before']],
    ['the one that went live later', ['before', 'after']],
    ['each other, when both are live', ['after', 'after']],
    ['each other, when neither is', ['before', 'before']],
  ] as const)('is told apart from %s: both end live once, under their own id', async (_name, effects) => {
    for (const effect of effects) storyLost(effect)
    const ids = [await world.publish('one.', 'story'), await world.publish('two.', 'story')]
    await world.run(undefined, 5 * MINUTE)
    const posts = await Promise.all(ids.map((id) => world.post(id)))
    expect(posts.map(({ status }) => status)).toEqual(['PUBLISHED', 'PUBLISHED'])
    expect(posts.every(({ igMediaId }) => igMediaId !== null)).toBe(true)
    expect(await world.brokenPromises()).toEqual([])
    expect(world.sandbox.live()).toHaveLength(2)
  })

  it('is sent again although one that was posted by hand before it is there', async () => {
    await storyByHand()
    world.clock.advance(10_000)
    storyLost('before')
    const id = await world.publish('ours.', 'story')
    await world.run(undefined, 3 * MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await world.brokenPromises()).toEqual([])
  })

  it('is given up, with what to do, while one that was posted by hand after it is there', async () => {
    storyLost('before')
    const id = await world.publish('ours.', 'story')
    await world.goOn(SECOND)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHING' })
    await storyByHand()
    await world.goOn(HOUR)
    const post = await world.post(id)
    expect(post).toMatchObject({
      status: 'FAILED',
      publishOutcome: 'unconfirmed',
      recovery: 'check_platform',
    })
    expect(post.errorDetail?.code).toBe('NOT_TOLD_APART')
    expect(world.sandbox.live()).toHaveLength(1)
  })
})
