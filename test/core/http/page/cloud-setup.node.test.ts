// The set-up of the cloud, as the page drives it. In Node only: that is where it runs.
import { beforeEach, describe, expect, it } from 'vitest'
import type { CloudMoves } from '../../../../core/features/cloud/connection/connect.ts'
import { CodedError } from '../../../../core/coded-error.ts'
import { createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'
import { newAccount, type Permission } from '../../../provider-double/account-state.ts'
import { ACCOUNT_ID, newToken, TOKEN, TOKEN_ID } from '../../../provider-double/provider-double.ts'
import { createCloudWorld, DEPLOY, type CloudWorld } from '../../features/cloud/cloud-world.ts'

let world: CloudWorld
let test: TestApp
let page: Record<string, string>
let ports: ReturnType<CloudWorld['start']>
/** Posts and accounts that the Worker keeps to itself. */
let left: { posts: number; accounts: number }

async function open(change: Parameters<CloudWorld['start']>[0] = {}): Promise<void> {
  left = { posts: 0, accounts: 0 }
  const moves: Partial<CloudMoves> = {
    recallAll: async () => ({ posts: left.posts, accounts: 0 }),
    abandonAll: async () => void (left.posts = 0),
    unregisterAccounts: async () => void (left.accounts = 0),
    registerAllAccounts: async () => ({ left: left.accounts }),
  }
  ports = world.start({ moves, ...change })
  test = createTestApp({ ...ports, clock: world.clock })
  page = fromPage(await test.signIn())
}

beforeEach(async () => {
  world = await createCloudWorld()
  await open()
})

const post = (path: string, body: unknown = {}) =>
  test.call(`/api/cloud/${path}`, jsonRequest('POST', body, page))
const read = async (response: Response) => (await response.json()) as Record<string, unknown>
const codeOf = async (response: Response) => `${response.status} ${String((await read(response))['code'])}`
const deployment = async () => read(await test.call('/api/cloud/deployment', { headers: page }))
const status = async () => read(await test.call('/api/cloud/status', { headers: page }))

describe('validating a token', () => {
  it('tells each permission, the account’s name, and that all is ready', async () => {
    const response = await post('validate', { apiToken: ` ${TOKEN} ` })
    expect(response.status).toBe(200)
    expect(await read(response)).toEqual({
      token: { kind: 'user', expiresOn: null },
      accounts: [
        {
          id: ACCOUNT_ID,
          name: 'Ada’s account',
          permissions: [
            { name: 'Account Settings: Read', granted: true },
            { name: 'Workers Scripts: Edit', granted: true },
            { name: 'Workers KV Storage: Edit', granted: true },
            { name: 'Workers R2 Storage: Edit', granted: true },
          ],
          r2Enabled: true,
          workersDevName: 'ada',
          isReady: true,
        },
      ],
      needsAccountId: false,
    })
    expect(world.provider.calls.every((call) => call.startsWith('GET '))).toBe(true)
  })

  it.each<[Permission, string]>([
    ['scripts', 'Workers Scripts: Edit'],
    ['kv', 'Workers KV Storage: Edit'],
    ['r2', 'Workers R2 Storage: Edit'],
  ])('names the permission that is missing: %s', async (permission, name) => {
    world.provider.state.tokens.get(TOKEN)?.permissions.delete(permission)
    const { accounts } = (await read(await post('validate', { apiToken: TOKEN }))) as { accounts: unknown[] }
    const granted = (accounts[0] as { permissions: { name: string; granted: boolean }[] }).permissions
    expect(granted.filter((each) => !each.granted).map((each) => each.name)).toEqual([name])
    expect(accounts[0]).toMatchObject({ isReady: false })
  })

  it('tells R2 that is not enabled from R2 that is not allowed', async () => {
    world.provider.account.r2Enabled = false
    const body = await read(await post('validate', { apiToken: TOKEN }))
    expect(body).toMatchObject({ accounts: [{ r2Enabled: false, isReady: false }] })
    world.provider.state.tokens.get(TOKEN)?.permissions.delete('r2')
    expect(await read(await post('validate', { apiToken: TOKEN }))).toMatchObject({
      accounts: [{ r2Enabled: null }],
    })
  })

  it('of several accounts tells each', async () => {
    const other = newAccount('f'.repeat(32), 'Other')
    other.subdomain = null
    world.provider.state.accounts.set(other.id, other)
    world.provider.state.tokens.set(TOKEN, newToken(TOKEN_ID, { accounts: [ACCOUNT_ID, other.id] }))
    const body = await read(await post('validate', { apiToken: TOKEN }))
    expect(body).toMatchObject({ accounts: [{ workersDevName: 'ada' }, { workersDevName: null }] })
    const one = await read(await post('validate', { apiToken: TOKEN, accountId: other.id }))
    expect(one['accounts']).toMatchObject([{ id: other.id, name: 'Other' }])
  })

  it('of one that may not list accounts asks for the account', async () => {
    world.provider.state.tokens.get(TOKEN)?.permissions.delete('account')
    const body = await read(await post('validate', { apiToken: TOKEN }))
    expect(body).toMatchObject({ accounts: [], needsAccountId: true })
    const named = await read(await post('validate', { apiToken: TOKEN, accountId: ACCOUNT_ID }))
    expect(named).toMatchObject({
      accounts: [{ id: ACCOUNT_ID, name: null, isReady: true }],
      needsAccountId: false,
    })
  })

  it('of the account itself is understood', async () => {
    world.provider.state.tokens.set('cfat_x', newToken('a'.repeat(32), { kind: 'account' }))
    expect(await read(await post('validate', { apiToken: 'cfat_x' }))).toMatchObject({
      token: { kind: 'account' },
      accounts: [{ isReady: true }],
    })
  })

  it('of an account that may not list accounts is looked up at its account, once that is entered', async () => {
    const token = newToken('a'.repeat(32), { kind: 'account' })
    token.permissions.delete('account')
    world.provider.state.tokens.set('cfat_x', token)
    const refused = await read(await post('validate', { apiToken: 'cfat_x' }))
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', refusal: { code: 'OWNER_UNKNOWN' } })
    expect(await read(await post('validate', { apiToken: 'cfat_x', accountId: ACCOUNT_ID }))).toMatchObject({
      token: { kind: 'account' },
      accounts: [{ id: ACCOUNT_ID, isReady: true }],
    })
  })

  it('refuses a missing, an unknown, a disabled and a malformed one', async () => {
    expect(await codeOf(await post('validate'))).toBe('400 TOKEN_REQUIRED')
    expect(await codeOf(await post('validate', { apiToken: ' ' }))).toBe('400 TOKEN_REQUIRED')
    expect(await codeOf(await post('validate', { apiToken: 'unknown' }))).toBe('400 VALIDATION_ERROR')
    expect(await codeOf(await post('validate', { apiToken: 'with space' }))).toBe('400 VALIDATION_ERROR')
    expect(await codeOf(await post('validate', { apiToken: 7 }))).toBe('400 VALIDATION_ERROR')
    world.provider.state.tokens.set(TOKEN, newToken(TOKEN_ID, { status: 'disabled' }))
    expect(await codeOf(await post('validate', { apiToken: TOKEN }))).toBe('400 VALIDATION_ERROR')
  })

  it('answers CLOUD_ERROR when the provider does not work', async () => {
    world.provider.fail(/./, { kind: 'page', status: 503 }, 100)
    expect(await codeOf(await post('validate', { apiToken: TOKEN }))).toBe('500 CLOUD_ERROR')
  })

  it('says what refuses it as data, too, of which the page makes its sentence', async () => {
    const refusalOf = async () => (await read(await post('validate', { apiToken: TOKEN })))['refusal']
    world.provider.state.tokens.set(TOKEN, newToken(TOKEN_ID, { status: 'disabled' }))
    expect(await refusalOf()).toEqual({ code: 'TOKEN_ENDED', params: {} })
    world.provider.state.tokens.delete(TOKEN)
    expect(await refusalOf()).toEqual({ code: 'TOKEN_REFUSED', params: {} })
    world.provider.fail(/./, { kind: 'page', status: 503 }, 100)
    expect(await refusalOf()).toMatchObject({ code: 'NO_ANSWER' })
  })
})

describe('deploying', () => {
  it('answers with the steps, and can be followed', async () => {
    expect(await deployment()).toMatchObject({
      state: 'idle',
      mode: null,
      scriptName: null,
      workerFrom: null,
      bucketFrom: null,
      availableVersion: '1.0.0',
    })
    const response = await post('deploy', { apiToken: TOKEN })
    expect(response.status).toBe(200)
    expect(await read(response)).toMatchObject({
      state: 'deployed',
      error: null,
      workerUrl: 'https://nightpost.ada.workers.dev',
      version: '1.0.0',
    })
    const { steps } = (await deployment()) as { steps: { name: string; state: string; at: string }[] }
    expect(steps[0]).toEqual({ name: 'token', state: 'done', at: '2026-11-20T12:00:00.000Z' })
    expect(await status()).toMatchObject({ isConfigured: true, isVerified: true, hasStoredApiToken: true })
  })

  it('with a stored token needs none, and validates it', async () => {
    await post('deploy', { apiToken: TOKEN })
    expect((await post('redeploy')).status).toBe(200)
    expect((await post('validate')).status).toBe(200)
  })

  it.each([
    ['deploy', {}, '400 TOKEN_REQUIRED'],
    ['redeploy', { apiToken: TOKEN }, '400 CLOUD_NOT_CONFIGURED'],
    ['deploy', { apiToken: 'unknown' }, '500 WORKER_DEPLOY_FAILED'],
    ['deploy', { apiToken: TOKEN, scriptName: 'Not A Name' }, '400 VALIDATION_ERROR'],
    ['deploy', { apiToken: TOKEN, workersDevName: '-' }, '400 VALIDATION_ERROR'],
    ['deploy', { apiToken: TOKEN, accountId: '../../user' }, '400 VALIDATION_ERROR'],
  ])('%s with %j answers %s', async (path, body, code) => {
    expect(await codeOf(await post(path, body))).toBe(code)
  })

  it('names the field that the user has to choose', async () => {
    world.provider.account.subdomain = null
    const refused = await read(await post('deploy', { apiToken: TOKEN }))
    expect(refused).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: expect.stringMatching(/^workersDevName: /),
    })
    expect(await deployment()).toMatchObject({
      state: 'needs-input',
      mode: 'deploy',
      scriptName: 'nightpost',
      error: { field: 'workersDevName' },
    })
    expect((await post('deploy', { workersDevName: 'grace' })).status).toBe(200)
  })

  it('that takes long is answered in between, and goes on', async () => {
    let goOn: () => void = () => {}
    const answered = new Promise<void>((resolve) => (goOn = resolve))
    world.workers.silentFor(1)
    await open({ pause: () => answered })
    test = createTestApp({ ...ports, clock: world.clock, patience: async () => {} })
    page = fromPage(await test.signIn())
    const response = await post('deploy', { apiToken: TOKEN })
    expect(response.status).toBe(202)
    expect(await read(response)).toMatchObject({ state: 'running' })
    const meanwhile = [
      await post('connect', {
        workerUrl: 'https://w.example',
        workerKey: 'k',
        encryptionKey: 'A'.repeat(43),
      }),
      await test.call('/api/cloud', { method: 'DELETE', headers: page }),
    ]
    for (const refused of meanwhile) expect(await codeOf(refused)).toBe('400 INVALID_STATUS')
    goOn()
    await expect.poll(async () => (await deployment())['state']).toBe('deployed')
  })

  it('a second time at once is refused', async () => {
    const both = await Promise.all([post('deploy', { apiToken: TOKEN }), post('deploy', { apiToken: TOKEN })])
    const refused = both.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(1)
    expect(await Promise.all(refused.map(codeOf))).toEqual(['400 INVALID_STATUS'])
  })

  it('without a built Worker says so', async () => {
    await open({
      workerScript: () => Promise.reject(new CodedError('NOT_CONFIGURED', 'The Worker is not built.')),
    })
    expect(await codeOf(await post('deploy', { apiToken: TOKEN }))).toBe('400 NOT_CONFIGURED')
  })
})

