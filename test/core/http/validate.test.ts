import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SchedulablePost } from '../../../core/api/schedule/schedule.ts'
import type { AttentionBody } from '../../../core/api/attention.ts'
import { FILE_GONE } from '../../../core/rules/content/lost-files.ts'
import { POST_WARNINGS, type ValidationBody } from '../../../core/api/validate.ts'
import { noteAccess } from '../../../core/features/accounts/refused-access.ts'
import { failureDetail } from '../../../core/rules/notices/failure-details.ts'
import type { QueueHold } from '../../../core/ports/posts/queue-hold.ts'
import { createRateLimiter } from '../../../core/features/rate-limits/sliding-log.ts'
import { SMALLEST_LIMIT, readingName } from '../../../core/rules/times/limit-room.ts'
import { DAY, HOUR, MINUTE, timeWords, toIso } from '../../../core/time.ts'
import { accept, mustClaim, mustCommit, PUBLISHED } from '../../contracts/publishing-stores.ts'
import { START } from '../../factories.ts'
import { aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest, type TestPorts } from '../../fakes/test-app.ts'

type Body = Record<string, unknown>

interface Accepted {
  readonly tried: ValidationBody
  readonly told: { readonly postId: string; readonly warnings: readonly string[] }
}

/** What the forecast makes of a warning; the worst first. A plan beyond the limit is told elsewhere. */
const EFFECTS = [
  ['ACCESS_ENDS', 'POST_WILL_FAIL ACCESS_ENDS_BEFORE'],
  ['NO_PUBLIC_ADDRESS', 'POST_WILL_FAIL NO_PUBLIC_ADDRESS'],
  ['TOO_MANY_HASHTAGS', 'POST_WILL_FAIL TOO_MANY_HASHTAGS'],
  ['TOO_MANY_MENTIONS', 'POST_WILL_FAIL TOO_MANY_MENTIONS'],
  ['ACCOUNT_LIMITED', 'POST_WILL_BE_LATE ACCOUNT_LIMITED'],
] as const

const words = (sign: string) => (count: number) =>
  Array.from({ length: count }, (_, n) => `${sign}owl${n}`).join(' ')
const MENTIONS = words('@')
const HASHTAGS = words('#')

const says = ({ warnings }: ValidationBody, name: string) => warnings.some(({ code }) => code === name)

const isScheduled = ({ scheduledFor, nextSlot }: Body) => (scheduledFor ?? nextSlot) !== undefined

async function aScene(overrides: Partial<TestPorts> = {}) {
  let woken = 0
  const test = createTestApp({
    wake: () => (woken += 1),
    limiter: createRateLimiter({ perMinute: 100_000, perHour: 100_000 }),
    ...overrides,
  })
  const [account, image] = [await test.anAccount(), await test.anImage()]
  const video = aVideoRecord()
  await test.ports.media.add(video)
  const headers = bearer(await test.newKey())
  const send = async (path: string, body: Body) => {
    const response = await test.call(`/api/v1${path}`, jsonRequest('POST', body, headers))
    return { status: response.status, body: (await response.json()) as Body }
  }
  const validate = async (change: Body = {}) => {
    const { status, body } = await send('/posts/validate', { ...bare, ...change })
    expect(status).toBe(200)
    return body as unknown as ValidationBody
  }
  const bare = { accountId: account.id, mediaType: 'IMAGE', mediaFileId: image.id }
  const fields = async (change: Body) =>
    (await validate(change)).problems.map(({ code, field }) => `${field} ${code}`)
  const sentences = async (change: Body) => (await validate(change)).problems.map(({ message }) => message)
  /** By post. */
  const forecast = async () => {
    const response = await test.call('/api/v1/attention', { headers })
    const { entries } = (await response.json()) as AttentionBody
    const ofPosts = entries.filter(
      ({ code, detail }) => code.startsWith('POST_WILL') && detail?.code !== 'OVER_LIMIT',
    )
    return Object.fromEntries(ofPosts.map(({ postId, code, detail }) => [postId, `${code} ${detail?.code}`]))
  }
  const codes = async (change: Body = {}) => (await validate(change)).warnings.map(({ code }) => code)
  return {
    test,
    account,
    image,
    video,
    bare,
    send,
    validate,
    fields,
    sentences,
    codes,
    forecast,
    woken: () => woken,
  }
}

