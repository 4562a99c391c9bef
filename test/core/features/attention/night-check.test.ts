import { describe, expect, it } from 'vitest'
import { createAttention } from '../../../../core/features/attention/attention.ts'
import { readReport } from '../../../../core/features/attention/night-check.ts'
import type { JobView } from '../../../../core/engine/worker/protocol.ts'
import type { WorkerReply } from '../../../../core/engine/worker/worker-link.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import { safeText } from '../../../../core/redact.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../../core/time.ts'
import {
  addressOf,
  aPlan,
  aStatus,
  BUCKET,
  EVENING,
  handoverOf,
  KEY_REFUSED,
  OFFLINE,
  TOKEN_GONE,
  type Plan,
} from './night-plan.ts'

describe('the check of an evening with more accounts than calls', () => {
  it('asks for the soonest posts first, and for each account once', async () => {
    const plan = await aPlan(0)
    const posts: string[] = []
    for (let n = 0; n < 100; n += 1) {
      const { id } = await plan.test.anAccount()
      plan.refused.add(id)
      posts.push((await plan.add(n, id)).id)
    }
    const look = async () => {
      plan.calls.length = 0
      await plan.attention.runNightCheck()
      return plan.calls.filter((call) => call === 'quota').length
    }
    const looks = [await look()]
    const soonest = (await plan.told()).filter(({ nextStep }) => nextStep === 'reconnect')
    expect(new Set(soonest.map(({ postId }) => postId))).toEqual(new Set(posts.slice(0, 40)))
    for (let minutes = 0; minutes < 60; minutes += 10) {
      plan.test.clock.advance(10 * MINUTE)
      looks.push(await look())
    }
    expect(looks).toEqual([40, 20, 20, 20, 0, 0, 40])
  })

  it('is whole when a person asks for it', async () => {
    const plan = await aPlan(0)
    for (let n = 0; n < 100; n += 1) await plan.add(n, (await plan.test.anAccount()).id)
    await plan.attention.checkNow()
    expect(plan.calls.filter((call) => call === 'quota')).toHaveLength(100)
  })
})

