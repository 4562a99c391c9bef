import { describe, expect, it } from 'vitest'
import { createAttention } from '../../../../core/features/attention/attention.ts'
import { noteAccess } from '../../../../core/features/accounts/refused-access.ts'
import { failureDetail, type FailureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { NO_ANSWER } from '../../../../core/ports/platform/platform.ts'
import { permissionsFor } from '../../../../core/rules/accounts/permissions.ts'
import { storeOptions } from '../../../../core/rules/content/option-schemas.ts'
import { planRetry } from '../../../../core/features/posts/post-updates.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import type { Hold } from '../../../../core/ports/posts/queue-hold.ts'
import type { StorageTrouble } from '../../../../core/ports/data-storage.ts'
import type { Change } from '../../../../core/rules/publication/publication.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../../core/time.ts'
import {
  accept,
  FAILED,
  mustClaim,
  mustCommit,
  REFUSED,
  UNKNOWN,
} from '../../../contracts/publishing-stores.ts'
import { aJob, aPost, START } from '../../../factories.ts'
import { aVideoRecord } from '../../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, type TestApp, type TestPorts } from '../../../fakes/test-app.ts'

async function aScene(overrides: Partial<TestPorts> = {}) {
  const test = createTestApp(overrides)
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const key = bearer(await test.newKey())
  const ask = async () => {
    const response = await test.call('/api/v1/attention', { headers: key })
    expect(response.status).toBe(200)
    return (await response.json()) as { entries: Record<string, unknown>[]; hasMore: boolean }
  }
  const list = async () => (await ask()).entries
  const codes = async () => (await list()).map(({ code }) => code)
  const planned = (at: number, change: Partial<PostRecord> = {}) =>
    plan(test, { platformAccountId: account.id, mediaFileIds: [image.id], scheduledFor: at, ...change })
  return { test, account, image, ask, list, codes, planned }
}

async function plan({ ports }: TestApp, change: Partial<PostRecord>): Promise<PostRecord> {
  const scheduled = { status: 'SCHEDULED', sourceType: 'SCHEDULED', isScheduled: true } as const
  const post = aPost({ ...scheduled, ...change })
  const runAt = post.scheduledFor ?? START
  await ports.ledger.accept(post, aJob(post, { runAt, wakeAt: runAt }))
  return post
}

async function aPostThat(test: TestApp, change: Change, post: Partial<PostRecord>) {
  const accepted = await accept(test.ports, post)
  await mustCommit(test.ports, await mustClaim(test.ports), change)
  return accepted.post
}

/** Counts what is asked of these ports, whatever it is. */
function counting(ports: TestPorts, names: readonly (keyof TestPorts)[]) {
  let asked = 0
  const countCalls = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]): unknown => {
          asked += 1
          return Reflect.apply(value, target, args)
        }
      },
    })
  const counted = names.map((name) => [name, countCalls(ports[name] as object)] as const)
  return { ports: { ...ports, ...Object.fromEntries(counted) } as TestPorts, asked: () => asked }
}

const STORES = ['accounts', 'handovers', 'media', 'planner', 'posts', 'settings'] as const

