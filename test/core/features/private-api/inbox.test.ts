// Which messages are mentions of the account in a story, and what they tell.
import { describe, expect, it } from 'vitest'
import { readInbox, type MentionsPage } from '../../../../core/features/private-api/inbox.ts'
import { parseKeepingIds } from '../../../../core/engine/http-calls/call-json.ts'
import { DAY, HOUR } from '../../../../core/time.ts'
import { bare, card, inbox, legacy, mention, NOW, poster, POSTER, STORY, thread } from './inbox-items.ts'
import { bareIds, OWN_ID } from './private-api-rig.ts'

async function read(body: object): Promise<MentionsPage> {
  return readInbox(parseKeepingIds(await bareIds(body).text()), { ownId: OWN_ID, now: NOW })
}

async function mentionsIn(...items: object[]) {
  return (await read(inbox([thread(items)]))).mentions
}

const MENTION = {
  itemId: '32550000000000000000000000000000001',
  threadId: '34028236684171',
  posterId: POSTER,
  posterUsername: 'poster',
  storyId: STORY,
  mentionedAt: NOW - HOUR,
  expiresAt: NOW + 23 * HOUR,
  gone: null,
}

describe('a mention in a story', () => {
  it('is told with everything that the message says, every digit of its ids kept', async () => {
    expect(await mentionsIn(mention())).toEqual([MENTION])
  })

  it.each([
    ['its card lies under another name', mention({ xma_reel_mention: undefined, generic_xma: [card()] })],
    ['its address is one of the app', mention({}, { target_url: 'instagram://stories?source=direct' })],
    ['it has no address', mention({}, { target_url: null })],
    ['it comes from a group', mention()],
    [
      'only a fallback of the preview is left',
      mention(
        {},
        { preview_url: null, preview_url_info: { fallback: { url: 'https://x' } }, title_text: 'x' },
      ),
    ],
    ['there is no preview and no notice either', mention({}, { preview_url: null })],
    [
      'its story is named in JSON inside the card only',
      mention(
        { original_media_igid: null },
        { target_url: null, serialized_content_ref: `{"fetch_params":{"story_igid":${STORY}}}` },
      ),
    ],
    [
      'its story is named in JSON inside the message only',
      mention(
        { original_media_igid: null, serialized_content_ref: `{"fetch_params":{"story_igid":"${STORY}"}}` },
        { target_url: null },
      ),
    ],
    ['it has the older form', legacy({ media: { id: `${STORY}_${POSTER}`, pk: bare(STORY) } })],
    ['it has the older form without a number', legacy({ media: { id: `${STORY}_${POSTER}` } })],
    ['its ids are text', mention({ user_id: POSTER, original_media_igid: STORY })],
  ])('is found when %s', async (_what, item) => {
    expect(await mentionsIn(item)).toMatchObject([{ storyId: STORY, posterId: POSTER, gone: null }])
  })

  it('ends when the card says, or after a day at the latest', async () => {
    const soon = NOW + HOUR
    expect(await mentionsIn(mention({}, { target_expiry_timestamp_ms: soon }))).toMatchObject([
      { expiresAt: soon },
    ])
    const late = NOW + 3 * DAY
    expect(await mentionsIn(mention({}, { target_expiry_timestamp_ms: late }))).toMatchObject([
      { expiresAt: NOW + 23 * HOUR },
    ])
    const media = { id: STORY, pk: STORY, expiring_at: soon / 1000 }
    expect(await mentionsIn(legacy({ media }))).toMatchObject([{ expiresAt: soon }])
  })

  it('takes the author’s name from the address when the thread does not know it', async () => {
    const { mentions } = await read(inbox([thread([mention()], { users: [] })]))
    expect(mentions).toMatchObject([{ posterUsername: 'poster' }])
  })
})

