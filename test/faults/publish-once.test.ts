import { describe, expect, it } from 'vitest'
import type { AccountBehaviour, ContainerScript } from '../../local-server/sandbox/behaviour/behaviour.ts'
import { deletePost } from '../../core/features/posts/delete-post.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../core/time.ts'
import { inDueLane } from '../factories.ts'
import { changing, createWorld } from './publishing-world.ts'

const open = (containers: Partial<ContainerScript> = {}, behaviour: Partial<AccountBehaviour> = {}) =>
  createWorld({ containers, behaviour })

describe('publishing an image while nothing goes wrong', () => {
  it('puts exactly one media live and knows its id and permalink', async () => {
    const { publish, post, run, sandbox, brokenPromises } = await open()
    const id = await publish('one')
    await run()
    const [live] = sandbox.live()
    expect(await post(id)).toMatchObject({
      status: 'PUBLISHED',
      igMediaId: live?.id,
      igPermalink: live?.permalink,
      publishOutcome: 'confirmed',
      errorCode: null,
    })
    expect(await brokenPromises()).toEqual([])
  })
})

describe('a process that dies', () => {
  it('whenever it asks for a container, gives the post up after twenty of them and says that it was us', async () => {
    const { publish, post, run, sandbox, brokenPromises } = await open()
    const id = await publish('cursed')
    let deaths = 0
    await run((at) => at === 'after createContainer' && deaths++ < 30)
    expect(deaths).toBe(20)
    expect(await post(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'INTERNAL_ERROR',
      errorDetail: { code: 'INTERRUPTED_TOO_OFTEN' },
      publishOutcome: 'confirmed',
    })
    expect(sandbox.live()).toEqual([])
    expect(await brokenPromises()).toEqual([])
  })
})

