import { describe, expect, it } from 'vitest'
import { createAttention } from '../../../../core/features/attention/attention.ts'
import { CodedError } from '../../../../core/coded-error.ts'
import type { AccountRecord } from '../../../../core/ports/account-store.ts'
import type { MediaRecord } from '../../../../core/ports/media/media-store.ts'
import { NO_ANSWER, type PlatformReply } from '../../../../core/ports/platform/platform.ts'
import { HOUR, MINUTE } from '../../../../core/time.ts'
import { accept, mustClaim, mustCommit, PUBLISHED } from '../../../contracts/publishing-stores.ts'
import { START } from '../../../factories.ts'
import { createMemoryPlatform, type MemoryPlatform } from '../../../fakes/platform/memory-platform.ts'
import { bearer, createTestApp, type TestPorts } from '../../../fakes/test-app.ts'
import { safeText } from '../../../../core/redact.ts'

const SERVED: typeof fetch = async () =>
  new Response('x', { status: 206, headers: { 'content-type': 'image/jpeg' } })

const REFUSED: PlatformReply<never> = {
  kind: 'refused',
  refusal: {
    httpStatus: 400,
    code: 1,
    subcode: null,
    message: safeText('Not today'),
    title: null,
    traceId: null,
  },
  platformTime: null,
  facts: NO_ANSWER,
}

const refusedBy = (code: number): PlatformReply<never> => ({
  kind: 'refused',
  refusal: { httpStatus: 400, code, subcode: null, message: safeText('No'), title: null, traceId: null },
  platformTime: null,
  facts: NO_ANSWER,
})

interface Failing {
  readonly step: string
  readonly when: string
  readonly says: RegExp
  readonly account?: Partial<AccountRecord>
  readonly ports?: Partial<TestPorts>
  /** A picture that fits, unless the test says otherwise. */
  readonly pictures?: readonly Partial<MediaRecord>[]
  spoil?(platform: MemoryPlatform): void
}

async function aScene(account: Partial<AccountRecord> = {}, overrides: Partial<TestPorts> = {}) {
  const platform = createMemoryPlatform()
  const test = createTestApp({ platform, fetchPublic: SERVED, ...overrides })
  const { id } = await test.anAccount(account)
  const headers = bearer(await test.newKey())
  const run = async (query = '', of = id) => {
    const response = await test.call(`/api/v1/accounts/${of}/dry-run${query}`, { method: 'POST', headers })
    const body = (await response.json()) as {
      ok: boolean
      code?: string
      retryAfter?: number
      steps: { name: string; ok: boolean; detail: string; finding: { code: string; params: object } }[]
    }
    return { status: response.status, body }
  }
  const end = async () => (await run()).body.steps.at(-1)
  return { test, platform, run, end }
}

