import { describe, expect, it } from 'vitest'
import { POST_STATUSES, type PostStatus } from '../../../../core/rules/publication/post-words.ts'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { failureOfReply } from '../../../../core/rules/publication/error-table.ts'
import {
  actionsFor,
  nextStepOf,
  type FollowedAccount,
  type FollowedPost,
} from '../../../../core/rules/publication/next-step.ts'
import { safeText } from '../../../../core/redact.ts'
import { DAY, HOUR, MINUTE, parseIso, toIso } from '../../../../core/time.ts'

const NOW = parseIso('2026-11-25T10:00:00Z') ?? 0

const account: NonNullable<FollowedAccount> = {
  loginMethod: 'partner',
  tokenExpiresAt: toIso(NOW + 30 * DAY),
  pausedUntil: null,
  lastSyncedAt: toIso(NOW - DAY),
}

function post(change: Partial<FollowedPost> = {}): FollowedPost {
  return {
    status: 'FAILED',
    publishOutcome: 'confirmed',
    recovery: 'retry',
    errorCode: 'PLATFORM_ERROR',
    errorDetail: failureDetail('NOT_PROCESSED_IN_TIME'),
    nextAttemptAt: null,
    lastAttemptAt: toIso(NOW - 5 * MINUTE),
    updatedAt: toIso(NOW - 4 * MINUTE),
    mediaType: 'IMAGE',
    sourceType: 'MANUAL',
    igMediaId: null,
    isScheduled: false,
    scheduledFor: null,
    warningDetails: [],
    ...change,
  }
}

/** A post that failed by this answer of the platform. */
function refusedPost(
  code: number | null,
  subcode: number | null,
  change: Partial<FollowedPost> = {},
): FollowedPost {
  const refusal = {
    httpStatus: 400,
    code,
    subcode,
    message: safeText('No (really).'),
    title: null,
    traceId: null,
  }
  const { code: errorCode, detail: errorDetail, recovery } = failureOfReply({ kind: 'refused', refusal })
  return post({ errorCode, errorDetail, recovery, ...change })
}

const kindFor = (failed: FollowedPost, of: FollowedAccount = account) => nextStepOf(failed, of, NOW).kind

