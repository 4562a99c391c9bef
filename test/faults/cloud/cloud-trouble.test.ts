// The cloud on a bad day: a KV mirror that lags or is spent, alarms that never come, cron runs that overlap, steps that fail, more
// posts at one instant than an invocation may handle.
import { describe, expect, it } from 'vitest'
import { cloudTokenOwner, type JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { createTokenVault } from '../../../core/engine/access/token-vault.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { ACCOUNTS, aJobEnvelope, aMediaKey, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createLaggyKvMirror } from '../../fakes/cloud/kv-mirrors.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { TRIES_ALL } from '../share.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'
import { unclear } from '../answers/unclear-answers.ts'
import { brokenInCloud, captionsOf, createCloudWorld, type CloudWorld } from './cloud-world.ts'
import { CLOUD_KEY } from './worker-ground.ts'

let world: CloudWorld

const PEOPLE = [ACCOUNTS.demo, ACCOUNTS.harbour, ACCOUNTS.noor]
/** The long run asks for more. */
const JOBS = TRIES_ALL ? 2_000 : 60

async function putMany(count: number, publishAt: (n: number) => number): Promise<JobEnvelope[]> {
  const jobs = Array.from({ length: count }, (_, n) =>
    aJobEnvelope({ publishAt: publishAt(n), accountId: PEOPLE[n % PEOPLE.length]?.id ?? '' }),
  )
  for (const job of jobs) await world.put(job)
  return jobs
}

async function expectAllLiveOnce(jobs: readonly JobEnvelope[]): Promise<void> {
  const views = await world.jobs(jobs)
  expect(views.filter(({ state, isEnded }) => state !== 'published' || !isEnded)).toEqual([])
  expect(brokenInCloud(views, world.sandbox, captionsOf(jobs))).toEqual([])
}

const publishes = () => world.calls.filter(({ url }) => url.endsWith('/media_publish'))

describe('a KV mirror that returns old texts and forgets some', () => {
  it(`is never asked, and ${JOBS} posts go out once, on time`, async () => {
    const kv = createLaggyKvMirror(createManualClock(), createSeededRandom(7))
    world = await createCloudWorld({ kv })
    const days = Math.ceil(JOBS / 250)
    const jobs = await putMany(JOBS, (n) => START + HOUR + Math.floor((n * days * DAY) / JOBS))
    await world.run(HOUR + days * DAY + HOUR)

    await expectAllLiveOnce(jobs)
    const times = jobs.map(({ publishAt }) => publishAt)
    const late = publishes().map(({ at }, n) => at - (times[n] ?? 0))
    expect(Math.max(...late)).toBeLessThanOrEqual(6 * MINUTE)
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
    expect(kv.counts).toMatchObject({ reads: 0, lists: 0, removes: JOBS })
    // One notice for the job, one for its result; the account's and the cron's beside them.
    expect(kv.counts.writes - 2 * JOBS).toBeLessThanOrEqual(3 + days * 96 + 9)
  })
})

describe('sixty posts due at one instant', () => {
  it.each(['on time', 'never'] as const)(
    'go out within the budget of each invocation (alarms: %s)',
    async (alarms) => {
      world = await createCloudWorld({ alarms })
      const jobs = await putMany(60, () => START - 1)
      await world.run(12 * MINUTE)

      await expectAllLiveOnce(jobs)
      expect(Math.max(...world.callsPerInvocation)).toBeLessThanOrEqual(40)
      expect(world.callsPerInvocation.length).toBeLessThanOrEqual(12)
    },
  )
})

describe('a step of the cron that fails', () => {
  it('does not keep the others from their turn', async () => {
    const log = createMemoryLog()
    world = await createCloudWorld({
      log,
      removeMedia: () => Promise.reject(new Error('the bucket is away')),
    })
    const [job] = await putMany(1, () => START + 2 * HOUR)
    const cancelled = aJobEnvelope({ publishAt: START + HOUR })
    await world.put(cancelled)
    await world.engine().cancelJob(cancelled.jobId)

    await world.run(3 * HOUR)

    expect(log.lines.some(({ level }) => level === 'error')).toBe(true)
    await expectAllLiveOnce(job ? [job] : [])
    expect((await world.engine().status()).lastCronRun).toBeGreaterThan(START + 2 * HOUR)
    // Not every minute: the bucket is left alone in between.
    const tries = log.lines.filter(({ level }) => level === 'error').length
    expect(tries).toBeLessThan(25)
  })
})

describe('the heartbeat', () => {
  it('is one row a minute, and written to the KV mirror at most 96 times a day', async () => {
    const kv = createLaggyKvMirror(createManualClock(), createSeededRandom(1))
    world = await createCloudWorld({ kv })
    const before = kv.counts.writes
    await world.run(DAY)
    expect(kv.counts.writes - before).toBeLessThanOrEqual(97)
    expect((await world.engine().status()).lastCronRun).toBeGreaterThanOrEqual(START + DAY - MINUTE)
  })
})

describe('media in the bucket', () => {
  it('leave a day after publishing, and at once after a cancel', async () => {
    world = await createCloudWorld()
    const [published, cancelled] = await putMany(2, () => START + HOUR)
    if (!published || !cancelled) expect.unreachable()
    const keyOf = ({ payload }: JobEnvelope) => payload.items[0]?.publicKey
    await world.engine().cancelJob(cancelled.jobId)
    await world.run(2 * MINUTE)
    expect(world.removed).toEqual([keyOf(cancelled)])
    await world.run(DAY)
    expect(world.removed).toEqual([keyOf(cancelled)])
    await world.run(2 * HOUR)
    expect(world.removed).toEqual([keyOf(cancelled), keyOf(published)])
  })

  it('leave together with the picture of the cover', async () => {
    world = await createCloudWorld()
    const { payload, ...job } = aJobEnvelope({ publishAt: START + HOUR })
    const [item] = payload.items
    if (!item) expect.unreachable()
    const cover = { ...item, publicKey: aMediaKey() }
    await world.put({ ...job, payload: { ...payload, cover } })
    await world.engine().cancelJob(job.jobId)
    await world.run(2 * MINUTE)
    expect(world.removed).toEqual([item.publicKey, cover.publicKey])
  })
})

describe('a job that ended long ago', () => {
  it('leaves what keeps a replay from acting, and how it ended', async () => {
    world = await createCloudWorld()
    const [job] = await putMany(1, () => START + MINUTE)
    if (!job) expect.unreachable()
    await world.run(10 * MINUTE)
    world.clock.advance(32 * DAY)
    await world.run(2 * MINUTE)

    expect(await world.jobs([job])).toMatchObject([
      { state: 'published', publication: { mediaId: expect.any(String) }, attempts: [], envelope: null },
    ])
    expect(await world.engine().putJob(job)).toMatchObject({
      outcome: 'accepted',
      job: { state: 'published' },
    })
    expect(await world.engine().putJob({ ...job, revision: 2 })).toMatchObject({ outcome: 'too-late' })
    expect((await world.engine().changes(0)).jobs).toEqual([])
    await world.run(HOUR)
    expect(publishes()).toHaveLength(1)
    const { until } = await world.engine().changes(0)
    const next = aJobEnvelope({ publishAt: START + 40 * DAY })
    await world.put(next)
    expect((await world.engine().changes(until)).jobs).toMatchObject([{ jobId: next.jobId }])
  })
})

describe('an account that the platform blocks', () => {
  it('is reported at once, and again when the post proves to be live', async () => {
    world = await createCloudWorld()
    const [job] = await putMany(1, () => START + HOUR)
    if (!job) expect.unreachable()
    world.sandbox.faults.add(unclear('4/2207051', 'after'))
    const { until } = await world.engine().changes(0)
    await world.run(HOUR + SECOND)
    const [blocked] = (await world.engine().changes(until)).accounts
    expect(blocked).toMatchObject({ accountId: job.accountId, pausedUntil: expect.any(Number) })
    await world.run(10 * MINUTE)
    await expectAllLiveOnce([job])
    expect((await world.engine().changes(until)).accounts).toMatchObject([{ pausedUntil: null }])
  })
})

describe('a token', () => {
  it('is renewed from half of its life on, and reported to the server', async () => {
    world = await createCloudWorld()
    const issued = START - 29 * DAY
    const account = await anAccountEnvelope('harbour', CLOUD_KEY, {
      sandboxUrl: null,
      tokenIssuedAt: issued,
      tokenExpiresAt: issued + 60 * DAY,
    })
    await world.engine().putAccount(account)
    await world.run(10 * MINUTE)
    expect(world.calls).toEqual([])
    world.clock.advance(DAY)
    await world.run(HOUR)

    const { accounts, until } = await world.engine().changes(0)
    const [news] = accounts
    expect(news).toMatchObject({ accountId: account.accountId, loginMethod: 'platform' })
    expect(news?.tokenExpiresAt).toBeGreaterThan(START + 50 * DAY)
    const vault = await createTokenVault(CLOUD_KEY, webCryptoRandom)
    expect(await vault.open(news?.sealedToken ?? '', cloudTokenOwner(account.accountId))).toMatch(/^IG/)
    expect(world.calls).toHaveLength(1)
    expect((await world.engine().changes(until)).accounts).toEqual([])
  })

  it('that cannot be renewed is tried again hours later, not each minute', async () => {
    world = await createCloudWorld()
    const vault = await createTokenVault(CLOUD_KEY, webCryptoRandom)
    const account = await anAccountEnvelope('demo', CLOUD_KEY, {
      sandboxUrl: null,
      sealedToken: await vault.seal('a token that nobody knows', cloudTokenOwner(ACCOUNTS.demo.id)),
      tokenIssuedAt: START - 40 * DAY,
      tokenExpiresAt: START + 20 * DAY,
    })
    await world.engine().putAccount(account)
    await world.run(5 * HOUR)
    expect(world.calls).toHaveLength(1)
    await world.run(2 * HOUR)
    expect(world.calls).toHaveLength(2)
  })

  it('that was sealed under another key fails its posts with what to do', async () => {
    world = await createCloudWorld()
    const job = aJobEnvelope({ publishAt: START + MINUTE })
    await world.put(job)
    await world.engine().putAccount(await anAccountEnvelope('demo', new Uint8Array(32).fill(9)))
    await world.run(5 * MINUTE)
    const failure = { code: 'ENCRYPTION_KEY_MISMATCH', message: expect.stringContaining('Deploy it again') }
    expect(await world.jobs([job])).toMatchObject([{ state: 'failed', publication: { failure } }])
    expect(world.calls).toEqual([])
  })
})
