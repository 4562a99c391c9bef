import { warning } from '../../../../core/rules/notices/warnings.ts'
import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../../core/coded-error.ts'
import { planPublication } from '../../../../core/engine/publishing/claim.ts'
import { advanceFollowUp, completeWithoutAccess } from '../../../../core/engine/publishing/complete-post.ts'
import { WANTED, commentsWanted, withoutComments } from '../../../../core/engine/publishing/follow-ups.ts'
import type {
  CommentListing,
  PlatformAccess,
  PlatformReply,
} from '../../../../core/ports/platform/platform.ts'
import { afterPublish } from '../../../../core/engine/publishing/publish.ts'
import {
  PROOF_AGE,
  SEND_WINDOW,
  type CrossPost,
  type FirstComment,
} from '../../../../core/rules/publication/publication.ts'
import { safeText } from '../../../../core/redact.ts'
import { DAY, MINUTE, SECOND } from '../../../../core/time.ts'
import { aPublication, NOW } from './a-publication.ts'
import { lost, ok, refused, unreached } from './replies.ts'

const TEXT = 'Recipe below'
const { firstComment: UNCERTAIN } = commentsWanted({
  ...aPublication().payload,
  options: { firstComment: TEXT },
})
const aComment = (change: Partial<FirstComment> = {}): FirstComment => ({
  ...(UNCERTAIN ?? expect.unreachable()),
  ...change,
})

function aLivePost(firstComment: FirstComment) {
  const { payload } = aPublication()
  const live = { step: 'confirmed', mediaId: '18000000000000001', permalink: 'https://p' } as const
  return {
    ...aPublication({ ...live, payload: { ...payload, options: { firstComment: TEXT } } }),
    firstComment,
  }
}

/** `asked` fills with what the platform is asked. */
function portsAnswering(
  answers: {
    readonly add?: PlatformReply<{ commentId: string }>
    readonly list?: PlatformReply<CommentListing>
    readonly off?: PlatformReply<{ disabled: true }>
  },
  monotonic = 0,
  storedAt = 0,
) {
  const asked: string[] = []
  const answer = <T>(call: string, reply: T | undefined) => {
    asked.push(call)
    return Promise.resolve(reply ?? expect.unreachable())
  }
  const platform = {
    addComment: (_access: unknown, _mediaId: string, text: string) => answer(`add ${text}`, answers.add),
    listComments: () => answer('list', answers.list),
    disableComments: () => answer('off', answers.off),
  }
  const ledger = { listPublishTimes: async () => [] }
  return {
    asked,
    platform,
    ledger,
    clock: { now: () => NOW + monotonic, monotonic: () => monotonic },
    storedAt: { now: NOW + storedAt, monotonic: storedAt },
  } as never as Parameters<typeof advanceFollowUp>[0] & { readonly asked: string[] }
}

const ACCESS = { pausedUntil: null } as PlatformAccess
const listing = (change: Partial<CommentListing> = {}, platformTime: number | null = NOW) =>
  ok<CommentListing>({ comments: [], isComplete: true, ...change }, platformTime)