describe('the list of what needs a person', () => {
  it('asks the stores as often for many accounts as for two', async () => {
    const countFor = async (accounts: number) => {
      const { test } = await aScene()
      for (let n = 1; n < accounts; n += 1) {
        const [{ id }, image] = [await test.anAccount(), await test.anImage()]
        await test.ports.accounts.update(id, { tokenExpiresAt: START - 1 })
        for (const at of [START + HOUR, START + 2 * HOUR])
          await plan(test, { platformAccountId: id, mediaFileIds: [image.id], scheduledFor: at })
      }
      const { ports, asked } = counting(test.ports, STORES)
      const { entries } = await createAttention(ports).list()
      expect(entries.filter(({ code }) => code === 'ACCESS_ENDED')).toHaveLength(accounts - 1)
      expect(entries.filter(({ code }) => code === 'POST_WILL_FAIL')).toHaveLength(2 * (accounts - 1))
      return asked()
    }
    expect(await countFor(50)).toBe(await countFor(2))
  })

  it('is empty while nothing does', async () => {
    const { list } = await aScene()
    expect(await list()).toEqual([])
  })

  it('has a failed post with its cause and what helps, until it is tried again or a week has passed', async () => {
    const { test, account, image, list, codes } = await aScene()
    const post = await aPostThat(test, FAILED, { platformAccountId: account.id, mediaFileIds: [image.id] })
    expect(await list()).toEqual([
      {
        id: `POST_FAILED:${post.id}`,
        code: 'POST_FAILED',
        severity: 'error',
        since: toIso(START),
        postId: post.id,
        accountId: account.id,
        message: expect.stringMatching(/^This post was not published\. ./),
        detail: { code: 'FAILURE', params: { failure: expect.objectContaining({ code: 'TEXT' }) } },
        nextStep: 'retry',
        until: null,
      },
    ])
    test.clock.advance(7 * DAY + 1)
    expect(await codes()).toEqual([])
    test.clock.advance(-7 * DAY)
    expect(await test.ports.ledger.update(post.id, planRetry(aJob(post)))).toBe(true)
    expect(await codes()).toEqual([])
  })

  it('says when a post that failed at a full limit can be published, because it does not continue automatically', async () => {
    const { test, account, image, list } = await aScene()
    const failure = { ...REFUSED, recovery: 'wait', unconfirmed: false } as const
    const refused = { platformAccountId: account.id, mediaFileIds: [image.id] }
    await aPostThat(test, { ...FAILED, failure }, refused)
    const told = async () => (await list()).map(({ code, nextStep, until }) => ({ code, nextStep, until }))
    expect(await told()).toEqual([{ code: 'POST_FAILED', nextStep: 'retry', until: null }])
    await test.ports.accounts.update(account.id, { pausedUntil: START + HOUR })
    expect(await told()).toEqual([
      { code: 'POST_FAILED', nextStep: 'retry', until: toIso(START + HOUR) },
      { code: 'ACCOUNT_LIMITED', nextStep: 'wait', until: toIso(START + HOUR) },
    ])
    test.clock.advance(HOUR)
    expect(await told()).toEqual([{ code: 'POST_FAILED', nextStep: 'retry', until: null }])
  })

  it('has slots and recurrences that could not be read, until a week has passed', async () => {
    const lost: { readonly accountId: string; readonly postId: string | null; readonly at: number }[] = []
    const { test, account, list, planned } = await aScene({ listLostPlans: async () => lost })
    const post = await planned(START + 5 * DAY)
    lost.push({ accountId: account.id, postId: post.id, at: START })
    lost.push({ accountId: account.id, postId: null, at: START + 1 })
    const entry = { code: 'PLAN_LOST', severity: 'error', accountId: account.id, nextStep: 'plan_again' }
    expect(await list()).toMatchObject([
      { ...entry, postId: post.id, detail: { code: 'RECURRENCE_LOST' } },
      { ...entry, postId: null, detail: { code: 'SLOTS_LOST' } },
    ])
    test.clock.advance(7 * DAY)
    expect((await list()).filter(({ code }) => code === 'PLAN_LOST')).toHaveLength(1)
  })

  it('has backups that fail, with since when', async () => {
    let overdueSince: number | null = START
    const { codes, list } = await aScene({ backupOverdueSince: async () => overdueSince })
    expect(await list()).toMatchObject([
      { code: 'BACKUP_OVERDUE', severity: 'warning', since: toIso(START), nextStep: 'see_log' },
    ])
    overdueSince = null
    expect(await codes()).toEqual([])
  })

  it('has a post that may be live until that is known', async () => {
    const { test, account, image, list } = await aScene()
    await aPostThat(test, UNKNOWN, { platformAccountId: account.id, mediaFileIds: [image.id] })
    test.clock.advance(30 * DAY)
    expect(await list()).toMatchObject([{ code: 'POST_UNCONFIRMED', nextStep: 'check_platform' }])
  })

  it('lists posts in doubt, and those that failed today, however many posts that were made later have failed', async () => {
    const { test, account, image, ask } = await aScene()
    const own = { platformAccountId: account.id, mediaFileIds: [image.id] }
    await aPostThat(test, UNKNOWN, own)
    const early = await accept(test.ports, { ...own, mediaFileIds: [] }, { runAt: START + 30 * DAY })
    for (let n = 0; n < 201; n += 1) await aPostThat(test, FAILED, own)
    test.clock.advance(30 * DAY)
    const at = { updatedAt: test.clock.now() }
    await mustCommit(test.ports, await mustClaim(test.ports, test.clock.now()), { ...FAILED, ...at })
    expect(await ask()).toMatchObject({
      entries: [{ code: 'POST_UNCONFIRMED' }, { code: 'POST_FAILED', postId: early.post.id }],
      hasMore: false,
    })
  })

  it('has a post whose time has passed, but not one that waits with its account', async () => {
    const { test, account, planned, codes } = await aScene()
    await planned(START)
    test.clock.advance(2 * MINUTE + 1)
    expect(await codes()).toEqual(['POST_OVERDUE'])
    await test.ports.accounts.update(account.id, { pausedUntil: START + HOUR })
    expect(await codes()).toEqual(['ACCOUNT_LIMITED'])
  })

  it('has a post whose time has passed although its account spaces its calls, which no other entry tells', async () => {
    const { test, account, planned, codes } = await aScene()
    await planned(START)
    test.clock.advance(HOUR)
    await test.ports.accounts.update(account.id, { pausedUntil: test.clock.now() + MINUTE })
    expect(await codes()).toEqual(['POST_OVERDUE'])
  })

  it('has a post that is looked for in vain, although it was taken up', async () => {
    const { test, planned, codes } = await aScene()
    const warnings = [warning('LIVE_CHECK_PENDING')]
    for (const status of ['QUEUED', 'PROCESSING'] as const) await planned(START, { status, warnings })
    await planned(START, { status: 'PROCESSING' })
    expect(await codes()).toEqual([])
    test.clock.advance(2 * MINUTE + 1)
    expect(await codes()).toEqual(['POST_OVERDUE', 'POST_OVERDUE'])
  })

  it('has a post that is tried for hours, as without a network, but none that was just taken up again', async () => {
    const { test, planned, list } = await aScene()
    const tried = { lastAttemptAt: START, nextAttemptAt: START + 2 * HOUR } as const
    const waiting = await planned(START, { status: 'QUEUED', ...tried })
    const asked = await planned(START, { status: 'PROCESSING', ...tried, nextAttemptAt: null })
    await planned(START, { status: 'QUEUED', ...tried, nextAttemptAt: null })
    await planned(START, { status: 'PROCESSING', lastAttemptAt: START + MINUTE })
    test.clock.advance(2 * HOUR)
    expect(await list()).toEqual([])
    test.clock.advance(1)
    const message = expect.stringContaining('still trying')
    const entries = [waiting, asked].map(({ id }) =>
      expect.objectContaining({ code: 'POST_OVERDUE', postId: id, message }),
    )
    expect(await list()).toEqual(expect.arrayContaining(entries))
    expect(await list()).toHaveLength(2)
  })

  it('says that there is more than it holds', async () => {
    const { test, planned, ask } = await aScene()
    for (let n = 0; n < 200; n += 1) await planned(START)
    test.clock.advance(HOUR)
    expect(await ask()).toMatchObject({ entries: { length: 200 }, hasMore: false })
    await planned(START)
    expect(await ask()).toMatchObject({ entries: { length: 200 }, hasMore: true })
  })

  it('has an overdue post however many others have waited for longer', async () => {
    const { test, planned, list } = await aScene()
    const queued = { status: 'QUEUED', isScheduled: false, scheduledFor: null } as const
    for (let n = 0; n < 201; n += 1) await planned(START, queued)
    test.clock.advance(HOUR)
    const { id } = await planned(START + MINUTE)
    expect(await list()).toMatchObject([{ code: 'POST_OVERDUE', postId: id }])
  })

  it('is not crowded out by the trouble of accounts that it does not list', async () => {
    const { test, account, image, planned, ask } = await aScene({ readFacts: () => readFacts() })
    const [hidden, resting] = [await test.anAccount(), await test.anAccount()]
    const facts = await createTestApp().ports.readFacts()
    const readFacts = async () => ({ ...facts, sandbox: false, sandboxAccountIds: [hidden.id] })
    const own = { platformAccountId: account.id, mediaFileIds: [image.id] }
    const failed = await aPostThat(test, FAILED, own)
    test.clock.advance(1)
    for (let n = 0; n < 201; n += 1) {
      await aPostThat(test, FAILED, { platformAccountId: hidden.id, mediaFileIds: [image.id] })
      await planned(START + MINUTE, { platformAccountId: resting.id })
    }
    const late = await planned(START + 2 * MINUTE)
    await test.ports.accounts.update(resting.id, { pausedUntil: START + DAY })
    test.clock.advance(HOUR)
    const { entries, hasMore } = await ask()
    const told = entries.filter(({ accountId }) => accountId === account.id).map(({ postId }) => postId)
    expect([new Set(told), hasMore]).toEqual([new Set([failed.id, late.id]), false])
  })

  it('has an access that has ended, or ends within ten days, and a limited account until the limit ends', async () => {
    const { test, account, list, codes } = await aScene()
    await test.ports.accounts.update(account.id, { tokenExpiresAt: START + 9 * DAY })
    expect(await list()).toMatchObject([
      { code: 'ACCESS_ENDING', severity: 'warning', accountId: account.id, since: toIso(START - DAY) },
    ])
    await test.ports.accounts.update(account.id, { tokenExpiresAt: START - 1 })
    expect(await list()).toMatchObject([
      { code: 'ACCESS_ENDED', nextStep: 'reconnect', since: toIso(START - 1) },
    ])
    await test.ports.accounts.update(account.id, { tokenExpiresAt: null, pausedUntil: START + HOUR })
    expect(await codes()).toEqual(['ACCOUNT_LIMITED'])
    test.clock.advance(HOUR)
    expect(await codes()).toEqual([])
  })

  it('has a refused access until the platform, which is asked each hour, answers again', async () => {
    const { test, account, codes } = await aScene()
    const failure = failureDetail('ACCESS_ENDED')
    await noteAccess(test.ports.settings, account, { call: 'limit', failure }, START)
    let asked = 0
    const publishingQuota: TestPorts['platform']['publishingQuota'] = async () => {
      asked += 1
      return { kind: 'ok', value: { used: 0, allowed: 25 }, platformTime: null, facts: NO_ANSWER }
    }
    const attention = createAttention({ ...test.ports, platform: { publishingQuota } })
    test.clock.advance(59 * MINUTE)
    await attention.runNightCheck()
    expect(await codes()).toEqual(['ACCESS_ENDED'])
    test.clock.advance(MINUTE)
    await attention.runNightCheck()
    expect(await codes()).toEqual([])
    await attention.runNightCheck()
    expect(asked).toBe(1)
  })

  it('has each refused call with its own reason until that call is answered', async () => {
    const { test, account, list } = await aScene()
    const note = (call: 'limit' | 'container', failure: FailureDetail | null) =>
      noteAccess(test.ports.settings, account, { call, failure }, test.clock.now())
    const [ofContainer, ofLimit] = [failureDetail('CAPABILITY_MISSING'), failureDetail('PASSWORD_CHANGED')]
    await note('container', ofContainer)
    await note('limit', ofLimit)
    expect(await list()).toMatchObject([{ detail: { params: { failure: ofLimit } } }])
    test.clock.advance(HOUR)
    const publishingQuota: TestPorts['platform']['publishingQuota'] = async () => ({
      kind: 'ok',
      value: { used: 0, allowed: 25 },
      platformTime: null,
      facts: NO_ANSWER,
    })
    await createAttention({ ...test.ports, platform: { publishingQuota } }).runNightCheck()
    expect(await list()).toMatchObject([{ detail: { params: { failure: ofContainer } } }])
    await note('limit', ofLimit)
    await note('container', null)
    expect(await list()).toEqual([])
  })

  it('has a held folder and a disk in trouble for as long as they are, the worst first', async () => {
    let held: Hold | null = { reason: 'copied', since: START - HOUR }
    let trouble: StorageTrouble | null = 'full'
    let free: number | null = 10
    const { test, list, codes } = await aScene({
      hold: { current: () => held, release: async () => {} },
      storage: {
        troubleIn: async () => null,
        probe: async () => ({ files: trouble, database: trouble }),
        freeBytes: async () => free,
        note() {},
      },
    })
    expect(await codes()).toEqual(['QUEUE_HELD', 'DISK_FULL'])
    trouble = null
    test.clock.advance(MINUTE)
    expect(await list()).toMatchObject([
      { code: 'QUEUE_HELD', since: toIso(START - HOUR) },
      { code: 'DISK_NEARLY_FULL', since: toIso(START + MINUTE) },
    ])
    test.clock.advance(MINUTE)
    expect((await list())[1]).toMatchObject({ since: toIso(START + MINUTE) })
    ;[held, free] = [null, null]
    expect(await codes()).toEqual([])
  })

  it('tells a held folder once, however many of its posts are overdue, and those at the Worker', async () => {
    const hold: Hold = { reason: 'restored', since: START - 1 }
    const { test, planned, ask } = await aScene({
      hold: { current: () => hold, release: async () => {} },
    })
    for (let n = 0; n < 201; n += 1) await planned(START)
    await planned(START, { status: 'QUEUED', warnings: [warning('WAITS_FOR_ROOM')] })
    await planned(START, { handover: 'uploading' })
    const { id } = await planned(START, { handover: 'cloud' })
    test.clock.advance(HOUR)
    const entries = [{ code: 'QUEUE_HELD' }, { code: 'POST_OVERDUE', postId: id }]
    expect(await ask()).toMatchObject({ entries, hasMore: false })
  })

  it('says once that this computer publishes posts within two days', async () => {
    const { planned, list } = await aScene()
    for (const hours of [1, 47, 49]) await planned(START + hours * HOUR)
    expect(await list()).toMatchObject([
      {
        code: 'COMPUTER_MUST_BE_ON',
        severity: 'notice',
        message: expect.stringContaining('2 posts wait here'),
      },
    ])
  })
})

