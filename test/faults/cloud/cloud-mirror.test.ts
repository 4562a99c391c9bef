// KV says what the object's rows say, whatever becomes of a write; and it is the second copy while the object does not answer.
import { describe, expect, it } from 'vitest'
import { readAccount, storeRenewal } from '../../../cloud-worker/accounts/account-rows.ts'
import type { KvMirror } from '../../../core/ports/cloud/kv-mirror.ts'
import { jobFromSecondCopy } from '../../../core/engine/worker/second-copy.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso } from '../../../core/time.ts'
import { ACCOUNTS, aJobEnvelope, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { spokenWarnings, START } from '../../factories.ts'
import { createCloudWorld, type CloudWorld } from './cloud-world.ts'
import { CLOUD_KEY } from './worker-ground.ts'
import { createHandoverWorld, type HandoverWorld } from '../handover/handover-world.ts'

let cloud: CloudWorld | null = null
let world: HandoverWorld | null = null

/** A store whose writes fail as long as the test says so. */
function aKvMirror() {
  const texts = new Map<string, string>()
  const state = { fails: false, writes: 0 }
  const act = async (work: () => void) => {
    if (state.fails) throw new Error('KV PUT failed: 429 Too Many Requests')
    state.writes += 1
    work()
  }
  const kv: KvMirror = {
    put: (key, text) => act(() => void texts.set(key, text)),
    get: async (key) => texts.get(key) ?? null,
    remove: (key) => act(() => void texts.delete(key)),
    list: async (prefix) => ({
      names: [...texts.keys()].filter((key) => key.startsWith(prefix)).toSorted(),
      isComplete: true,
    }),
  }
  const read = (key: string) => {
    const text = texts.get(key)
    return text === undefined ? null : (JSON.parse(text) as Record<string, unknown>)
  }
  return { kv, texts, state, read }
}

describe('what KV says of a job', () => {
  it('is that it waits until it is published, and then only how it ended', async () => {
    const { kv, read, state } = aKvMirror()
    cloud = await createCloudWorld({ kv })
    const job = aJobEnvelope({ publishAt: START + HOUR })
    const before = state.writes
    await cloud.put(job)
    await cloud.run(MINUTE)
    expect(read(`job:${job.jobId}`)).toMatchObject({ state: 'waiting', postId: job.postId })
    await cloud.run(2 * HOUR)
    expect(read(`job:${job.jobId}`)).toBeNull()
    const [live] = cloud.sandbox.live()
    expect(read(`result:${job.jobId}`)).toMatchObject({ state: 'published', mediaId: live?.id, revision: 1 })
    // The job, its result, the key that goes, the accounts, and the heartbeat.
    expect(state.writes - before).toBeLessThanOrEqual(3 + 3 + 2 * 4 + 2)
  })

  it('is written once the store takes it again', async () => {
    const { kv, read, state } = aKvMirror()
    cloud = await createCloudWorld({ kv })
    const [published, cancelled] = [
      aJobEnvelope({ publishAt: START + HOUR }),
      aJobEnvelope({ publishAt: START + DAY }),
    ]
    await cloud.put(published)
    await cloud.put(cancelled)
    state.fails = true
    await cloud.run(2 * HOUR)
    await cloud.engine().cancelJob(cancelled.jobId)
    await cloud.run(HOUR)
    state.fails = false
    await cloud.run(HOUR)
    expect(read(`job:${published.jobId}`)).toBeNull()
    expect(read(`result:${published.jobId}`)).toMatchObject({ state: 'published' })
    expect(read(`job:${cancelled.jobId}`)).toMatchObject({ state: 'cancelled' })
    expect(cloud.sql.exec('SELECT * FROM mirror').toArray()).toEqual([])
  })

  it('is written although the object ended between the row and KV', async () => {
    const { kv, read } = aKvMirror()
    cloud = await createCloudWorld({ kv })
    const job = aJobEnvelope({ publishAt: START + HOUR })
    await cloud.put(job)
    await cloud.run(2 * HOUR, (place, what) =>
      place === 'before write' && what.startsWith('DELETE FROM mirror') ? 'die' : 'go on',
    )
    await cloud.run(HOUR)
    expect(read(`result:${job.jobId}`)).toMatchObject({ state: 'published' })
    expect(read(`job:${job.jobId}`)).toBeNull()
  })
})

describe('many changes of one account', () => {
  /** What was put under each key, in order. */
  function aWatchedMirror() {
    const mirror = aKvMirror()
    const puts: string[] = []
    const kv: KvMirror = {
      ...mirror.kv,
      async put(key, ...rest) {
        await mirror.kv.put(key, ...rest)
        puts.push(key.startsWith('job:') ? 'job' : key)
      },
    }
    return { ...mirror, kv, puts }
  }
  const account = ACCOUNTS.demo.id
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => aJobEnvelope({ publishAt: START + DAY + n * MINUTE }))

  async function scheduled(mirror: { readonly kv: KvMirror }, count: number) {
    cloud = await createCloudWorld({ kv: mirror.kv })
    const jobs = many(count)
    for (const job of jobs) await cloud.put(job)
    return jobs
  }
  const idsIn = (document: Record<string, unknown> | null) =>
    ((document?.['jobs'] ?? []) as { jobId: string }[]).map(({ jobId }) => jobId)

  it('are one document, a minute after the first of them', async () => {
    const mirror = aWatchedMirror()
    const jobs = await scheduled(mirror, 40)
    await cloud?.run(5 * MINUTE)

    expect(mirror.puts.filter((key) => key === 'job')).toHaveLength(2)
    expect(mirror.puts.filter((key) => key === `jobs:${account}`)).toHaveLength(1)
    expect(idsIn(mirror.read(`jobs:${account}`))).toEqual(jobs.map(({ jobId }) => jobId))
    expect(cloud?.sql.exec('SELECT * FROM mirror').toArray()).toEqual([])
  })

  it('are at most one document a minute, which says what is open then', async () => {
    const mirror = aWatchedMirror()
    const jobs = await scheduled(mirror, 40)
    await cloud?.run(MINUTE)
    for (const { jobId } of jobs.slice(0, 10)) {
      await cloud?.engine().cancelJob(jobId)
      await cloud?.run(10 * SECOND)
    }
    await cloud?.run(2 * MINUTE)

    expect(mirror.puts.filter((key) => key === `jobs:${account}`).length).toBeLessThanOrEqual(4)
    expect(idsIn(mirror.read(`jobs:${account}`))).toEqual(jobs.slice(10).map(({ jobId }) => jobId))
    expect([...mirror.texts.keys()].filter((key) => key.startsWith('job:'))).toEqual([])
  })

  it('are written once the store takes them again, although the object ended meanwhile', async () => {
    const mirror = aWatchedMirror()
    mirror.state.fails = true
    const jobs = await scheduled(mirror, 40)
    await cloud?.run(10 * MINUTE, (place, what) =>
      place === 'before write' && what.startsWith('UPDATE mirror') ? 'die' : 'go on',
    )
    mirror.state.fails = false
    await cloud?.run(HOUR)

    expect(idsIn(mirror.read(`jobs:${account}`))).toEqual(jobs.map(({ jobId }) => jobId))
  })

  it('leave each of them to be found by its id, waiting or out', async () => {
    const mirror = aWatchedMirror()
    const jobs = await scheduled(mirror, 40)
    const found = (jobId: string) =>
      jobFromSecondCopy(
        { kv: mirror.kv, version: '', keyId: async () => null },
        { jobId, accountId: account },
        cloud?.clock.now() ?? 0,
      )
    await cloud?.run(DAY + 10 * MINUTE)

    for (const { jobId } of jobs) {
      const state = (await cloud?.engine().job(jobId))?.state
      expect(await found(jobId)).toMatchObject({ jobId, state })
    }
    expect(await found(crypto.randomUUID())).toBeNull()
  })

  it('wait for an hour once half of the day’s writes is used', async () => {
    const mirror = aWatchedMirror()
    await scheduled(mirror, 0)
    const day = Math.floor((cloud?.clock.now() ?? 0) / DAY)
    const meta = 'INSERT OR REPLACE INTO meta (id, value) VALUES (?, ?)'
    cloud?.sql.exec(meta, 'kvWrites', JSON.stringify({ day, writes: 500 }))
    for (const job of many(40)) await cloud?.put(job)
    await cloud?.run(30 * MINUTE)
    expect(mirror.puts).not.toContain(`jobs:${account}`)
    await cloud?.run(HOUR)

    expect(mirror.puts.filter((key) => key === `jobs:${account}`)).toHaveLength(1)
  })
})