describe('trying a post', () => {
  it('finds nothing wrong with one that is fine, and says when it would go out', async () => {
    const { validate } = await aScene()
    const fine = { valid: true, problems: [], warnings: [], scheduledFor: null }
    expect(await validate()).toEqual(fine)
    const scheduledFor = toIso(START + HOUR)
    expect(await validate({ scheduledFor, timezone: 'Europe/Berlin' })).toEqual({ ...fine, scheduledFor })
  })

  it('tells every problem at once, with its code, its field and a sentence', async () => {
    const { fields, validate } = await aScene()
    const body = {
      accountId: crypto.randomUUID(),
      mediaType: 'STORIES',
      mediaFileId: crypto.randomUUID(),
      caption: 'x'.repeat(2_201),
      userTags: Array.from({ length: 21 }, () => ({ username: 'owl', x: 0, y: 0 })),
      collaborators: [''],
      storyMentions: [{ username: 'o'.repeat(31) }],
      scheduledFor: toIso(START),
    }
    const { valid, problems } = await validate(body)
    expect(valid).toBe(false)
    expect(problems.every(({ message }) => message.length > 10)).toBe(true)
    expect(await fields(body)).toEqual([
      'caption VALIDATION_ERROR',
      'userTags VALIDATION_ERROR',
      'collaborators VALIDATION_ERROR',
      'storyMentions VALIDATION_ERROR',
      'account NOT_FOUND',
      'userTags INVALID_TAGS',
      'collaborators INVALID_COLLABORATORS',
      'media NOT_FOUND',
      'scheduledFor INVALID_SCHEDULE',
    ])
  })

  it('tells of options that are too long once, and whatever else is wrong with them', async () => {
    const { sentences } = await aScene()
    expect(
      await sentences({
        altText: 'x'.repeat(1_001),
        audioName: 'x'.repeat(201),
        sponsorIds: ['1', '2', '3'],
        firstComment: '#a #b #c #d #e'.padEnd(301, 'x'),
      }),
    ).toEqual([
      'altText: must have at most 1000 characters.',
      'audioName: must have at most 200 characters.',
      'sponsorIds: must have at most 2 items.',
      'firstComment: must have at most 300 characters.',
      'audioName: is for REELS only.',
      'sponsorIds: needs an account that was connected through the partner network.',
      'sponsorIds: needs paidPartnership: true.',
      'firstComment: Instagram accepts at most 4 hashtags in a comment.',
    ])
  })

  it('tells of what is wrong in a list that is too long', async () => {
    const { sentences } = await aScene()
    const userTags = Array.from({ length: 21 }, () => ({ username: 'owl', x: 0, y: 2 }))
    const found = await sentences({ userTags, collaborators: ['a', '', 'c', 'd', ''] })
    expect(found[0]).toBe('userTags.0.y: must be at most 1.')
    expect(found.slice(21)).toEqual([
      'userTags: must have at most 20 items.',
      'collaborators: must have at most 3 items.',
      'collaborators: a username must have 1 to 30 characters.',
    ])
  })

  it('names what is too long before it looks for the post that is to change', async () => {
    const { test } = await aScene()
    const headers = bearer(await test.newKey())
    for (const path of ['/posts/draft', '/schedule']) {
      const url = `/api/v1${path}/${crypto.randomUUID()}`
      const change = async (body: Body) => (await test.call(url, jsonRequest('PUT', body, headers))).status
      expect(await change({ caption: 'x'.repeat(2_200) })).toBe(404)
      expect(await change({ caption: 'x'.repeat(2_201) })).toBe(400)
      expect(await change({ firstComment: '' })).toBe(400)
    }
  })

  it('cleans names as people type them, and counts what is left', async () => {
    const { send, validate, bare, test } = await aScene()
    const long = `@${'o'.repeat(30)}`
    const tag = { username: '@night.owl ', x: 0.5, y: 0.5 }
    const sent = { collaborators: [' @@owl', long], userTags: [tag] }
    expect((await validate(sent)).problems).toEqual([])
    const { status, body } = await send('/posts/publish', { ...bare, ...sent })
    expect(status).toBe(202)
    const post = await test.ports.posts.get(String(body['postId']))
    expect(JSON.parse(post?.collaborators ?? '')).toEqual(['owl', long.slice(1)])
    expect(JSON.parse(post?.userTags ?? '')).toMatchObject([{ username: 'night.owl' }])
    const partner = await test.anAccount({ loginMethod: 'partner' })
    const [one, two] = [await test.anImage(), await test.anImage()]
    const carousel = {
      accountId: partner.id,
      mediaType: 'CAROUSEL',
      mediaFileIds: [one.id, two.id],
      mediaTags: [{ mediaFileId: one.id, userTags: [tag] }],
      paidPartnership: true,
      sponsorIds: ['@123'],
    }
    const draft = await send('/posts/draft', carousel)
    expect(draft.body).toMatchObject({
      mediaTags: [{ userTags: [{ username: 'night.owl' }] }],
      sponsorIds: ['123'],
    })
  })

  it('tells of values of another type, and judges the rest of the post', async () => {
    const { fields } = await aScene()
    expect(
      await fields({
        caption: 5,
        userTags: 'owl',
        crossPostToPartner: 'yes',
        cover: {},
        commentsEnabled: 'no',
        collaborators: ['a', 'b', 'c', 'd'],
        mediaFileId: crypto.randomUUID(),
        scheduledFor: 'tomorrow',
        timezone: 'Berlin',
      }),
    ).toEqual([
      'caption VALIDATION_ERROR',
      'userTags VALIDATION_ERROR',
      'crossPostToPartner VALIDATION_ERROR',
      'cover VALIDATION_ERROR',
      'commentsEnabled VALIDATION_ERROR',
      'scheduledFor VALIDATION_ERROR',
      'timezone VALIDATION_ERROR',
      'collaborators VALIDATION_ERROR',
      'media NOT_FOUND',
    ])
  })

  it('judges what holds for every kind of post, when the kind cannot be read', async () => {
    const { test, video, fields } = await aScene()
    const expired = await test.anAccount({ tokenExpiresAt: START - 1 })
    const shape = ['mediaType VALIDATION_ERROR']
    expect(await fields({ mediaType: 'FILM', mediaFileId: video.id })).toEqual(shape)
    const body = {
      mediaType: undefined,
      accountId: expired.id,
      crossPostToPartner: true,
      collaborators: ['a'],
    }
    const files = [video.id, crypto.randomUUID()]
    expect(await fields({ ...body, mediaFileIds: files })).toEqual([
      ...shape,
      'account TOKEN_EXPIRED',
      'crossPostToPartner INVALID_CROSS_POST',
      'media NOT_FOUND',
    ])
  })

  it('says of an account, or of files, that cannot be read only that', async () => {
    const { fields, image } = await aScene()
    expect(await fields({ accountId: 'mine', nextSlot: true })).toEqual(['account VALIDATION_ERROR'])
    expect(await fields({ mediaFileId: 'mine' })).toEqual(['media VALIDATION_ERROR'])
    const many = Array.from({ length: 101 }, () => image.id)
    expect(await fields({ mediaType: 'CAROUSEL', mediaFileIds: many })).toEqual(['media INVALID_CAROUSEL'])
    expect(await fields({ mediaFileId: null, mediaFileIds: [image.id], aiGenerated: 1 })).toEqual([
      'aiGenerated VALIDATION_ERROR',
      'media INVALID_CAROUSEL',
    ])
  })

  it('foresees nothing for a time that cannot be read', async () => {
    const { send, bare, codes } = await aScene()
    await send('/posts/publish', bare)
    expect(await codes()).toEqual(['LOOKALIKE', 'TOO_CLOSE'])
    expect(await codes({ scheduledFor: 'tomorrow' })).toEqual([])
  })

  it('tells at most a hundred problems', async () => {
    const { fields } = await aScene()
    const altTexts = Array.from({ length: 10 }, () => 5)
    const mediaTags = Array.from({ length: 10 }, () => ({ userTags: Array.from({ length: 20 }, () => 5) }))
    expect(await fields({ altTexts, mediaTags })).toHaveLength(100)
  })

  it('refuses anything but a JSON object, and the id of a stored post that is unknown', async () => {
    const { send, bare } = await aScene()
    for (const body of [[], [bare], 'IMAGE', 5, null, { ...bare, postId: 'mine' }])
      expect(await send('/posts/validate', body as Body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      })
  })

  it('says what publishing or scheduling would refuse with or warn of, and what the forecast then tells', async () => {
    const { test, send, image, video, bare, forecast } = await aScene({
      mediaAddress: async () => () => null,
    })
    const accepted: Accepted[] = []
    const tall = await test.anImage({ width: 900, height: 1_200 })
    const files = [image.id, video.id, tall.id, crypto.randomUUID()]
    const expired = await test.anAccount({ tokenExpiresAt: START - 1 })
    const partner = await test.anAccount({ loginMethod: 'partner', isSandbox: false })
    const live = await test.anAccount({ isSandbox: false, tokenExpiresAt: START + HOUR })
    const limited = await test.anAccount({ pausedUntil: START + 2 * DAY })
    const accounts = [bare.accountId, expired.id, partner.id, live.id, limited.id, crypto.randomUUID()]
    const post = fc.record({
      accountId: fc.constantFrom(...accounts),
      mediaType: fc.constantFrom('IMAGE', 'REELS', 'STORIES', 'CAROUSEL'),
      mediaFileId: fc.option(fc.constantFrom(...files)),
      mediaFileIds: fc.option(fc.array(fc.constantFrom(...files), { maxLength: 11 }), { freq: 3 }),
      userTags: fc.option(fc.constant([{ username: 'owl', x: 0, y: 0 }])),
      storyMentions: fc.option(fc.constant([{ username: 'owl' }])),
      collaborators: fc.option(fc.constant(['owl'])),
      crossPostToPartner: fc.boolean(),
      aiGenerated: fc.option(fc.constant(true)),
      paidPartnership: fc.option(fc.constant(true), { freq: 3 }),
      altText: fc.option(fc.constant('an owl')),
      cover: fc.option(
        fc.constantFrom(...files).map((mediaFileId) => ({ mediaFileId })),
        { freq: 3 },
      ),
    })
    const when = fc.option(fc.constantFrom(START - 1, START + DAY).map(toIso), { nil: undefined })
    const names = Object.keys(SchedulablePost.shape).filter((name) => name !== 'scheduledFor')
    const long = (item: unknown) => Array.from({ length: 101 }, () => item)
    const values = [5, true, '', '\0', 'x'.repeat(2_300), {}, [5], [], [{}], long(null), long({})]
    const anything = fc.constantFrom<unknown>(...values, [{ userTags: long(5) }])
    const strange = fc.option(fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 3 }), { nil: {} })
    const compare = async (body: Body) => {
      const tried = (await send('/posts/validate', body)).body as unknown as ValidationBody
      const asked = await send(isScheduled(body) ? '/schedule' : '/posts/publish', body)
      expect(asked.status < 300).toBe(tried.valid)
      const [first] = tried.problems
      if (first) expect(asked.body).toMatchObject({ code: first.code, error: first.message })
      else accepted.push({ tried, told: asked.body as unknown as Accepted['told'] })
    }
    await fc.assert(
      fc.asyncProperty(post, when, strange, (content, scheduledFor, others) =>
        compare({ ...content, ...(scheduledFor === undefined ? {} : { scheduledFor }), ...others }),
      ),
      { numRuns: 400, seed: 7 },
    )
    // Cases that are accepted; most of the others are not.
    const scheduledFor = toIso(START + DAY)
    for (const accountId of accounts) await compare({ ...bare, accountId, scheduledFor })
    for (const caption of [MENTIONS(21), HASHTAGS(31)]) await compare({ ...bare, caption, scheduledFor })
    for (let n = 0; n < SMALLEST_LIMIT; n += 1) await compare({ ...bare, scheduledFor })
    for (const { tried, told } of accepted)
      expect(told.warnings.toSorted()).toEqual(tried.warnings.map(({ message }) => message).toSorted())
    const expected = accepted
      .filter(({ tried }) => tried.scheduledFor !== null)
      .flatMap(({ tried, told }) =>
        EFFECTS.filter(([code]) => says(tried, code))
          .map(([, effect]) => [told.postId, effect])
          .slice(0, 1),
      )
    expect(await forecast()).toEqual(Object.fromEntries(expected))
    const seen = POST_WARNINGS.filter((code) => accepted.some(({ tried }) => says(tried, code)))
    // Of a hold and of a Worker: `validate-with-cloud.test.ts` has both.
    const elsewhere: readonly string[] = ['COPY_LEFT_OUT', 'QUEUE_HELD']
    expect(seen).toEqual(POST_WARNINGS.filter((code) => !elsewhere.includes(code)))
  })

  it('says of the cover of a stored post that it was deleted, as changing the post does', async () => {
    const { test, video, bare, send, validate } = await aScene()
    const cover = { mediaFileId: (await test.anImage()).id }
    const reel = { ...bare, mediaType: 'REELS', mediaFileId: video.id, cover }
    const scheduledFor = toIso(START + DAY)
    const { body } = await send('/schedule', { ...reel, scheduledFor })
    await test.ports.media.remove(cover.mediaFileId)
    const gone = { field: 'cover', code: 'MEDIA_INVALID', message: FILE_GONE }
    expect(await validate({ ...reel, scheduledFor, postId: body['postId'] })).toMatchObject({
      problems: [gone],
    })
    expect(await validate({ ...reel, scheduledFor })).toMatchObject({ problems: [{ code: 'NOT_FOUND' }] })
  })

  it('changes nothing, wakes nobody, and asks neither the platform nor the Worker', async () => {
    const outside = () => expect.unreachable('somebody outside was asked')
    const asking = (known: object) =>
      new Proxy(known, { get: (_, name) => Reflect.get(known, name) ?? outside }) as never
    const cloud = asking({ mayTake: async () => true })
    const { test, send, validate, bare, woken } = await aScene({ platform: asking({}), cloud })
    const stored = () => ({ ...test.data.dump(), api_keys: [], key_calls: [] })
    const before = stored()
    await validate({ caption: 'x' })
    await validate({ scheduledFor: toIso(START + HOUR) })
    await send('/posts/validate', { ...bare, mediaType: 'REELS' })
    expect(stored()).toEqual(before)
    expect(woken()).toBe(0)
  })
})