describe('the first comment', () => {
  it('is not looked for under a media that our own call has just made', () => {
    const publication = aLivePost(aComment())
    expect(afterPublish(publication, ok({ mediaId: '1' }), NOW)).toMatchObject({
      step: 'confirmed',
      firstComment: { state: 'wanted', sends: 0 },
    })
    expect(withoutComments(aPublication())).toEqual({})
  })

  it('is announced before it is posted', async () => {
    const ports = portsAnswering({}, 70)
    const change = await advanceFollowUp(ports, aLivePost(aComment({ state: 'wanted' })), ACCESS)
    expect(change).toEqual({ firstComment: aComment({ state: 'sending', sends: 1, monotonicAt: 70 }) })
    expect(ports.asked).toEqual([])
  })

  it('is posted within the window of its announcement, and not after it', async () => {
    const announced = aLivePost(aComment({ state: 'sending', sends: 1, monotonicAt: 0 }))
    const inTime = portsAnswering({ add: ok({ commentId: '17' }) }, SEND_WINDOW)
    expect(await advanceFollowUp(inTime, announced, ACCESS)).toMatchObject({
      firstComment: { state: 'ended', commentId: '17' },
    })
    expect(inTime.asked).toEqual([`add ${TEXT}`])
    for (const late of [SEND_WINDOW + 1, -1]) {
      const ports = portsAnswering({}, late)
      expect(await advanceFollowUp(ports, announced, ACCESS)).toMatchObject({
        firstComment: { state: 'uncertain', sends: 0 },
      })
      expect(ports.asked).toEqual([])
    }
  })

  it('waits while the account rests, and is posted after that', async () => {
    const ports = portsAnswering({})
    const resting = { ...ACCESS, pausedUntil: NOW + MINUTE }
    const waiting = await advanceFollowUp(ports, aLivePost(aComment({ state: 'wanted' })), resting)
    expect(waiting).toMatchObject({ nextAt: NOW + MINUTE })
    expect(ports.asked).toEqual([])
    const wanted = aComment({ state: 'wanted', sends: 1 })
    expect(claimedWith(wanted)).toEqual(wanted)
  })

  it('that was announced before a claim may have been posted', () => {
    const announced = aComment({ state: 'sending', sends: 1, looks: 3, missedAt: NOW })
    expect(claimedWith(announced)).toEqual(aComment({ state: 'uncertain', sends: 1 }))
  })

  function claimedWith(firstComment: FirstComment) {
    const previous = aLivePost(firstComment)
    const { jobId, postId, accountId, payload } = previous
    const due = { jobId, postId, accountId, payload, publishAt: null, acceptedAt: NOW, pausedUntil: null }
    const claim = { claimId: 'c', newPublicationId: 'p', now: NOW, monotonic: 0 }
    return planPublication({ ...due, previous, isNearLimit: false, isDeleted: false }, claim).firstComment
  }

  it.each([
    ['no answer', lost],
    ['an answer that proves nothing', refused(1)],
    ['an answer that proves much', refused(10)],
  ])('is looked for after %s', async (_what, add) => {
    const ports = portsAnswering({ add })
    const announced = aLivePost(aComment({ state: 'sending', sends: 1 }))
    expect(await advanceFollowUp(ports, announced, ACCESS)).toMatchObject({
      firstComment: { state: 'uncertain', looks: 0, missedAt: null },
      nextAt: NOW + 5 * SECOND,
    })
  })

  it('is found by its words, whatever became of their spaces and @ signs', async () => {
    const comments = [
      { id: '1', text: 'Nice', isOwn: false },
      { id: '2', text: ' Recipe \n below', isOwn: true },
    ]
    const ports = portsAnswering({ list: listing({ comments }) })
    expect(await advanceFollowUp(ports, aLivePost(aComment()), ACCESS)).toEqual({
      firstComment: aComment({ state: 'ended', commentId: '2' }),
    })
  })

  it('is missing when two complete lists so far apart do not show it', async () => {
    const after = async (firstComment: FirstComment, platformTime: number, isComplete = true) => {
      const ports = portsAnswering({ list: listing({ isComplete }, platformTime) })
      return advanceFollowUp(ports, aLivePost(firstComment), ACCESS)
    }
    const once = { looks: 1, missedAt: NOW }
    expect(await after(aComment(), NOW)).toEqual({ firstComment: aComment(once), nextAt: NOW + 65 * SECOND })
    expect(await after(aComment(once), NOW + PROOF_AGE)).toEqual({
      firstComment: aComment({ ...once, state: 'wanted' }),
    })
    expect(await after(aComment(once), NOW + PROOF_AGE - 1)).toMatchObject({ firstComment: { looks: 2 } })
    expect(await after(aComment(once), NOW + PROOF_AGE, false)).toMatchObject({ firstComment: { looks: 2 } })
    expect(await after(aComment(), NOW, false)).toMatchObject({ firstComment: { looks: 1, missedAt: null } })
  })

  it('is given up after three calls that are proven to have had no effect', async () => {
    const tried = { sends: 3, looks: 1, missedAt: NOW, refusal: { reason: safeText('Down'), isFinal: false } }
    const ports = portsAnswering({ list: listing({}, NOW + PROOF_AGE) })
    expect(await advanceFollowUp(ports, aLivePost(aComment(tried)), ACCESS)).toEqual({
      firstComment: aComment({ ...tried, state: 'ended' }),
      warnings: [warning('COMMENT_NOT_POSTED', { reason: safeText('Down') })],
    })
  })

  it('is reported as uncertain when no read proves anything, or somebody else has written the same words', async () => {
    const copied = listing({ comments: [{ id: '1', text: TEXT, isOwn: false }] })
    for (const [firstComment, list] of [
      [aComment({ looks: 4 }), lost],
      [aComment(), copied],
    ] as const) {
      const ports = portsAnswering({ list })
      expect(await advanceFollowUp(ports, aLivePost(firstComment), ACCESS)).toMatchObject({
        firstComment: { state: 'ended' },
        warnings: [warning('COMMENT_UNKNOWN')],
      })
    }
  })

  it('waits while the platform is not reached, and counts neither a look nor a call', async () => {
    const looked = aComment({ looks: 4, missedAt: NOW - MINUTE })
    const unlisted = portsAnswering({ list: unreached })
    expect(await advanceFollowUp(unlisted, aLivePost(looked), ACCESS)).toEqual({
      firstComment: looked,
      nextAt: NOW + 10 * SECOND,
      unreachedSince: NOW,
    })
    const announced = aLivePost(aComment({ state: 'sending', sends: 1 }))
    expect(await advanceFollowUp(portsAnswering({ add: unreached }), announced, ACCESS)).toEqual({
      firstComment: aComment({ state: 'uncertain', sends: 0 }),
      nextAt: NOW + 10 * SECOND,
      unreachedSince: NOW,
    })
    expect(
      await advanceFollowUp(unlisted, { ...aLivePost(looked), unreachedSince: NOW - 2 * DAY }, ACCESS),
    ).toMatchObject({
      firstComment: { state: 'ended' },
    })
  })

  it('is not posted under a post that was deleted, or that nobody can name', async () => {
    const ports = portsAnswering({})
    const live = aLivePost(aComment({ state: 'wanted' }))
    expect(await advanceFollowUp(ports, { ...live, settleOnly: true }, ACCESS)).toEqual({
      firstComment: aComment({ state: 'ended' }),
    })
    expect(await advanceFollowUp(ports, { ...live, mediaId: null }, ACCESS)).toMatchObject({
      warnings: [
        { code: 'COMMENT_NOT_POSTED', params: { reason: expect.stringContaining('which post it is') } },
      ],
    })
    expect(ports.asked).toEqual([])
  })
})

