// The contract's cloud endpoints: what they say of a Worker that answers, and of one that does not.
import { beforeEach, describe, expect, it } from 'vitest'
import { fromBase64Url } from '../../../core/base64url.ts'
import { keyIdOf, type WorkerStatus } from '../../../core/engine/worker/protocol.ts'
import { MINUTE, SECOND, toIso } from '../../../core/time.ts'
import { API_URL } from '../../fakes/cloud/cloud-ports.ts'
import { bearer, createTestApp, type TestApp } from '../../fakes/test-app.ts'
import { aWorkerStatus } from '../../provider-double/deployed-worker.ts'
import { createCloudWorld, DEPLOY, type CloudWorld } from '../features/cloud/cloud-world.ts'

const WORKER = { url: 'https://w.example', key: 'the-worker-key', encryptionKey: `${'B'.repeat(42)}A` }
const BUCKET = {
  endpoint: 'https://s3.example',
  name: 'media',
  accessKeyId: 'access',
  secretAccessKey: 'secret-access-key',
  publicUrl: 'https://cdn.example',
}

let world: CloudWorld
let test: TestApp
let key: Record<string, string>
/** What the Worker at the other end answers. */
let answer: (request: Request) => Response | Promise<Response>
let ports: ReturnType<CloudWorld['start']>

beforeEach(async () => {
  world = await createCloudWorld()
  answer = () => Promise.reject(new TypeError('fetch failed'))
  ports = world.start({
    fetch: async (input, init) => {
      const request = new Request(input, init)
      return request.url.startsWith(API_URL) ? world.provider.fetch(request) : answer(request)
    },
  })
  test = createTestApp({ ...ports, clock: world.clock })
  key = bearer(await test.newKey())
})

const get = (path: string) => test.call(`/api/v1/cloud/${path}`, { headers: key })
const json = async (path: string): Promise<unknown> => (await get(path)).json()
const codeOf = async (path: string) => {
  const response = await get(path)
  return `${response.status} ${((await response.json()) as { code?: string }).code}`
}
const connect = () => ports.cloudSetup.changeCloud({ worker: WORKER, bucket: BUCKET })

async function says(change: Partial<WorkerStatus> = {}): Promise<void> {
  const keyId = await keyIdOf(fromBase64Url(WORKER.encryptionKey))
  answer = (request) =>
    request.headers.get('authorization') === `Bearer ${WORKER.key}`
      ? Response.json({ ...aWorkerStatus(world.clock.now()), keyId, ...change })
      : Response.json({ error: 'no', code: 'AUTH_INVALID_KEY', status: 401 }, { status: 401 })
}

describe('GET /cloud/status', () => {
  it('says that nothing is set up', async () => {
    expect(await json('status')).toEqual({
      isConfigured: false,
      isVerified: false,
      lastVerifiedAt: null,
      bucketConfigured: false,
      workerConfigured: false,
      bucketName: null,
      bucketPublicUrl: null,
      workerUrl: null,
      hasStoredApiToken: false,
    })
  })

  it('says what is set up, and asks the Worker whether the keys are right', async () => {
    await connect()
    await says()
    expect(await json('status')).toEqual({
      isConfigured: true,
      isVerified: true,
      lastVerifiedAt: toIso(world.clock.now()),
      bucketConfigured: true,
      workerConfigured: true,
      bucketName: 'media',
      bucketPublicUrl: 'https://cdn.example',
      workerUrl: 'https://w.example',
      hasStoredApiToken: false,
    })
  })

  it('is not configured with half of it', async () => {
    await ports.cloudSetup.changeCloud({ bucket: BUCKET })
    expect(await json('status')).toMatchObject({ isConfigured: false, bucketConfigured: true })
  })

  it('answers for a Worker that is silent, and does not ask it each time', async () => {
    await connect()
    let asked = 0
    answer = () => {
      asked += 1
      return Promise.reject(new TypeError('fetch failed'))
    }
    expect(await json('status')).toMatchObject({
      isConfigured: true,
      isVerified: false,
      lastVerifiedAt: null,
    })
    await json('status')
    expect(asked).toBe(1)
    world.clock.advance(MINUTE + 1)
    await json('status')
    expect(asked).toBe(2)
  })
})

describe('GET /cloud/diagnostics', () => {
  it('tells what the Worker says of itself', async () => {
    await connect()
    const now = world.clock.now()
    const job = { jobId: 'j', postId: 'p', state: 'published', publishAt: now } as const
    await says({
      timestamp: now + 45 * SECOND,
      lastCronRun: now,
      counts: {
        scheduled: 3,
        completed: 2,
        failed: 1,
        unknownVersion: 4,
        repostConfigs: 5,
        pendingReposts: 6,
      },
      recentJobs: [job],
    })
    expect(await json('diagnostics')).toEqual({
      version: '1.0.0',
      hasEncryptionKey: true,
      lastCronRun: toIso(now),
      scheduledCount: 3,
      repostConfigCount: 5,
      pendingRepostCount: 6,
      completedCount: 2,
      failedCount: 1,
      recentJobs: [{ ...job, publishAt: toIso(now) }],
      timestamp: toIso(now + 45 * SECOND),
      offline: false,
      offlineReason: null,
      keyMatches: true,
      clockSkewSeconds: 45,
      unknownVersionCount: 4,
      fromSecondCopy: false,
      outdatedReason: null,
      freePlan: null,
    })
  })

  it.each([
    [90 * SECOND, false],
    [91 * SECOND, true],
  ])('with a timer that last ran %i ms ago is offline: %s', async (age, offline) => {
    await connect()
    await says({ lastCronRun: world.clock.now() - age })
    const body = await json('diagnostics')
    expect(body).toMatchObject({ offline, offlineReason: offline ? expect.stringContaining('91 s') : null })
  })

  it('with a timer that never ran is offline', async () => {
    await connect()
    await says({ lastCronRun: null })
    expect(await json('diagnostics')).toMatchObject({ lastCronRun: null, offline: true })
  })

  it.each([
    ['0'.repeat(16), true],
    [null, false],
  ])('with the encryption key %s says that the keys differ', async (keyId, hasEncryptionKey) => {
    await connect()
    await says({ keyId })
    expect(await json('diagnostics')).toMatchObject({ hasEncryptionKey, keyMatches: false })
  })
})

