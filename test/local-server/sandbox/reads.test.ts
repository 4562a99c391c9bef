// What else can be read: figures, parts, tags, other accounts, sounds, and many things at once.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../../../core/time.ts'
import {
  answerOf,
  BY_PARTNER,
  BY_PLATFORM,
  HARBOUR,
  NOON,
  openKitchen,
  ORIGIN,
  REEL,
  refusalOf,
} from './kitchen.ts'

const HARBOUR_LOGINS = [
  ['graph.instagram.com', BY_PLATFORM],
  ['graph.facebook.com', BY_PARTNER],
] as const

async function anAlbum(fields: Record<string, string> = {}) {
  const kitchen = openKitchen()
  const item = () => kitchen.container({ is_carousel_item: 'true' })
  const children = [await item(), await item()].join(',')
  const id = await kitchen.post({ image_url: '', media_type: 'CAROUSEL', children, ...fields })
  const parts = await answerOf<{ data: { id: string }[] }>(await kitchen.call('GET', `/${id}/children`))
  return { kitchen, id, partId: parts.data[0]?.id ?? '' }
}

describe('the AI label of a media', () => {
  const fields = { fields: 'is_ai_generated' }

  it.each([
    ['true', true],
    ['false', false],
  ])('is read back as it was sent: %s', async (is_ai_generated, read) => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ is_ai_generated })
    expect(await answerOf(await kitchen.call('GET', `/${id}`, fields))).toEqual({ id, is_ai_generated: read })
  })

  it('is the album’s, not its parts’', async () => {
    const { kitchen, id, partId } = await anAlbum({ is_ai_generated: 'true' })
    expect(await answerOf(await kitchen.call('GET', `/${id}`, fields))).toEqual({ id, is_ai_generated: true })
    expect(await answerOf(await kitchen.call('GET', `/${partId}`, fields))).toEqual({ id: partId })
  })
})

describe('insights of a media', () => {
  it.each([
    ['a picture', {}, 'views,reach,saved,likes,comments,shares,reposts'],
    ['a reel', { image_url: '', media_type: 'REELS', video_url: REEL }, 'views,reposts,reels_skip_rate'],
    ['a story', { media_type: 'STORIES' }, 'views,reach,replies,navigation'],
  ])('of %s have a value for each metric', async (_what, fields, metric) => {
    const kitchen = openKitchen()
    const id = await kitchen.post(fields)
    kitchen.advance(2 * HOUR)
    const { data } = await answerOf<{ data: { name: string; period: string; values: object[] }[] }>(
      await kitchen.call('GET', `/${id}/insights`, { metric }),
    )
    expect(data.map(({ name }) => name)).toEqual(metric.split(','))
    expect(data[0]).toMatchObject({ period: 'lifetime', values: [{ value: expect.any(Number) }] })
  })

  const READ = { metric: 'reach' }

  it('of a story are an empty set once it is over', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ media_type: 'STORIES' })
    const read = async () => answerOf<{ data: object[] }>(await kitchen.call('GET', `/${id}/insights`, READ))
    kitchen.advance(DAY - 1)
    expect((await read()).data).toHaveLength(1)
    kitchen.advance(1)
    expect(await read()).toEqual({ data: [] })
  })

  it('of an album are those of the whole: its parts have an empty set', async () => {
    const { kitchen, id, partId } = await anAlbum()
    const read = async (of: string) =>
      answerOf<{ data: object[] }>(await kitchen.call('GET', `/${of}/insights`, READ))
    expect((await read(id)).data).toHaveLength(1)
    expect(await read(partId)).toEqual({ data: [] })
  })

  it('are an empty set, not zero, for as long as they are not counted', async () => {
    const kitchen = openKitchen({ behaviour: { insightsLag: 2 * DAY } })
    const id = await kitchen.post()
    const read = async () => answerOf<{ data: object[] }>(await kitchen.call('GET', `/${id}/insights`, READ))
    expect(await read()).toEqual({ data: [] })
    kitchen.advance(2 * DAY)
    expect(await read()).toMatchObject({ data: [{ name: 'reach' }] })
  })

  it('are an empty set two years after it was published', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    const read = async () => answerOf<{ data: object[] }>(await kitchen.call('GET', `/${id}/insights`, READ))
    kitchen.advance(730 * DAY)
    expect((await read()).data).toHaveLength(1)
    kitchen.advance(1)
    expect(await read()).toEqual({ data: [] })
  })

  it.each(HARBOUR_LOGINS)(
    'count what advertisements brought by the partner’s login only: %s',
    async (_host, login) => {
      const kitchen = openKitchen()
      const id = await kitchen.postAs(login)
      const { status } = await kitchen.callAs(login)('GET', `/${id}/insights`, {
        metric: 'total_views,total_likes,total_comments',
      })
      expect(status).toBe(login === BY_PARTNER ? 200 : 400)
    },
  )

  it('refuse metrics that are retired or of another kind of post', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    const ask = async (metric: string) =>
      refusalOf(await kitchen.call('GET', `/${id}/insights`, metric === '' ? {} : { metric }))
    expect([
      await ask('impressions'),
      await ask('reach,replies'),
      await ask('reels_skip_rate'),
      await ask(''),
    ]).toEqual(['400 100', '400 100', '400 100', '400 100'])
  })
})

