// Which Worker and which bucket are ours, as it is kept and as variables say it.
import { beforeEach, describe, expect, it } from 'vitest'
import { ENVELOPE_VERSION, keyIdOf } from '../../../../../core/engine/worker/protocol.ts'
import { fromBase64Url } from '../../../../../core/base64url.ts'
import { MINUTE, SECOND } from '../../../../../core/time.ts'
import { aWorkerStatus } from '../../../../provider-double/deployed-worker.ts'
import { createCloudWorld, type CloudWorld } from '../cloud-world.ts'

const WORKER = { url: 'https://w.example', key: 'worker-key-1234567890', encryptionKey: `${'B'.repeat(42)}A` }
const BUCKET = {
  endpoint: 'https://s3.example',
  name: 'media',
  accessKeyId: 'access',
  secretAccessKey: 'secret-access-key',
  publicUrl: 'https://cdn.example',
}

let world: CloudWorld
beforeEach(async () => {
  world = await createCloudWorld()
})

describe('what is set up', () => {
  it('is nothing at first', async () => {
    const { cloudSetup } = world.start()
    expect(await cloudSetup.cloudState()).toMatchObject({
      workerUrl: null,
      workerKey: null,
      encryptionKey: null,
      bucket: null,
      verifiedAt: null,
      deployment: null,
      apiToken: null,
    })
    expect(await cloudSetup.workerLink()).toBeNull()
    expect(await cloudSetup.cloudConnection()).toBeNull()
  })

  it('is kept sealed, and is there after a restart', async () => {
    await world.start().cloudSetup.changeCloud({ worker: WORKER, bucket: BUCKET, apiToken: 'the-token' })
    const stored = [...world.values.values()].join()
    for (const secret of [WORKER.key, WORKER.encryptionKey, BUCKET.secretAccessKey, 'the-token'])
      expect(stored).not.toContain(secret)
    const { cloudSetup } = world.start()
    expect(await cloudSetup.cloudState()).toMatchObject({
      workerUrl: WORKER.url,
      workerKey: WORKER.key,
      encryptionKey: WORKER.encryptionKey,
      bucket: BUCKET,
      apiToken: 'the-token',
      keyId: await keyIdOf(fromBase64Url(WORKER.encryptionKey)),
    })
  })

  it('makes a connection once Worker and bucket are there, the same until something changes', async () => {
    const { cloudSetup } = world.start()
    await cloudSetup.changeCloud({ worker: WORKER })
    expect(await cloudSetup.workerLink()).not.toBeNull()
    expect(await cloudSetup.cloudConnection()).toBeNull()
    await cloudSetup.changeCloud({ bucket: BUCKET })
    const connection = await cloudSetup.cloudConnection()
    expect(connection).toMatchObject({ workerUrl: WORKER.url, mediaBaseUrl: BUCKET.publicUrl })
    expect(await cloudSetup.cloudConnection()).toBe(connection)
    await cloudSetup.changeCloud({ worker: null })
    expect(await cloudSetup.cloudConnection()).toBeNull()
  })

  it('has one client of the bucket for as long as that stays the same, with and without a Worker', async () => {
    const { cloudSetup } = world.start()
    expect(await cloudSetup.mediaBucket()).toBeNull()
    await cloudSetup.changeCloud({ bucket: BUCKET })
    const alone = await cloudSetup.mediaBucket()
    expect(alone?.publicUrl).toBe(BUCKET.publicUrl)
    await cloudSetup.changeCloud({ worker: WORKER })
    expect((await cloudSetup.mediaBucket())?.bucket).toBe(alone?.bucket)
    expect((await cloudSetup.cloudConnection())?.bucket).toBe(alone?.bucket)
    await cloudSetup.changeCloud({ bucket: { ...BUCKET, name: 'another' } })
    expect((await cloudSetup.mediaBucket())?.bucket).not.toBe(alone?.bucket)
  })

  it('seals what both sides share under the shared key', async () => {
    const { cloudSetup } = world.start()
    await cloudSetup.changeCloud({ worker: WORKER, bucket: BUCKET })
    const connection = await cloudSetup.cloudConnection()
    const sealed = (await connection?.vault.seal('a token', 'somewhere')) ?? ''
    expect(await world.vault.open(sealed, 'somewhere')).toBeNull()
    expect(await connection?.vault.open(sealed, 'somewhere')).toBe('a token')
  })

  it('loses no change of several at once', async () => {
    const { cloudSetup } = world.start()
    await Promise.all([
      cloudSetup.changeCloud({ worker: WORKER }),
      cloudSetup.changeCloud({ bucket: BUCKET }),
      cloudSetup.changeCloud({ apiToken: 'the-token' }),
    ])
    expect(await cloudSetup.cloudState()).toMatchObject({
      workerUrl: WORKER.url,
      bucket: BUCKET,
      apiToken: 'the-token',
    })
  })

  it.each<[string, unknown]>([
    ['another shape', { worker: 7, bucket: [], sealedApiToken: {}, deployment: 'x', verification: 1 }],
    ['no object', 'nonsense'],
    [
      'secrets of another key',
      {
        worker: { url: WORKER.url, sealedKey: 'v1.a.b', sealedEncryptionKey: 'v1.a.b' },
        sealedApiToken: 'v1.a.b',
      },
    ],
  ])('counts as nothing when it has %s', async (_what, value) => {
    world.values.set('cloud', JSON.stringify(value))
    const { cloudSetup } = world.start()
    expect(await cloudSetup.cloudState()).toMatchObject({ workerUrl: null, bucket: null, apiToken: null })
    await cloudSetup.changeCloud({ worker: WORKER })
    expect(await cloudSetup.cloudState()).toMatchObject({ workerUrl: WORKER.url })
  })

  it('is read again after a read that failed', async () => {
    const store = world.settings
    let broken = true
    const { cloudSetup } = world.start({
      settings: { ...store, get: (name) => (broken ? Promise.reject(new Error('disk')) : store.get(name)) },
    })
    await expect(cloudSetup.cloudState()).rejects.toThrow('disk')
    broken = false
    expect(await cloudSetup.cloudState()).toMatchObject({ workerUrl: null })
  })
})