describe('a Worker', () => {
  const READERS = ['diagnostics', 'cron-status', 'kv']

  it('that is not set up', async () => {
    expect(await codeOf('diagnostics')).toBe('400 CLOUD_NOT_CONFIGURED')
    expect(await json('cron-status')).toEqual({
      configured: false,
      crons: [],
      hasCron: false,
      lastCronRun: null,
      modified_on: null,
    })
    expect(await json('kv')).toMatchObject({ configured: false, keys: [], keyCount: 0, metaValues: {} })
  })

  it.each(READERS)('that gives no answer makes %s answer WORKER_UNREACHABLE', async (path) => {
    await connect()
    for (const silence of [
      () => Promise.reject(new TypeError('fetch failed')),
      () => new Response('bad gateway', { status: 502 }),
      () => new Response('<html>parked</html>'),
      () => new Response('not here', { status: 404 }),
    ]) {
      answer = silence
      expect(await codeOf(path)).toBe('502 WORKER_UNREACHABLE')
    }
  })

  it.each(READERS)('that does not take the key makes %s answer INVALID_WORKER_KEY', async (path) => {
    await ports.cloudSetup.changeCloud({ worker: { ...WORKER, key: 'an-old-key' } })
    await says()
    expect(await codeOf(path)).toBe('400 INVALID_WORKER_KEY')
  })
})

describe('GET /cloud/cron-status', () => {
  it('of a Worker that was connected by hand tells what woke it', async () => {
    await connect()
    await says()
    expect(await json('cron-status')).toEqual({
      configured: true,
      crons: [{ cron: '* * * * *' }],
      hasCron: true,
      lastCronRun: toIso(world.clock.now()),
      modified_on: null,
    })
    await says({ cron: null, lastCronRun: null })
    expect(await json('cron-status')).toMatchObject({ crons: [], hasCron: false, lastCronRun: null })
  })

  it('of one whose scheduler is silent does not say that there is no timer: nobody knows', async () => {
    await connect()
    await says({ cron: null, secondCopy: true })
    expect(await codeOf('cron-status')).toBe('500 CLOUD_ERROR')
  })

  const deployed = async () => {
    answer = async (request) => (await world.workers.answer(request)) ?? Response.error()
    await ports.deployer.run(DEPLOY)
    world.workers.status.lastCronRun = world.clock.now()
  }

  it('of a Worker that was deployed from here tells what the provider says', async () => {
    await deployed()
    expect(await json('cron-status')).toEqual({
      configured: true,
      crons: [{ cron: '* * * * *' }],
      hasCron: true,
      lastCronRun: toIso(world.clock.now()),
      modified_on: toIso(world.clock.now()),
    })
    world.provider.account.schedules.clear()
    expect(await json('cron-status')).toMatchObject({ crons: [], hasCron: false, modified_on: null })
  })

  it('still tells it while the Worker is silent', async () => {
    await deployed()
    answer = () => Promise.reject(new TypeError('fetch failed'))
    expect(await json('cron-status')).toMatchObject({ hasCron: true, lastCronRun: null })
  })

  it.each([
    [403, 10000],
    [404, 10007],
    [500, 1],
  ])('answers CLOUD_ERROR when the provider answers %i %i', async (status, code) => {
    await deployed()
    world.provider.fail(/schedules$/, { kind: 'refusal', status, code }, 2)
    expect(await codeOf('cron-status')).toBe('500 CLOUD_ERROR')
  })
})

describe('GET /cloud/kv', () => {
  it('lists the keys below a prefix', async () => {
    await connect()
    const asked: string[] = []
    answer = ({ url }) => {
      asked.push(url)
      return Response.json({
        keys: [{ name: 'meta:lastCronRun' }, { name: 'job:1' }],
        isComplete: false,
        metaValues: { 'meta:lastCronRun': 'x' },
      })
    }
    expect(await json('kv?prefix=a%26b')).toEqual({
      configured: true,
      keys: [{ name: 'meta:lastCronRun' }, { name: 'job:1' }],
      keyCount: 2,
      metaValues: { 'meta:lastCronRun': 'x' },
      isComplete: false,
      hasMore: true,
    })
    await json('kv')
    expect(asked).toEqual(['https://w.example/kv?prefix=a%26b', 'https://w.example/kv?prefix='])
  })

  it('refuses a prefix that no key can have', async () => {
    expect(await codeOf(`kv?prefix=${'x'.repeat(513)}`)).toBe('400 VALIDATION_ERROR')
  })
})
