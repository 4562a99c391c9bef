// What can go wrong on the way to the provider and back, with its numbers, and what the user is told. In Node only: that
// is where deployments run.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../../provider-double/provider-double.ts'
import { newToken, TOKEN, TOKEN_ID } from '../../../../provider-double/provider-double.ts'
import { WORKER_SCRIPT } from '../../../../fakes/cloud/cloud-ports.ts'
import { codeOf, createCloudWorld, DEPLOY, type CloudWorld } from '../cloud-world.ts'

let world: CloudWorld
beforeEach(async () => {
  world = await createCloudWorld()
})

const UPLOAD = /^PUT .*\/scripts\/nightpost$/
const SCHEDULES = /^PUT .*\/schedules$/

async function outcome(change = {}) {
  const { deployer } = world.start()
  const code = await codeOf(deployer.run({ ...DEPLOY, ...change }))
  const { steps, error, state } = await deployer.view()
  const failed = steps.find((step) => step.state === 'failed')?.name ?? null
  const refused = error?.refusal?.code
  return { code, failed, state, sentence: error?.message ?? '', field: error?.field ?? null, refused }
}

const refusal = (status: number, code: number): Fault => ({ kind: 'refusal', status, code })

describe('trouble that passes without the user', () => {
  const calls = [
    ['verifying the token', /^GET \/user\/tokens\/verify$/],
    ['the list of accounts', /^GET \/accounts$/],
    ['finding the namespace', /^GET .*\/namespaces$/],
    ['making the namespace', /^POST .*\/namespaces$/],
    ['finding the bucket', /^GET .*\/buckets\/nightpost-media$/],
    ['making the bucket', /^POST .*\/buckets$/],
    ['the lifecycle', /^PUT .*\/lifecycle$/],
    ['the workers.dev name', /^GET .*\/subdomain$/],
    ['the upload', UPLOAD],
    ['opening the address', /^POST .*\/subdomain$/],
    ['the timer', SCHEDULES],
  ] as const
  const faults: readonly (readonly [string, Fault])[] = [
    ['its answer is lost', { kind: 'lost' }],
    ['the connection is cut', { kind: 'cut' }],
    ['a page of trouble comes', { kind: 'page', status: 502 }],
    ['the provider has a fault', refusal(500, 10013)],
    ['it is asked too often', { kind: 'refusal', status: 429, code: 10013, retryAfter: 7 }],
  ]

  it.each(calls)('is tried again: %s', async (_name, call) => {
    for (const [how, fault] of faults) {
      world = await createCloudWorld()
      world.provider.fail(call, fault, 2)
      expect(await outcome(), how).toMatchObject({ code: 'done', state: 'deployed' })
      const { namespaces, buckets, scripts } = world.provider.account
      expect([namespaces.size, buckets.size, scripts.size]).toEqual([1, 1, 1])
    }
  })

  it('takes a workers.dev name once although the answer was lost', async () => {
    world.provider.account.subdomain = null
    world.provider.fail(/^PUT .*\/workers\/subdomain$/, { kind: 'lost' })
    expect(await outcome({ workersDevName: 'grace' })).toMatchObject({ code: 'done' })
    expect(world.provider.account.subdomain).toBe('grace')
  })

  it('does not repeat an upload as it was: what it carried may have been taken', async () => {
    world.provider.fail(UPLOAD, { kind: 'lost' })
    await outcome()
    expect(world.provider.calls.filter((call) => UPLOAD.test(call))).toHaveLength(2)
  })

  it.each([SCHEDULES, UPLOAD])('waits for as long as the provider asks: %s', async (call) => {
    world.provider.fail(call, { kind: 'refusal', status: 429, code: 10013, retryAfter: 42 })
    await outcome()
    expect(world.pauses).toEqual([42])
  })

  it('uploads again when somebody else changed the Worker meanwhile', async () => {
    world.provider.fail(UPLOAD, refusal(409, 10035))
    expect(await outcome()).toMatchObject({ code: 'done' })
  })

  it('is given up after some tries, and goes on from there', async () => {
    world.provider.fail(SCHEDULES, { kind: 'cut' }, 5)
    expect(await outcome()).toMatchObject({
      code: 'WORKER_DEPLOY_FAILED',
      failed: 'schedule',
      state: 'failed',
    })
    const before = world.provider.calls.length
    expect(await outcome()).toMatchObject({ code: 'done' })
    expect(world.provider.calls.slice(before)).toEqual([expect.stringMatching(SCHEDULES)])
  })
})