describe('the one right next step', () => {
  it('of a scheduled post whose account is left alone beyond its time is to wait until then', () => {
    const scheduled = post({
      status: 'SCHEDULED',
      publishOutcome: null,
      recovery: null,
      isScheduled: true,
      scheduledFor: toIso(NOW + HOUR),
    })
    expect(nextStepOf(scheduled, account, NOW)).toEqual({ kind: 'none' })
    const blocked = { ...scheduled, nextAttemptAt: toIso(NOW + 3 * HOUR) }
    const wait = { kind: 'wait', until: NOW + 3 * HOUR, isUnderWay: true }
    expect(nextStepOf(blocked, account, NOW)).toEqual(wait)
    // Also once its time has passed, until the account may be used again.
    expect(nextStepOf(blocked, account, NOW + 2 * HOUR)).toEqual(wait)
    expect(nextStepOf(blocked, account, NOW + 4 * HOUR)).toEqual({ kind: 'none' })
    expect(nextStepOf({ ...blocked, nextAttemptAt: toIso(NOW + MINUTE) }, account, NOW)).toEqual({
      kind: 'none',
    })
  })

  it('is to reconnect when the access, a permission or the account itself is the cause', () => {
    for (const [code, subcode] of [
      [190, null],
      [190, 458],
      [190, 459],
      [190, 460],
      [190, 464],
      [190, 492],
      [102, null],
      [10, null],
      [210, null],
    ] as const) {
      expect([code, subcode, kindFor(refusedPost(code, subcode))]).toEqual([code, subcode, 'reconnect'])
    }
  })

  it('is never to reconnect what only the platform ends: there another token changes nothing', () => {
    for (const [code, subcode] of [
      [3, null],
      [200, null],
      [25, 2207050],
    ] as const) {
      const settle = [code, subcode, 'settle_at_platform']
      expect([code, subcode, kindFor(refusedPost(code, subcode))]).toEqual(settle)
      // As an earlier version stored it.
      const stored = refusedPost(code, subcode, { recovery: 'reconnect' })
      expect([code, subcode, kindFor(stored)]).toEqual(settle)
    }
  })

  it('is to try again after failures of the platform’s own and addresses that it could not read', () => {
    for (const [code, subcode] of [
      [1, null],
      [2, null],
      [-1, null],
      [100, 33],
      [-2, 2207003],
      [-2, 2207020],
      [24, 2207008],
      [-1, 2207001],
      [-1, 2207032],
      [24, 2207006],
      [9007, 2207027],
      [9004, 2207052],
      [9004, null],
      [99999, null],
      [100, 2207999],
    ] as const) {
      expect([code, subcode, kindFor(refusedPost(code, subcode))]).toEqual([code, subcode, 'retry'])
    }
  })

  it('is to change a file that is not taken', () => {
    for (const [code, subcode] of [
      [36003, 2207009],
      [36000, 2207004],
      [36001, 2207005],
      [352, 2207026],
      [100, 2207028],
      [-1, 2207053],
      [-1, 2207085],
    ] as const) {
      expect([code, subcode, kindFor(refusedPost(code, subcode))]).toEqual([code, subcode, 'fix_media'])
    }
  })

  it('is to change what the post says when the same would be refused again', () => {
    for (const [code, subcode] of [
      [36004, 2207010],
      [100, 2207040],
      [100, 2207035],
      [100, 2207023],
      [100, null],
      [-1, 2207081],
      [1, 2207057],
      // As a container's status says it
      [null, 2207081],
    ] as const) {
      expect([code, subcode, kindFor(refusedPost(code, subcode))]).toEqual([code, subcode, 'change_post'])
    }
  })

  it('is to look at the platform whenever the outcome is unknown, whatever else is wrong', () => {
    const inDoubt = { publishOutcome: 'unconfirmed', recovery: 'check_platform' } as const
    expect(kindFor(post(inDoubt))).toBe('check_platform')
    expect(kindFor(post({ ...inDoubt, recovery: 'retry' }))).toBe('check_platform')
    expect(kindFor(post(inDoubt), { ...account, tokenExpiresAt: toIso(NOW) })).toBe('check_platform')
    expect(kindFor(post(inDoubt), null)).toBe('check_platform')
    expect(kindFor(refusedPost(-1, 2207073))).toBe('check_platform')
  })

  it('is to set up a bucket when the platform has no address to fetch the file from', () => {
    expect(kindFor(post({ errorCode: 'BUCKET_NOT_CONFIGURED', recovery: 'fix_media' }))).toBe('set_up_bucket')
  })

  it('is to recreate the post when its stored form cannot be read', () => {
    expect(kindFor(post({ errorCode: 'INTERNAL_ERROR', recovery: 'fix_media' }))).toBe('change_post')
  })

  it('is never to change somebody else’s file', () => {
    const failed = refusedPost(36001, 2207005, { sourceType: 'AUTO_REPOST', mediaType: 'STORIES' })
    expect(kindFor(failed)).toBe('retry')
  })

  it('is to reconnect before anything else once the access has ended or the account is gone', () => {
    const expired = { ...account, tokenExpiresAt: toIso(NOW) }
    expect(nextStepOf(post(), expired, NOW)).toEqual({ kind: 'reconnect', isGone: false })
    expect(nextStepOf(post({ recovery: 'fix_media' }), null, NOW)).toEqual({
      kind: 'reconnect',
      isGone: true,
    })
  })

  it('is to try again once the account’s profile could be read after its access had failed', () => {
    const failed = refusedPost(190, 460)
    expect(kindFor(failed, { ...account, lastSyncedAt: toIso(NOW - 4 * MINUTE) })).toBe('reconnect')
    expect(kindFor(failed, { ...account, lastSyncedAt: toIso(NOW - MINUTE) })).toBe('retry')
    // A permission may still be missing although the profile can be read.
    expect(kindFor(refusedPost(10, null), { ...account, lastSyncedAt: toIso(NOW - MINUTE) })).toBe(
      'reconnect',
    )
  })

  it('is nothing for what has not failed', () => {
    for (const status of POST_STATUSES.filter((one) => one !== 'FAILED')) {
      expect([status, kindFor(post({ status, recovery: null, publishOutcome: null }))]).toEqual([
        status,
        'none',
      ])
    }
  })
})

