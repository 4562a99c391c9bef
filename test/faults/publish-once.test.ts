import { afterEach, describe, expect, it } from 'vitest'
import {
  SECOND_PUBLISH,
  type AccountBehaviour,
  type ContainerScript,
} from '../../local-server/sandbox/behaviour/behaviour.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../core/time.ts'
import { inDueLane } from '../factories.ts'
import { distinctPoints, type CrashPoint } from './mortal-ports.ts'
import { createWorld, type World } from './publishing-world.ts'
import { share } from './share.ts'

let world: World | undefined
afterEach(() => {
  world?.close()
  world = undefined
})

async function open(
  containers: Partial<ContainerScript> = {},
  behaviour: Partial<AccountBehaviour> = {},
): Promise<World> {
  world?.close()
  world = await createWorld({ containers, behaviour })
  return world
}

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

  it('waits for a container that takes its time', async () => {
    const { publish, post, run } = await open({ processing: 40_000 })
    const id = await publish('slow')
    await run()
    expect((await post(id)).status).toBe('PUBLISHED')
  })

  it('fails with nothing live when the container never finishes', async () => {
    const { publish, post, run, sandbox } = await open({ processing: null })
    const id = await publish('never')
    await run()
    expect(await post(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'PLATFORM_ERROR',
      publishOutcome: 'confirmed',
    })
    expect(sandbox.live()).toEqual([])
  })
})

describe('a process that dies', () => {
  const PLATFORMS: Record<string, Partial<ContainerScript>> = {
    'at once': {},
    'after processing': { processing: 12_000 },
    'with a late PUBLISHED and an error for a second publish': {
      publishedLag: 20_000,
      secondPublish: 'error-2207008',
    },
    'with a later PUBLISHED and the same id for a second publish': {
      publishedLag: 55_000,
      secondPublish: 'same-id',
    },
    'with a late PUBLISHED and a duplicate for a second publish': {
      publishedLag: 55_000,
      secondPublish: 'duplicate',
    },
  }

  it.each(Object.entries(PLATFORMS))(
    'at any point of a publication that finishes %s, leaves exactly one media live',
    async (name, script) => {
      const points = await pointsOf(script)
      expect(points.length).toBeGreaterThanOrEqual(20)
      for (const [index, point] of share(distinctPoints(points), 5, Object.keys(PLATFORMS).indexOf(name))) {
        const { publish, post, run, sandbox, brokenPromises } = await open(script)
        const id = await publish('mortal')
        let passed = 0
        await run(() => passed++ === index)
        expect(await brokenPromises(), `died ${point}`).toEqual([])
        expect(sandbox.live(), `died ${point}`).toHaveLength(1)
        expect((await post(id)).status, `died ${point}`).toBe('PUBLISHED')
      }
    },
  )

  it('again and again at the same kind of point, still gets the post out once', async () => {
    for (const point of [
      'after createContainer',
      'before publishContainer',
      'after publishContainer',
      'before commit',
    ] as const) {
      const { publish, run, sandbox, brokenPromises } = await open()
      await publish('stubborn')
      let deaths = 0
      await run((at) => at === point && deaths++ < 2)
      expect(await brokenPromises(), point).toEqual([])
      expect(sandbox.live(), point).toHaveLength(1)
    }
  })

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

  async function pointsOf(script: Partial<ContainerScript>): Promise<CrashPoint[]> {
    const { publish, run } = await open(script)
    await publish('count')
    const points: CrashPoint[] = []
    await run((point) => {
      points.push(point)
      return false
    })
    return points
  }
})

type Unclear =
  | 'drop'
  | 'server-error'
  | 'action-blocked'
  | 'empty'
  | 'html'
  | 'half-json'
  | 'unknown-code'
  | 'rate-limited'
  | 'container-unknown'

const UNCLEAR: Record<string, { mode: Unclear }> = {
  'the connection is lost': { mode: 'drop' },
  'it answers 500 with code 2': { mode: 'server-error' },
  'it answers that the action is blocked': { mode: 'action-blocked' },
  'it answers with an empty 200': { mode: 'empty' },
  'it answers with HTML': { mode: 'html' },
  'it answers with half a JSON text': { mode: 'half-json' },
  'it answers with an error nobody knows': { mode: 'unknown-code' },
  'it answers that the call limit is reached': { mode: 'rate-limited' },
  'it answers that the container is unknown': { mode: 'container-unknown' },
}