describe('switching comments off', () => {
  const wanted = {
    ...aLivePost(aComment({ state: 'ended' })),
    commentsOff: { state: 'wanted', tries: 0 } as const,
  }

  it('is repeated until it holds, within bounds', async () => {
    expect(await advanceFollowUp(portsAnswering({ off: ok({ disabled: true }) }), wanted, ACCESS)).toEqual({
      commentsOff: { state: 'ended', tries: 0 },
    })
    let publication = wanted as Parameters<typeof advanceFollowUp>[1]
    const waits: number[] = []
    for (;;) {
      const change = await advanceFollowUp(portsAnswering({ off: lost }), publication, ACCESS)
      const commentsOff = change.commentsOff ?? expect.unreachable()
      publication = { ...publication, commentsOff }
      if (commentsOff.state === 'ended') {
        expect(change.warnings).toMatchObject([{ code: 'COMMENTS_STILL_ON' }])
        break
      }
      waits.push((change.nextAt ?? 0) - NOW)
    }
    expect(waits).toEqual([10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE])
  })

  it('waits while the platform is not reached', async () => {
    const tried = { ...wanted, commentsOff: { state: 'wanted', tries: 4 } } as const
    expect(await advanceFollowUp(portsAnswering({ off: unreached }), tried, ACCESS)).toEqual({
      commentsOff: tried.commentsOff,
      nextAt: NOW + 10 * SECOND,
      unreachedSince: NOW,
    })
  })

  it('is not repeated where the platform will never allow it', async () => {
    expect(await advanceFollowUp(portsAnswering({ off: refused(10) }), wanted, ACCESS)).toMatchObject({
      commentsOff: { state: 'ended' },
      warnings: [{ code: 'COMMENTS_STILL_ON' }],
    })
  })
})

