import { describe, expect, it } from 'vitest'
import { createPrivateApi } from '../../../../core/features/private-api/private-api.ts'
import { createPrivateApiSource } from '../../../../core/features/private-api/private-api-source.ts'
import type { ScanRequest } from '../../../../core/ports/reposts/mention-source.ts'
import type { PrivateApiSession } from '../../../../core/ports/reposts/private-api.ts'
import { HOUR } from '../../../../core/time.ts'
import { bare, inbox, mention, NOW, poster, POSTER, STORY, thread } from './inbox-items.ts'
import {
  ACCOUNT,
  bareIds,
  createPrivateApiRig,
  fail,
  mobileSession,
  ok,
  OWN_ID,
  webSession,
} from './private-api-rig.ts'

const URL_OF = 'https://scontent.cdninstagram.com/full.jpg?sig=a%2Fb'

async function rigWith(session: PrivateApiSession = webSession()) {
  const rig = await createPrivateApiRig({ session })
  const source = createPrivateApiSource(createPrivateApi(rig.world), rig.store)
  const request = (change: Partial<ScanRequest> = {}): ScanRequest => ({
    accountId: ACCOUNT,
    now: NOW,
    memory: null,
    isKnown: () => false,
    mayCall: async () => true,
    ...change,
  })
  return { ...rig, source, request, scan: (change?: Partial<ScanRequest>) => source.scan(request(change)) }
}

const badge = (seqId = 1, count = 0) => ok({ seq_id: seqId, badge_count: count })
const box = (...items: object[]) => bareIds(inbox([thread(items)]))
const empty = () => bareIds(inbox([]))
function stories(pk = STORY, owner = POSTER, change: object = {}): object {
  return {
    pk: bare(pk),
    id: `${pk}_${owner}`,
    expiring_at: (NOW + 2 * HOUR) / 1000,
    image_versions2: { candidates: [{ url: URL_OF, width: 10, height: 10 }] },
    reel_mentions: [{ user: { pk: bare(OWN_ID) } }],
    user: { pk: bare(owner), username: 'poster.now', is_private: false },
    ...change,
  }
}
const reels = (...items: object[]) => bareIds({ reels_media: [{ items }] })
const by = (pk: string, story: string, minute = 0) =>
  mention(
    {
      user_id: bare(pk),
      item_id: `item-${story}`,
      original_media_igid: bare(story),
      timestamp: (NOW - HOUR + minute * 60_000) * 1000,
    },
    { target_url: null },
  )