describe.each(HARBOUR_LOGINS)('insights of an account at %s', (_host, login) => {
  const ask = (fields: Record<string, string>) =>
    openKitchen().callAs(login)('GET', `/${HARBOUR}/insights`, fields)

  it('come as days or as a total, whichever the metric has', async () => {
    const since = String(Date.UTC(2026, 10, 17) / 1000)
    const until = String(Date.UTC(2026, 10, 20) / 1000)
    const series = await ask({ metric: 'follower_count,reach', period: 'day', since, until })
    const { data } = await answerOf<{ data: { values: { end_time: string }[] }[] }>(series)
    expect(data.map(({ values }) => values.length)).toEqual([3, 3])
    expect(data[0]?.values.at(-1)?.end_time).toBe('2026-11-20T00:00:00+0000')
    const total = await ask({ metric: 'likes,saves', period: 'day', metric_type: 'total_value' })
    expect(await answerOf(total)).toMatchObject({ data: [{ total_value: { value: 0 } }, { name: 'saves' }] })
    const followers = await ask({ metric: 'follower_demographics', period: 'lifetime' })
    expect(await answerOf(followers)).toEqual({ data: [] })
  })

  it('are an empty set for days that ended more than 90 days ago', async () => {
    const read = async (since: number, of: Record<string, string>) => {
      const time = { since: String((NOON + since) / 1000), until: String((NOON + since + 2 * DAY) / 1000) }
      return answerOf<{ data: { values?: object[] }[] }>(
        await ask({ metric: 'reach', period: 'day', ...of, ...time }),
      )
    }
    const total = { metric_type: 'total_value' }
    expect((await read(-91 * DAY, total)).data).toHaveLength(1)
    expect(await read(-92 * DAY - 1000, total)).toEqual({ data: [] })
    expect((await read(-91 * DAY - 1000, {})).data[0]?.values).toHaveLength(1)
    expect(await read(-92 * DAY - 1000, {})).toEqual({ data: [] })
  })

  it('refuse a total as a series, a missing period, and more than 30 days', async () => {
    expect(await refusalOf(await ask({ metric: 'likes', period: 'day' }))).toBe('400 100')
    expect(await refusalOf(await ask({ metric: 'reach' }))).toBe('400 100')
    expect(
      await refusalOf(
        await ask({ metric: 'reach', period: 'day', since: '1700000000', until: '1710000000' }),
      ),
    ).toBe('400 100')
  })
})

describe('the parts of an album', () => {
  it('are a list of their own, empty on everything else', async () => {
    const kitchen = openKitchen()
    const part = () => kitchen.container({ is_carousel_item: 'true' })
    const children = `${await part()},${await part()}`
    const album = await kitchen.post({ image_url: '', media_type: 'CAROUSEL', children })
    const { data } = await answerOf<{ data: { media_type: string }[] }>(
      await kitchen.call('GET', `/${album}/children`, { fields: 'media_type' }),
    )
    expect(data.map(({ media_type }) => media_type)).toEqual(['IMAGE', 'IMAGE'])
    const single = await kitchen.post()
    expect(await answerOf(await kitchen.call('GET', `/${single}/children`))).toEqual({ data: [] })
  })
})

describe('tags', () => {
  it('are the posts of others that tag the account', async () => {
    const kitchen = openKitchen()
    const user_tags = '[{"username":"harbour.bakery","x":0.5,"y":0.5}]'
    const id = await kitchen.post({ user_tags })
    await kitchen.post({ media_type: 'STORIES', user_tags })
    const call = kitchen.callAs(BY_PARTNER)
    expect(await answerOf(await call('GET', `/${HARBOUR}/tags`, { fields: 'id,username' }))).toMatchObject({
      data: [{ id, username: 'demo.kitchen' }],
    })
  })
})