describe('connecting a Worker that is there', () => {
  /** Deployed by somebody, with keys that this computer does not know yet. */
  async function aWorker() {
    await ports.deployer.run(DEPLOY)
    const { workerUrl, workerKey, encryptionKey } = await ports.cloudSetup.cloudState()
    world.values.clear()
    await open()
    return { workerUrl, workerKey, encryptionKey }
  }
  const bucket = {
    endpoint: 'https://s3.example/',
    name: 'media',
    accessKeyId: 'a',
    secretAccessKey: 's',
    publicUrl: 'https://cdn.example',
  }

  it('stores it once it has shown the right keys', async () => {
    const worker = await aWorker()
    expect((await post('connect', { ...worker, workerUrl: `${worker.workerUrl}/`, bucket })).status).toBe(200)
    expect(await status()).toMatchObject({
      isConfigured: true,
      isVerified: true,
      workerUrl: worker.workerUrl,
      bucketName: 'media',
    })
    expect(await ports.cloudSetup.cloudState()).toMatchObject({ bucket: { endpoint: 'https://s3.example' } })
  })

  it('takes the endpoint as a dashboard shows it, with the name of the bucket at its end', async () => {
    const shown = { ...bucket, endpoint: 'https://abc.r2.example/media/' }
    expect((await post('connect', { ...(await aWorker()), bucket: shown })).status).toBe(200)
    expect(await ports.cloudSetup.cloudState()).toMatchObject({
      bucket: { endpoint: 'https://abc.r2.example', name: 'media' },
    })
  })

  it('stores nothing of one that cannot be reached, or has other keys', async () => {
    const worker = await aWorker()
    for (const [change, code] of [
      [{ workerUrl: 'https://nobody.example' }, '502 WORKER_UNREACHABLE'],
      [{ workerKey: 'another-key' }, '400 INVALID_WORKER_KEY'],
      [{ encryptionKey: 'A'.repeat(43) }, '400 ENCRYPTION_KEY_MISMATCH'],
    ] as const)
      expect(await codeOf(await post('connect', { ...worker, bucket, ...change }))).toBe(code)
    expect(await status()).toMatchObject({ workerConfigured: false, bucketConfigured: false })
  })

  it('stores nothing when the bucket does not work', async () => {
    const worker = await aWorker()
    const put = () => Promise.reject(new CodedError('CLOUD_ERROR', 'no such bucket'))
    await open({ createBucket: () => ({ put, open: async () => null, remove: async () => {} }) })
    expect(await codeOf(await post('connect', { ...worker, bucket }))).toBe('500 CLOUD_ERROR')
    expect(await status()).toMatchObject({ workerConfigured: false })
  })

  it('stores nothing when what the bucket takes is not public, and says where it was looked for', async () => {
    const worker = await aWorker()
    for (const [fetchPublic, why] of [
      [async () => new Response('no', { status: 403 }), /cannot be read at its public address \(HTTP 403\)/],
      [
        async (_address: unknown, init?: RequestInit) =>
          new Response('', { status: init?.redirect === 'manual' ? 301 : 200 }),
        /cannot be read at its public address \(HTTP 301\)/,
      ],
      [async () => new Response('<html>a page</html>'), /something else is there/],
      [() => Promise.reject(new TypeError('fetch failed')), /no answer/],
    ] as const) {
      await open({ fetchPublic })
      const response = await post('connect', { ...worker, bucket })
      const body: unknown = await response.json()
      expect(body).toMatchObject({ code: 'CLOUD_ERROR', error: expect.stringMatching(why) })
      expect(await status()).toMatchObject({ workerConfigured: false })
    }
  })

  it('says as data, too, what keeps it from being connected, of which the page makes its sentence', async () => {
    const worker = await aWorker()
    const refusalOf = async (body: unknown) => (await read(await post('connect', body)))['refusal']
    const otherKey = { ...worker, encryptionKey: 'A'.repeat(43) }
    expect(await refusalOf(otherKey)).toEqual({ code: 'OTHER_ENCRYPTION_KEY', params: {} })
    await open({ fetchPublic: async () => new Response('no', { status: 403 }) })
    const refuses = { code: 'BUCKET_REFUSES', params: { httpStatus: '403' } }
    expect(await refusalOf({ ...worker, bucket })).toEqual(refuses)
    left.accounts = 1
    expect(await refusalOf(worker)).toEqual({ code: 'NOT_REGISTERED', params: {} })
    left.posts = 2
    const other = { url: 'https://before.example', key: 'k', encryptionKey: 'A'.repeat(43) }
    await ports.cloudSetup.changeCloud({ worker: other })
    expect(await refusalOf(worker)).toEqual({ code: 'POSTS_NOT_RELEASED', params: { posts: '2' } })
    await open({ fixedCloud: { worker: other, bucket: null } })
    expect(await refusalOf(worker)).toEqual({ code: 'SET_BY_VARIABLES', params: {} })
  })

  it('says when the accounts could not be registered, and is connected all the same', async () => {
    const worker = await aWorker()
    left.accounts = 1
    expect(await codeOf(await post('connect', worker))).toBe('500 SYNC_FAILED')
    expect(await status()).toMatchObject({ workerConfigured: true })
  })

  it('does not leave posts behind at another Worker', async () => {
    const worker = await aWorker()
    const before = { url: 'https://before.example', key: 'k', encryptionKey: 'A'.repeat(43) }
    await ports.cloudSetup.changeCloud({ worker: before })
    left.posts = 1
    expect(await codeOf(await post('connect', worker))).toBe('500 SYNC_FAILED')
    expect((await ports.cloudSetup.cloudState()).workerUrl).toBe(before.url)
  })

  it('leaves the posts at the same Worker, which has got another address', async () => {
    world.workers.status.storeId = 'one'
    await ports.deployer.run(DEPLOY)
    const { workerUrl, workerKey, encryptionKey } = await ports.cloudSetup.cloudState()
    await (await ports.cloudSetup.workerLink())?.status()
    await open({
      // The account has switched its workers.dev name off.
      fetch: async (input, init) => {
        const { url, ...request } = new Request(input, init)
        return world.fetch(
          url.replace('//posts.example', workerUrl?.replace('https:', '') ?? ''),
          init ?? request,
        )
      },
    })
    left.posts = 1
    const moved = { workerUrl: 'https://posts.example', workerKey, encryptionKey }
    expect((await post('connect', moved)).status).toBe(200)
    expect([left.posts, (await status())['workerUrl']]).toEqual([1, 'https://posts.example'])
  })

  it('takes the tokens of the accounts away from another Worker, which it replaces', async () => {
    const worker = await aWorker()
    const left: (string | null)[] = []
    const unregisterAccounts = async () => void left.push((await ports.cloudSetup.cloudState()).workerUrl)
    await open({ moves: { unregisterAccounts } })
    const before = { url: 'https://before.example', key: 'k', encryptionKey: 'A'.repeat(43) }
    await ports.cloudSetup.changeCloud({ worker: before })
    expect((await post('connect', worker)).status).toBe(200)
    expect((await post('connect', worker)).status).toBe(200)
    expect(left).toEqual([before.url])
  })

  it.each([
    { workerUrl: 'http://worker.example' },
    { workerUrl: 'https://user:pass@worker.example' },
    { workerUrl: 'https://worker.example/?x=1' },
    { workerUrl: 'ftp://127.0.0.1' },
    { workerKey: '' },
    { workerKey: 'two words' },
    { encryptionKey: 'short' },
    { encryptionKey: `${'A'.repeat(42)}B` },
    { bucket: { ...bucket, endpoint: 'http://s3.example' } },
    { bucket: { ...bucket, secretAccessKey: undefined } },
  ])('refuses %j', async (change) => {
    const worker = { workerUrl: 'https://w.example', workerKey: 'k', encryptionKey: 'A'.repeat(43) }
    expect(await codeOf(await post('connect', { ...worker, ...change }))).toBe('400 VALIDATION_ERROR')
  })

  it('is not for a server whose Worker variables name', async () => {
    const worker = await aWorker()
    const fixed = { url: 'https://fixed.example', key: 'k', encryptionKey: 'A'.repeat(43) }
    await open({ fixedCloud: { worker: fixed, bucket: null } })
    expect(await codeOf(await post('connect', worker))).toBe('403 SETUP_LOCKED')
  })
})