describe('a scan', () => {
  it('finds a mention and looks at its story', async () => {
    const { scan, answer, calls } = await rigWith()
    answer(badge(7, 1), box(mention()), empty(), reels(stories()))
    expect(await scan()).toEqual({
      mentions: [
        {
          key: `native:${STORY}`,
          transport: 'native',
          itemId: '32550000000000000000000000000000001',
          threadId: '34028236684171',
          posterId: POSTER,
          posterUsername: 'poster.now',
          storyId: STORY,
          media: { kind: 'image', url: URL_OF },
          mentionedAt: NOW - HOUR,
          expiresAt: NOW + 2 * HOUR,
          gone: null,
        },
      ],
      memory: expect.any(String),
      stop: null,
      hasMore: false,
      hasMissed: false,
    })
    expect(calls.map(({ method, url }) => `${method} ${url.pathname.replace('/web/api/v1/', '')}`)).toEqual([
      'GET direct_v2/get_badge_count/',
      'GET direct_v2/inbox/',
      'GET direct_v2/pending_inbox/',
      'GET feed/reels_media/',
    ])
    expect(Object.fromEntries(calls[1]?.url.searchParams ?? [])).toEqual({
      visual_message_return_type: 'unseen',
      thread_message_limit: '10',
      persistentBadging: 'true',
      limit: '20',
    })
    expect(calls[3]?.url.search).toBe(`?reel_ids=${POSTER}`)
  })

  it('asks as the app does where the session is the app’s', async () => {
    const { scan, answer, calls } = await rigWith(mobileSession())
    const first = bareIds(inbox([thread([])], { has_older: true, oldest_cursor: 'c+/=' }, { seq_id: 9 }))
    answer(badge(), first, box(mention()), empty(), bareIds({ reel: { items: [stories()] } }))
    expect(await scan()).toMatchObject({ mentions: [{ media: { url: URL_OF } }], stop: null })
    expect(Object.fromEntries(calls[2]?.url.searchParams ?? [])).toMatchObject({
      cursor: 'c+/=',
      direction: 'older',
      fetch_reason: 'page_scroll',
      seq_id: '9',
      push_disabled: 'true',
    })
    expect(calls[4]?.url.pathname).toBe(`/app/api/v1/feed/user/${POSTER}/story/`)
  })

  it('reads two pages of the inbox and one of the requests, and says that there are more', async () => {
    const { scan, answer, paths } = await rigWith()
    const page = (item: object) => bareIds(inbox([thread([item])], { has_older: true, oldest_cursor: 'c' }))
    answer(badge(), page(by('1', '11')), page(by('2', '22')), box(by('3', '33')), reels(), reels(), reels())
    const { mentions, hasMissed } = await scan()
    expect(mentions.map(({ storyId }) => storyId)).toEqual(['11', '22', '33'])
    expect(hasMissed).toBe(true)
    expect(paths().filter((path) => path.includes('inbox'))).toHaveLength(3)
  })

  it('tells of a story once, and the oldest first', async () => {
    const { scan, answer } = await rigWith()
    answer(badge(), box(by('2', '22', 5), by('1', '11', 9), by('1', '11', 2)), empty(), reels(), reels())
    expect((await scan()).mentions).toMatchObject([
      { key: 'native:11', mentionedAt: NOW - HOUR + 2 * 60_000 },
      { key: 'native:22' },
    ])
  })

  it('looks once at an author with several stories', async () => {
    const { scan, answer, calls } = await rigWith()
    answer(
      badge(),
      box(by(POSTER, '11'), by(POSTER, '12', 1)),
      empty(),
      reels(stories('11'), stories('12', POSTER, { can_reshare: false })),
    )
    expect((await scan()).mentions).toMatchObject([
      { storyId: '11', gone: null, media: { url: URL_OF } },
      { storyId: '12', gone: 'not-shareable', media: null },
    ])
    expect(calls).toHaveLength(4)
  })

  it('does not look at what is known, gone already, or named nowhere', async () => {
    const { scan, answer, calls } = await rigWith()
    const nameless = mention({ item_id: 'i-2', original_media_igid: null }, { target_url: null })
    const over = mention(
      { item_id: 'i-3', original_media_igid: '13' },
      { target_url: null, preview_url: null, title_text: 'x' },
    )
    answer(badge(), box(mention(), nameless, over), empty())
    const { mentions } = await scan({ isKnown: (key) => key === `native:${STORY}` })
    expect(mentions.map(({ key, media }) => [key, media])).toEqual(
      expect.arrayContaining([
        [`native:${STORY}`, null],
        ['native:i-2', null],
        ['native:13', null],
      ]),
    )
    expect(calls).toHaveLength(3)
  })

  it('looks at ten authors at most, and tells of the others all the same', async () => {
    const { scan, answer, paths } = await rigWith()
    const many = Array.from({ length: 12 }, (_, n) => by(`70${n}`, `80${n}`, n))
    answer(badge(), box(...many), empty(), ...Array.from({ length: 10 }, () => reels()))
    const { mentions, stop } = await scan()
    expect(paths().filter((path) => path.includes('reels_media'))).toHaveLength(10)
    expect(mentions.map(({ gone }) => gone)).toEqual([...Array<string>(10).fill('expired'), null, null])
    expect(stop).toBeNull()
  })

  it('takes "not authorized" for a private author, and another refusal for nothing', async () => {
    const { scan, answer } = await rigWith(mobileSession())
    answer(badge(), box(by('1', '11'), by('2', '22', 1)), empty())
    answer(fail(400, { message: 'Not authorized to view user' }), fail(400, { message: 'Sorry' }))
    expect(await scan()).toMatchObject({
      mentions: [{ gone: 'private' }, { gone: null, media: null }],
      stop: null,
    })
  })
})

describe('an inbox that nothing has happened in', () => {
  const remembered = async () => {
    const { scan, answer } = await rigWith()
    answer(badge(7, 1), empty(), empty())
    return (await scan()).memory
  }

  it('is not read again', async () => {
    const memory = await remembered()
    const { scan, answer, calls } = await rigWith()
    answer(badge(7, 1))
    expect(await scan({ memory, now: NOW + 6 * HOUR })).toEqual({ mentions: [], memory, stop: null })
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['it was counted otherwise', badge(8, 1), NOW + HOUR],
    ['the badge is another one', badge(7, 0), NOW + HOUR],
    ['half a day has passed', badge(7, 1), NOW + 12 * HOUR],
    ['the clock was set back', badge(7, 1), NOW - HOUR],
    ['nobody counts', ok({}), NOW + HOUR],
    ['counting is refused', fail(400, { message: 'x' }), NOW + HOUR],
  ])('is read when %s', async (_what, counted, now) => {
    const memory = await remembered()
    const { scan, answer, calls } = await rigWith()
    answer(counted, empty(), empty())
    await scan({ memory, now })
    expect(calls).toHaveLength(3)
  })

  it('is read when the memory is nonsense', async () => {
    const { scan, answer, calls } = await rigWith()
    answer(badge(), empty(), empty())
    await scan({ memory: '{"seqId":' })
    expect(calls).toHaveLength(3)
  })
})