describe('a post of the next two days, on paper', () => {
  const willFail = async (scene: Awaited<ReturnType<typeof aScene>>) =>
    (await scene.list()).filter(({ code }) => code === 'POST_WILL_FAIL' || code === 'POST_WILL_BE_LATE')

  it('fails when the access ends before its time, its file is gone, or its account', async () => {
    const scene = await aScene()
    const { test, account, image, planned } = scene
    const post = await planned(START + 10 * HOUR)
    expect(await willFail(scene)).toEqual([])
    await test.ports.accounts.update(account.id, { tokenExpiresAt: START + 9 * HOUR })
    const told = { postId: post.id, nextStep: 'reconnect', detail: { code: 'ACCESS_ENDS_BEFORE' } }
    expect(await willFail(scene)).toMatchObject([told])
    await test.ports.accounts.update(account.id, { tokenExpiresAt: null })
    await test.ports.blobs.remove(image.storagePath)
    const gone = { postId: post.id, nextStep: 'fix_media', detail: { code: 'FILE_DELETED' } }
    expect(await willFail(scene)).toMatchObject([gone])
    await test.ports.accounts.remove(account.id)
    expect(await willFail(scene)).toMatchObject([
      { postId: post.id, message: expect.stringContaining('disconnected') },
    ])
  })

  it('does not fail for a file that is gone here when the Worker has it', async () => {
    const scene = await aScene()
    const { test, image, planned } = scene
    await planned(START + HOUR, { handover: 'cloud' })
    const uploading = await planned(START + 2 * HOUR, { handover: 'uploading' })
    await test.ports.blobs.remove(image.storagePath)
    expect(await willFail(scene)).toMatchObject([{ postId: uploading.id, detail: { code: 'FILE_DELETED' } }])
  })

  it('fails when Instagram can fetch its picture, or its cover, from nowhere', async () => {
    let address: string | null = null
    const scene = await aScene({ mediaAddress: async () => () => address })
    const { test, planned } = scene
    const [live, partner] = [
      await test.anAccount({ isSandbox: false }),
      await test.anAccount({ isSandbox: false, loginMethod: 'partner' }),
    ]
    const cover = await test.anImage()
    const video = aVideoRecord()
    await test.ports.media.add(video)
    const reel = { platformAccountId: partner.id, mediaType: 'REELS', mediaFileIds: [video.id] } as const
    const picture = await planned(START + HOUR, { platformAccountId: live.id })
    const options = storeOptions({ cover: { mediaFileId: cover.id } })
    const covered = await planned(START + 2 * HOUR, { ...reel, options })
    await planned(START + 3 * HOUR, reel)
    await planned(START + 4 * HOUR, { platformAccountId: live.id, handover: 'cloud' })
    const told = [picture, covered].map(({ id }) => ({
      postId: id,
      nextStep: 'set_up_bucket',
      detail: { code: 'NO_PUBLIC_ADDRESS' },
    }))
    const byId = async () =>
      (await willFail(scene)).toSorted(
        (a, b) => Number(a['postId'] === covered.id) - Number(b['postId'] === covered.id),
      )
    expect(await byId()).toMatchObject(told)
    const { platform } = test.ports
    const publishingQuota: typeof platform.publishingQuota = (access) => platform.publishingQuota(access)
    await createAttention({ ...test.ports, platform: { publishingQuota } }).runNightCheck()
    expect(await byId()).toMatchObject(told)
    address = 'https://pictures.example/x'
    expect(await willFail(scene)).toEqual([])
  })

  it('needs no address for a story that goes out through the session of its owner', async () => {
    const scene = await aScene({ mediaAddress: async () => () => null, sendsStoryFiles: async () => true })
    const live = await scene.test.anAccount({ isSandbox: false })
    const storyMentions = JSON.stringify([{ username: 'owl', x: 0.5, y: 0.5 }])
    const story = { platformAccountId: live.id, mediaType: 'STORIES' } as const
    await scene.planned(START + HOUR, { ...story, storyMentions })
    const plain = await scene.planned(START + 2 * HOUR, story)
    expect((await willFail(scene)).map(({ postId }) => postId)).toEqual([plain.id])
  })

  it('is incomplete, and does not fail, when the permission for its first comment is gone', async () => {
    const scene = await aScene()
    const { test, account, planned } = scene
    const post = await planned(START + HOUR, { options: storeOptions({ firstComment: 'Good night' }) })
    expect(await willFail(scene)).toEqual([])
    await test.ports.accounts.update(account.id, {
      grantedScopes: permissionsFor(account.loginMethod, 'publish'),
    })
    expect(await scene.list()).toContainEqual(
      expect.objectContaining({
        code: 'POST_WILL_BE_INCOMPLETE',
        severity: 'warning',
        postId: post.id,
        detail: { code: 'COMMENTS_NOT_PERMITTED', params: {} },
        nextStep: 'reconnect',
      }),
    )
    expect(await willFail(scene)).toEqual([])
  })

  it('is incomplete once, whatever it has that lacks a permission', async () => {
    const scene = await aScene()
    const options = storeOptions({ firstComment: 'Good night', commentsEnabled: false })
    const post = await scene.planned(START + HOUR, { options })
    const grantedScopes = permissionsFor(scene.account.loginMethod, 'publish')
    await scene.test.ports.accounts.update(scene.account.id, { grantedScopes })
    const incomplete = (await scene.list()).filter(({ postId }) => postId === post.id)
    expect(incomplete).toMatchObject([{ code: 'POST_WILL_BE_INCOMPLETE', nextStep: 'reconnect' }])
  })

  it('fails when its account was reconnected in a way that cannot do all of it', async () => {
    const scene = await aScene()
    await scene.planned(START + HOUR, { crossPostToPartner: true })
    const detail = { code: 'FACEBOOK_LOGIN_NEEDED', params: {} }
    expect(await willFail(scene)).toMatchObject([{ detail, nextStep: 'change_post' }])
  })

  it('fails with the sandbox switched off when it is the sandbox’s, and one that has failed needs nobody then', async () => {
    const facts = await createTestApp().ports.readFacts()
    let readFacts = async () => facts
    const scene = await aScene({ readFacts: () => readFacts() })
    const { test, account, image, planned } = scene
    await aPostThat(test, FAILED, { platformAccountId: account.id, mediaFileIds: [image.id] })
    const post = await planned(START + HOUR)
    expect(await scene.codes()).toEqual(['POST_FAILED', 'COMPUTER_MUST_BE_ON'])
    readFacts = async () => ({ ...facts, sandbox: false, sandboxAccountIds: [account.id] })
    await test.ports.accounts.remove(account.id)
    expect(await scene.codes()).toEqual(['POST_WILL_FAIL'])
    expect(await willFail(scene)).toMatchObject([
      { postId: post.id, detail: { code: 'SANDBOX_OFF' }, nextStep: 'open_post' },
    ])
  })

  it('is late when its account is limited until after its time, and where the limit has no room fails or waits', async () => {
    const scene = await aScene()
    const { test, account, planned } = scene
    await test.ports.settings.put({
      [`publishingLimit:${account.id}`]: { used: 0, allowed: 2, readAt: START },
    })
    const posts = [
      await planned(START + HOUR),
      await planned(START + 2 * HOUR),
      await planned(START + 3 * HOUR),
    ]
    const overLimit = { postId: posts[2]?.id, detail: { code: 'OVER_LIMIT' }, nextStep: 'reschedule' }
    expect(await willFail(scene)).toMatchObject([{ code: 'POST_WILL_FAIL', ...overLimit }])
    await test.ports.accounts.update(account.id, { whenLimitIsFull: 'wait' })
    expect(await willFail(scene)).toMatchObject([{ code: 'POST_WILL_BE_LATE', ...overLimit }])
    await test.ports.accounts.update(account.id, { pausedUntil: START + 90 * MINUTE })
    const late = (await willFail(scene)).map(({ postId }) => postId)
    expect(new Set(late)).toEqual(new Set([posts[0]?.id, posts[2]?.id]))
  })
})