it('an account that is sent again is written only when KV would say something else of it', async () => {
  const { kv, read, state } = aKvMirror()
  cloud = await createCloudWorld({ kv })
  await cloud.run(MINUTE)
  const before = state.writes
  const put = async (change: object) => {
    await cloud?.engine().putAccount(await anAccountEnvelope('demo', CLOUD_KEY, change))
    await cloud?.run(SECOND)
  }
  await put({ pausedUntil: START + HOUR })
  await put({ pausedUntil: null })
  expect(state.writes).toBe(before)
  await put({ tokenExpiresAt: START + DAY })
  expect(state.writes).toBe(before + 1)
  expect(read(`account:${ACCOUNTS.demo.id}`)).toMatchObject({ tokenExpiresAt: toIso(START + DAY) })
})

it('an account whose token was renewed is written with how long the new one lasts', async () => {
  const { kv, read } = aKvMirror()
  cloud = await createCloudWorld({ kv })
  await cloud.run(MINUTE)
  const account = readAccount(cloud.sql, ACCOUNTS.demo.id) ?? expect.unreachable()
  const renewed = { ...account, sealedToken: 'renewed', tokenExpiresAt: START + 60 * DAY }
  expect(storeRenewal(cloud.sql, account, renewed, cloud.clock.now())).toBe(true)
  await cloud.run(20 * MINUTE)
  expect(read(`account:${account.accountId}`)).toMatchObject({ tokenExpiresAt: toIso(START + 60 * DAY) })
})