describe('a publish call whose answer does not tell', () => {
  it('is not sent twice where the platform hides captions and is slow to say PUBLISHED', async () => {
    for (const publishedLag of [0, 20_000, 55_000]) {
      const { publish, post, run, sandbox, brokenPromises } = await open(
        { secondPublish: 'duplicate', publishedLag },
        { captionInReads: false },
      )
      const id = await publish('no captions')
      sandbox.faults.add({ on: 'publish', mode: 'drop', effect: 'after' })
      await run()
      expect(await brokenPromises()).toEqual([])
      // The container's word and the only media that it can be: that tells the id all the same.
      expect(await post(id)).toMatchObject({
        status: 'PUBLISHED',
        igMediaId: sandbox.live()[0]?.id,
        publishOutcome: 'confirmed',
      })
    }
  })

  it('is confirmed without an id when nothing tells which media it is', async () => {
    const { publish, post, run, sandbox } = await open({}, { captionInReads: false })
    const first = await publish('one of two')
    sandbox.faults.add({ on: 'publish', mode: 'drop', effect: 'after' })
    sandbox.faults.add({ on: 'list', mode: 'server-error', times: 50 })
    await run()
    expect(await post(first)).toMatchObject({ status: 'PUBLISHED', igMediaId: null })
    sandbox.faults.clear()
    const second = await publish('two of two')
    sandbox.faults.add({ on: 'publish', mode: 'drop', effect: 'after' })
    await run()
    // Two hours later there is only one that it can be.
    expect(await post(second)).toMatchObject({ status: 'PUBLISHED', igMediaId: sandbox.live()[0]?.id })
    expect(sandbox.live()).toHaveLength(2)
  })

  it('is not sent again when the platform says that it is not ready although it is live', async () => {
    const { publish, post, run, sandbox, brokenPromises } = await open({
      publishedLag: 20_000,
      secondPublish: 'duplicate',
    })
    const id = await publish('a lie')
    sandbox.faults.add({ on: 'publish', mode: 'media-not-found', effect: 'after', times: 3 })
    sandbox.faults.add({ on: 'list', mode: 'server-error', times: 1 })
    await run()
    expect(await brokenPromises()).toEqual([])
    expect(await post(id)).toMatchObject({ status: 'PUBLISHED', igMediaId: sandbox.live()[0]?.id })
  })

  it('is reported as unconfirmed while nothing can be read, and reconciled once it can', async () => {
    const { publish, post, run, sandbox } = await open()
    const id = await publish('in the dark')
    sandbox.faults.add({ on: 'publish', mode: 'drop', effect: 'after' })
    sandbox.faults.add({ on: 'status', mode: 'object-missing', skip: 1, times: 60 })
    sandbox.faults.add({ on: 'list', mode: 'server-error', times: 60 })
    await run(undefined, 20 * 60_000)
    expect(await post(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'UNKNOWN_ERROR',
      publishOutcome: 'unconfirmed',
      recovery: 'check_platform',
    })
    sandbox.faults.clear()
    await run()
    expect(await post(id)).toMatchObject({
      status: 'PUBLISHED',
      publishOutcome: 'confirmed',
      errorCode: null,
      errorDetail: null,
    })
  })

  it.each([
    ['overnight', 'after', 3 * MINUTE, 60 * HOUR],
    ['for a quarter of an hour', 'before', 20 * SECOND, 15 * MINUTE],
  ] as const)('is still looked for when the computer sleeps %s', async (_how, effect, before, sleep) => {
    const { publish, post, run, sandbox, clock } = await open()
    const id = await publish('asleep')
    sandbox.faults.add({ on: 'publish', mode: 'drop', effect })
    sandbox.faults.add({ on: 'list', mode: 'drop', times: 1_000 })
    sandbox.faults.add({ on: 'status', mode: 'drop', skip: 1, times: 1_000 })
    await run(undefined, before)
    expect(await post(id)).toMatchObject({ status: 'PUBLISHING' })
    clock.advance(sleep)
    // The network is up a moment after Nightpost.
    const online = (point: string) => {
      if (point === 'after recentMedia') sandbox.faults.clear()
      return false
    }
    await run(online, 26 * HOUR)
    expect(await post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(sandbox.live()).toHaveLength(1)
  })

  it('is never sent again once its user was told that it failed, but fails for sure', async () => {
    const { publish, post, run, sandbox, stores, brokenPromises } = await open()
    const id = await publish('not asked again')
    sandbox.faults.add({ on: 'publish', mode: 'drop', effect: 'before' })
    sandbox.faults.add({ on: 'status', mode: 'object-missing', skip: 1, times: 60 })
    sandbox.faults.add({ on: 'list', mode: 'server-error', times: 60 })
    await run(undefined, 20 * 60_000)
    expect(await post(id)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    sandbox.faults.clear()
    await run()
    expect(await post(id)).toMatchObject({
      status: 'FAILED',
      publishOutcome: 'confirmed',
      errorCode: 'PLATFORM_ERROR',
      errorDetail: { code: 'FOUND_NOT_LIVE' },
      recovery: 'retry',
    })
    expect(await stores.ledger.nextDue(inDueLane())).toBeNull()
    expect(sandbox.live()).toEqual([])
    expect(await brokenPromises()).toEqual([])
  })
})

describe('a container that the platform does not make', () => {
  it('is not made of files that have expired while another post’s block was waited for', async () => {
    const { publish, post, run, sandbox, stores, accountId, clock, brokenPromises } = await open()
    const id = await publish('after the block', 'carousel 2')
    // The second file is not ready at the first look.
    sandbox.faults.add({ on: 'status', mode: 'server-error', skip: 1 })
    let looks = 0
    const blocking = (point: string) => {
      if (point === 'after containerStatus' && (looks += 1) === 2)
        void stores.ledger.extendPause(accountId, clock.now() + DAY)
      return false
    }
    await run(blocking, 12 * HOUR)
    expect((await post(id)).status).not.toBe('PUBLISHED')
    await run(undefined, 50 * HOUR)
    expect(await post(id)).toMatchObject({ status: 'PUBLISHED', errorDetail: null })
    expect(await brokenPromises()).toEqual([])
  })
})

describe('after the media is live', () => {
  it('a permalink that cannot be read does not fail the post', async () => {
    const { publish, post, run, sandbox } = await open()
    const id = await publish('no link')
    sandbox.faults.add({ on: 'read', mode: 'server-error', times: 50 })
    await run(undefined, 24 * 60 * 60_000)
    expect(await post(id)).toMatchObject({ status: 'PUBLISHED', igPermalink: null, errorCode: null })
  })

  it('a permalink that can be read later is filled in', async () => {
    const { publish, post, run, sandbox } = await open()
    const id = await publish('late link')
    sandbox.faults.add({ on: 'read', mode: 'drop', times: 2 })
    await run()
    expect((await post(id)).igPermalink).toBe(sandbox.live()[0]?.permalink)
  })
})

it('a post that is deleted while its publish call is under way is followed by no comment and no copy', async () => {
  let deletion: (() => Promise<void>) | null = null
  const asked: string[] = []
  const world = await createWorld({
    login: 'partner',
    async answers(response, { method, url }) {
      asked.push(`${method} ${new URL(url).pathname.split('/').at(-1)}`)
      if (url.includes('media_publish')) await deletion?.()
      return response
    },
  })
  const { publish, run, sandbox, stores } = world
  const id = await publish('deleted', 'image', { firstComment: 'Recipe below', crossPostToPartner: true })
  const changes = changing(world)
  deletion = () => deletePost(changes, id)
  await run(undefined, HOUR)
  const [live] = sandbox.live()
  expect(live).toMatchObject({ comments: [] })
  expect((await stores.posts.listDeleted({ limit: 1, offset: 0 })).records).toMatchObject([
    { post: { id, status: 'PUBLISHED', igMediaId: live?.id, igPermalink: live?.permalink } },
  ])
  expect(asked.slice(asked.indexOf('POST media_publish') + 1)).toEqual([`GET ${live?.id}`])
})