describe('the copy on the Page', () => {
  it.each([
    ['in doubt', 'no answer', lost, 'PAGE_COPY_UNKNOWN'],
    ['in doubt', 'a failure of the platform’s own', refused(2), 'PAGE_COPY_UNKNOWN'],
    ['in doubt', 'a failure of the platform’s own', refused(1), 'PAGE_COPY_UNKNOWN'],
    ['unmade', 'a refusal', refused(200), 'PAGE_COPY_REFUSED'],
    ['unmade', 'a Page that is gone', refused(100, 33), 'PAGE_COPY_REFUSED'],
  ] as const)('is %s after %s', async (_state, _what, reply, code) => {
    const crossPost = { ...WANTED, state: 'sending' } as const
    const ports = {
      ...portsAnswering({}),
      publicUrl: async () => 'https://bucket/x.jpg',
      partnerPages: { publish: async () => reply },
    } as never
    const live = { ...aLivePost(aComment({ state: 'ended' })), crossPost }
    const access = { ...ACCESS, page: { id: '1', token: 't' } } as PlatformAccess
    expect(await advanceFollowUp(ports, live, access)).toMatchObject({
      crossPost: { state: 'ended' },
      warnings: [{ code }],
    })
  })

  it('is made later where the Page had too many calls, which proves that nothing was made', async () => {
    const ports = {
      ...portsAnswering({}),
      publicUrl: async () => 'https://bucket/x.jpg',
      partnerPages: { publish: async () => refused(80001) },
    } as never
    const access = { ...ACCESS, page: { id: '1', token: 't' } } as PlatformAccess
    const at = (tries: number) => {
      const crossPost = { ...WANTED, state: 'sending', tries } as const
      return advanceFollowUp(ports, { ...aLivePost(aComment({ state: 'ended' })), crossPost }, access)
    }
    expect(await at(0)).toEqual({
      crossPost: { ...WANTED, state: 'prepared', tries: 1 },
      nextAt: NOW + 10 * SECOND,
    })
    expect(await at(3)).toMatchObject({
      crossPost: { state: 'ended' },
      warnings: [{ code: 'PAGE_COPY_REFUSED' }],
    })
  })

  it.each(['wanted', 'sending', 'sent'] as const)(
    'waits while the Page is not reached: %s',
    async (state) => {
      const call = async () => unreached
      const ports = {
        ...portsAnswering({}),
        publicUrl: async () => 'https://bucket/x.jpg',
        partnerPages: { prepare: call, publish: call, permalink: call },
      } as never
      const access = { ...ACCESS, page: { id: '1', token: 't' } } as PlatformAccess
      const crossPost = { ...WANTED, state, tries: 3, partnerPostId: '1_2' }
      const live = { ...aLivePost(aComment({ state: 'ended' })), crossPost }
      expect(await advanceFollowUp(ports, live, access)).toEqual({
        crossPost: { ...crossPost, state: state === 'sending' ? 'prepared' : state },
        nextAt: NOW + 10 * SECOND,
        unreachedSince: NOW,
      })
    },
  )

  it('waits while the bucket for its file is not reached', async () => {
    const access = { ...ACCESS, page: { id: '1', token: 't' } } as PlatformAccess
    const away = new CodedError('CLOUD_ERROR', 'The bucket is away.', { neverArrived: true })
    const ports = { ...portsAnswering({}), publicUrl: () => Promise.reject(away) } as never
    const crossPost = { ...WANTED, tries: 3 }
    const live = { ...aLivePost(aComment({ state: 'ended' })), crossPost }
    expect(await advanceFollowUp(ports, live, access)).toMatchObject({ crossPost, nextAt: NOW + 10 * SECOND })
  })

  it('is tried again when its file could not be put into the bucket, and then says why', async () => {
    const access = { ...ACCESS, page: { id: '1', token: 't' } } as PlatformAccess
    const publicUrl = () => Promise.reject(new CodedError('CLOUD_ERROR', 'The bucket is away.'))
    const ports = { ...portsAnswering({}), publicUrl } as never
    const live = aLivePost(aComment({ state: 'ended' }))
    const at = (state: CrossPost['state'], tries: number) =>
      advanceFollowUp(ports, { ...live, crossPost: { ...WANTED, state, tries } }, access)
    expect(await at('wanted', 0)).toEqual({
      crossPost: { ...WANTED, tries: 1 },
      nextAt: NOW + 10 * SECOND,
    })
    // Announced, but surely not made.
    expect(await at('sending', 0)).toMatchObject({ crossPost: { state: 'prepared', tries: 1 } })
    expect(await at('wanted', 3)).toMatchObject({
      crossPost: { state: 'ended' },
      warnings: [warning('PAGE_COPY_REFUSED', { reason: safeText('The bucket is away') })],
    })
  })
})