describe('a scan that is told to stop', () => {
  const full = () => [badge(), box(by('1', '11'), by('2', '22', 1)), empty(), reels(), reels()]
  const stop = () => fail(400, { message: 'feedback_required' })

  it.each([0, 1, 2, 3, 4])('makes no call after call %i, and tells what was found so far', async (struck) => {
    const { scan, answer, calls } = await rigWith()
    answer(...full().with(struck, stop()))
    const { mentions, memory, stop: told } = await scan({ memory: 'before' })
    expect(told?.signal).toBe('action-blocked')
    expect(memory).toBeNull()
    expect(calls).toHaveLength(struck + 1)
    expect(mentions).toHaveLength(struck >= 2 ? 2 : 0)
  })

  it.each([
    ['a refused inbox', fail(403, { message: 'Sorry', payload: { error_code: 1_404_006 } }), 2],
    ['an inbox of another form', ok({ inbox: [] }), 2],
  ])('stops at %s', async (_what, reply, made) => {
    const { scan, answer, calls } = await rigWith()
    answer(badge(), reply)
    expect((await scan()).stop?.signal).toBe('failed')
    expect(calls).toHaveLength(made)
  })

  it('makes no call that is not allowed, and starts over as soon as one is', async () => {
    const { scan, answer, calls } = await rigWith()
    answer(...full())
    let left = 2
    const ended = await scan({ mayCall: async () => (left -= 1) >= 0 })
    expect(calls).toHaveLength(2)
    expect(ended.mentions).toHaveLength(2)
    expect(ended).toMatchObject({ memory: null, stop: null, hasMore: true })
  })

  it('makes none with a session that has ended', async () => {
    const { scan, calls } = await rigWith(webSession({ isDead: true }))
    expect(await scan({ memory: 'm' })).toMatchObject({
      mentions: [],
      memory: 'm',
      stop: { signal: 'session-dead' },
    })
    expect(calls).toHaveLength(0)
  })
})

describe('a last look', () => {
  const ref = {
    itemId: 'i',
    threadId: 't',
    posterId: POSTER,
    storyId: STORY,
    media: null,
    expiresAt: NOW + HOUR,
  }

  it('brings the address that holds now', async () => {
    const { source, request, answer, calls } = await rigWith()
    answer(reels(stories()))
    expect(await source.look(request(), ref)).toEqual({
      kind: 'live',
      media: { kind: 'image', url: URL_OF },
      expiresAt: NOW + HOUR,
    })
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['nothing is left', reels(), { kind: 'gone', gone: 'expired' }],
    [
      'it may not be shared any more',
      reels(stories(STORY, POSTER, { can_reshare: false })),
      { kind: 'gone', gone: 'not-shareable' },
    ],
    [
      'the author is private now',
      fail(400, { message: 'Not authorized to view user' }),
      { kind: 'gone', gone: 'private' },
    ],
    ['it is refused', fail(400, { message: 'Sorry' }), { kind: 'stopped', stop: { signal: 'failed' } }],
    ['it is throttled', fail(429, {}), { kind: 'stopped', stop: { signal: 'rate-limited' } }],
  ])('says so when %s', async (_what, reply, expected) => {
    const { source, request, answer } = await rigWith()
    answer(reply)
    expect(await source.look(request(), ref)).toMatchObject(expected)
  })

  it('is not needed for what is over or unknown, and not taken when no call may be made', async () => {
    const { source, request, calls } = await rigWith()
    expect(await source.look(request(), { ...ref, expiresAt: NOW })).toEqual({
      kind: 'gone',
      gone: 'expired',
    })
    expect(await source.look(request(), { ...ref, storyId: null })).toEqual({
      kind: 'gone',
      gone: 'unavailable',
    })
    const forbidden = request({ mayCall: async () => false })
    expect(await source.look(forbidden, ref)).toMatchObject({ kind: 'stopped', stop: { signal: 'offline' } })
    expect(calls).toHaveLength(0)
  })
})

describe('an author', () => {
  it('who is private by the thread is not looked at', async () => {
    const { scan, answer, calls } = await rigWith()
    answer(
      badge(),
      bareIds(inbox([thread([mention()], { users: [{ ...poster, is_private: true }] })])),
      empty(),
    )
    expect(await scan()).toMatchObject({ mentions: [{ gone: 'private' }] })
    expect(calls).toHaveLength(3)
  })
})