describe('trouble that the user has to act on', () => {
  it.each([
    [/^GET \/user\/tokens\/verify$/, 400, 6003, 'token', 'token'],
    [/verify$/, 401, 1000, 'token', 'token'],
    [/^GET .*\/namespaces$/, 403, 10000, 'namespace', 'Workers KV Storage: Edit'],
    [/^GET .*\/namespaces$/, 403, 9109, 'namespace', 'Workers KV Storage: Edit'],
    [/^GET .*\/buckets\/nightpost-media$/, 403, 10000, 'bucket', 'Workers R2 Storage: Edit'],
    [/^GET .*\/buckets\/nightpost-media$/, 403, 10042, 'bucket', 'enable it'],
    [/^POST .*\/buckets$/, 400, 10005, 'bucket', '10005'],
    [/^GET .*\/subdomain$/, 403, 10000, 'address', 'Workers Scripts: Edit'],
    [UPLOAD, 400, 10021, 'upload', 'code'],
    [UPLOAD, 413, 10027, 'upload', 'too large'],
    [UPLOAD, 400, 10037, 'upload', 'as many Workers'],
    [UPLOAD, 400, 10041, 'upload', 'namespace has been deleted'],
    [UPLOAD, 400, 10084, 'upload', 'enable it'],
    [UPLOAD, 400, 10085, 'upload', 'bucket has been deleted'],
    [UPLOAD, 400, 10068, 'upload', '10068'],
    [UPLOAD, 403, 10063, 'upload', 'workers.dev name'],
    [/^POST .*\/subdomain$/, 400, 10034, 'publish', 'e-mail'],
    [SCHEDULES, 400, 10072, 'schedule', 'cron triggers'],
  ] as const)('%s answering %i %i fails in the step %s', async (...row) => {
    const [call, status, code, step, words] = row
    world.provider.fail(call, refusal(status, code), 9)
    const failed = await outcome()
    expect(failed).toMatchObject({ code: 'WORKER_DEPLOY_FAILED', failed: step })
    expect(failed.sentence).toContain(words)
    expect(failed.sentence).not.toContain(TOKEN)
  })

  it('fails when the account has no timer left, deletes nothing, and succeeds once there is one', async () => {
    world.provider.account.otherCrons = 5
    expect(await outcome()).toMatchObject({ code: 'WORKER_DEPLOY_FAILED', failed: 'schedule' })
    expect(world.provider.account.scripts.size).toBe(1)
    world.provider.account.otherCrons = 4
    expect(await outcome()).toMatchObject({ code: 'done' })
  })

  it('fails while R2 is not enabled, and goes on once it is', async () => {
    world.provider.account.r2Enabled = false
    expect(await outcome()).toMatchObject({ code: 'WORKER_DEPLOY_FAILED', failed: 'bucket' })
    world.provider.account.r2Enabled = true
    expect(await outcome()).toMatchObject({ code: 'done' })
  })

  it.each(['namespaces', 'buckets'] as const)(
    'makes the %s again that were deleted in between',
    async (what) => {
      world.provider.fail(SCHEDULES, refusal(400, 10072))
      await outcome()
      world.provider.account.scripts.clear()
      world.provider.account[what].clear()
      const { deployer } = world.start({ workerScript: async () => ({ ...WORKER_SCRIPT, version: '1.0.1' }) })
      expect(await codeOf(deployer.run(DEPLOY))).toBe('WORKER_DEPLOY_FAILED')
      expect(await codeOf(deployer.run(DEPLOY))).toBe('done')
      expect(world.provider.account[what].size).toBe(1)
      expect(world.provider.account.buckets.get('nightpost-media')?.rules).toHaveLength(1)
    },
  )

  it.each([
    ['before it has a timer', () => world.provider.fail(SCHEDULES, refusal(400, 10072))],
    ['before it answers', () => world.workers.silentFor(1_000)],
  ])('uploads the Worker again that was deleted in between, %s', async (_when, stop) => {
    stop()
    await outcome()
    world.workers.silentFor(0)
    world.provider.account.scripts.clear()
    expect(await outcome()).toMatchObject({
      code: 'WORKER_DEPLOY_FAILED',
      sentence: expect.stringContaining('deleted'),
      refused: 'WORKER_DELETED',
    })
    expect(await outcome()).toMatchObject({ code: 'done' })
    expect(world.provider.account.scripts.size).toBe(1)
  })

  it.each(['disabled', 'expired'] as const)('asks for another token when this one is %s', async (status) => {
    world.provider.state.tokens.set(TOKEN, newToken(TOKEN_ID, { status }))
    expect(await outcome()).toMatchObject({
      code: 'WORKER_DEPLOY_FAILED',
      failed: 'token',
      field: 'apiToken',
    })
    world.provider.state.tokens.set('another-token', newToken('f'.repeat(32)))
    expect(await outcome({ apiToken: 'another-token' })).toMatchObject({ code: 'done' })
  })

  it('does not blame a token whose account could not be asked for', async () => {
    world.provider.state.tokens.set(TOKEN, newToken(TOKEN_ID, { kind: 'account' }))
    world.provider.fail(/^GET \/accounts$/, { kind: 'cut' }, 9)
    expect(await outcome()).toMatchObject({ failed: 'token', refused: 'NO_ANSWER', field: null })
  })

  it('asks for a token when there is none', async () => {
    expect(await codeOf(world.start().deployer.run({ mode: 'deploy' }))).toBe('TOKEN_REQUIRED')
  })

  it('says when the Worker is not built', async () => {
    const { deployer } = world.start({
      workerScript: () => Promise.reject(Object.assign(new Error('not built'), { code: 'NOT_CONFIGURED' })),
    })
    expect(await codeOf(deployer.run(DEPLOY))).toBe('NOT_CONFIGURED')
    expect(await deployer.view()).toMatchObject({ availableVersion: null })
  })
})

