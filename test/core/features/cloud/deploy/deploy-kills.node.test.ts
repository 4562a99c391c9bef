// A deployment whose process is killed anywhere, around every call and every write, and started again: it ends as if nothing
// had happened. In Node only: that is where deployments run.
import { describe, expect, it } from 'vitest'
import { WORKER_SCRIPT } from '../../../../fakes/cloud/cloud-ports.ts'
import { createCloudWorld, DEPLOY, type CloudWorld } from '../cloud-world.ts'

const NEWER = {
  ...WORKER_SCRIPT,
  version: '1.1.0',
  migrations: [...WORKER_SCRIPT.migrations, { tag: 'v2', new_sqlite_classes: ['Extra'] }],
}

interface MortalProcess {
  readonly ports: ReturnType<CloudWorld['start']>
  /** Resolves with where it was killed. */
  readonly killed: Promise<string>
  /** How many points it passed. */
  passed(): number
}

/** A process that ends at its `killAt`th point: from then on, nothing of it acts and nothing of it is answered. */
function mortalProcess(world: CloudWorld, killAt: number, change: Partial<Fakes> = {}): MortalProcess {
  let passed = 0
  let die: (where: string) => void = () => {}
  const killed = new Promise<string>((resolve) => (die = resolve))
  const point = async (where: string) => {
    passed += 1
    if (passed < killAt) return
    die(where)
    await new Promise(() => {})
  }
  const around = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    await point(`before ${name}`)
    const result = await act()
    await point(`after ${name}`)
    return result
  }
  const store = world.settings
  const ports = world.start({
    ...change,
    settings: { ...store, put: (values) => around('a write', () => store.put(values)) },
    fetch: (input, init) => {
      const request = new Request(input, init)
      const { pathname } = new URL(request.url)
      return around(`${request.method} ${pathname}`, () => world.fetch(request))
    },
    moves: {
      recallAll: () => around('recalling', async () => ({ posts: 0, accounts: 0 })),
      registerAllAccounts: () => around('registering accounts', async () => ({ left: 0 })),
    },
  })
  return { ports, killed, passed: () => passed }
}
type Fakes = NonNullable<Parameters<CloudWorld['start']>[0]>

const secretsOf = ({ provider }: CloudWorld) =>
  (provider.account.scripts.get('nightpost')?.bindings ?? [])
    .filter(({ type }) => type === 'secret_text')
    .map(({ name, text }) => `${name}=${text}`)
    .toSorted()

async function expectWhole(world: CloudWorld, version: string, tag: string): Promise<void> {
  const { namespaces, buckets, scripts, schedules, opened } = world.provider.account
  expect([...namespaces.values()].map(({ title }) => title)).toEqual(['nightpost'])
  expect([...buckets].map(([name, { rules }]) => `${name} ${rules.length}`)).toEqual(['nightpost-media 1'])
  expect([...scripts.values()].map(({ name, migrationTag }) => `${name} ${migrationTag}`)).toEqual([
    `nightpost ${tag}`,
  ])
  expect([...schedules].map(([name, crons]) => `${name} ${crons.length}`)).toEqual(['nightpost 1'])
  expect([...opened]).toEqual(['nightpost'])
  const ports = world.start()
  expect((await ports.deployer.view()).state).toBe('deployed')
  const { workerKey, encryptionKey, deployment, isVerified } = await ports.cloudSetup.cloudState()
  expect(secretsOf(world)).toEqual([`ENCRYPTION_KEY=${encryptionKey}`, `WORKER_API_KEY=${workerKey}`])
  expect(deployment).toMatchObject({
    version,
    namespaceId: [...namespaces.keys()][0],
  })
  expect(isVerified).toBe(true)
}

describe('a killed deployment', () => {
  it('goes on where it stood, from any point, and ends with one of everything and the same secrets', async () => {
    const whole = mortalProcess(await createCloudWorld(), Number.POSITIVE_INFINITY)
    await whole.ports.deployer.run(DEPLOY)
    expect(whole.passed()).toBeGreaterThan(50)
    for (let killAt = 1; killAt <= whole.passed(); killAt += 1) {
      const world = await createCloudWorld()
      const first = mortalProcess(world, killAt)
      void first.ports.deployer.run(DEPLOY)
      const where = await first.killed
      const secrets = secretsOf(world)
      const { deployer } = world.start()
      const isStored = world.values.get('cloudDeployment') !== undefined
      if (isStored) expect((await deployer.view()).state, where).toMatch(/^(interrupted|deployed)$/)
      // What was stored of the token is enough.
      await deployer.run(isStored ? { mode: 'deploy' } : DEPLOY)
      await expectWhole(world, '1.0.0', 'v1')
      if (secrets.length > 0) expect(secretsOf(world), where).toEqual(secrets)
    }
  })

  it('does not do again what was done', async () => {
    const world = await createCloudWorld()
    const first = mortalProcess(world, 30)
    void first.ports.deployer.run(DEPLOY)
    await first.killed
    const before = world.provider.calls.length
    await world.start().deployer.run({ mode: 'deploy' })
    expect(world.provider.calls.slice(before).join('\n')).not.toMatch(/tokens\/verify|namespaces/)
  })

  it('can be killed again and again', async () => {
    const world = await createCloudWorld()
    let runs = 0
    for (let isDone = false; !isDone; runs += 1) {
      const life = mortalProcess(world, 9)
      const end = life.ports.deployer.run(DEPLOY).then(() => true)
      isDone = await Promise.race([end, life.killed.then(() => false)])
    }
    expect(runs).toBeGreaterThan(4)
    await expectWhole(world, '1.0.0', 'v1')
  })
})

describe('a killed redeployment', () => {
  it('goes on from any point, and keeps the secrets', async () => {
    const run = async (killAt: number) => {
      const world = await createCloudWorld()
      await world.start().deployer.run(DEPLOY)
      const secrets = secretsOf(world)
      const life = mortalProcess(world, killAt, { workerScript: async () => NEWER })
      return { world, secrets, life }
    }
    const whole = await run(Number.POSITIVE_INFINITY)
    await whole.life.ports.deployer.run({ mode: 'redeploy' })
    for (let killAt = 1; killAt <= whole.life.passed(); killAt += 1) {
      const { world, secrets, life } = await run(killAt)
      void life.ports.deployer.run({ mode: 'redeploy' })
      const where = await life.killed
      await world.start({ workerScript: async () => NEWER }).deployer.run({ mode: 'redeploy' })
      await expectWhole(world, '1.1.0', 'v2')
      expect(secretsOf(world), where).toEqual(secrets)
    }
  })
})
