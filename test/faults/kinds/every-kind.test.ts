// What each kind of post does that a picture does not, on the real ledger against the sandbox.
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { POST_KINDS } from './post-kinds.ts'
import { createWorld } from '../publishing-world.ts'
import { distinctPoints, type CrashPoint } from '../mortal-ports.ts'
import { share } from '../share.ts'

const LOGINS = ['platform', 'partner'] as const
const EACH = LOGINS.flatMap((login) => POST_KINDS.map((kind) => [kind, login] as const))

describe('a post', () => {
  it.each(EACH)('that is a %s goes live by the %s login, once, as it was asked for', async (kind, login) => {
    const { publish, post, run, sandbox, brokenPromises } = await createWorld({ login })
    const id = await publish('as asked', kind)
    await run()
    const [live, ...others] = sandbox.live()
    expect(others).toEqual([])
    expect(await post(id)).toMatchObject({
      status: 'PUBLISHED',
      igMediaId: live?.id,
      igPermalink: live?.permalink,
      warnings: null,
    })
    expect(live?.children).toHaveLength(kind === 'carousel 10' ? 10 : kind === 'carousel 2' ? 2 : 0)
    expect(await brokenPromises()).toEqual([])
  })

  it('keeps the order of a carousel, pictures and videos mixed', async () => {
    const { publish, run, sandbox } = await createWorld()
    await publish('in order', 'carousel 10')
    await run()
    const kinds = sandbox.live()[0]?.children.map(({ mediaType }) => mediaType === 'VIDEO')
    expect(kinds).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => index % 4 === 3))
  })

  it('that needs a public address fails with what to do when there is none, with nothing live', async () => {
    const { publish, post, run, sandbox } = await createWorld({ publicMedia: false })
    const id = await publish('no address', 'image')
    await run()
    expect(await post(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'BUCKET_NOT_CONFIGURED',
      recovery: 'fix_media',
    })
    expect(sandbox.live()).toEqual([])
  })
})