describe('the warnings of a post that is tried', () => {
  it('are about the access to its account, as of its time', async () => {
    const { test, account, codes } = await aScene()
    await test.ports.accounts.update(account.id, { tokenExpiresAt: START + DAY })
    expect(await codes()).toEqual([])
    expect(await codes({ scheduledFor: toIso(START + DAY - 1) })).toEqual([])
    expect(await codes({ scheduledFor: toIso(START + DAY) })).toEqual(['ACCESS_ENDS'])
  })

  it('are about an account whose token the platform has refused, until it is reconnected', async () => {
    const { test, account, bare, codes, send, forecast } = await aScene()
    const failure = failureDetail('ACCESS_ENDED')
    await noteAccess(test.ports.settings, account, { call: 'limit', failure }, START)
    const at = { scheduledFor: toIso(START + DAY) }
    expect([await codes(), await codes(at)]).toEqual([['ACCESS_ENDS'], ['ACCESS_ENDS']])
    const { body } = await send('/schedule', { ...bare, ...at })
    expect(body['warningDetails']).toMatchObject([{ code: 'ACCESS_REFUSED', params: { failure } }])
    expect(await forecast()).toEqual({ [String(body['postId'])]: 'POST_WILL_FAIL FAILURE' })
    await test.ports.accounts.update(account.id, { sealedToken: 'another token' })
    expect(await codes()).not.toContain('ACCESS_ENDS')
    expect(await forecast()).toEqual({})
  })

  it('name why the platform refuses access, also where its end is not the cause', async () => {
    const { test, account, validate } = await aScene()
    const failure = failureDetail('ACCOUNT_RESTRICTED')
    await noteAccess(test.ports.settings, account, { call: 'container', failure }, START)
    const { warnings } = await validate()
    expect(warnings.map(({ message }) => message)).toEqual([
      'This account cannot publish at the moment. Put that right before the post is due, or the post will fail: The account is inactive or restricted. Sign in to the Instagram app and do what it asks.',
    ])
  })

  it('are about a limit that lasts beyond its time', async () => {
    const { test, account, codes } = await aScene()
    await test.ports.accounts.update(account.id, { pausedUntil: START + HOUR })
    expect(await codes()).toEqual(['ACCOUNT_LIMITED'])
    expect(await codes({ scheduledFor: toIso(START + 2 * HOUR) })).toEqual([])
  })

  it('are about more mentions or hashtags in its caption than the platform accepts', async () => {
    const { validate, codes } = await aScene()
    expect(await codes({ caption: `${MENTIONS(20)} ${HASHTAGS(30)}` })).toEqual([])
    expect((await validate({ caption: `${MENTIONS(21)} ${HASHTAGS(31)}` })).warnings).toMatchObject([
      {
        code: 'TOO_MANY_HASHTAGS',
        field: 'caption',
        detail: { code: 'TOO_MANY_HASHTAGS', params: { count: '31', allowed: '30' } },
      },
      {
        code: 'TOO_MANY_MENTIONS',
        field: 'caption',
        detail: { code: 'TOO_MANY_MENTIONS', params: { count: '21', allowed: '20' } },
      },
    ])
    // A story has no caption.
    expect(await codes({ mediaType: 'STORIES', caption: MENTIONS(21) })).toEqual([])
  })

  it('are about a shape that not every account may publish', async () => {
    const { test, codes } = await aScene()
    const tall = await test.anImage({ width: 900, height: 1_200 })
    expect(await codes({ mediaFileId: tall.id })).toEqual(['TALL_MEDIA'])
  })

  it('are about a live account that can fetch its files from nowhere', async () => {
    const { test, codes, image, video } = await aScene({ mediaAddress: async () => () => null })
    const live = await test.anAccount({ isSandbox: false })
    expect(await codes({ accountId: live.id })).toEqual(['NO_PUBLIC_ADDRESS'])
    const partner = await test.anAccount({ loginMethod: 'partner', isSandbox: false })
    const reel = { accountId: partner.id, mediaType: 'REELS', mediaFileId: video.id }
    expect(await codes(reel)).toEqual([])
    expect(await codes({ ...reel, cover: { mediaFileId: image.id } })).toEqual(['NO_PUBLIC_ADDRESS'])
    const practice = await test.anAccount({ isSandbox: true })
    expect(await codes({ accountId: practice.id })).toEqual([])
  })

  it('are about another post of the account that looks like it, or lies near', async () => {
    const { test, send, bare, codes } = await aScene()
    const at = (time: number) => ({ scheduledFor: toIso(START + time) })
    const { body } = await send('/schedule', { ...bare, ...at(DAY) })
    const other = (await test.anImage()).id
    expect(await codes(at(DAY))).toEqual(['LOOKALIKE', 'TOO_CLOSE'])
    expect(await codes({ ...at(DAY + 20 * MINUTE - 1), mediaFileId: other })).toEqual(['TOO_CLOSE'])
    expect(await codes({ ...at(DAY - 20 * MINUTE + 1), mediaFileId: other })).toEqual(['TOO_CLOSE'])
    expect(await codes({ ...at(DAY + 20 * MINUTE), mediaFileId: other })).toEqual([])
    expect(await codes({ ...at(DAY - 20 * MINUTE), mediaFileId: other })).toEqual([])
    expect(await codes({ ...at(DAY), postId: body['postId'] })).toEqual([])
  })

  it('are data, too, as the accepted post names them', async () => {
    const { send, bare, validate } = await aScene()
    await send('/schedule', { ...bare, scheduledFor: toIso(START + DAY) })
    expect((await validate({ scheduledFor: toIso(START + DAY) })).warnings).toEqual([
      {
        code: 'LOOKALIKE',
        field: 'media',
        message: `Another post of this account has the same media and is planned for ${timeWords(toIso(START + DAY))}.`,
        detail: { code: 'SAME_MEDIA_PLANNED', params: { at: toIso(START + DAY) } },
      },
      {
        code: 'TOO_CLOSE',
        field: 'scheduledFor',
        message:
          'Another post of this account is planned or was published less than 20 minutes before or after this one.',
        detail: { code: 'TOO_CLOSE', params: { minutes: 20 } },
      },
    ])
  })

  it('are about more posts than the platform takes from the account in a day', async () => {
    const { test, send, bare, codes } = await aScene()
    const at = (hours: number) => ({ scheduledFor: toIso(START + DAY + hours * HOUR) })
    const planned = Array.from({ length: SMALLEST_LIMIT }, (_, index) => index / 2)
    for (const hours of planned)
      await send('/schedule', { ...bare, mediaFileId: (await test.anImage()).id, ...at(hours) })
    expect(await codes(at(20))).toEqual(['PLAN_OVER_LIMIT'])
    expect(await codes(at(-11))).toEqual(['PLAN_OVER_LIMIT'])
    expect(await codes(at(48))).toEqual([])
    expect(await codes()).toEqual([])
  })

  it('are about a limit that is full now, for what would go out at once, too', async () => {
    const { test, account, send, bare, codes } = await aScene()
    const reading = { used: 25, allowed: 25, readAt: START }
    await test.ports.settings.put({ [readingName(account.id)]: reading })
    expect(await codes()).toEqual(['PLAN_OVER_LIMIT'])
    const { body } = await send('/posts/publish', bare)
    const at = toIso(START + DAY)
    expect(body['warningDetails']).toEqual([{ code: 'LIMIT_FULL_FAILS', params: { at } }])
    expect(await codes({ scheduledFor: toIso(START + 2 * DAY) })).not.toContain('PLAN_OVER_LIMIT')
  })

  it('count a post against the limit that is live and was deleted here', async () => {
    const { test, account, codes } = await aScene()
    await test.ports.settings.put({ [readingName(account.id)]: { used: 0, allowed: 1, readAt: START } })
    test.clock.advance(HOUR)
    const { post } = await accept(test.ports, { platformAccountId: account.id })
    await mustCommit(test.ports, await mustClaim(test.ports), { ...PUBLISHED, publishedAt: START + HOUR })
    await test.ports.ledger.archive(post.id, { at: START + HOUR, from: 'LOCAL' })
    expect(await codes()).toEqual(['PLAN_OVER_LIMIT'])
    expect(await codes({ scheduledFor: toIso(START + 2 * DAY) })).toEqual([])
  })

  it('are about a data folder that is on hold', async () => {
    const current = () => ({ reason: 'copied', since: START }) as const
    const hold: QueueHold = { current, release: async () => {} }
    const { test, account, codes } = await aScene({ hold })
    expect(await codes()).toEqual(['QUEUE_HELD'])
    expect(await codes({ scheduledFor: toIso(START + DAY) })).toEqual(['QUEUE_HELD'])
    const there = { handover: 'cloud', status: 'SCHEDULED', scheduledFor: START + DAY } as const
    const { post } = await accept(test.ports, { platformAccountId: account.id, ...there })
    expect(await codes({ postId: post.id, scheduledFor: toIso(START + DAY) })).toEqual([])
  })
})
