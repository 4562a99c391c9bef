// Bringing the Worker into an account, from nothing and over what is there, with what can stand in its way. In Node only: that
// is where deployments run.
import { beforeEach, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../../core/sha256.ts'
import { DEPLOY_STEPS, type DeployProgress } from '../../../../../core/features/cloud/deploy/progress.ts'
import { WORKER_SCRIPT } from '../../../../fakes/cloud/cloud-ports.ts'
import { ACCOUNT_ID, newToken, TOKEN, TOKEN_ID } from '../../../../provider-double/provider-double.ts'
import { newAccount } from '../../../../provider-double/account-state.ts'
import { codeOf, createCloudWorld, DEPLOY, type CloudWorld } from '../cloud-world.ts'

const URL_OF_IT = 'https://nightpost.ada.workers.dev'

let world: CloudWorld
beforeEach(async () => {
  world = await createCloudWorld()
})

const deploy = (change = {}) => world.start().deployer.run({ ...DEPLOY, ...change })
const script = () => world.provider.account.scripts.get('nightpost') ?? expect.unreachable('no Worker')
const textOf = (name: string) => script().bindings.find((binding) => binding.name === name)?.text
const secrets = () => [textOf('WORKER_API_KEY'), textOf('ENCRYPTION_KEY')]

/** What is there after a deployment, whatever it went through. */
function expectOneOfEverything() {
  const { namespaces, buckets, scripts, schedules, opened } = world.provider.account
  expect([...namespaces.values()].map(({ title }) => title)).toEqual(['nightpost'])
  expect([...buckets.keys()]).toEqual(['nightpost-media'])
  expect([...scripts.keys()]).toEqual(['nightpost'])
  expect([...opened]).toEqual(['nightpost'])
  expect(schedules.get('nightpost')?.map(({ cron }) => cron)).toEqual(['* * * * *'])
}

describe('a deployment into an empty account', () => {
  it('makes one of everything and connects this computer to it', async () => {
    const ports = world.start()
    await ports.deployer.run(DEPLOY)
    expectOneOfEverything()
    const [namespaceId] = [...world.provider.account.namespaces.keys()]
    expect(script()).toMatchObject({ migrationTag: 'v1', source: WORKER_SCRIPT.source })
    expect(script().bindings).toEqual([
      { type: 'kv_namespace', name: 'KV', namespace_id: namespaceId },
      { type: 'r2_bucket', name: 'BUCKET', bucket_name: 'nightpost-media' },
      { type: 'durable_object_namespace', name: 'SCHEDULER', class_name: 'Scheduler' },
      { type: 'plain_text', name: 'WORKER_VERSION', text: '1.0.0' },
      { type: 'plain_text', name: 'PLATFORM_GRAPH_URL', text: 'https://graph.instagram.com' },
      { type: 'secret_text', name: 'WORKER_API_KEY', text: expect.stringMatching(/^[\w-]{43}$/) as string },
      { type: 'secret_text', name: 'ENCRYPTION_KEY', text: expect.stringMatching(/^[\w-]{43}$/) as string },
    ])
    expect(await ports.cloudSetup.cloudState()).toMatchObject({
      workerUrl: URL_OF_IT,
      workerKey: textOf('WORKER_API_KEY'),
      encryptionKey: textOf('ENCRYPTION_KEY'),
      isVerified: true,
      apiToken: TOKEN,
      bucket: {
        endpoint: `https://${ACCOUNT_ID}.r2.cloudflarestorage.com`,
        name: 'nightpost-media',
        accessKeyId: TOKEN_ID,
        secretAccessKey: await sha256Hex(TOKEN),
        publicUrl: URL_OF_IT,
      },
      deployment: { accountId: ACCOUNT_ID, scriptName: 'nightpost', namespaceId, version: '1.0.0' },
    })
    expect(await ports.cloudSetup.cloudConnection()).not.toBeNull()
  })

  it('lets old media expire, but none that may still wait to be published', async () => {
    await deploy()
    expect(world.provider.account.buckets.get('nightpost-media')?.rules).toEqual([
      expect.objectContaining({
        conditions: { prefix: 'media/' },
        deleteObjectsTransition: { condition: { type: 'Age', maxAge: 400 * 86_400 } },
      }),
    ])
  })

  it('keeps every secret sealed on this computer', async () => {
    await deploy()
    const stored = [...world.values.values()].join()
    for (const secret of [TOKEN, await sha256Hex(TOKEN), ...secrets()]) expect(stored).not.toContain(secret)
    expect(JSON.stringify(world.log)).not.toContain(TOKEN)
  })

  it('tells each step with its time', async () => {
    const { deployer } = world.start()
    expect(await deployer.view()).toMatchObject({ state: 'idle', availableVersion: '1.0.0', version: null })
    await deployer.run(DEPLOY)
    const view = await deployer.view()
    expect(view).toMatchObject({ state: 'deployed', error: null, workerUrl: URL_OF_IT, version: '1.0.0' })
    expect(view.steps).toEqual(
      DEPLOY_STEPS.map((name) => ({ name, state: 'done', at: expect.any(Number) as number })),
    )
  })

  it('waits until the new address answers', async () => {
    world.workers.silentFor(6)
    await deploy()
    expect(world.pauses).toEqual([1, 2, 4, 8, 15, 15])
  })

  it('waits until the version before has stopped answering', async () => {
    await deploy()
    world.workers.oldFor(3, '0.9.0')
    await deploy()
    expect(world.pauses).toEqual([2, 4, 8])
    world.workers.oldFor(1_000, '0.9.0')
    expect(await codeOf(deploy())).toBe('WORKER_UNREACHABLE')
  })

  it('with a token of the account instead of a user works the same', async () => {
    world.provider.state.tokens.set('cfat_of-the-account', newToken('a'.repeat(32), { kind: 'account' }))
    await deploy({ apiToken: 'cfat_of-the-account' })
    expectOneOfEverything()
  })

  it('asks for the account of a token of an account that may not list accounts', async () => {
    const token = newToken('a'.repeat(32), { kind: 'account' })
    token.permissions.delete('account')
    world.provider.state.tokens.set('cfat_of-the-account', token)
    const { deployer } = world.start()
    expect(await codeOf(deployer.run({ mode: 'deploy', apiToken: 'cfat_of-the-account' }))).toBe(
      'VALIDATION_ERROR',
    )
    expect(await deployer.view()).toMatchObject({
      state: 'needs-input',
      error: { field: 'accountId', refusal: { code: 'OWNER_UNKNOWN' } },
    })
    await deployer.run({ mode: 'deploy', accountId: ACCOUNT_ID })
    expectOneOfEverything()
  })

  it('of a user without a workers.dev name takes the chosen one', async () => {
    world.provider.account.subdomain = null
    const { deployer } = world.start()
    expect(await codeOf(deployer.run(DEPLOY))).toBe('VALIDATION_ERROR')
    const asked = await deployer.view()
    expect(asked).toMatchObject({
      state: 'needs-input',
      error: { field: 'workersDevName', refusal: { code: 'ADDRESS_NEEDED', params: {} } },
    })
    for (const [name, code] of [
      ['taken', 'VALIDATION_ERROR'],
      ['grace', 'done'],
    ] as const)
      expect(await codeOf(deployer.run({ ...DEPLOY, workersDevName: name }))).toBe(code)
    expect(world.provider.account.subdomain).toBe('grace')
    expect(await deployer.view()).toMatchObject({ workerUrl: 'https://nightpost.grace.workers.dev' })
  })

  it('never changes a workers.dev name that is there', async () => {
    await deploy({ workersDevName: 'grace' })
    expect(world.provider.account.subdomain).toBe('ada')
  })

  it('asks which account, when there are several', async () => {
    const other = newAccount('f'.repeat(32), 'Other')
    world.provider.state.accounts.set(other.id, other)
    world.provider.state.tokens.set(TOKEN, newToken(TOKEN_ID, { accounts: [ACCOUNT_ID, other.id] }))
    const { deployer } = world.start()
    expect(await codeOf(deployer.run(DEPLOY))).toBe('VALIDATION_ERROR')
    const { error } = await deployer.view()
    expect(error).toMatchObject({ field: 'accountId', refusal: { code: 'SEVERAL_ACCOUNTS' } })
    expect(error?.refusal?.params['accounts']).toContain(`${other.id} (Other)`)
    expect(error?.message).toContain(other.id)
    await deployer.run({ ...DEPLOY, accountId: ACCOUNT_ID })
    expectOneOfEverything()
    expect(other.scripts.size).toBe(0)
  })

  it('takes the account that was named, although the token lists fifty others before it', async () => {
    const others = Array.from({ length: 50 }, (_one, n) => newAccount(`e${n}`.padEnd(32, '0'), `Shop ${n}`))
    for (const other of others) world.provider.state.accounts.set(other.id, other)
    const accounts = [...others.map(({ id }) => id), ACCOUNT_ID]
    world.provider.state.tokens.set(TOKEN, newToken(TOKEN_ID, { accounts }))
    expect(await codeOf(world.start().deployer.run({ ...DEPLOY, accountId: ACCOUNT_ID }))).toBe('done')
    expectOneOfEverything()
  })

  it('asks for the account when the token may not list accounts', async () => {
    world.provider.state.tokens.get(TOKEN)?.permissions.delete('account')
    const { deployer } = world.start()
    expect(await codeOf(deployer.run(DEPLOY))).toBe('VALIDATION_ERROR')
    await deployer.run({ ...DEPLOY, accountId: ACCOUNT_ID })
    expectOneOfEverything()
  })

  it('still says what stopped it after another version has stored that', async () => {
    world.provider.account.subdomain = null
    const { deployer } = world.start()
    const { settings } = world
    expect(await codeOf(deployer.run(DEPLOY))).toBe('VALIDATION_ERROR')
    const { problem, ...progress } = (await settings.get('cloudDeployment')) as DeployProgress
    for (const refusal of [undefined, { code: 'OF_TOMORROW', params: {} }]) {
      await settings.put({ cloudDeployment: { ...progress, problem: { ...problem, refusal } } })
      expect(await deployer.view()).toMatchObject({
        state: 'needs-input',
        error: { refusal: null, message: expect.stringMatching(/^workersDevName: the account/) as string },
      })
    }
  })

  it('keeps the lifecycle rules that the bucket has', async () => {
    const own = { id: 'mine', enabled: true, conditions: { prefix: 'own/' } }
    world.provider.account.buckets.set('nightpost-media', { rules: [own], createdOn: '' })
    await deploy()
    const rules = world.provider.account.buckets.get('nightpost-media')?.rules
    expect(rules).toHaveLength(2)
    expect(rules?.[0]).toEqual(own)
  })

  it('never writes over a Worker of another program', async () => {
    const foreign = {
      name: 'nightpost',
      source: 'export default {}',
      bindings: [],
      migrationTag: null,
      uploads: 1,
      createdOn: '',
    }
    world.provider.account.scripts.set('nightpost', foreign)
    const { deployer } = world.start()
    expect(await codeOf(deployer.run(DEPLOY))).toBe('VALIDATION_ERROR')
    expect(await deployer.view()).toMatchObject({ state: 'needs-input', error: { field: 'scriptName' } })
    expect(script()).toBe(foreign)
    expect(await codeOf(deployer.run({ ...DEPLOY, scriptName: 'my-posts' }))).toBe('done')
    expect(world.provider.account.scripts.get('my-posts')?.migrationTag).toBe('v1')
  })
})

describe('a redeployment', () => {
  const newer = {
    ...WORKER_SCRIPT,
    version: '1.1.0',
    migrations: [
      ...WORKER_SCRIPT.migrations,
      { tag: 'v2', new_sqlite_classes: ['Extra'] },
      { tag: 'v3', deleted_classes: ['Extra'] },
    ],
  }
  const redeploy = { mode: 'redeploy' } as const

  it('brings the newer version, keeps the secrets and sends only what was missing', async () => {
    await deploy()
    const before = secrets()
    const uploads: Request[] = []
    const ports = world.start({
      workerScript: async () => newer,
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (request.method === 'PUT' && /\/scripts\/nightpost\?/.test(request.url))
          uploads.push(request.clone())
        return world.fetch(request)
      },
    })
    await ports.deployer.run(redeploy)
    const metadata = (await uploads[0]?.formData())?.get('metadata') as string
    expect(JSON.parse(metadata)).toMatchObject({
      keep_bindings: ['secret_text', 'secret_key'],
      migrations: {
        old_tag: 'v1',
        new_tag: 'v3',
        steps: [{ new_sqlite_classes: ['Extra'] }, { deleted_classes: ['Extra'] }],
      },
    })
    expect(metadata).not.toContain(before[0])
    expect(secrets()).toEqual(before)
    expect(textOf('WORKER_VERSION')).toBe('1.1.0')
    expectOneOfEverything()
    expect(await ports.cloudSetup.cloudState()).toMatchObject({ deployment: { version: '1.1.0' } })
  })

  it('of the same version sends no migrations and sets the timer once more', async () => {
    await deploy()
    const first = world.provider.account.schedules.get('nightpost')?.[0]
    world.clock.advance(60_000)
    await world.start().deployer.run(redeploy)
    expect(script()).toMatchObject({ uploads: 2, migrationTag: 'v1' })
    const [again] = world.provider.account.schedules.get('nightpost') ?? []
    expect(again?.created_on).toBe(first?.created_on)
    expect(again?.modified_on).not.toBe(first?.modified_on)
  })

  it('restores a Worker that was deleted in the dashboard, with its secrets', async () => {
    await deploy()
    const before = secrets()
    world.provider.account.scripts.clear()
    await world.start().deployer.run(redeploy)
    expect(secrets()).toEqual(before)
  })

  it('refuses to take a Worker back to an older version', async () => {
    await deploy()
    const { deployer } = world.start({ workerScript: async () => newer })
    await deployer.run(redeploy)
    const older = world.start().deployer
    expect(await codeOf(older.run(redeploy))).toBe('WORKER_DEPLOY_FAILED')
    expect((await older.view()).error).toMatchObject({ refusal: { code: 'DEPLOYED_NEWER' } })
    expect(script().migrationTag).toBe('v3')
  })

  it('with a token of another account asks for another token, as its Worker does not move', async () => {
    await deploy()
    const other = newAccount('f'.repeat(32), 'Other')
    world.provider.state.accounts.set(other.id, other)
    world.provider.state.tokens.set('of-another', newToken('another-id', { accounts: [other.id] }))
    const { deployer } = world.start()
    expect(await codeOf(deployer.run({ ...redeploy, apiToken: 'of-another' }))).toBe('VALIDATION_ERROR')
    const refusal = { code: 'NO_ACCESS_TO_WORKER' }
    expect(await deployer.view()).toMatchObject({
      state: 'needs-input',
      error: { field: 'apiToken', refusal },
    })
    expect(await codeOf(deployer.run({ ...redeploy, apiToken: TOKEN }))).toBe('done')
    expect([script().uploads, other.scripts.size]).toEqual([2, 0])
  })

  it('needs a Worker that was deployed from here', async () => {
    expect(await codeOf(world.start().deployer.run({ ...redeploy, apiToken: TOKEN }))).toBe(
      'CLOUD_NOT_CONFIGURED',
    )
  })
})