describe('a video', () => {
  it('goes by bytes without a public address, by either login', async () => {
    for (const login of LOGINS) {
      const { publish, post, run } = await createWorld({ login, publicMedia: false })
      const id = await publish('by bytes', 'reel')
      await run()
      expect((await post(id)).status).toBe('PUBLISHED')
    }
  })

  it('says that an address is needed where the platform’s login may not send bytes', async () => {
    const { publish, post, run } = await createWorld({
      publicMedia: false,
      behaviour: { resumableOnPlatformLogin: false },
    })
    const id = await publish('no bytes', 'reel')
    await run()
    expect(await post(id)).toMatchObject({ status: 'FAILED', errorCode: 'BUCKET_NOT_CONFIGURED' })
  })

  it('whose bytes are lost on the way is sent again to another container', async () => {
    const { publish, post, run, sandbox } = await createWorld({ login: 'partner', publicMedia: false })
    const id = await publish('lost bytes', 'reel')
    sandbox.faults.add({ on: 'upload', mode: 'drop', effect: 'before', times: 2 })
    await run()
    expect((await post(id)).status).toBe('PUBLISHED')
    expect(sandbox.live()).toHaveLength(1)
  })

  it('is waited for when it takes its time, up to an hour', async () => {
    const slow = await createWorld({ containers: { processing: 40 * MINUTE } })
    const id = await slow.publish('slow', 'reel')
    await slow.run(undefined, 3 * HOUR)
    expect((await slow.post(id)).status).toBe('PUBLISHED')
    const never = await createWorld({ containers: { processing: null } })
    const lost = await never.publish('never', 'reel')
    await never.run(undefined, 3 * HOUR)
    expect(await never.post(lost)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
    expect(never.sandbox.live()).toEqual([])
  })
})

describe('a carousel', () => {
  it('survives one file that is fetched at the third try only', async () => {
    const { publish, post, run, sandbox } = await createWorld()
    const id = await publish('third try', 'carousel 2')
    sandbox.faults.add({ on: 'create', mode: 'error', code: 9004, subcode: 2207052, times: 2 })
    await run()
    expect((await post(id)).status).toBe('PUBLISHED')
    expect(sandbox.live()[0]?.children).toHaveLength(2)
  })
})

describe('reads that lie', () => {
  it('about a container with one token are made with the other one', async () => {
    const { publish, post, run, sandbox } = await createWorld({ login: 'partner' })
    const id = await publish('blind token', 'image')
    sandbox.faults.add({ on: 'status', mode: 'object-missing', match: { token: 'user' }, times: 1_000 })
    await run()
    expect((await post(id)).status).toBe('PUBLISHED')
    expect(sandbox.live()).toHaveLength(1)
  })

  it('about a media leave its permalink to the account’s list', async () => {
    const { publish, post, run, sandbox } = await createWorld()
    const id = await publish('listed only', 'image')
    sandbox.faults.add({ on: 'read', mode: 'object-missing', times: 1_000 })
    await run()
    expect((await post(id)).igPermalink).toBe(sandbox.live()[0]?.permalink)
  })
})

describe('an account that the platform limits', () => {
  it('keeps its next posts back for a day after a block, and says until when', async () => {
    const { publish, post, run, sandbox, clock } = await createWorld()
    const blocked = await publish('blocked')
    sandbox.faults.add({ on: 'create', mode: 'action-blocked' })
    await run(undefined, MINUTE)
    expect(await post(blocked)).toMatchObject({
      status: 'FAILED',
      recovery: 'wait',
      publishOutcome: 'confirmed',
    })
    const next = await publish('next')
    await run(undefined, HOUR)
    const waiting = await post(next)
    expect(waiting).toMatchObject({ status: 'QUEUED', errorCode: null })
    expect(waiting.nextAttemptAt).toBeGreaterThan(clock.now() + 22 * HOUR)
    await run(undefined, 25 * HOUR)
    expect((await post(next)).status).toBe('PUBLISHED')
  })

  it('sends nothing that was in doubt when the block came, until it is over', async () => {
    const { publish, post, run, sandbox, stores, clock, accountId } = await createWorld()
    const id = await publish('in doubt')
    sandbox.faults.add({ on: 'publish', mode: 'drop', effect: 'before' })
    let blockedAt = 0
    await run((point) => {
      // Another post of the account meets a block while this one waits for its proof.
      if (point === 'after publishContainer' && blockedAt === 0) {
        blockedAt = clock.now()
        void stores.accounts.update(accountId, { pausedUntil: blockedAt + 3 * HOUR })
      }
      return false
    }, 2 * HOUR)
    expect(sandbox.live()).toEqual([])
    expect(await post(id)).toMatchObject({ errorCode: null, publishedAt: null })
    await run(undefined, 25 * HOUR)
    const { status, publishedAt } = await post(id)
    expect(status).toBe('PUBLISHED')
    expect(publishedAt).toBeGreaterThanOrEqual(blockedAt + 3 * HOUR)
    expect(sandbox.live()).toHaveLength(1)
  })

  it('goes on automatically when a call limit has passed, with nothing asked for in between', async () => {
    const { publish, post, run, sandbox, clock } = await createWorld()
    const started = clock.now()
    const id = await publish('too many calls')
    sandbox.faults.add({ on: 'create', mode: 'business-rate-limited', times: 2 })
    await run()
    const { status, publishedAt } = await post(id)
    expect(status).toBe('PUBLISHED')
    // The sandbox says five minutes each time.
    expect((publishedAt ?? 0) - started).toBeGreaterThanOrEqual(10 * MINUTE)
    expect(sandbox.live()).toHaveLength(1)
  })

  it('spaces its posts when the usage headers come near to the limit', async () => {
    const { publish, post, run, sandbox, clock } = await createWorld()
    const started = clock.now()
    sandbox.faults.add({ on: 'create', mode: 'usage', percent: 95, times: 2 })
    const ids = [await publish('one'), await publish('two')]
    await run()
    const [first, second] = [await post(ids[0] ?? ''), await post(ids[1] ?? '')]
    expect([first.status, second.status]).toEqual(['PUBLISHED', 'PUBLISHED'])
    expect((second.publishedAt ?? 0) - started).toBeGreaterThanOrEqual(90_000)
  })
})

describe('a copy on the Page', () => {
  const wanted = { crossPostToPartner: true }

  it.each(['image', 'reel', 'story', 'video story'] as const)(
    'of a %s is made once the post is live',
    async (kind) => {
      const { publish, post, run, sandbox } = await createWorld({ login: 'partner' })
      const id = await publish('shared', kind, wanted)
      await run()
      expect(await post(id)).toMatchObject({
        status: 'PUBLISHED',
        partnerPostId: expect.any(String) as string,
        partnerPermalink: expect.stringMatching(/^http/) as string,
        warnings: null,
      })
      expect(sandbox.live()).toHaveLength(1)
      expect(sandbox.livePagePosts()).toHaveLength(1)
    },
  )

  it.each(['reel', 'video story'] as const)(
    'of a %s is no copy when the Page refuses it after it has accepted it',
    async (kind) => {
      const { publish, post, run, sandbox } = await createWorld({ login: 'partner' })
      const id = await publish('square', kind, wanted)
      const on = kind === 'reel' ? 'page-reel' : 'page-story'
      sandbox.faults.add({ on, mode: 'container', processing: 30 * SECOND, failure: '1363040' })
      await run()
      const reason = expect.stringContaining('aspect ratio') as string
      expect(await post(id)).toMatchObject({
        status: 'PUBLISHED',
        partnerPostId: null,
        partnerPermalink: null,
        warnings: [{ code: 'PAGE_COPY_REFUSED', params: { reason } }],
      })
      expect(sandbox.livePagePosts()).toEqual([])
    },
  )

  it('of a reel is read until the Page shows it', async () => {
    const { publish, post, run, sandbox } = await createWorld({ login: 'partner' })
    const id = await publish('slow', 'reel', wanted)
    sandbox.faults.add({ on: 'page-reel', mode: 'container', processing: MINUTE })
    const reads: CrashPoint[] = []
    await run((point) => point === 'before page permalink' && reads.push(point) < 0)
    // At once, and after 10 and 60 seconds.
    expect(reads).toHaveLength(3)
    expect(await post(id)).toMatchObject({
      partnerPermalink: expect.stringMatching(/^http/) as string,
      warnings: null,
    })
  })

  it('never touches the post when it fails, and says so', async () => {
    for (const mode of ['server-error', 'drop'] as const) {
      const { publish, post, run, sandbox } = await createWorld({ login: 'partner' })
      const id = await publish('not shared', 'image', wanted)
      sandbox.faults.add({ on: 'page-photo', mode, times: 50 })
      await run()
      const { status, errorCode, partnerPostId, warnings } = await post(id)
      expect([status, errorCode, partnerPostId]).toEqual(['PUBLISHED', null, null])
      expect(warnings).toHaveLength(1)
    }
  })

  it('is sent at most once, wherever the process dies', async () => {
    for (const kind of ['image', 'reel'] as const) {
      const points: CrashPoint[] = []
      const counted = await createWorld({ login: 'partner' })
      await counted.publish('count', kind, wanted)
      await counted.run((point) => points.push(point) < 0)
      for (const [at, point] of share(distinctPoints(points), 4, kind.length)) {
        const { publish, post, run, sandbox } = await createWorld({ login: 'partner' })
        const id = await publish('mortal', kind, wanted)
        let passed = 0
        await run(() => passed++ === at)
        expect(sandbox.live(), `${kind}, ${point} ${at}`).toHaveLength(1)
        expect(sandbox.livePagePosts().length, `${kind}, ${point} ${at}`).toBeLessThanOrEqual(1)
        const { status, partnerPostId, warnings } = await post(id)
        expect(status).toBe('PUBLISHED')
        expect(partnerPostId !== null || warnings !== null, `${kind}, ${point} ${at}`).toBe(true)
      }
    }
  })
})

describe('the attempts of a post', () => {
  it('tell each call, what came of it and what followed', async () => {
    const { publish, run, sandbox, stores } = await createWorld()
    const id = await publish('told')
    sandbox.faults.add({ on: 'publish', mode: 'action-blocked', effect: 'after' })
    await run()
    const steps = await stores.ledger.listAttempts(id)
    expect(steps.map(({ call }) => call).slice(0, 3)).toEqual([
      'create container',
      'read container',
      'publish',
    ])
    expect(steps[2]).toMatchObject({
      engine: 'local',
      step: 'publishing',
      httpStatus: 400,
      platformCode: 4,
      platformSubcode: 2207051,
      traceId: expect.any(String) as string,
      next: 'uncertain',
    })
    expect(steps.at(-1)).toMatchObject({ next: 'done', httpStatus: 200 })
    expect(JSON.stringify(steps)).not.toContain('IGSANDBOX')
  })
})
