import { describe, expect, it } from 'vitest'
import { createAttention } from '../../../../core/features/attention/attention.ts'
import type { SleepSetting } from '../../../../core/ports/system.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../../core/time.ts'
import { aJob, aPost, START } from '../../../factories.ts'
import { createTestApp } from '../../../fakes/test-app.ts'

/** A computer of one account, and how often its sleep setting was read. */
async function aComputer(first: SleepSetting | null) {
  const test = createTestApp()
  const [account, image] = [await test.anAccount({ isSandbox: true }), await test.anImage()]
  const computer = { setting: first, reads: 0 }
  const attention = createAttention({
    ...test.ports,
    platform: { publishingQuota: (access) => test.ports.platform.publishingQuota(access) },
    async readSleepSetting() {
      computer.reads += 1
      return computer.setting
    },
    timeZone: () => 'UTC',
  })
  const plan = async (at: number, change: Partial<PostRecord> = {}) => {
    const scheduled = { status: 'SCHEDULED', sourceType: 'SCHEDULED', isScheduled: true } as const
    const post = aPost({
      ...scheduled,
      platformAccountId: account.id,
      mediaFileIds: [image.id],
      scheduledFor: at,
      ...change,
    })
    await test.ports.ledger.accept(post, aJob(post, { runAt: at, wakeAt: at }))
    return post
  }
  const told = async () => {
    const { entries } = await attention.list()
    return entries.filter(({ code }) => code.startsWith('COMPUTER'))
  }
  return { test, computer, attention, plan, told }
}

const HALF_AN_HOUR: SleepSetting = { sleepsAfter: 30 * MINUTE, setIn: 'macos' }

describe('the computer that publishes', () => {
  it('is reported once when it goes to sleep automatically, with where to change that', async () => {
    const { attention, plan, told } = await aComputer(HALF_AN_HOUR)
    for (const hours of [1, 2, 47]) await plan(START + hours * HOUR)
    expect(await told()).toMatchObject([{ code: 'COMPUTER_MUST_BE_ON', severity: 'notice' }])
    await attention.runNightCheck()
    expect(await told()).toEqual([
      {
        id: 'COMPUTER_SLEEPS',
        code: 'COMPUTER_SLEEPS',
        severity: 'warning',
        since: toIso(START),
        postId: null,
        accountId: null,
        message: expect.stringMatching(/Keep it awake, .* after 30 min without use\. .* System Settings/),
        detail: { code: 'SLEEPS_MACOS', params: { minutes: 30 } },
        nextStep: 'keep_awake',
        until: null,
      },
    ])
  })

  it('is asked in the evening, when a post of its own is new, and each hour while it would sleep', async () => {
    const { test, computer, attention, plan, told } = await aComputer(HALF_AN_HOUR)
    await attention.changeEvening(0)
    await plan(START + 40 * HOUR)
    const checkAfter = async (time: number) => {
      test.clock.advance(time)
      await attention.runNightCheck()
      return computer.reads
    }
    expect(await checkAfter(0)).toBe(1)
    expect(await checkAfter(59 * MINUTE)).toBe(1)
    computer.setting = null
    expect(await checkAfter(MINUTE)).toBe(2)
    expect(await told()).toMatchObject([{ code: 'COMPUTER_MUST_BE_ON' }])
    expect(await checkAfter(2 * HOUR)).toBe(2)
    await plan(START + 41 * HOUR)
    expect(await checkAfter(MINUTE)).toBe(3)
    expect(await checkAfter(24 * HOUR)).toBe(4)
    for (let lists = 0; lists < 3; lists += 1) await told()
    expect(computer.reads).toBe(4)
  })

  it('is neither asked nor told of when the Worker publishes everything', async () => {
    const { computer, attention, plan, told } = await aComputer(HALF_AN_HOUR)
    await plan(START + HOUR, { handover: 'cloud' })
    await plan(START + 2 * HOUR, { handover: 'pending' })
    await attention.runNightCheck()
    expect(computer.reads).toBe(0)
    expect(await told()).toEqual([])
  })

  it('is told of no longer once its posts are published or somewhere else', async () => {
    const { test, attention, plan, told } = await aComputer(HALF_AN_HOUR)
    await plan(START + HOUR)
    await attention.runNightCheck()
    expect(await told()).toMatchObject([{ code: 'COMPUTER_SLEEPS' }])
    test.clock.advance(HOUR + MINUTE)
    expect(await told()).toEqual([])
  })

  it('is told of each post of an hour in which it is usually off, unless the Worker has the post', async () => {
    const { test, attention, plan } = await aComputer(null)
    for (let hour = 0; hour < 15 * 24; hour += 1) {
      const { clock } = test
      if (new Date(clock.now()).getUTCHours() >= 9) await attention.noteRunning()
      clock.advance(HOUR)
    }
    const now = test.clock.now()
    const [atThree, atTen] = [now - (now % DAY) + DAY + 3 * HOUR, now - (now % DAY) + DAY + 10 * HOUR]
    const late = await plan(atThree)
    await plan(atTen)
    await plan(atThree, { handover: 'cloud' })
    const { entries } = await attention.list()
    expect(entries.filter(({ code }) => code === 'POST_WILL_BE_LATE')).toMatchObject([
      {
        postId: late.id,
        severity: 'warning',
        message: expect.stringMatching(/later than planned\. This computer is usually off/),
        detail: { code: 'COMPUTER_USUALLY_OFF' },
        nextStep: 'reschedule',
      },
    ])
  })
})

it('the time of the last check is that of a check of all posts, not of one post or of the computer alone', async () => {
  const { test, attention, plan } = await aComputer(HALF_AN_HOUR)
  await attention.changeEvening(0)
  await plan(START + 40 * HOUR)
  const checkedAt = async () => (await attention.list()).checkedAt
  await attention.runNightCheck()
  expect(await checkedAt()).toBe(toIso(START))
  await plan(START + 41 * HOUR)
  for (const time of [MINUTE, HOUR]) {
    test.clock.advance(time)
    await attention.runNightCheck()
    expect(await checkedAt()).toBe(toIso(START))
  }
  await attention.checkNow()
  expect(await checkedAt()).toBe(toIso(test.clock.now()))
})