describe('an account without a valid token', () => {
  it('leaves the comment unposted or in doubt, and comments on, and says so', () => {
    const lostAt = (firstComment: FirstComment) =>
      completeWithoutAccess(
        { ...aLivePost(firstComment), commentsOff: { state: 'wanted', tries: 0 } },
        safeText('The account was disconnected'),
        NOW,
      )
    expect(lostAt(aComment({ state: 'wanted' })).warnings).toEqual([
      warning('COMMENT_NOT_POSTED', { reason: safeText('The account was disconnected') }),
      warning('COMMENTS_STILL_ON', { reason: safeText('The account was disconnected') }),
    ])
    expect(lostAt(aComment({ state: 'uncertain' })).warnings).toContainEqual(warning('COMMENT_UNKNOWN'))
    expect(completeWithoutAccess(aPublication(), safeText('Gone'), NOW)).not.toHaveProperty('warnings')
  })

  it('leaves the copy for the Page unmade, or in doubt once it was announced, and says so', () => {
    const lostAt = (state: CrossPost['state']) =>
      completeWithoutAccess(
        { ...aLivePost(aComment({ state: 'ended' })), crossPost: { ...WANTED, state } },
        safeText('The account was disconnected'),
        NOW,
      )
    expect(lostAt('prepared')).toMatchObject({
      crossPost: { state: 'ended' },
      warnings: [warning('PAGE_COPY_REFUSED', { reason: safeText('The account was disconnected') })],
    })
    expect(lostAt('sending').warnings).toEqual([warning('PAGE_COPY_UNKNOWN')])
    expect(lostAt('sent')).not.toHaveProperty('warnings')
  })
})

describe('a post that was deleted while it was on its way', () => {
  it('is not copied to the Page', async () => {
    const crossPost = { ...WANTED, state: 'prepared' } as const
    const live = { ...aLivePost(aComment({ state: 'ended' })), crossPost, settleOnly: true }
    const ports = portsAnswering({})
    expect(await advanceFollowUp(ports, live, ACCESS)).toEqual({ crossPost: { ...WANTED, state: 'ended' } })
    expect(ports.asked).toEqual([])
  })
})
