// The crash points of a repost in the cloud: an instance of the object ends, or stands still and comes back, wherever it waits
// between looking for mentions and reporting what became of them.
import { describe, expect, it } from 'vitest'
import type { RepostConfig } from '../../../core/ports/reposts/repost-store.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { ACCOUNTS, aJobEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { aRepostConfig } from '../../fakes/reposts/repost-records.ts'
import { createCloudWorld, type CloudWorld, type CloudWorldOptions, type Hand } from './cloud-world.ts'
import { createInbox, inCloud, INBOX_URL, liveReposts, type Inbox } from '../reposts/inbox.ts'
import { share } from '../share.ts'

let world: CloudWorld
let inbox: Inbox

const accountId = ACCOUNTS.demo.id
const CONFIG = { accountId, autoRepostEnabled: true, nextPollAt: START } as const

async function open(options: CloudWorldOptions = {}, change: Partial<RepostConfig> = {}): Promise<string> {
  world = await createCloudWorld({ ...options, createSource: inCloud(() => inbox) })
  inbox = createInbox(world.clock)
  const name = inbox.mention()
  const config = aRepostConfig({ ...CONFIG, ...change })
  await world.engine().delegateReposts({ version: 1, accountId, config, records: [] })
  return name
}

/** A rest of two hours follows a life that ended while it asked. */
async function live(hand: Hand, options: CloudWorldOptions = {}): Promise<string> {
  const name = await open(options)
  await world.run(10 * MINUTE, hand)
  await world.run(9 * HOUR)
  return name
}

async function expectReposted(name: string): Promise<void> {
  expect(liveReposts(world.sandbox, name)).toBe(1)
  const { reposts } = await world.engine().changes(0)
  expect(reposts).toMatchObject([
    { record: { status: 'PUBLISHED', originalUsername: name, runner: 'cloud' } },
  ])
  expect(reposts[0]?.record.igPermalink).toContain('/')
}

async function placesOf(options: CloudWorldOptions = {}): Promise<string[]> {
  const places: string[] = []
  await live((place) => (places.push(place), 'go on'), options)
  world.close()
  return places
}

describe('a mention of a delegated account', () => {
  it('is found, reposted with credit, and reported to the server', async () => {
    const name = await live(() => 'go on')

    await expectReposted(name)
    expect(inbox.looks.map(({ owner }) => owner)).toEqual(['cloud', 'cloud'])
    const { jobs, reposts, repostConfigs } = await world.engine().changes(0)
    expect(jobs).toMatchObject([{ jobId: reposts[0]?.jobId, state: 'published', isEnded: true }])
    expect(repostConfigs).toMatchObject([{ accountId, repostsToday: 1, lastPollStatus: 'NO_MENTIONS' }])
  })

  it('waits for a person where nothing is to be reposted automatically, and counts as pending', async () => {
    await open({}, { autoRepostEnabled: false })
    await world.run(HOUR)

    expect(world.sandbox.live()).toEqual([])
    expect((await world.engine().status()).counts).toMatchObject({ repostConfigs: 1, pendingReposts: 1 })
  })

  it('is not even looked for where something has to be painted, which only the server can do', async () => {
    await open({}, { signatureOverlay: '{}' })
    await world.run(HOUR)

    expect(world.sandbox.live()).toEqual([])
  })

  it('never keeps a post from its time', async () => {
    await open()
    const job = aJobEnvelope({ publishAt: START + 5 * MINUTE })
    await world.put(job)
    await world.run(HOUR, (place, what) => (place === 'before fetch' && what === INBOX_URL ? 'die' : 'go on'))

    const published = world.calls.find(({ url }) => url.endsWith('media_publish'))
    expect(await world.jobs([job])).toMatchObject([{ state: 'published' }])
    expect((published?.at ?? 0) - job.publishAt).toBeLessThan(1_000)
  })

  it('never takes more than 40 calls in one invocation', async () => {
    await open()
    await world.run(12 * HOUR)
    expect(Math.max(...world.callsPerInvocation)).toBeLessThanOrEqual(40)
  })
})

describe('an instance that looks for mentions and reposts one', () => {
  it('may stand still at any point and go on hours later: nothing is reposted twice', async () => {
    const places = await placesOf()
    const waits = places.flatMap((place, point) =>
      place === 'after fetch' || place === 'step' ? [point] : [],
    )
    for (const point of share(waits, 5)) {
      let passed = -1
      const name = await live(() => (++passed === point ? 'freeze' : 'go on'))
      await world.thaw()
      await world.run(HOUR)
      await expectReposted(name)
      world.close()
    }
    expect(waits.length).toBeGreaterThanOrEqual(6)
  })

  it.each([
    ['looked for mentions', 1, []],
    ['looked at the story', 2, [{ status: 'PENDING' }]],
  ] as const)(
    'adds nothing and begins nothing when the account was recalled while it %s',
    async (_, at, known) => {
      const name = await open()
      let calls = 0
      const hand: Hand = (place, what) =>
        place === 'after fetch' && what === INBOX_URL && ++calls === at ? 'freeze' : 'go on'
      await world.run(MINUTE, hand)
      const recalled = await world.engine().recallReposts(accountId, 1)
      await world.thaw()
      await world.run(HOUR)

      expect(recalled?.records).toMatchObject(known)
      expect(liveReposts(world.sandbox, name)).toBe(0)
      expect((await world.engine().recallReposts(accountId, 1))?.records).toEqual(recalled?.records)
      expect(await world.engine().openJobs()).toEqual([])
    },
  )
})

describe('an account that is disconnected', () => {
  it('is not looked into any more, and a delegation that comes late finds it gone', async () => {
    await open()
    await world.engine().removeAccount(accountId)
    await world.run(HOUR)
    expect(inbox.looks).toEqual([])

    const config = aRepostConfig(CONFIG)
    expect(await world.engine().delegateReposts({ version: 1, accountId, config, records: [] })).toBe(
      'unknown account',
    )
  })
})