describe('variables', () => {
  const other = { ...WORKER, url: 'https://fixed.example' }

  it('win as a whole, and each group for itself', async () => {
    await world.start().cloudSetup.changeCloud({ worker: WORKER, bucket: BUCKET })
    const { cloudSetup } = world.start({ fixedCloud: { worker: other, bucket: null } })
    expect(await cloudSetup.cloudState()).toMatchObject({
      workerUrl: other.url,
      workerFrom: 'variable',
      bucket: BUCKET,
      bucketFrom: 'page',
    })
  })

  it('do not inherit what was deployed from here', async () => {
    const deployment = { accountId: 'a', scriptName: 's', namespaceId: null, version: null }
    await world.start().cloudSetup.changeCloud({ worker: WORKER, deployment })
    const { cloudSetup } = world.start({ fixedCloud: { worker: other, bucket: null } })
    expect((await cloudSetup.cloudState()).deployment).toBeNull()
  })
})

describe('which Worker is connected', () => {
  const asked: string[] = []
  /** One Worker at each address, all under the same key. Without a store it does not say which storage it has. */
  const online = (
    stores: Record<string, { storeId?: string; secondCopy?: boolean } | null>,
    url = WORKER.url,
  ) =>
    world.start({
      fixedCloud: { worker: { ...WORKER, url }, bucket: BUCKET },
      fetch: async (input) => {
        const { origin, pathname } = new URL(new Request(input).url)
        asked.push(pathname)
        const store = stores[origin]
        if (!store) throw new TypeError('fetch failed')
        if (pathname !== '/status') return Response.json({ error: 'no', code: 'NOT_FOUND' }, { status: 404 })
        return Response.json({
          ...aWorkerStatus(0),
          ...store,
          keyId: await keyIdOf(fromBase64Url(WORKER.encryptionKey)),
        })
      },
    }).cloudSetup
  const key = () => keyIdOf(fromBase64Url(WORKER.encryptionKey))
  const other = 'https://other.example'
  const both = { [WORKER.url]: { storeId: 'one' }, [other]: { storeId: 'two' } }
  beforeEach(() => void asked.splice(0))

  it('is told by its storage, where another has the same key', async () => {
    expect((await online(both).cloudConnection())?.keyId).toBe(`${await key()}/one`)
    expect((await online(both, other).cloudConnection())?.keyId).toBe(`${await key()}/two`)
    expect((await online(both).cloudConnection())?.keyId).toBe(`${await key()}/one`)
  })

  it('is the same at another address', async () => {
    const moved = { ...both, [other]: { storeId: 'one' } }
    expect((await online(moved, other).cloudConnection())?.keyId).toBe(
      (await online(moved).cloudConnection())?.keyId,
    )
  })

  it('is asked for once, and known after a restart while it does not answer', async () => {
    const before = online(both)
    await Promise.all([before.cloudConnection(), before.cloudConnection()])
    expect((await before.cloudConnection())?.keyId).toBe(`${await key()}/one`)
    expect((await online({}).cloudConnection())?.keyId).toBe(`${await key()}/one`)
    expect(asked).toEqual(['/status'])
  })

  it('stays the same at an address whose storage was recreated', async () => {
    await online(both).cloudConnection()
    const recreated = online({ [WORKER.url]: { storeId: 'another' } })
    await (await recreated.workerLink())?.status()
    expect((await recreated.cloudConnection())?.keyId).toBe(`${await key()}/one`)
  })

  it('is known by its key alone when it is an older version, until it is deployed again', async () => {
    const store: { storeId?: string } = {}
    const cloudSetup = online({ [WORKER.url]: store })
    const connection = await cloudSetup.cloudConnection()
    expect(connection?.keyId).toBe(await key())
    expect(await connection?.worker.job('id', 'account')).toMatchObject({ kind: 'ok', value: null })
    store.storeId = 'one'
    await connection?.worker.status()
    expect((await cloudSetup.cloudConnection())?.keyId).toBe(`${await key()}/one`)
  })

  it.each([
    ['does not answer', null],
    ['answers from its second copy', { secondCopy: true }],
  ])('is not known while it %s: nothing is asked of it that would tell anything', async (_what, silent) => {
    const answers: Parameters<typeof online>[0] = { [WORKER.url]: silent }
    const cloudSetup = online(answers)
    const connection = await cloudSetup.cloudConnection()
    answers[WORKER.url] = { storeId: 'one' }
    expect(await connection?.worker.job('id', 'account')).toMatchObject({ kind: 'unreachable' })
    expect(await connection?.worker.cancelJob('id')).toMatchObject({ kind: 'unreachable' })
    expect(asked).toEqual(['/status'])
    world.clock.advance(10 * SECOND)
    expect((await cloudSetup.cloudConnection())?.keyId).toBe(`${await key()}/one`)
  })

  it('is not asked for again within ten seconds of a question without an answer', async () => {
    const cloudSetup = online({})
    await Promise.all([cloudSetup.cloudConnection(), cloudSetup.cloudConnection()])
    await cloudSetup.cloudConnection()
    expect(asked).toEqual(['/status'])
    world.clock.advance(10 * SECOND)
    await cloudSetup.cloudConnection()
    expect(asked).toEqual(['/status', '/status'])
  })

  it('is not known while it refuses the worker key, which is what its calls say', async () => {
    const cloudSetup = world.start({
      fixedCloud: { worker: WORKER, bucket: BUCKET },
      fetch: async () => Response.json({ error: 'no', code: 'AUTH_REQUIRED' }, { status: 401 }),
    }).cloudSetup
    const reply = await (await cloudSetup.cloudConnection())?.worker.changes(0)
    expect(reply).toMatchObject({ kind: 'refused', refusal: { httpStatus: 401 } })
  })
})