describe('a dry run', () => {
  it('goes every step up to a container that is FINISHED, and publishes nothing', async () => {
    const { test, platform, run } = await aScene()
    platform.container = ['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED']
    await test.anImage()
    const { status, body } = await run()
    expect(status).toBe(200)
    expect(body.ok).toBe(true)
    expect(body.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['token', true],
      ['permissions', true],
      ['limit', true],
      ['address', true],
      ['container', true],
      ['processing', true],
    ])
    expect(body.steps.map(({ finding }) => finding.code)).toEqual([
      'TOKEN_ACCEPTED',
      'MAY_PUBLISH',
      'LIMIT_READ',
      'ADDRESS_SERVES',
      'CONTAINER_CREATED',
      'CONTAINER_READY',
    ])
    expect(platform.calls).toEqual(['quota', 'create single', 'status 17', 'status 17', 'status 17'])
    expect(test.clock.now()).toBe(START + 5_000)
    expect(JSON.stringify(body)).not.toMatch(/sealed|token-of/i)
  })

  it.each<Failing>([
    {
      step: 'token',
      when: 'the token cannot be opened',
      account: { tokenExpiresAt: START },
      says: /Reconnect/,
    },
    {
      step: 'permissions',
      when: 'one is missing',
      account: { grantedScopes: ['instagram_business_basic'] },
      says: /Reconnect the account and allow instagram_business_content_publish/,
    },
    {
      step: 'permissions',
      when: 'one of the other login is missing',
      account: { loginMethod: 'partner', grantedScopes: ['instagram_basic', 'pages_show_list'] },
      says: /allow instagram_content_publish, pages_read_engagement/,
    },
    {
      step: 'limit',
      when: 'it is used up',
      spoil: (platform) => void (platform.quota = { used: 50, allowed: 50 }),
      says: /50 of 50 posts in the last 24 hours\. Wait/,
    },
    {
      step: 'token',
      when: 'the platform does not take it',
      spoil: (platform) => void (platform.publishingQuota = async () => refusedBy(190)),
      says: /Reconnect/,
    },
    {
      step: 'permissions',
      when: 'the platform misses one',
      spoil: (platform) => void (platform.publishingQuota = async () => refusedBy(10)),
      says: /grant every permission/,
    },
    {
      step: 'token',
      when: 'the platform does not answer',
      spoil: (platform) => void (platform.quota = null),
      says: /did not answer as expected.*Try again/,
    },
    {
      step: 'token',
      when: 'the platform limits the calls of the account',
      account: { pausedUntil: START + MINUTE },
      says: /Wait 1 min\./,
    },
    { step: 'address', when: 'there is no picture', pictures: [], says: /Upload a picture/ },
    {
      step: 'address',
      when: 'its address does not answer with the file',
      ports: { fetchPublic: async () => new Response('', { status: 404 }) },
      says: /404/,
    },
    {
      step: 'address',
      when: 'its address leads to another one, which the platform does not follow',
      ports: {
        fetchPublic: (input, init) =>
          init?.redirect === 'manual'
            ? Promise.resolve(new Response('', { status: 301 }))
            : SERVED(input, init),
      },
      says: /301/,
    },
    {
      step: 'address',
      when: 'there is none',
      ports: { publicUrl: async () => null },
      says: /media bucket/,
    },
    {
      step: 'address',
      when: 'the bucket does not take the file',
      ports: {
        async publicUrl() {
          throw new CodedError('CLOUD_ERROR', 'The media bucket answered with 503. Try again later.')
        },
      },
      says: /503/,
    },
    {
      step: 'container',
      when: 'the platform refuses it',
      spoil: (platform) => void (platform.createContainer = async () => REFUSED),
      says: /Not today/,
    },
    {
      step: 'processing',
      when: 'the platform cannot use the picture',
      spoil: (platform) => void (platform.container = ['ERROR']),
      says: /could not process the file/,
    },
    {
      step: 'processing',
      when: 'the container has expired',
      spoil: (platform) => void (platform.container = ['EXPIRED']),
      says: /expired/,
    },
    {
      step: 'processing',
      when: 'it cannot be read',
      spoil: (platform) => void (platform.containerStatus = async () => REFUSED),
      says: /Not today/,
    },
  ])('ends with $step when $when, and says what to do', async ({ step, says, ...change }) => {
    const { test, platform, run } = await aScene(change.account, change.ports)
    for (const picture of change.pictures ?? [{}]) await test.anImage(picture)
    change.spoil?.(platform)
    const { status, body } = await run()
    expect([status, body.ok]).toEqual([200, false])
    expect(body.steps.at(-1)).toMatchObject({ name: step, ok: false, detail: expect.stringMatching(says) })
    expect(body.steps.slice(0, -1).every(({ ok }) => ok)).toBe(true)
  })

  it('makes no call for an account whose calls the platform limits', async () => {
    const { test, platform, run } = await aScene({ pausedUntil: START + MINUTE })
    await test.anImage()
    await run()
    expect(platform.calls).toEqual([])
  })

  it('goes as far with the other login', async () => {
    const { test, run } = await aScene({ loginMethod: 'partner', grantedScopes: null })
    await test.anImage()
    expect((await run()).body).toMatchObject({ ok: true, steps: { length: 6 } })
  })

  it('takes the newest picture that every account may post', async () => {
    const { test } = await aScene()
    const fits = await test.anImage({ createdAt: START })
    await test.anImage({ createdAt: START + 1, width: 1080, height: 1920 })
    const newest = await test.anImage({ createdAt: START + 2, width: 4000, height: 500 })
    const asked: string[] = []
    const publicUrl: TestPorts['publicUrl'] = async (item) => {
      asked.push(item.mediaFileId)
      return `https://pictures.example/${item.publicKey}`
    }
    const other = await aScene({}, { media: test.ports.media, publicUrl })
    expect((await other.run()).body.ok).toBe(true)
    expect(asked).toEqual([fits.id])
    await test.ports.media.remove(fits.id)
    await other.run()
    expect(asked).toEqual([fits.id, newest.id])
  })

  it('is made once at a time, and a few times in an hour', async () => {
    const { test, platform, run } = await aScene()
    await test.anImage()
    const other = await test.anAccount()
    const create = platform.createContainer.bind(platform)
    const meanwhile: Awaited<ReturnType<typeof run>>[] = []
    platform.createContainer = async (...asked) => {
      platform.createContainer = create
      meanwhile.push(await run(), await run('', other.id))
      return create(...asked)
    }
    expect((await run()).status).toBe(200)
    const [again, ofOther] = meanwhile
    expect(ofOther?.status).toBe(200)
    expect(again).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', retryAfter: 60 } })
    const later = []
    for (let n = 0; n < 25; n += 1) {
      later.push((await run()).status)
      test.clock.advance(MINUTE)
    }
    expect(later.filter((status) => status === 200)).toHaveLength(11)
    expect(platform.calls.filter((call) => call.startsWith('create'))).toHaveLength(13)
    expect((await test.ports.posts.list({ limit: 9, offset: 0 })).total).toBe(0)
  })

  it('asks the platform each time, whatever it said ten minutes ago', async () => {
    const { test, platform, run } = await aScene()
    await test.anImage()
    await run()
    platform.quota = { used: 50, allowed: 50 }
    expect((await run()).body.steps.at(-1)).toMatchObject({ name: 'limit', ok: false })
    platform.publishingQuota = async () => refusedBy(190)
    expect((await run()).body.steps).toMatchObject([{ name: 'token', ok: false }])
  })

  const REFUSING = (['publishingQuota', 'createContainer', 'containerStatus'] as const).flatMap((call) =>
    (
      [
        [190, 'ACCESS_ENDED', 'reconnect'],
        [10, 'ACCESS_REFUSED', 'reconnect'],
        [200, 'ACCESS_REFUSED', 'settle_at_platform'],
      ] as const
    ).map((row) => [call, ...row] as const),
  )
  it.each(REFUSING)(
    'tells of a refusal of %s by %s in what needs a person, as %s with %s, until the platform answers',
    async (call, code, told, nextStep) => {
      const { test, platform, run } = await aScene()
      await test.anImage()
      const { [call]: answer } = platform
      const trouble = async () => {
        const response = await test.call('/api/v1/attention', { headers: bearer(await test.newKey()) })
        return ((await response.json()) as { entries: object[] }).entries
      }
      const refuse = () => Object.assign(platform, { [call]: async () => refusedBy(code) })
      refuse()
      await run()
      expect(await trouble()).toMatchObject([{ code: told, detail: { code: 'FAILURE' }, nextStep }])
      Object.assign(platform, { [call]: answer })
      await run()
      expect(await trouble()).toEqual([])
      refuse()
      await run()
      const [account] = await test.ports.accounts.list()
      await test.ports.accounts.update(account?.id ?? '', { sealedToken: 'of another login' })
      expect(await trouble()).toEqual([])
    },
  )

  it('tells of a refused container until one is made, also when the night check finds nothing', async () => {
    const { test, platform, run } = await aScene()
    const image = await test.anImage()
    const [account] = await test.ports.accounts.list()
    const scheduledFor = START + 2 * HOUR
    await accept(test.ports, {
      platformAccountId: account?.id ?? '',
      mediaFileIds: [image.id],
      status: 'SCHEDULED',
      scheduledFor,
    })
    const create = platform.createContainer.bind(platform)
    platform.createContainer = async () => refusedBy(10)
    await run()
    const publishingQuota = platform.publishingQuota.bind(platform)
    const attention = createAttention({ ...test.ports, platform: { publishingQuota } })
    const isTold = async () => (await attention.list()).entries.some(({ code }) => code === 'ACCESS_REFUSED')
    await attention.checkNow()
    expect(await isTold()).toBe(true)
    platform.createContainer = create
    await run()
    expect(await isTold()).toBe(false)
  })

  it('tells of a refused container no longer once a post has gone live', async () => {
    const { test, platform, run } = await aScene()
    await test.anImage()
    const [account] = await test.ports.accounts.list()
    platform.createContainer = async () => refusedBy(10)
    await run()
    const attention = createAttention(test.ports)
    const isTold = async () => (await attention.list()).entries.some(({ code }) => code === 'ACCESS_REFUSED')
    test.clock.advance(MINUTE)
    await accept(test.ports, { platformAccountId: account?.id ?? '' })
    await attention.runNightCheck()
    expect(await isTold()).toBe(true)
    const publishedAt = test.clock.now()
    await mustCommit(test.ports, await mustClaim(test.ports), { ...PUBLISHED, publishedAt })
    await attention.runNightCheck()
    expect(await isTold()).toBe(false)
  })

  it('tells of a refused container no longer once one is made, also when its picture is not ready in time', async () => {
    const { test, platform, run } = await aScene()
    await test.anImage()
    const create = platform.createContainer.bind(platform)
    platform.createContainer = async () => refusedBy(10)
    await run()
    Object.assign(platform, { createContainer: create, container: ['IN_PROGRESS'] })
    expect((await run()).body.steps.at(-1)).toMatchObject({ name: 'processing', ok: false })
    expect((await createAttention(test.ports).list()).entries).toEqual([])
  })

  it('waits for the platform no longer than a minute', async () => {
    const { test, platform, end } = await aScene()
    platform.container = ['IN_PROGRESS']
    await test.anImage()
    expect(await end()).toMatchObject({
      name: 'processing',
      ok: false,
      detail: expect.stringMatching(/after a minute/),
    })
    expect(test.clock.now() - START).toBeLessThan(2 * MINUTE)
  })

  it('takes the picture that is named, and finds neither another one nor another account', async () => {
    const { test, run } = await aScene()
    const { id } = await test.anImage()
    expect((await run(`?mediaFileId=${id}`)).body.ok).toBe(true)
    expect(await run(`?mediaFileId=${crypto.randomUUID()}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
    expect(await run('', crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})