describe('disconnecting', () => {
  const disconnect = (query = '') => test.call(`/api/cloud${query}`, { method: 'DELETE', headers: page })

  it('forgets everything after every post was recalled', async () => {
    await ports.deployer.run(DEPLOY)
    left.accounts = 1
    const response = await disconnect()
    expect(await read(response)).toEqual({ success: true })
    expect(left.accounts).toBe(0)
    expect(await status()).toMatchObject({
      isConfigured: false,
      hasStoredApiToken: false,
      lastVerifiedAt: null,
    })
    expect(await deployment()).toMatchObject({ state: 'idle' })
    expect([...world.values.keys()]).toEqual([])
    expect((await disconnect()).status).toBe(200)
  })

  it('forgets nothing while a post is still there', async () => {
    await ports.deployer.run(DEPLOY)
    left.posts = 1
    left.accounts = 1
    expect(await codeOf(await disconnect())).toBe('500 SYNC_FAILED')
    expect(left.accounts).toBe(1)
    expect(await status()).toMatchObject({ isConfigured: true, hasStoredApiToken: true })
  })

  it('leaves posts behind only when it is told to', async () => {
    await ports.deployer.run(DEPLOY)
    left.posts = 1
    expect(await codeOf(await disconnect('?leave=perhaps'))).toBe('400 INVALID_PARAM')
    expect(await codeOf(await disconnect('?leave=false'))).toBe('500 SYNC_FAILED')
    expect((await disconnect('?leave=true')).status).toBe(200)
    expect(left.posts).toBe(0)
    expect(await status()).toMatchObject({ isConfigured: false })
  })
})