describe('a Worker that was uploaded', () => {
  it('and does not answer for five minutes is unreachable, and is only asked again later', async () => {
    world.workers.silentFor(1_000)
    const failed = await outcome()
    expect(failed).toMatchObject({
      code: 'WORKER_UNREACHABLE',
      failed: 'health',
      refused: 'WORKER_SILENT',
    })
    expect(world.pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(300)
    world.workers.silentFor(0)
    const before = world.provider.calls.length
    expect(await outcome()).toMatchObject({ code: 'done' })
    expect(world.provider.calls).toHaveLength(before)
  })

  it('and does not know our key is told so', async () => {
    world.provider.fail(SCHEDULES, refusal(400, 10072))
    await outcome()
    changeSecret('WORKER_API_KEY', 'another-key')
    expect(await outcome()).toMatchObject({ code: 'INVALID_WORKER_KEY', failed: 'keys' })
  })

  it('and holds another encryption key is told so', async () => {
    world.provider.fail(SCHEDULES, refusal(400, 10072))
    await outcome()
    changeSecret('ENCRYPTION_KEY', 'A'.repeat(43))
    const mismatch = { code: 'ENCRYPTION_KEY_MISMATCH', failed: 'keys' }
    expect(await outcome()).toMatchObject({ ...mismatch, refused: 'OTHER_ENCRYPTION_KEY' })
    changeSecret('ENCRYPTION_KEY', '')
    expect(await outcome()).toMatchObject({ ...mismatch, refused: 'NO_ENCRYPTION_KEY' })
  })

  it('is connected although the accounts could not be registered, which is tried again', async () => {
    let left = 1
    const moves = {
      recallAll: async () => ({ posts: 0, accounts: 0 }),
      registerAllAccounts: async () => ({ left }),
    }
    const ports = world.start({ moves })
    expect(await codeOf(ports.deployer.run(DEPLOY))).toBe('SYNC_FAILED')
    expect((await ports.cloudSetup.cloudState()).isVerified).toBe(true)
    left = 0
    expect(await codeOf(ports.deployer.run({ mode: 'deploy' }))).toBe('done')
  })

  it('keeps the token with which it was finished, and its key to the bucket', async () => {
    let left = 1
    const moves = {
      recallAll: async () => ({ posts: 0, accounts: 0 }),
      registerAllAccounts: async () => ({ left }),
    }
    const { deployer, cloudSetup } = world.start({ moves })
    await codeOf(deployer.run(DEPLOY))
    left = 0
    world.provider.state.tokens.set('another-token', newToken('another-id'))
    expect(await codeOf(deployer.run({ mode: 'deploy', apiToken: 'another-token' }))).toBe('done')
    const { apiToken, bucket } = await cloudSetup.cloudState()
    expect([apiToken, bucket?.accessKeyId]).toEqual(['another-token', 'another-id'])
  })

  it('takes no other Worker’s place while posts are still there', async () => {
    const moves = {
      recallAll: async () => ({ posts: 2, accounts: 0 }),
      registerAllAccounts: async () => ({ left: 0 }),
    }
    const ports = world.start({ moves })
    const worker = { url: 'https://other.example', key: 'k', encryptionKey: 'A'.repeat(43) }
    await ports.cloudSetup.changeCloud({ worker })
    expect(await codeOf(ports.deployer.run(DEPLOY))).toBe('SYNC_FAILED')
    expect((await ports.cloudSetup.cloudState()).workerUrl).toBe(worker.url)
  })
})

it('an update follows its Worker to another workers.dev name of the account, and leaves no post behind', async () => {
  await world.start().deployer.run(DEPLOY)
  world.provider.account.subdomain = 'grace'
  const moves = {
    recallAll: async () => ({ posts: 2, accounts: 0 }),
    registerAllAccounts: async () => ({ left: 0 }),
  }
  const { deployer, cloudSetup } = world.start({ moves })
  expect(await codeOf(deployer.run({ mode: 'redeploy' }))).toBe('done')
  expect(await cloudSetup.cloudState()).toMatchObject({
    workerUrl: 'https://nightpost.grace.workers.dev',
    bucket: { publicUrl: 'https://nightpost.grace.workers.dev' },
  })
})

describe('two deployments at once', () => {
  it('are one: the second is refused', async () => {
    const { deployer } = world.start()
    const both = await Promise.all([codeOf(deployer.run(DEPLOY)), codeOf(deployer.run(DEPLOY))])
    expect(both).toEqual(['done', 'INVALID_STATUS'])
    expect(await codeOf(deployer.run(DEPLOY))).toBe('done')
  })
})

describe('a Worker that variables name', () => {
  it('is not replaced', async () => {
    const worker = { url: 'https://fixed.example', key: 'k', encryptionKey: 'A'.repeat(43) }
    const { deployer } = world.start({ fixedCloud: { worker, bucket: null } })
    expect(await codeOf(deployer.run(DEPLOY))).toBe('SETUP_LOCKED')
    expect(world.provider.calls).toEqual([])
  })
})

function changeSecret(name: string, text: string): void {
  const { scripts } = world.provider.account
  const script = scripts.get('nightpost') ?? expect.unreachable('no Worker')
  const bindings = script.bindings.map((each) => (each.name === name ? { ...each, text } : each))
  scripts.set('nightpost', { ...script, bindings })
}