describe('business_discovery', () => {
  const discover = (username: string, kitchen = openKitchen()) =>
    kitchen.callAs(BY_PARTNER)('GET', `/${HARBOUR}`, {
      fields: `business_discovery.username(${username}){followers_count,media_count,media{caption}}`,
    })

  it('shows another professional account and its posts', async () => {
    const kitchen = openKitchen()
    await kitchen.post({ caption: 'Figs' })
    await kitchen.post({ media_type: 'STORIES' })
    expect(await answerOf(await discover('demo.kitchen', kitchen))).toMatchObject({
      id: HARBOUR,
      business_discovery: {
        id: kitchen.sandbox.account.igUserId,
        followers_count: 1284,
        media_count: 1,
        media: { data: [{ caption: 'Figs' }] },
      },
    })
  })

  it('knows it by both of its ids, the one of today and the older', async () => {
    const call = openKitchen().callAs(BY_PARTNER)
    const own = await answerOf<Record<string, unknown>>(await call('GET', `/${HARBOUR}`, { fields: 'ig_id' }))
    const fields = 'business_discovery.username(harbour.bakery){ig_id}'
    const found = await answerOf<Record<string, unknown>>(await call('GET', `/${HARBOUR}`, { fields }))
    expect(own).toEqual({ id: HARBOUR, ig_id: expect.stringMatching(/^\d+$/) })
    expect(own['ig_id']).not.toBe(HARBOUR)
    expect(found['business_discovery']).toEqual(own)
  })

  it('tells of nobody who is not professional, and nothing by the platform’s own login', async () => {
    expect(await refusalOf(await discover('just.tomas'))).toBe('400 110/2207013')
    const fields = 'business_discovery.username(demo.kitchen){media_count}'
    expect(await refusalOf(await openKitchen().callAs(BY_PLATFORM)('GET', '/me', { fields }))).toBe('400 100')
  })
})

describe('the catalogue of sounds', () => {
  const search = (fields: Record<string, string>) =>
    openKitchen().callAs(BY_PARTNER)('GET', '/ig_audio', { user_id: HARBOUR, ...fields })

  it('is searched by name, and asks whose reel it is for', async () => {
    const { audio } = await answerOf<{ audio: { audio_id: string }[] }>(await search({ audio_type: 'music' }))
    expect(audio).toHaveLength(2)
    const found = await search({ audio_type: 'music', search_query: 'oven' })
    expect(await answerOf(found)).toMatchObject({ audio: [{ title: 'Oven Door', is_ads_eligible: true }] })
    expect(await answerOf(await search({ audio_type: 'original_sound' }))).toEqual({ audio: [] })
    expect(await refusalOf(await search({}))).toBe('400 100')
    expect(await refusalOf(await search({ audio_type: 'music', user_id: '17841460012345678' }))).toBe(
      '400 100/33',
    )
  })
})

describe('a batch', () => {
  const send = async (batch: object[], path = 'v25.0/') => {
    const kitchen = openKitchen({ behaviour: { readsManyIds: true } })
    const response = await kitchen.sandbox.app.request(`${ORIGIN}/sandbox/graph.facebook.com/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: BY_PARTNER.token, batch: JSON.stringify(batch) }),
    })
    return { kitchen, response }
  }

  it.each(['v25.0/', 'v25.0', ''])('answers each call in its place, sent to "%s"', async (path) => {
    const { response } = await send(
      [
        { method: 'GET', relative_url: `${HARBOUR}?fields=username` },
        { method: 'GET', relative_url: '1/media' },
        { method: 'POST', relative_url: `${HARBOUR}/media`, body: 'media_type=PHOTO' },
      ],
      path,
    )
    const answers = await answerOf<{ code: number; headers: object[]; body: string }[]>(response)
    expect(answers.map(({ code }) => code)).toEqual([200, 400, 400])
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ username: 'harbour.bakery' })
    expect(JSON.parse(answers[2]?.body ?? '')).toMatchObject({ error: { error_subcode: 2207023 } })
    expect(answers[0]?.headers).toContainEqual({ name: 'facebook-api-version', value: expect.any(String) })
  })

  it('takes a version in front of a call, which then counts', async () => {
    const { response } = await send([
      { method: 'GET', relative_url: `v24.0/${HARBOUR}?fields=username` },
      { method: 'GET', relative_url: `/v24.0/?ids=${HARBOUR}&fields=username` },
    ])
    const answers = await answerOf<{ code: number; headers: object[]; body: string }[]>(response)
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ username: 'harbour.bakery' })
    expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ [HARBOUR]: { username: 'harbour.bakery' } })
    expect(answers[0]?.headers).toContainEqual({ name: 'facebook-api-version', value: 'v24.0' })
  })

  it.each([
    ['batch', '{}'],
    ['batch', 'nonsense'],
    ['batch[0', '{"method":"GET","relative_url":"me"}'],
  ])('is refused when it is no list of calls: %s=%s', async (name, value) => {
    const { callAs } = openKitchen()
    expect(await refusalOf(await callAs(BY_PARTNER)('POST', '/', { [name]: value }))).toBe('400 100')
  })

  it('holds 1 to 50 calls', async () => {
    const call = { method: 'GET', relative_url: 'me' }
    expect((await send([])).response.status).toBe(400)
    expect((await send(Array(50).fill(call) as object[])).response.status).toBe(200)
    expect((await send(Array(51).fill(call) as object[])).response.status).toBe(400)
  })
})