describe('a publish call whose answer does not tell', () => {
  const SLOW = SECOND_PUBLISH.flatMap((secondPublish) =>
    [0, 20_000, 55_000].map((publishedLag) => ({ secondPublish, publishedLag })),
  )
  it.each(Object.entries(UNCLEAR))('is found live when %s although it acted', async (name, fault) => {
    for (const script of share(SLOW, 5, Object.keys(UNCLEAR).indexOf(name))) {
      const { publish, post, run, sandbox, brokenPromises } = await open(script)
      const id = await publish('live after all')
      sandbox.faults.add({ ...fault, on: 'publish', effect: 'after' })
      await run()
      expect(await brokenPromises()).toEqual([])
      expect(await post(id)).toMatchObject({ status: 'PUBLISHED', igMediaId: sandbox.live()[0]?.id })
    }
  })

  it.each(Object.entries(UNCLEAR))(
    'ends well or in an honest failure when %s and it did not act',
    async (_name, fault) => {
      const { publish, post, run, sandbox, brokenPromises } = await open()
      const id = await publish('not live')
      sandbox.faults.add({ ...fault, on: 'publish', effect: 'before' })
      await run()
      expect(await brokenPromises()).toEqual([])
      const { status, publishOutcome } = await post(id)
      expect([`${status} ${publishOutcome}`]).toContain(
        sandbox.live().length === 1 ? 'PUBLISHED confirmed' : 'FAILED confirmed',
      )
    },
  )

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

  it('is sent again within half a minute when the platform says that it is not ready yet', async () => {
    for (const mode of ['not-ready', 'media-not-found'] as const) {
      const { publish, post, run, sandbox, brokenPromises } = await open()
      const id = await publish('lag')
      sandbox.faults.add({ on: 'publish', mode, times: 2, effect: 'before' })
      await run()
      const { status, publishedAt, createdAt } = await post(id)
      expect(status).toBe('PUBLISHED')
      expect((publishedAt ?? 0) - createdAt).toBeLessThanOrEqual(30_000)
      expect(await brokenPromises()).toEqual([])
    }
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

  it('never adopts the media of another post with the same caption', async () => {
    const { publish, post, run, sandbox } = await open()
    const first = await publish('twins')
    await run()
    sandbox.faults.add({ on: 'publish', mode: 'server-error', effect: 'before' })
    const second = await publish('twins')
    await run()
    expect(sandbox.live()).toHaveLength(2)
    expect(new Set([(await post(first)).igMediaId, (await post(second)).igMediaId]).size).toBe(2)
  })
})

describe('a container that the platform does not make', () => {
  it('is asked for again after a failure of the platform’s own', async () => {
    const { publish, post, run, sandbox } = await open()
    const id = await publish('second try')
    sandbox.faults.add({ on: 'create', mode: 'server-error', times: 2 })
    await run()
    expect((await post(id)).status).toBe('PUBLISHED')
  })

  it('fails the post after three tries, with nothing live', async () => {
    const { publish, post, run, sandbox } = await open()
    const id = await publish('three tries')
    sandbox.faults.add({ on: 'create', mode: 'server-error', times: 50 })
    await run()
    expect(await post(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'PLATFORM_ERROR',
      recovery: 'retry',
      publishOutcome: 'confirmed',
    })
    expect(sandbox.faults.pending()[0]?.times).toBe(47)
  })

  it('fails the post at once when the picture is to blame', async () => {
    const { publish, post, run, sandbox } = await open()
    const id = await publish('wrong shape')
    sandbox.faults.add({ on: 'create', mode: 'error', code: 36003, subcode: 2207009 })
    await run()
    expect(await post(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'MEDIA_INVALID',
      recovery: 'fix_media',
    })
  })

  it('is replaced when it ends in an error before anything was sent', async () => {
    const { publish, post, run, sandbox } = await open()
    const id = await publish('replaced')
    sandbox.faults.add({
      on: 'create',
      mode: 'container',
      failure: 'Error: Media upload has failed with error code 2207082',
    })
    await run()
    expect((await post(id)).status).toBe('PUBLISHED')
    expect(sandbox.live()).toHaveLength(1)
  })

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