describe('a story that cannot be reposted', () => {
  it.each([
    [
      'a notice in place of a preview',
      mention({}, { preview_url: null, title_text: 'Story unavailable' }),
      'expired',
    ],
    ['the same, by its caption', mention({}, { preview_url: null, caption_body_text: 'Gone.' }), 'expired'],
    ['a mention without a card', mention({ xma_reel_mention: [] }), 'unavailable'],
    ['the older form without a story', legacy({ media: { expiring_at: 1 } }), 'expired'],
    ['the older form without anything', legacy({ media: null }), 'expired'],
    ['a card whose time is over', mention({}, { target_expiry_timestamp_ms: NOW }), 'expired'],
    ['what stood for a while only', mention({ item_type: 'expired_placeholder' }), 'unavailable'],
    [
      'what stands for a story',
      mention({ item_type: 'placeholder', placeholder: { title: 'Story unavailable', message: '' } }),
      'unavailable',
    ],
  ])('is told with its reason: %s', async (_what, item, gone) => {
    expect(await mentionsIn(item)).toMatchObject([{ gone }])
  })

  it('is private when its author is', async () => {
    const { mentions } = await read(
      inbox([thread([mention()], { users: [{ ...poster, is_private: true }] })]),
    )
    expect(mentions).toMatchObject([{ gone: 'private' }])
  })
})

describe('what is no mention of the account in a story', () => {
  it.each([
    ['a text', mention({ item_type: 'text' })],
    ['our own mention of them', mention({ is_sent_by_viewer: true })],
    [
      'our own mention, told by its author only',
      mention({ is_sent_by_viewer: undefined, user_id: bare(OWN_ID) }),
    ],
    ['a mention in a reel', mention({}, { target_url: 'https://www.instagram.com/reel/C0x/' })],
    ['a mention in a reel, by an address of the app', mention({}, { target_url: 'instagram://reel?id=1' })],
    ['a mention in a post', mention({}, { target_url: 'https://www.instagram.com/p/C0x/' })],
    ['a story that is passed on', mention({ item_type: 'xma_story_share' })],
    ['a reel that is passed on', mention({ item_type: 'xma_reel_share' })],
    [
      'a story that was passed on and is over',
      mention({ item_type: 'story_share', message: 'x', reason: 3 }),
    ],
    ['a reply to a story of ours', legacy({ type: 'reply' })],
    ['a reaction to a story of ours', legacy({ type: 'reaction' })],
    ['a mention of somebody else', legacy({ mentioned_user_id: '5', media: { id: STORY } })],
    [
      'a placeholder of something else',
      mention({ item_type: 'placeholder', placeholder: { title: 'Post unavailable' } }),
    ],
    ['a mention of yesterday', mention({ timestamp: (NOW - DAY) * 1000 })],
    ['a message without an id', mention({ item_id: undefined })],
    ['a message from nobody', mention({ user_id: 'x' })],
    ['nothing', {}],
  ])('is left out: %s', async (_what, item) => {
    expect(await mentionsIn(item)).toEqual([])
  })

  it('does not hide what lies beside it', async () => {
    const { mentions } = await read(
      inbox([{ odd: true }, thread([{}, mention({ item_type: 'text' }), mention()])]),
    )
    expect(mentions).toHaveLength(1)
  })
})

describe('the next page', () => {
  const next = async (change: object, threads = [thread([])]) =>
    (await read(inbox(threads, { has_older: true, oldest_cursor: 'QVFE+/x==', ...change }))).next

  it('begins where this one says', async () => {
    expect(await next({})).toEqual({ cursor: 'QVFE+/x==', seqId: '1' })
  })

  it('is not asked for without a cursor, after the last one, or when all in it must be over', async () => {
    expect(await next({ has_older: false })).toBeNull()
    expect(await next({ oldest_cursor: '' })).toBeNull()
    expect(await next({ oldest_cursor: null })).toBeNull()
    expect(await next({}, [thread([]), thread([], { last_activity_at: (NOW - DAY) * 1000 })])).toBeNull()
  })

  it('is asked for although an old conversation is pinned above the newer ones', async () => {
    const pinned = thread([], { last_activity_at: (NOW - 30 * DAY) * 1000 })
    expect(await next({}, [pinned, thread([])])).not.toBeNull()
  })
})