describe('whether the keys are right', () => {
  const answering = (answer: () => Response | Promise<Response>) =>
    world.start({ fetch: async () => answer() })
  const right = async () =>
    Response.json({ ...aWorkerStatus(0), keyId: await keyIdOf(fromBase64Url(WORKER.encryptionKey)) })

  it('is recorded with each answer, whoever asks, and written at most once a minute', async () => {
    let writes = 0
    const store = world.settings
    const { cloudSetup } = world.start({
      fetch: right,
      settings: { ...store, put: (values) => ((writes += 1), store.put(values)) },
    })
    await cloudSetup.changeCloud({ worker: WORKER })
    const ask = async () => (await cloudSetup.workerLink())?.status()
    await ask()
    expect(await cloudSetup.cloudState()).toMatchObject({ isVerified: true, verifiedAt: world.clock.now() })
    expect(writes).toBe(2)
    await ask()
    expect(writes).toBe(2)
    world.clock.advance(MINUTE)
    await ask()
    expect(writes).toBe(3)
    expect(await cloudSetup.cloudState()).toMatchObject({ verifiedAt: world.clock.now() })
  })

  it('is told once it is stored, as another set-up is', async () => {
    const seen: Promise<number | null>[] = []
    const { cloudSetup } = world.start({
      fetch: right,
      changed: () => seen.push(cloudSetup.cloudState().then(({ verifiedAt }) => verifiedAt)),
    })
    await cloudSetup.changeCloud({ worker: WORKER })
    await (await cloudSetup.workerLink())?.status()
    expect(await Promise.all(seen)).toEqual([null, world.clock.now()])
  })

  it.each([
    [
      'refuses the worker key',
      () => Response.json({ error: 'no', code: 'AUTH_INVALID_KEY' }, { status: 401 }),
    ],
    ['holds another encryption key', () => Response.json({ ...aWorkerStatus(0), keyId: '0'.repeat(16) })],
    ['holds no encryption key', () => Response.json(aWorkerStatus(0))],
  ])('is no longer confirmed when the Worker %s, but stays on record', async (_what, answer) => {
    let now: () => Response | Promise<Response> = right
    const { cloudSetup } = answering(() => now())
    await cloudSetup.changeCloud({ worker: WORKER })
    await (await cloudSetup.workerLink())?.status()
    const verifiedAt = world.clock.now()
    now = answer
    await (await cloudSetup.workerLink())?.status()
    expect(await cloudSetup.cloudState()).toMatchObject({ isVerified: false, verifiedAt })
  })

  it('is asked for every five minutes by the exchange in the background, where nobody looks', async () => {
    let asked = 0
    const { cloudSetup } = world.start({
      fetch: async (input) => {
        if (new URL(new Request(input).url).pathname !== '/changes') return ((asked += 1), right())
        const none = { jobs: [], accounts: [], repostConfigs: [], reposts: [], until: 0, hasMore: false }
        return Response.json({ ...none, timestamp: world.clock.now(), envelopeVersion: ENVELOPE_VERSION })
      },
    })
    await cloudSetup.changeCloud({ worker: WORKER })
    const exchange = async () => (await cloudSetup.workerLink())?.changes(0)
    await exchange()
    world.clock.advance(5 * MINUTE - 1)
    await exchange()
    expect(asked).toBe(1)
    world.clock.advance(1)
    await exchange()
    expect(await cloudSetup.cloudState()).toMatchObject({ isVerified: true, verifiedAt: world.clock.now() })
    expect(asked).toBe(2)
  })

  it('is over when the Worker refuses the worker key to the exchange in the background', async () => {
    let now: () => Response | Promise<Response> = right
    const { cloudSetup } = answering(() => now())
    await cloudSetup.changeCloud({ worker: WORKER })
    await (await cloudSetup.workerLink())?.status()
    now = () => Response.json({ error: 'no', code: 'AUTH_INVALID_KEY' }, { status: 401 })
    await (await cloudSetup.workerLink())?.changes(0)
    expect(await cloudSetup.cloudState()).toMatchObject({ isVerified: false })
  })

  it('stays as it was while nobody answers', async () => {
    let now: () => Response | Promise<Response> = right
    const { cloudSetup } = answering(() => now())
    await cloudSetup.changeCloud({ worker: WORKER })
    await (await cloudSetup.workerLink())?.status()
    now = () => Promise.reject(new TypeError('fetch failed'))
    await (await cloudSetup.workerLink())?.status()
    expect(await cloudSetup.cloudState()).toMatchObject({ isVerified: true })
  })

  it('is not known of another Worker', async () => {
    const { cloudSetup } = answering(right)
    await cloudSetup.changeCloud({ worker: WORKER })
    await (await cloudSetup.workerLink())?.status()
    await cloudSetup.changeCloud({ worker: { ...WORKER, url: 'https://another.example' } })
    expect(await cloudSetup.cloudState()).toMatchObject({ isVerified: false, verifiedAt: null })
  })
})
