// The calls of Postiz's two Instagram providers, with parameters in the query as it writes them: login, publishing, comment, figures.
import { describe, expect, it } from 'vitest'
import { DAY, SECOND } from '../../../../core/time.ts'
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP } from '../../../../local-server/sandbox/oauth/apps.ts'
import {
  AS_PAGE,
  BY_PARTNER,
  BY_PLATFORM,
  HARBOUR,
  HARBOUR_PAGE,
  NOON,
  openKitchen,
  ORIGIN,
  PICTURE,
  REEL,
} from '../kitchen.ts'
import { allPages, sendsTo, type Listed } from './call-list.ts'

const VERSION = 'v26.0'
const REDIRECT = 'https://postiz.example/integrations/social/instagram'

/** What the consent page sends the person back with. */
async function codeFrom(kitchen: ReturnType<typeof openKitchen>, url: string): Promise<string> {
  const { host, pathname, search } = new URL(url)
  const answer = await kitchen.sandbox.app.request(
    `${ORIGIN}/sandbox/${host}${pathname}${search}&sandbox_as=harbour&sandbox_allow=1`,
  )
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

describe('Postiz’s login', () => {
  it('through Facebook: code, long token, permissions, person, Pages, account', async () => {
    const kitchen = openKitchen()
    const send = sendsTo(kitchen)
    const graph = `https://graph.facebook.com/${VERSION}`
    const scope =
      'instagram_basic,pages_show_list,pages_read_engagement,business_management,instagram_content_publish,instagram_manage_comments,instagram_manage_insights'
    const app = { client_id: SANDBOX_PARTNER_APP.id, redirect_uri: REDIRECT }
    const dialog = new URLSearchParams({ ...app, state: 'abc', scope })
    const code = await codeFrom(kitchen, `https://www.facebook.com/${VERSION}/dialog/oauth?${dialog}`)
    const client_secret = SANDBOX_PARTNER_APP.secret
    const short = await send<{ access_token: string }>('GET', `${graph}/oauth/access_token`, {
      query: { ...app, client_secret, code },
    })
    const { access_token } = await send<{ access_token: string }>('GET', `${graph}/oauth/access_token`, {
      query: {
        grant_type: 'fb_exchange_token',
        client_id: app.client_id,
        client_secret,
        fb_exchange_token: short.access_token,
      },
    })
    const permissions = await send<{ data: { permission: string; status: string }[] }>(
      'GET',
      `${graph}/me/permissions`,
      { query: { access_token } },
    )
    const granted = permissions.data.filter(({ status }) => status === 'granted')
    expect(granted.map(({ permission }) => permission)).toEqual(expect.arrayContaining(scope.split(',')))
    expect(
      await send('GET', `${graph}/me`, { query: { fields: 'id,name,picture', access_token } }),
    ).toHaveProperty('id')
    const fields = 'id,instagram_business_account,username,name,picture.type(large)'
    const pages = await allPages(
      send,
      `${graph}/me/accounts?fields=${fields}&limit=1&access_token=${access_token}`,
    )
    expect(pages).toContain(HARBOUR_PAGE)
    await send<Listed>('GET', `${graph}/me/businesses`, { query: { access_token } })
    const page = await send<{ access_token: string }>('GET', `${graph}/${HARBOUR_PAGE}`, {
      query: { fields: 'access_token,name,picture.type(large)', access_token },
    })
    expect(page.access_token).toMatch(/^EAA/)
    expect(
      await send('GET', `${graph}/${HARBOUR}`, {
        query: { fields: 'username,name,profile_picture_url', access_token },
      }),
    ).toMatchObject({ username: 'harbour.bakery' })
  })

  it('through Instagram: code, long token, account, refreshed a day later', async () => {
    const kitchen = openKitchen()
    const send = sendsTo(kitchen)
    const app = { client_id: SANDBOX_PLATFORM_APP.id, redirect_uri: REDIRECT }
    const scope =
      'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments,instagram_business_manage_insights'
    const dialog = new URLSearchParams({
      enable_fb_login: '0',
      ...app,
      response_type: 'code',
      scope,
      state: 'abc',
    })
    const code = await codeFrom(kitchen, `https://www.instagram.com/oauth/authorize?${dialog}`)
    const client_secret = SANDBOX_PLATFORM_APP.secret
    const short = await send<{ access_token: string }>(
      'POST',
      'https://api.instagram.com/oauth/access_token',
      {
        form: { ...app, client_secret, grant_type: 'authorization_code', code },
      },
    )
    const long = await send<{ access_token: string }>('GET', 'https://graph.instagram.com/access_token', {
      query: {
        grant_type: 'ig_exchange_token',
        client_id: app.client_id,
        client_secret,
        access_token: short.access_token,
      },
    })
    const me = await send('GET', `https://graph.instagram.com/${VERSION}/me`, {
      query: { fields: 'user_id,username,name,profile_picture_url', access_token: long.access_token },
    })
    expect(me).toMatchObject({ user_id: HARBOUR, username: 'harbour.bakery' })
    kitchen.advance(25 * 3_600_000)
    const refreshed = await send('GET', 'https://graph.instagram.com/refresh_access_token', {
      query: { grant_type: 'ig_refresh_token', access_token: long.access_token },
    })
    expect(refreshed).toHaveProperty('access_token')
  })
})

describe.each([
  ['graph.instagram.com', BY_PLATFORM.token, BY_PLATFORM.token],
  // Publishes with the Page's token and reads with the person's.
  ['graph.facebook.com', AS_PAGE.token, BY_PARTNER.token],
])('Postiz’s posts at %s', (host, access_token, checkToken) => {
  const base = `https://${host}/${VERSION}`
  const open = () => {
    const kitchen = openKitchen()
    const send = sendsTo(kitchen)
    const create = async (query: Record<string, unknown>) =>
      (await send<{ id: string }>('POST', `${base}/${HARBOUR}/media`, { query: { ...query, access_token } }))
        .id
    const publish = async (creation_id: string) => {
      const query = { access_token: checkToken, fields: 'status_code,status' }
      expect(await send('GET', `${base}/${creation_id}`, { query })).toMatchObject({
        status_code: 'FINISHED',
      })
      const { id } = await send<{ id: string }>('POST', `${base}/${HARBOUR}/media_publish`, {
        query: { creation_id, access_token, field: 'id' },
      })
      const read = await send('GET', `${base}/${id}`, {
        query: { fields: 'permalink', access_token: checkToken },
      })
      expect(read['permalink']).toContain('/p/')
      return id
    }
    return { kitchen, send, create, publish }
  }

  it('one picture, one reel, stories, and an album of both with a collaborator', async () => {
    const { kitchen, create, publish } = open()
    await publish(await create({ image_url: PICTURE, caption: 'Buns', collaborators: ['ilse.eats'] }))
    await publish(
      await create({
        video_url: REEL,
        media_type: 'REELS',
        thumb_offset: 0,
        trial_params: { graduation_strategy: 'MANUAL' },
        caption: 'Kneading',
      }),
    )
    await publish(await create({ image_url: PICTURE, media_type: 'STORIES' }))
    await publish(await create({ video_url: REEL, media_type: 'STORIES' }))
    const still = await create({ image_url: PICTURE, is_carousel_item: true })
    const moving = await create({
      video_url: REEL,
      media_type: 'VIDEO',
      thumb_offset: 0,
      is_carousel_item: true,
    })
    await kitchen.sandbox.settled()
    const children = `${still},${moving}`
    await publish(await create({ caption: 'Both', media_type: 'CAROUSEL', children, collaborators: ['ada'] }))
    expect(kitchen.sandbox.live().map(({ kind }) => kind)).toEqual([
      'CAROUSEL',
      'STORIES',
      'STORIES',
      'REELS',
      'IMAGE',
    ])
  })

  it('a first comment, and figures of the post and of the account', async () => {
    const { send, create, publish } = open()
    const id = await publish(await create({ image_url: PICTURE, caption: 'Buns' }))
    const comment = await send('POST', `${base}/${id}/comments`, {
      query: { message: 'At six', access_token },
    })
    expect(comment).toHaveProperty('id')
    const metric = 'views,reach,saved,likes,comments,shares'
    const ofPost = await send<Listed>('GET', `${base}/${id}/insights`, { query: { metric, access_token } })
    expect(ofPost.data.find(({ name }) => name === 'comments')).toMatchObject({ values: [{ value: 1 }] })
    const until = NOON / SECOND
    const days = { period: 'day', since: until - (7 * DAY) / SECOND, until, access_token }
    const series = await send<Listed>('GET', `${base}/${HARBOUR}/insights`, {
      query: { metric: 'follower_count,reach', ...days },
    })
    expect(series.data[0]).toMatchObject({
      values: expect.arrayContaining([{ value: 0, end_time: expect.any(String) }]),
    })
    const totals = await send<Listed>('GET', `${base}/${HARBOUR}/insights`, {
      query: { metric_type: 'total_value', metric: 'likes,views,comments,shares,saves,replies', ...days },
    })
    expect(totals.data).toHaveLength(6)
  })
})

describe('Postiz’s sounds', () => {
  it('are searched and put under a reel', async () => {
    const kitchen = openKitchen()
    const send = sendsTo(kitchen)
    const base = `https://graph.facebook.com/${VERSION}`
    const access_token = BY_PARTNER.token
    const { audio } = await send<{ audio: { audio_id: string }[] }>('GET', `${base}/ig_audio`, {
      query: { audio_type: 'music', user_id: HARBOUR, search_query: 'morning', access_token },
    })
    const audio_configuration = { audio_id: audio[0]?.audio_id, audio_volume: 40, video_volume: 100 }
    const query = { video_url: REEL, media_type: 'REELS', thumb_offset: 0, audio_configuration, access_token }
    expect(await send('POST', `${base}/${HARBOUR}/media`, { query })).toHaveProperty('id')
  })
})
