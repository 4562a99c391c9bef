// Several objects of one Worker: whichever of them ends, is silent, or has another time, each post is live once and the server
// reads of it at the index.
import { describe, expect, it, vi } from 'vitest'
import { BASIC_VERSION, type JobEnvelope, type JobView } from '../../../core/engine/worker/protocol.ts'
import { reportedConfig, reportedRecord } from '../../../core/engine/reposts/stored-record.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import type { Engine } from '../../../cloud-worker/engine.ts'
import { writePause } from '../../../cloud-worker/accounts/account-rows.ts'
import { ACCOUNTS, aJobEnvelope, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import type { ManualClock } from '../../fakes/manual-clock.ts'
import { aRepostConfig, aRepostRecord } from '../../fakes/reposts/repost-records.ts'
import { START } from '../../factories.ts'
import { brokenInCloud, captionsOf } from './cloud-world.ts'
import { CLOUD_KEY } from './worker-ground.ts'
import {
  createObjectsWorld,
  INDEX,
  putAccounts,
  type ObjectsHand,
  type ObjectsWorld,
} from './objects-world.ts'
import { share } from '../share.ts'

let world: ObjectsWorld

const NAMES = ['demo', 'harbour', 'noor'] as const
const PUBLISH_AT = START + 5 * MINUTE + 123

/** One post of each account, all at one time. */
const jobsOfAll = () =>
  NAMES.map((name) => aJobEnvelope({ accountId: ACCOUNTS[name].id, publishAt: PUBLISH_AT }))

/** As the server does: what was not answered is asked again. */
async function schedule(jobs: readonly JobEnvelope[], hand: ObjectsHand = () => 'go on'): Promise<void> {
  const again = <T>(act: () => Promise<T>): Promise<T> => act().catch(() => act())
  await world.under(hand, async () => {
    await again(() => putAccounts(world.index()))
    for (const job of jobs)
      expect(await again(() => world.index().putJob(job))).toMatchObject({ outcome: 'accepted' })
  })
}

async function live(hand?: ObjectsHand, options: Parameters<typeof createObjectsWorld>[0] = {}) {
  world = await createObjectsWorld(options)
  const jobs = jobsOfAll()
  await schedule(jobs, hand)
  await world.run(HOUR, hand)
  return jobs
}

/** What the server has read, from the beginning. */
async function reported(): Promise<JobView[]> {
  const found = new Map<string, JobView>()
  for (let since = 0, hasMore = true; hasMore;) {
    const page = await world.index().changes(since)
    for (const view of page.jobs) found.set(view.jobId, view)
    since = page.until
    hasMore = page.hasMore
  }
  return [...found.values()]
}

async function expectAllLiveOnce(jobs: readonly JobEnvelope[]): Promise<void> {
  const views = await world.jobs(jobs)
  expect(views.map(({ state, isEnded }) => [state, isEnded])).toEqual(jobs.map(() => ['published', true]))
  expect(brokenInCloud(views, world.sandbox, captionsOf(jobs))).toEqual([])
  const read = new Map((await reported()).map((view) => [view.jobId, view]))
  expect(jobs.map(({ jobId }) => read.get(jobId)?.state)).toEqual(jobs.map(() => 'published'))
}

describe('posts of several accounts', () => {
  it('go out of an object each, and are read at the index', async () => {
    const jobs = await live()

    await expectAllLiveOnce(jobs)
    expect(world.objects().toSorted()).toEqual([...NAMES.map((name) => ACCOUNTS[name].id), INDEX].toSorted())
    expect((await world.index().status()).counts).toMatchObject({ scheduled: 0, completed: 3, failed: 0 })
    expect(await world.index().openJobs()).toEqual([])
  })

  it('are called by the cron when their alarms are lost, and no others are', async () => {
    const jobs = await live(undefined, { alarms: 'never' })

    await expectAllLiveOnce(jobs)
    const before = world.calls.length
    await world.run(HOUR)
    expect(world.calls.slice(before)).toEqual([])
  })

  it('are not called for ever after a request that comes again when they are out', async () => {
    for (const job of await live()) await world.index().putJob(job)
    await world.run(5 * MINUTE)
    const before = world.calls.length
    await world.run(HOUR)
    expect(world.calls.slice(before)).toEqual([])
  })

  it('of a known job come from its own object, whatever the request says', async () => {
    world = await createObjectsWorld()
    const [job] = jobsOfAll()
    if (!job) expect.unreachable()
    await schedule([job])
    const moved = { ...job, revision: 2, accountId: ACCOUNTS.noor.id }
    expect(await world.index().putJob(moved)).toMatchObject({
      outcome: 'stale',
      job: { accountId: job.accountId },
    })
    expect(await world.index().cancelJob(job.jobId)).toMatchObject({ outcome: 'accepted' })
    await world.run(HOUR)
    expect(world.sandbox.live()).toEqual([])
  })
})

describe('an object that does not answer', () => {
  it('does not keep the others from publishing when it is the index, which reads of it later', async () => {
    const jobs = await live(({ place, what }) =>
      place === 'before call' && what.startsWith(INDEX) ? 'lose' : 'go on',
    )
    expect(world.sandbox.live()).toHaveLength(3)
    expect((await reported()).filter(({ state }) => state === 'published')).toEqual([])

    await world.run(10 * MINUTE)
    await expectAllLiveOnce(jobs)
  })

  it('does not keep the cron from calling others, however many there are of it', async () => {
    world = await createObjectsWorld({ alarms: 'never' })
    const jobs = jobsOfAll()
    await schedule(jobs)
    const silent = Array.from({ length: 45 }, () => crypto.randomUUID())
    const owner = `INSERT INTO owners (account_id, place, next_at, kv_day, kv_writes) VALUES (?, 'there', 0, 0, 0)`
    for (const id of silent) world.sql(INDEX).exec(owner, id)
    await world.run(15 * MINUTE, ({ what }) => (silent.some((id) => what.startsWith(id)) ? 'lose' : 'go on'))
    expect((await world.jobs(jobs)).map(({ state }) => state)).toEqual(jobs.map(() => 'published'))
  })

  it('does not keep the cron from calling others when it never ends a call', async () => {
    const hanging = ACCOUNTS.noor.id
    world = await createObjectsWorld({
      alarms: 'never',
      hangs: (id, what) => id === hanging && what === 'poke',
    })
    const jobs = jobsOfAll()
    await schedule(jobs)
    await world.run(15 * MINUTE)
    await expectAllLiveOnce(jobs.filter(({ accountId }) => accountId !== hanging))
  })

  it('does not delay the posts of other accounts', async () => {
    const silent = ACCOUNTS.noor.id
    let deaths = 0
    const hand: ObjectsHand = ({ object, place }) =>
      object === silent && place.endsWith('fetch') && ++deaths <= 10 ? 'die' : 'go on'
    world = await createObjectsWorld()
    const jobs = jobsOfAll()
    await schedule(jobs)
    await world.run(8 * MINUTE, hand)
    expect(deaths).toBeGreaterThan(1)

    const others = jobs.filter(({ accountId }) => accountId !== silent)
    await expectAllLiveOnce(others)
    const times = world.sandbox.live().map(({ publishedAt }) => publishedAt - PUBLISH_AT)
    expect(Math.max(...times)).toBeLessThan(2 * SECOND)
    await world.run(3 * HOUR)
    await expectAllLiveOnce(jobs)
  })
})

describe('objects whose clocks differ', () => {
  it.each([
    ['the index an hour ahead', (object: string) => (object === INDEX ? HOUR : 0)],
    ['the index an hour behind', (object: string) => (object === INDEX ? -HOUR : 0)],
    ['each by seconds', (object: string) => (object === INDEX ? 0 : (object.charCodeAt(35) % 3) * SECOND)],
  ])('publish each post once and not before its time: %s', async (_which, clockOf) => {
    const jobs = await live(undefined, { clockOf })
    await expectAllLiveOnce(jobs)
    for (const { publishedAt } of world.sandbox.live())
      expect(publishedAt).toBeGreaterThanOrEqual(PUBLISH_AT - 2 * SECOND)
  })
})

/** Puts so many posts of each account into a Worker of the earlier layout: some are out, some are due now, most wait. */
function aFormerWorker(each: number) {
  const jobs = NAMES.flatMap((name) =>
    Array.from({ length: each }, (_, n) =>
      aJobEnvelope({ accountId: ACCOUNTS[name].id, publishAt: START + 2 * MINUTE + n * 10 * MINUTE }),
    ),
  )
  const former = async (engine: Engine) => {
    await putAccounts(engine)
    for (const job of jobs) await engine.putJob(job)
  }
  return { jobs, former }
}

describe('a Worker of the earlier layout', () => {
  /** With edits and cancels while its accounts are on their way. */
  async function move(hand: ObjectsHand, jobs: readonly JobEnvelope[]) {
    const [cancelled, edited] = [jobs[10], jobs[jobs.length / NAMES.length + 10]]
    if (!cancelled || !edited) expect.unreachable()
    await world.run(MINUTE, hand)
    const again = async <T>(act: () => Promise<T>): Promise<T> => act().catch(() => act())
    const after = { ...edited, revision: 2, payload: { ...edited.payload, caption: 'edited' } }
    expect(await again(() => world.index().cancelJob(cancelled.jobId))).toMatchObject({ outcome: 'accepted' })
    expect(await again(() => world.index().putJob(after))).toMatchObject({ outcome: 'accepted' })
    await world.run(10 * HOUR)
    return jobs.flatMap((job) => (job === cancelled ? [] : job === edited ? [after] : [job]))
  }

  async function open(former: (engine: Engine) => Promise<void>) {
    world = await createObjectsWorld({ former })
  }

  async function expectMoved(left: readonly JobEnvelope[]) {
    await expectAllLiveOnce(left)
    expect(world.sandbox.live()).toHaveLength(left.length)
    for (const table of ['post_jobs', 'accounts'])
      expect(world.sql(INDEX).exec(`SELECT * FROM ${table}`).toArray()).toEqual([])
  }

  it('hands its open jobs over, each live once, wherever it ends or is not answered', async () => {
    const steps: string[] = []
    const isStep = ({ object, place, what }: Parameters<ObjectsHand>[0]) =>
      place.endsWith('call') ||
      (place.endsWith('write') && (object === INDEX || what.startsWith('INSERT INTO post_jobs')))
    {
      const { jobs, former } = aFormerWorker(25)
      await open(former)
      const note: ObjectsHand = (place) => (
        isStep(place) && steps.push(`${place.place} ${place.what}`),
        'go on'
      )
      await expectMoved(await move(note, jobs))
      world.close()
    }
    expect(steps.filter((step) => step.includes('receive')).length).toBeGreaterThan(5)
    const chosen = steps.flatMap((step, index) =>
      step.includes('call') || step.includes('after write') || index % 40 === 0 ? [index] : [],
    )
    // Each of them is a whole move of 75 posts.
    for (const [n, index] of share([...chosen.entries()], 90)) {
      let passed = -1
      const { jobs, former } = aFormerWorker(25)
      await open(former)
      const fate = steps[index]?.includes('call') && n % 4 === 0 ? 'lose' : 'die'
      await expectMoved(await move((place) => (isStep(place) && ++passed === index ? fate : 'go on'), jobs))
      world.close()
    }
  })
})

describe('an account that the server sends again', () => {
  it('tells the server of the backoff that it keeps', async () => {
    world = await createObjectsWorld()
    await putAccounts(world.index())
    const accountId = ACCOUNTS.demo.id
    const pausedUntil = world.clock.now() + DAY
    writePause(world.sql(accountId), accountId, pausedUntil)
    // Any request makes the object report.
    await world.index().recallReposts(accountId, 1)
    const { until } = await world.index().changes(0)
    await world.index().putAccount(await anAccountEnvelope('demo', CLOUD_KEY))
    expect((await world.index().changes(until)).accounts).toMatchObject([{ accountId, pausedUntil }])
    // Once the server has sent it, too, it is no longer reported.
    await world.index().putAccount({ ...(await anAccountEnvelope('demo', CLOUD_KEY)), pausedUntil })
    expect((await world.index().changes(0)).accounts).toEqual([])
  })
})

describe('mentions that the server has taken back', () => {
  it('are no longer counted as waiting at the Worker', async () => {
    world = await createObjectsWorld()
    await putAccounts(world.index())
    const accountId = ACCOUNTS.demo.id
    const config = reportedConfig(aRepostConfig({ accountId }))
    const records = [reportedRecord(aRepostRecord({ accountId, status: 'PENDING', runner: 'cloud' }))]
    const waiting = async () => (await world.index().status()).counts.pendingReposts
    await world.index().delegateReposts({ version: BASIC_VERSION, accountId, config, records })
    expect(await waiting()).toBe(1)
    await world.index().recallReposts(accountId, 1)
    expect(await waiting()).toBe(0)
  })
})

describe('a check for mentions that takes long', () => {
  it('delays no post that becomes due meanwhile, since no alarm rings while another is at work', async () => {
    const reading = async (clock: ManualClock) => {
      clock.advance(PUBLISH_AT - clock.now())
      const isLive = () => expect(world.sandbox.live()).toHaveLength(1)
      await vi.waitFor(isLive, { timeout: 30 * SECOND }).catch(() => {})
      clock.advance(20 * SECOND)
    }
    world = await createObjectsWorld({ check: reading })
    const accountId = ACCOUNTS.demo.id
    const [job] = jobsOfAll()
    if (!job) expect.unreachable()
    await schedule([job])
    await world.run(PUBLISH_AT - 20 * SECOND - world.clock.now())
    const config = reportedConfig(aRepostConfig({ accountId, nextPollAt: world.clock.now() }))
    await world.index().delegateReposts({ version: BASIC_VERSION, accountId, config, records: [] })
    await world.run(HOUR)
    await expectAllLiveOnce([job])
    const late = world.sandbox.live().map(({ publishedAt }) => publishedAt - PUBLISH_AT)
    expect(late[0]).toBeLessThan(2 * SECOND)
  })
})

describe('a bucket that removes nothing', () => {
  it('delays no post of the account whose file is to leave it', async () => {
    world = await createObjectsWorld({ removeMedia: () => Promise.reject(new Error('R2 is down')) })
    await putAccounts(world.index())
    const accountId = ACCOUNTS.demo.id
    const due = aJobEnvelope({ accountId, publishAt: START + 10 * MINUTE })
    const cancelled = aJobEnvelope({ accountId, publishAt: START + HOUR })
    for (const job of [due, cancelled]) await world.index().putJob(job)
    await world.run(10 * MINUTE - 10 * SECOND)
    await world.index().cancelJob(cancelled.jobId)
    await world.run(5 * MINUTE)
    const [view] = await world.jobs([due])
    expect(view).toMatchObject({ state: 'published' })
    expect((view?.publication?.publishedAt ?? 0) - due.publishAt).toBeLessThan(5 * SECOND)
  })
})

describe('KV writes of many accounts', () => {
  it('are counted by the index, and gathered for an hour by each account once half of the day is used', async () => {
    const puts: string[] = []
    const kv = {
      put: async (key: string) => void puts.push(key),
      get: async () => null,
      remove: async () => {},
    }
    world = await createObjectsWorld({ kv: { ...kv, list: async () => ({ names: [], isComplete: true }) } })
    await schedule(jobsOfAll())
    await world.run(HOUR)
    const { kvWritesToday } = await world.index().status()
    expect(kvWritesToday).toBe(puts.length)

    const day = Math.floor(world.clock.now() / DAY)
    const set = `UPDATE meta SET value = ? WHERE id = 'kvWrites'`
    world.sql(INDEX).exec(set, JSON.stringify({ day, writes: 500 }))
    const many = Array.from({ length: 20 }, (_, n) =>
      aJobEnvelope({ accountId: ACCOUNTS.noor.id, publishAt: world.clock.now() + DAY + n }),
    )
    for (const job of many) await world.index().putJob(job)
    const before = world.alarms.length
    await world.run(30 * MINUTE)
    expect(puts).not.toContain(`jobs:${ACCOUNTS.noor.id}`)
    // An alarm is a request: it waits for the end of the hour.
    expect(world.alarms.length - before).toBeLessThanOrEqual(2)
    await world.run(HOUR)
    expect(puts.filter((key) => key === `jobs:${ACCOUNTS.noor.id}`)).toHaveLength(1)
  })

  it('that were refused are tried no more that day once another account has learned that it is spent', async () => {
    const tried: string[] = []
    const put = async (key: string) => {
      tried.push(key)
      throw new Error('the quota of today is spent')
    }
    const rest = { get: async () => null, remove: async () => {} }
    world = await createObjectsWorld({
      kv: { put, ...rest, list: async () => ({ names: [], isComplete: true }) },
    })
    const [job] = jobsOfAll()
    if (!job) expect.unreachable()
    await schedule([{ ...job, publishAt: world.clock.now() + 2 * DAY }])
    const day = Math.floor(world.clock.now() / DAY)
    const set = `INSERT OR REPLACE INTO meta (id, value) VALUES ('kvWrites', ?)`
    world.sql(INDEX).exec(set, JSON.stringify({ day, writes: 950 }))
    await world.run(2 * HOUR)
    const ofJob = () => tried.filter((key) => key === `job:${job.jobId}`).length
    const before = ofJob()
    expect(before).toBeGreaterThan(0)
    await world.run(4 * HOUR)
    expect(ofJob()).toBe(before)
    const another = aJobEnvelope({ accountId: job.accountId, publishAt: world.clock.now() + 2 * DAY })
    await schedule([another])
    await world.run(HOUR)
    expect(tried).not.toContain(`job:${another.jobId}`)
  })
})