describe('the check of the evening before', () => {
  it('asks for the zone of this computer only when there is something to try', async () => {
    const { deps, add } = await aPlan(0)
    let asked = 0
    const timeZone = () => {
      asked += 1
      return 'UTC'
    }
    const attention = createAttention({ ...deps, timeZone })

    await attention.runNightCheck()
    expect(asked).toBe(0)

    await add(0)
    await attention.runNightCheck()
    expect(asked).toBe(1)
  })

  it('tells of 200 posts exactly those that have a defect, within the call budget', async () => {
    const plan = await aPlan(200)
    const { test, posts, jobs, silent, refused, attention, told, calls } = plan
    const alone = await test.anAccount()
    const tokenRefused = await plan.add(200, alone.id)
    refused.add(alone.id)
    const limited = await test.anAccount({ pausedUntil: EVENING + 3 * DAY })
    const delayed = await plan.add(201, limited.id)
    const ending = await test.anAccount({ tokenExpiresAt: EVENING + HOUR })
    const accessEnds = await plan.add(202, ending.id)
    const fileGone = await plan.add(203, undefined, 'uploading')
    const [fileThere, addressSilent, missing, otherTime, otherContent] = posts.slice(40)
    for (const post of [fileGone, fileThere])
      await test.ports.blobs.remove(
        (await test.ports.media.getMany(post?.mediaFileIds as string[]))[0]?.storagePath ?? '',
      )
    silent.add(addressOf(handoverOf(plan, addressSilent)))
    jobs.delete(handoverOf(plan, missing).id)
    const apart = (post: PostRecord | undefined, change: Partial<JobView>) => {
      const { id } = handoverOf(plan, post)
      const job = jobs.get(id)
      if (job) jobs.set(id, { ...job, ...change })
    }
    apart(otherTime, { publishAt: 1 })
    apart(otherContent, { revision: 7 })
    await attention.runNightCheck()
    const wrong = await told()
    const defects = [
      tokenRefused,
      delayed,
      accessEnds,
      fileGone,
      addressSilent,
      missing,
      otherTime,
      otherContent,
    ]
    expect(new Set(wrong.map(({ postId }) => postId))).toEqual(new Set(defects.map((post) => post?.id)))
    expect(wrong).toHaveLength(defects.length)
    const steps = Object.fromEntries(wrong.map(({ postId, nextStep }) => [postId, nextStep]))
    const details = Object.fromEntries(wrong.map(({ postId, detail }) => [postId, detail]))
    expect(defects.map((post) => details[post?.id ?? '']?.code)).toEqual([
      'FAILURE',
      'ACCOUNT_LIMITED',
      'ACCESS_ENDS_BEFORE',
      'FILE_DELETED',
      'ADDRESS_REFUSES',
      'WORKER_LACKS_POST',
      'WORKER_HAS_OTHER_VERSION',
      'WORKER_HAS_OTHER_VERSION',
    ])
    expect(defects.map((post) => steps[post?.id ?? ''])).toEqual([
      'reconnect',
      'wait',
      'reconnect',
      'fix_media',
      'set_up_bucket',
      'check_cloud',
      'check_cloud',
      'check_cloud',
    ])
    const report = await readReport(test.ports)
    expect(report?.calls).toBe(calls.length)
    // The account that backs off is not asked about: calls beyond a limit lengthen the backoff.
    expect(calls.filter((call) => call === 'quota')).toHaveLength(6)
    expect(calls.filter((call) => call.startsWith('worker'))).toHaveLength(2)
    expect(calls.length).toBeLessThanOrEqual(6 + 2 + 204)
  })

  it('does not say of a post whose job cannot be read that the Worker lacks it, and nothing of the others', async () => {
    const plan = await aPlan(3)
    const { posts, jobs, worker, attention, told } = plan
    jobs.delete(handoverOf(plan, posts[1]).id)
    worker.isWhole = false
    await attention.runNightCheck()
    expect(await told()).toMatchObject([
      { postId: posts[1]?.id, detail: { code: 'WORKER_HAS_OTHER_VERSION' } },
    ])
  })

  it('asks nothing again until the next evening, but for what has changed', async () => {
    const plan = await aPlan(3)
    const { test, calls, attention } = plan
    await attention.runNightCheck()
    const first = calls.length
    test.clock.advance(2 * HOUR)
    await attention.runNightCheck()
    expect(calls).toHaveLength(first)
    await plan.add(30)
    await attention.runNightCheck()
    expect(calls.slice(first).filter((call) => call.startsWith(BUCKET))).toHaveLength(1)
    const later = await plan.add(40 * 5)
    await attention.runNightCheck()
    test.clock.advance(22 * HOUR)
    const second = calls.length
    await attention.runNightCheck()
    const asked = calls.slice(second).filter((call) => call.startsWith(BUCKET))
    expect(asked).toEqual([addressOf(handoverOf(plan, later))])
  })

  it('tries everything again when somebody asks, and leaves the next evening as it was', async () => {
    const plan = await aPlan(3)
    const { test, posts, silent, calls, attention, told } = plan
    await attention.runNightCheck()
    silent.add(addressOf(handoverOf(plan, posts[0])))
    test.clock.advance(MINUTE)
    await attention.runNightCheck()
    expect(await told()).toEqual([])
    await attention.checkNow()
    expect(await told()).toMatchObject([{ postId: posts[0]?.id }])
    expect((await attention.list()).checkedAt).toBe(toIso(test.clock.now()))
    const asked = calls.length
    await attention.runNightCheck()
    expect(calls).toHaveLength(asked)
  })

  it('is one check however often somebody asks meanwhile', async () => {
    const { calls, attention } = await aPlan(3)
    await attention.checkNow()
    const once = calls.length
    await Promise.all([attention.checkNow(), attention.checkNow(), attention.checkNow()])
    expect(calls).toHaveLength(2 * once)
  })

  it('tries what was wrong again each hour, and tells it no longer once it is well', async () => {
    const plan = await aPlan(2)
    const { test, posts, silent, attention, told } = plan
    silent.add(addressOf(handoverOf(plan, posts[0])))
    await attention.runNightCheck()
    expect(await told()).toMatchObject([{ postId: posts[0]?.id }])
    silent.clear()
    test.clock.advance(59 * MINUTE)
    await attention.runNightCheck()
    expect(await told()).toHaveLength(1)
    // Others that are planned meanwhile, and tried at once, do not put it off.
    await plan.add(30)
    await attention.runNightCheck()
    test.clock.advance(MINUTE)
    await attention.runNightCheck()
    expect(await told()).toEqual([])
  })

  it('tries what was wrong again soon although the clock was ahead when it was found', async () => {
    const plan = await aPlan(1)
    const { test, posts, silent, attention, told } = plan
    silent.add(addressOf(handoverOf(plan, posts[0])))
    test.clock.advance(70 * MINUTE)
    await attention.runNightCheck()
    silent.clear()
    test.clock.jump(-65 * MINUTE)
    await attention.runNightCheck()
    expect(await told()).toEqual([])
  })

  it('tells since when something is wrong, however often it is tried again', async () => {
    const plan = await aPlan(1)
    const { test, posts, silent, attention, told } = plan
    silent.add(addressOf(handoverOf(plan, posts[0])))
    await attention.runNightCheck()
    const since = toIso(test.clock.now())
    expect(await told()).toMatchObject([{ since }])
    test.clock.advance(HOUR)
    await attention.runNightCheck()
    expect(await told()).toMatchObject([{ since }])
  })

  it.each<[what: string, worker: Partial<Plan['worker']>, code: string]>([
    ['is silent', { instead: { kind: 'unreachable', reason: safeText('no answer') } }, 'WORKER_SILENT'],
    ['refuses its key', { instead: KEY_REFUSED }, 'WORKER_KEYS_WRONG'],
    ['has another key', { status: (now) => ({ ...aStatus()(now), keyId: null }) }, 'WORKER_KEYS_WRONG'],
    [
      'has a timer that rests',
      { status: (now) => ({ ...aStatus()(now), lastCronRun: now - HOUR }) },
      'WORKER_TIMER_STOPPED',
    ],
    ['has a wrong clock', { status: (now) => aStatus()(now + 31_000) }, 'WORKER_CLOCK_DIFFERS'],
  ])('tells of every post in the Worker when it %s', async (_what, worker, code) => {
    const plan = await aPlan(2)
    Object.assign(plan.worker, worker)
    await plan.attention.runNightCheck()
    const wrong = { nextStep: 'check_cloud', detail: { code } }
    expect(await plan.told()).toMatchObject([wrong, wrong])
  })

  it.each<[what: string, instead: WorkerReply<never>]>([
    ['was silent', { kind: 'unreachable', reason: safeText('no answer') }],
    ['refused its key', KEY_REFUSED],
  ])('asks a Worker that %s again as soon as it has answered with the right keys', async (_what, instead) => {
    const { test, deps, worker, calls, told } = await aPlan(2)
    const cloud = { ...(await deps.cloudSetup.cloudState()) }
    const attention = createAttention({
      ...deps,
      cloudSetup: { ...deps.cloudSetup, cloudState: async () => cloud },
    })
    worker.instead = instead
    await attention.runNightCheck()
    expect(await told()).toHaveLength(2)
    worker.instead = null
    const asked = calls.length
    test.clock.advance(MINUTE)
    await attention.runNightCheck()
    expect(calls).toHaveLength(asked)
    Object.assign(cloud, { verifiedAt: test.clock.now() })
    await attention.runNightCheck()
    expect(await told()).toEqual([])
  })

  it('does not ask a Worker whose timer has stopped again sooner because it answers', async () => {
    const { test, worker, calls, attention } = await aPlan(1)
    worker.status = (now) => ({ ...aStatus()(now), lastCronRun: now - HOUR })
    await attention.runNightCheck()
    const asked = calls.length
    test.clock.advance(59 * MINUTE)
    await attention.runNightCheck()
    expect(calls).toHaveLength(asked)
  })

  it('asks the Worker for posts again once another one is connected', async () => {
    const { test, deps, worker, told } = await aPlan(2)
    const cloud = { ...(await deps.cloudSetup.cloudState()) }
    const attention = createAttention({
      ...deps,
      cloudSetup: { ...deps.cloudSetup, cloudState: async () => cloud },
    })
    worker.status = (now) => ({ ...aStatus()(now), lastCronRun: now - HOUR })
    await attention.runNightCheck()
    expect(await told()).toHaveLength(2)
    worker.status = aStatus()
    Object.assign(cloud, { workerUrl: 'https://other.example' })
    test.clock.advance(MINUTE)
    await attention.runNightCheck()
    expect(await told()).toEqual([])
  })

  it.each([
    ['restricted', [25, 2_207_050], 'ACCOUNT_RESTRICTED', 'settle_at_platform'],
    ['used by a restricted app', [200, null], 'APP_OR_ROLE_RESTRICTED', 'settle_at_platform'],
    ['used by an app without the capability', [3, null], 'CAPABILITY_MISSING', 'settle_at_platform'],
    ['without a permission of a Page', [210, null], 'PERMISSION_NOT_GRANTED', 'reconnect'],
    ['without a permission', [10, null], 'PERMISSION_MISSING', 'reconnect'],
  ] as const)(
    'tells of an account that is %s, and what helps',
    async (_, [code, subcode], advice, nextStep) => {
      const plan = await aPlan(1)
      const refusal = { ...TOKEN_GONE, refusal: { ...TOKEN_GONE.refusal, code, subcode } } as const
      const refusing = createAttention({ ...plan.deps, platform: { publishingQuota: async () => refusal } })
      await refusing.runNightCheck()
      const detail = { code: 'FAILURE', params: { failure: { code: advice } } }
      expect((await refusing.list()).entries).toMatchObject([
        { code: 'ACCESS_REFUSED', accountId: plan.posts[0]?.platformAccountId, detail, nextStep },
        { code: 'POST_WILL_FAIL', postId: plan.posts[0]?.id, detail, nextStep },
      ])
      plan.test.clock.advance(HOUR)
      await plan.attention.runNightCheck()
      expect((await plan.attention.list()).entries).toEqual([])
    },
  )

  it.each([
    [368, null, 'ACCOUNT_BLOCKED'],
    [4, 2_207_051, 'ACCOUNT_LIMITED'],
  ])(
    'tells of an account that is blocked for now, without ending its access: %s/%s',
    async (code, subcode, advice) => {
      const plan = await aPlan(1)
      const refusal = { ...TOKEN_GONE, refusal: { ...TOKEN_GONE.refusal, code, subcode } } as const
      const refusing = createAttention({ ...plan.deps, platform: { publishingQuota: async () => refusal } })
      await refusing.runNightCheck()
      const detail = { code: 'FAILURE', params: { failure: { code: advice } } }
      expect((await refusing.list()).entries).toMatchObject([
        { code: 'POST_WILL_FAIL', postId: plan.posts[0]?.id, detail, nextStep: 'wait' },
      ])
    },
  )

  it('asks for real, whatever the platform said minutes before', async () => {
    const plan = await aPlan(1)
    const id = plan.posts[0]?.platformAccountId ?? ''
    const readAt = plan.test.clock.now()
    await plan.test.ports.settings.put({ [`publishingLimit:${id}`]: { used: 0, allowed: 100, readAt } })
    plan.refused.add(id)
    await plan.attention.runNightCheck()
    expect(await plan.told()).toMatchObject([{ postId: plan.posts[0]?.id, nextStep: 'reconnect' }])
  })

  it('says nothing against a post, nor that it was tried, while this computer has no network', async () => {
    const { test, deps, worker, attention } = await aPlan(2)
    worker.instead = { kind: 'unreachable', reason: safeText('no answer') }
    const fetchPublic = () => Promise.reject(new TypeError('fetch failed'))
    const platform = { publishingQuota: async () => OFFLINE }
    await createAttention({ ...deps, platform, fetchPublic }).runNightCheck()
    expect(await attention.list()).toMatchObject({ entries: [], checkedAt: null })
    test.clock.advance(10 * MINUTE)
    await attention.runNightCheck()
    expect((await attention.list()).entries).toMatchObject([
      { nextStep: 'check_cloud' },
      { nextStep: 'check_cloud' },
    ])
  })

  it('keeps what it found about a post while this computer has no network', async () => {
    const plan = await aPlan(1)
    const { test, posts, silent, attention, answering, told } = plan
    silent.add(addressOf(handoverOf(plan, posts[0])))
    await attention.runNightCheck()
    const before = await told()
    expect(before).toMatchObject([{ detail: { code: 'ADDRESS_REFUSES' } }])
    silent.clear()
    const checkedAt = toIso(test.clock.now())
    test.clock.advance(HOUR)
    await answering(async () => OFFLINE).checkNow()
    expect((await attention.list()).checkedAt).toBe(checkedAt)
    expect((await told()).map(({ detail }) => detail)).toEqual(before.map(({ detail }) => detail))
    test.clock.advance(10 * MINUTE)
    await attention.runNightCheck()
    expect(await told()).toEqual([])
  })

  it('asks again at the next look when the platform did not answer', async () => {
    const { test, accounts, answering, attention, refused, told } = await aPlan(1)
    await answering(async () => OFFLINE).runNightCheck()
    refused.add(accounts[0]?.id ?? '')
    test.clock.advance(10 * MINUTE)
    await attention.runNightCheck()
    expect(await told()).toMatchObject([{ nextStep: 'reconnect' }])
  })

  it('tells of a refused access no longer once the account is reconnected', async () => {
    const { test, accounts, answering, refuse, told } = await aPlan(1)
    await answering(refuse).runNightCheck()
    expect(await told()).toMatchObject([{ nextStep: 'reconnect' }])
    await test.ports.accounts.update(accounts[0]?.id ?? '', { sealedToken: 'another token' })
    expect(await told()).toEqual([])
    await answering(refuse).checkNow()
    expect(await told()).toMatchObject([{ nextStep: 'reconnect' }])
  })

  it.each([
    ['no answer', OFFLINE],
    ['a fault of its own', { ...TOKEN_GONE, refusal: { ...TOKEN_GONE.refusal, code: 2, subcode: null } }],
  ] as const)('keeps what it found about an account when the platform gives %s', async (_, reply) => {
    const { test, attention, refuse, answering, told } = await aPlan(2)
    await answering(refuse).runNightCheck()
    const before = await told()
    expect(new Set(before.map(({ nextStep }) => nextStep))).toEqual(new Set(['reconnect', 'wait']))
    test.clock.advance(HOUR)
    await answering(async () => reply).runNightCheck()
    const ofPosts = ({ postId, nextStep }: (typeof before)[number]) => ({ postId, nextStep })
    expect((await told()).map(ofPosts)).toEqual(before.map(ofPosts))
    test.clock.advance(HOUR)
    await attention.runNightCheck()
    expect(await told()).toEqual([])
  })

  it('keeps a refused access, but no block, while the calls of an account are limited', async () => {
    const { test, accounts, attention, refuse, answering, told } = await aPlan(2)
    await answering(refuse).runNightCheck()
    test.clock.advance(HOUR)
    const pausedUntil = test.clock.now() + MINUTE
    for (const { id } of accounts) await test.ports.accounts.update(id, { pausedUntil })
    await attention.runNightCheck()
    expect(await told()).toMatchObject([{ nextStep: 'reconnect' }])
  })

  it('keeps nothing of posts that do not come any more', async () => {
    const plan = await aPlan(2)
    const { test, posts, silent, attention } = plan
    for (const post of posts) silent.add(addressOf(handoverOf(plan, post)))
    await attention.runNightCheck()
    test.clock.advance(DAY)
    const next = await plan.add(130)
    await attention.runNightCheck()
    const report = await readReport(test.ports)
    expect(Object.keys(report?.tried ?? {})).toEqual([next.id])
    expect(report?.findings).toEqual([])
  })
})