describe('a key of the Worker’s store', () => {
  const asked: string[] = []
  let reply: () => Response
  const kv = (method: string, key: string, body?: unknown) =>
    test.call(
      `/api/cloud/kv/${encodeURIComponent(key)}`,
      body === undefined ? { method, headers: page } : jsonRequest(method, body, page),
    )

  beforeEach(async () => {
    asked.length = 0
    reply = () => Response.json({ ok: true })
    await open({
      fetch: async (input, init) => {
        const request = new Request(input, init)
        asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`.trim())
        return reply()
      },
    })
    const worker = { url: 'https://w.example', key: 'k', encryptionKey: 'A'.repeat(43) }
    await ports.cloudSetup.changeCloud({ worker })
  })

  it('is written and deleted through the Worker', async () => {
    expect(await read(await kv('PUT', 'note:a/b', { value: 'hello' }))).toEqual({ success: true })
    expect(await read(await kv('DELETE', 'note:a/b'))).toEqual({ success: true })
    expect(asked).toEqual(['PUT /kv/note%3Aa%2Fb {"value":"hello"}', 'DELETE /kv/note%3Aa%2Fb'])
  })

  it.each([
    [400, '400 VALIDATION_ERROR'],
    [409, '400 VALIDATION_ERROR'],
    [401, '400 INVALID_WORKER_KEY'],
    [502, '502 WORKER_UNREACHABLE'],
  ])('that the Worker answers with %i answers %s', async (httpStatus, code) => {
    reply = () => Response.json({ error: 'no', code: 'X' }, { status: httpStatus })
    expect(await codeOf(await kv('PUT', 'a', { value: 'b' }))).toBe(code)
    expect(await codeOf(await kv('DELETE', 'a'))).toBe(code)
  })

  it.each([
    [413, 'X', { code: 'KEY_REFUSED', params: { httpStatus: '413' } }],
    [500, 'CLOUD_ERROR', { code: 'STORE_FAILED', params: {} }],
  ])('that the Worker refuses with %i %s says as data, too, why', async (status, code, refusal) => {
    reply = () => Response.json({ error: 'no', code }, { status })
    expect(await read(await kv('PUT', 'a', { value: 'b' }))).toMatchObject({ refusal })
    expect(await read(await kv('DELETE', 'a'))).toMatchObject({ refusal })
  })

  it('needs a value, and a Worker', async () => {
    expect(await codeOf(await kv('PUT', 'a', {}))).toBe('400 VALIDATION_ERROR')
    expect(await codeOf(await kv('PUT', 'x'.repeat(513), { value: '' }))).toBe('400 VALIDATION_ERROR')
    await ports.cloudSetup.changeCloud({ worker: null })
    expect(await codeOf(await kv('PUT', 'a', { value: 'b' }))).toBe('400 CLOUD_NOT_CONFIGURED')
    expect(await codeOf(await kv('DELETE', 'a'))).toBe('400 CLOUD_NOT_CONFIGURED')
  })
})

describe('the set-up of the cloud', () => {
  it.each([
    ['POST', 'cloud/validate'],
    ['POST', 'cloud/deploy'],
    ['POST', 'cloud/redeploy'],
    ['POST', 'cloud/connect'],
    ['GET', 'cloud/deployment'],
    ['DELETE', 'cloud'],
    ['PUT', 'cloud/kv/a'],
    ['DELETE', 'cloud/kv/a'],
  ])('is not for strangers and keys, and not part of the contract: %s %s', async (method, path) => {
    const key = { authorization: `Bearer ${await test.newKey()}` }
    const init = (headers = {}) => (method === 'GET' ? { headers } : jsonRequest(method, {}, headers))
    expect(await codeOf(await test.call(`/api/${path}`, init()))).toBe('401 AUTH_REQUIRED')
    expect(await codeOf(await test.call(`/api/${path}`, init(key)))).toBe('403 COOKIE_AUTH_REQUIRED')
    expect(await codeOf(await test.call(`/api/v1/${path}`, init(key)))).toBe('404 NOT_FOUND')
  })
})