it('a write that fails once the day’s writes are spent is tried again when the next day begins', async () => {
  const { kv, read, state } = aKvMirror()
  cloud = await createCloudWorld({ kv })
  const day = Math.floor(cloud.clock.now() / DAY)
  const meta = 'INSERT OR REPLACE INTO meta (id, value) VALUES (?, ?)'
  cloud.sql.exec(meta, 'kvWrites', JSON.stringify({ day, writes: 950 }))
  const job = aJobEnvelope({ publishAt: START + 3 * DAY })
  state.fails = true
  await cloud.put(job)
  await cloud.run(HOUR)
  state.fails = false
  await cloud.run(2 * HOUR)
  expect(read(`job:${job.jobId}`)).toBeNull()
  await cloud.run((day + 1) * DAY - cloud.clock.now() + 15 * MINUTE)
  expect(read(`job:${job.jobId}`)).toMatchObject({ state: 'waiting' })
})

describe('an object that does not answer', () => {
  /** Everything that is asked of it rejects, as the runtime lets it, until what it returns is called. */
  function silence(): () => void {
    const silent = () => Promise.reject(new Error('Durable Object is overloaded'))
    const engine = world?.cloud.engine()
    const before = { ...engine }
    for (const name of Object.keys(engine ?? {})) {
      if (name === 'alarm' || name === 'tick') continue
      Object.assign(engine ?? {}, { [name]: silent })
    }
    return () => void Object.assign(engine ?? {}, before)
  }

  it('answers again, and its own report replaces what the copy said', async () => {
    const { kv } = aKvMirror()
    world = await createHandoverWorld({ kv })
    const { id } = await world.newPost('out')
    world.open(false)
    await world.run(30 * MINUTE)
    const speak = silence()
    world.open(true)
    await world.run(20 * MINUTE)
    expect(spokenWarnings(await world.post(id))).toMatch(/second copy/)
    speak()
    await world.run(20 * MINUTE)
    const [live] = world.cloud.sandbox.live()
    expect(await world.post(id)).toMatchObject({
      status: 'PUBLISHED',
      igMediaId: live?.id,
      handover: null,
    })
    expect(spokenWarnings(await world.post(id))).toBe('')
    expect(await world.stores.ledger.latestPublication(id)).toMatchObject({ mediaId: live?.id })
  })

  it('is replaced by its second copy: what is published is shown, and nothing is decided', async () => {
    const { kv } = aKvMirror()
    world = await createHandoverWorld({ kv })
    const [published, waiting] = [await world.newPost('out'), await world.newPost('later', DAY)]
    world.open(false)
    await world.run(30 * MINUTE)
    expect(world.liveCount('out')).toBe(1)
    silence()
    world.open(true)
    await world.run(20 * MINUTE)
    const [live] = world.cloud.sandbox.live()
    const shown = await world.post(published.id)
    expect(shown).toMatchObject({ status: 'PUBLISHED', igMediaId: live?.id, handover: 'cloud' })
    expect(spokenWarnings(shown)).toMatch(/second copy/)
    expect(await world.post(waiting.id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
    expect((await world.ports.handovers.open()).map(({ ownership }) => ownership.state)).toEqual([
      'worker',
      'worker',
    ])

    const connection = await world.ports.cloudConnection()
    const status = await connection?.worker.status()
    expect(status).toMatchObject({
      kind: 'ok',
      value: { secondCopy: true, keyId: 'key', counts: { scheduled: 1, completed: 1 } },
    })
    // What the copy does not know is unknown.
    expect(await connection?.worker.job(crypto.randomUUID(), waiting.platformAccountId)).toMatchObject({
      kind: 'unknown',
      code: 'CLOUD_ERROR',
    })
    await expect(world.cancel(waiting.id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
  })
})