describe('waiting', () => {
  it('lasts until the account is no longer left alone', () => {
    const until = NOW + 20 * MINUTE
    for (const failed of [refusedPost(4, null), refusedPost(4, 2207051), refusedPost(368, null)]) {
      const resting = { ...account, pausedUntil: toIso(until) }
      expect(nextStepOf(failed, resting, NOW)).toEqual({ kind: 'wait', until, isUnderWay: false })
    }
  })

  it('is over when the pause is', () => {
    const resting = { ...account, pausedUntil: toIso(NOW) }
    const failed = refusedPost(4, null, { lastAttemptAt: toIso(NOW - HOUR) })
    expect(kindFor(failed, resting)).toBe('retry')
  })

  it('has no known end at the limit of 24 hours, but a day is enough', () => {
    expect(nextStepOf(refusedPost(9, 2207042), account, NOW)).toMatchObject({ kind: 'wait', until: null })
    const aDayAgo = refusedPost(9, 2207042, { lastAttemptAt: toIso(NOW - DAY) })
    expect(kindFor(aDayAgo)).toBe('retry')
  })

  it('lasts until there is room in the limit, which a retry waits for', () => {
    const roomAt = NOW + 5 * HOUR
    const full = refusedPost(9, 2207042, { nextAttemptAt: toIso(roomAt) })
    expect(nextStepOf(full, account, NOW)).toEqual({
      kind: 'wait',
      until: roomAt,
      isUnderWay: false,
      forRoom: true,
    })
    expect(nextStepOf(full, account, roomAt).kind).toBe('retry')
  })

  it('happens automatically for a queued post', () => {
    const until = NOW + HOUR
    const queued = post({ status: 'QUEUED', publishOutcome: null, nextAttemptAt: toIso(until) })
    expect(nextStepOf(queued, account, NOW)).toEqual({ kind: 'wait', until, isUnderWay: true })
    const scheduled = { ...queued, status: 'SCHEDULED', isScheduled: true } as const
    expect(nextStepOf(scheduled, account, NOW)).toEqual({ kind: 'wait', until, isUnderWay: true })
  })
})

describe('what can be done with a post', () => {
  const actions = (change: Partial<FollowedPost>, of: FollowedAccount = account) =>
    actionsFor(post({ publishOutcome: null, ...change }), of, NOW)
  const withStatus = (allowed: (status: PostStatus) => boolean) => POST_STATUSES.filter(allowed)

  it('is to retry what failed, with an account whose access is good', () => {
    expect(withStatus((status) => actions({ status }).retry === null)).toEqual(['FAILED'])
    expect(actions({}, null).retry).toBe('account_gone')
    expect(actions({}, { ...account, tokenExpiresAt: toIso(NOW - 1) }).retry).toBe('access_ended')
    expect(actions({}, { ...account, tokenExpiresAt: null }).retry).toBe(null)
  })

  it('is to publish a draft, and to cancel what has a time or waits for room and was not sent', () => {
    expect(withStatus((status) => actions({ status }).publish === null)).toEqual(['DRAFT'])
    expect(actions({ status: 'DRAFT' }, null).publish).toBe('account_gone')
    expect(withStatus((status) => actions({ status }).canCancel)).toEqual([])
    expect(withStatus((status) => actions({ status, isScheduled: true }).canCancel)).toEqual([
      'SCHEDULED',
      'QUEUED',
      'PROCESSING',
    ])
    const warningDetails = [{ code: 'WAITS_FOR_ROOM', params: {} }]
    expect(withStatus((status) => actions({ status, warningDetails }).canCancel)).toEqual(['QUEUED'])
  })

  it('is to delete it here, always, with an effect that depends on how far it is', () => {
    expect(POST_STATUSES.map((status) => [status, actions({ status }).deleteHere])).toEqual([
      ['DRAFT', 'nothing_live'],
      ['SCHEDULED', 'cancelled'],
      ['QUEUED', 'cancelled'],
      ['PROCESSING', 'cancelled'],
      ['PUBLISHING', 'ends_quietly'],
      ['PUBLISHED', 'stays_live'],
      ['FAILED', 'nothing_live'],
    ])
    expect(actions({ publishOutcome: 'unconfirmed' }).deleteHere).toBe('in_doubt')
  })

  it('is to delete it there only where the platform does that', () => {
    const live = { status: 'PUBLISHED', igMediaId: '17900000000000001' } as const
    expect(actions(live).deleteThere).toBe(null)
    expect(withStatus((status) => actions({ ...live, status }).deleteThere === null)).toEqual(['PUBLISHED'])
    expect(actions({ ...live, mediaType: 'STORIES' }).deleteThere).toBe('story')
    expect(actions({ ...live, igMediaId: null }).deleteThere).toBe('no_media_id')
    expect(actions(live, null).deleteThere).toBe('account_gone')
    expect(actions(live, { ...account, loginMethod: 'platform' }).deleteThere).toBe('login_cannot')
  })
})