describe('deploying once more from the start', () => {
  it('keeps the secrets that this computer knows', async () => {
    await deploy()
    const before = secrets()
    await deploy()
    expect(secrets()).toEqual(before)
    expectOneOfEverything()
  })

  it('keeps the bucket that was chosen for this Worker instead of its own', async () => {
    await deploy()
    const { cloudSetup } = world.start()
    const bucket = {
      endpoint: 'https://s3.example',
      name: 'mine',
      accessKeyId: 'k',
      secretAccessKey: 's',
      publicUrl: 'https://media.example',
    }
    await cloudSetup.changeCloud({ bucket })
    await deploy()
    expect((await world.start().cloudSetup.cloudState()).bucket).toMatchObject(bucket)
  })

  it('leaves a Worker that is not connected here alone until its name is entered again', async () => {
    await deploy()
    const before = secrets()
    world.values.clear()
    const { deployer, cloudSetup } = world.start()
    for (const request of [{ ...DEPLOY, scriptName: 'nightpost' }, { mode: 'deploy' }] as const)
      expect(await codeOf(deployer.run(request))).toBe('VALIDATION_ERROR')
    expect(await deployer.view()).toMatchObject({
      state: 'needs-input',
      error: { field: 'scriptName', refusal: { code: 'WORKER_EXISTS', params: { worker: 'nightpost' } } },
    })
    expect([script().uploads, secrets()]).toEqual([1, before])
    await deployer.run({ mode: 'deploy', scriptName: 'nightpost' })
    expect(secrets()).not.toEqual(before)
    expect((await cloudSetup.cloudState()).workerKey).toBe(secrets()[0])
    expectOneOfEverything()
  })

  it('under another name leaves the Worker that is not connected here as it was', async () => {
    await deploy()
    world.values.clear()
    const { deployer } = world.start()
    await codeOf(deployer.run(DEPLOY))
    await deployer.run({ mode: 'deploy', scriptName: 'my-posts' })
    expect(script().uploads).toBe(1)
    expect([...world.provider.account.scripts.keys()]).toEqual(['nightpost', 'my-posts'])
  })
})
