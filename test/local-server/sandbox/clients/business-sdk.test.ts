// The calls of Facebook's own SDK for Node (facebook-nodejs-business-sdk 24) on Instagram: the token in the query, a POST's parameters as JSON.
import { describe, expect, it } from 'vitest'
import { BY_PARTNER, HARBOUR, HARBOUR_PAGE, openKitchen, PICTURE, REEL } from '../kitchen.ts'
import { allPages, sendsTo, type Listed } from './call-list.ts'

const BASE = 'https://graph.facebook.com/v24.0'
const access_token = BY_PARTNER.token
type Created = { id: string }

function open() {
  const kitchen = openKitchen()
  const send = sendsTo(kitchen)
  const get = <T = Record<string, unknown>>(path: string, query: Record<string, unknown> = {}) =>
    send<T>('GET', `${BASE}/${path}`, { query: { ...query, access_token } })
  const post = <T = Created>(path: string, json: object) =>
    send<T>('POST', `${BASE}/${path}`, { query: { access_token }, json })
  const publish = async (json: object) => {
    const { id } = await post(`${HARBOUR}/media`, json)
    await get(id, { fields: 'id,status,status_code,copyright_check_status' })
    return (await post(`${HARBOUR}/media_publish`, { creation_id: id })).id
  }
  return {
    kitchen,
    send,
    get,
    post,
    publish,
    remove: (id: string) => send('DELETE', `${BASE}/${id}`, { query: { access_token } }),
  }
}

describe('the SDK’s User, Page and IGUser', () => {
  it('read themselves with all fields that they know', async () => {
    const { get } = open()
    expect(await get('me', { fields: 'id,name' })).toHaveProperty('name')
    expect(
      (await get<Listed>('me/accounts', { fields: 'id,name,access_token,instagram_business_account' })).data,
    ).not.toEqual([])
    expect(await get(HARBOUR_PAGE, { fields: 'instagram_business_account{id,username}' })).toMatchObject({
      instagram_business_account: { id: HARBOUR, username: 'harbour.bakery' },
    })
    const fields =
      'biography,followers_count,follows_count,has_profile_pic,id,ig_id,is_published,legacy_instagram_user_id,media_count,name,profile_picture_url,shopping_product_tag_eligibility,username,website'
    expect(await get(HARBOUR, { fields })).toMatchObject({ is_published: true, username: 'harbour.bakery' })
    expect(await get(`${HARBOUR}/content_publishing_limit`, { fields: 'quota_usage,config' })).toHaveProperty(
      'data',
    )
    expect(
      await get(HARBOUR, {
        fields: 'business_discovery.username(demo.kitchen){followers_count,media_count}',
      }),
    ).toMatchObject({ business_discovery: { media_count: 0 } })
  })

  it('publish every kind, and list it by the links in the answers', async () => {
    const { get, post, publish, send } = open()
    const picture = await publish({
      image_url: PICTURE,
      caption: 'Buns',
      location_id: HARBOUR_PAGE,
      user_tags: [{ username: 'ada', x: 0.5, y: 0.5 }],
      collaborators: ['ilse.eats'],
      alt_text: 'Buns on a tray',
    })
    const reel = await publish({
      media_type: 'REELS',
      video_url: REEL,
      share_to_feed: true,
      cover_url: PICTURE,
    })
    const story = await publish({ media_type: 'STORIES', image_url: PICTURE })
    const still = await post(`${HARBOUR}/media`, { image_url: PICTURE, is_carousel_item: true })
    const moving = await post(`${HARBOUR}/media`, {
      media_type: 'VIDEO',
      video_url: REEL,
      is_carousel_item: true,
    })
    await get(moving.id, { fields: 'status_code' })
    const album = await publish({ media_type: 'CAROUSEL', children: [still.id, moving.id], caption: 'Both' })
    const first = `${BASE}/${HARBOUR}/media?fields=id&limit=2&access_token=${access_token}`
    expect(await allPages(send, first)).toEqual([album, reel, picture])
    expect((await get<Listed>(`${HARBOUR}/stories`, { fields: 'id' })).data).toEqual([{ id: story }])
    expect(await get<Listed>(`${HARBOUR}/tags`, { fields: 'id' })).toEqual({ data: [] })
    expect((await get<Listed>(`${album}/children`, { fields: 'id,media_type' })).data).toHaveLength(2)
  })
})

describe('the SDK’s IGMedia and IGComment', () => {
  it('read, comment, reply, hide, count and delete', async () => {
    const { get, post, publish, remove } = open()
    const media = await publish({ image_url: PICTURE, caption: 'Buns' })
    const fields =
      'boost_eligibility_info,caption,comments_count,id,ig_id,is_comment_enabled,is_shared_to_feed,legacy_instagram_media_id,like_count,media_product_type,media_type,media_url,owner,permalink,shortcode,thumbnail_url,timestamp,username'
    expect(await get(media, { fields })).toMatchObject({ caption: 'Buns', ig_id: expect.any(String) })
    const comment = await post(`${media}/comments`, { message: 'At six' })
    const reply = await post(`${comment.id}/replies`, { message: 'And at nine' })
    const of =
      'from,hidden,id,legacy_instagram_comment_id,like_count,media,parent_id,text,timestamp,user,username'
    expect(await get(reply.id, { fields: of })).toMatchObject({ parent_id: comment.id, text: 'And at nine' })
    expect(await post<object>(comment.id, { hide: true })).toEqual({ success: true })
    expect((await get<Listed>(`${media}/comments`, { fields: of })).data).toHaveLength(1)
    expect(await post<object>(media, { comment_enabled: false })).toEqual({ success: true })
    expect((await get<Listed>(`${media}/comments`, { fields: of })).data).toEqual([])
    expect((await get<Listed>(`${media}/insights`, { metric: ['reach', 'views'] })).data).toHaveLength(2)
    expect(
      (await get<Listed>(`${HARBOUR}/insights`, { metric: ['reach'], period: 'day' })).data,
    ).toHaveLength(1)
    expect(await remove(comment.id)).toEqual({ success: true })
    expect(await remove(media)).toEqual({ success: true, deleted_id: media })
  })
})

describe('the SDK’s batch', () => {
  it('sends reads and writes together', async () => {
    const { kitchen, post } = open()
    const query = new URLSearchParams({ image_url: PICTURE }).toString()
    const answers = await post<{ code: number; body: string }[]>('', {
      batch: [
        { method: 'GET', relative_url: `${HARBOUR}?fields=username` },
        { method: 'POST', relative_url: `${HARBOUR}/media`, body: query },
        { method: 'DELETE', relative_url: '17960000000000099' },
      ],
    })
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 400])
    expect(JSON.parse(answers[1]?.body ?? '')).toHaveProperty('id')
    expect(kitchen.sandbox.live()).toEqual([])
  })
})
