import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { SandboxOptions } from '../../../local-server/sandbox/sandbox.ts'
import {
  answerOf,
  BY_PARTNER,
  BY_PLATFORM,
  clip,
  CLIPS,
  HARBOUR,
  idOf,
  jpeg,
  type Kitchen,
  openKitchen,
  ORIGIN,
  picture,
  PICTURE,
  REEL,
  refusalOf,
} from './kitchen.ts'

const SQUARE = `${CLIPS}/square.mp4`
const video = { image_url: '', media_type: 'REELS', video_url: REEL }
const childVideo = { image_url: '', media_type: 'VIDEO', video_url: SQUARE, is_carousel_item: 'true' }
const childPicture = { is_carousel_item: 'true' }

const children = async (kitchen: Kitchen, ...all: Record<string, string>[]) => {
  const ids: string[] = []
  for (const fields of all) ids.push(await kitchen.container(fields))
  // A video's part is ready once it was asked for.
  for (const id of ids) await kitchen.status(id)
  return ids.join(',')
}

/** What a container made from this video says in the end. */
const statusOf = async (fields: Record<string, string>, containers: SandboxOptions['containers'] = {}) => {
  const kitchen = openKitchen({ containers })
  const { status_code, status } = await kitchen.status(await kitchen.container(fields))
  return status_code === 'ERROR' ? (/2207\d{3}/.exec(status ?? '')?.[0] ?? status) : status_code
}
const reelOf = (name: string) => statusOf({ ...video, video_url: `${CLIPS}/${name}` })

describe.each([
  ['graph.instagram.com', BY_PLATFORM],
  ['graph.facebook.com', BY_PARTNER],
] as const)('every kind of post on %s', (_host, login) => {
  const open = () => {
    const kitchen = openKitchen()
    const call = kitchen.callAs(login)
    const create = (fields: Record<string, string>) => call('POST', `/${HARBOUR}/media`, fields)
    const publish = async (id: string) => {
      await call('GET', `/${id}`, { fields: 'status_code' })
      return idOf(await call('POST', `/${HARBOUR}/media_publish`, { creation_id: id }))
    }
    const read = async (id: string, fields: string) =>
      answerOf<Record<string, unknown>>(await call('GET', `/${id}`, { fields }))
    return { kitchen, call, create, publish, read }
  }

  it('publishes a picture', async () => {
    const { create, publish, read } = open()
    const id = await publish(await idOf(await create({ image_url: PICTURE, caption: 'Buns' })))
    expect(await read(id, 'media_type,media_product_type,caption,username')).toEqual({
      id,
      media_type: 'IMAGE',
      media_product_type: 'FEED',
      caption: 'Buns',
      username: 'harbour.bakery',
    })
  })

  it('publishes a reel, which reads as VIDEO', async () => {
    const { create, publish, read, kitchen } = open()
    const fields = { media_type: 'REELS', video_url: REEL, cover_url: PICTURE, share_to_feed: 'false' }
    const id = await publish(await idOf(await create(fields)))
    expect(await read(id, 'media_type,media_product_type,is_shared_to_feed,thumbnail_url,media_url')).toEqual(
      {
        id,
        media_type: 'VIDEO',
        media_product_type: 'REELS',
        is_shared_to_feed: false,
        thumbnail_url: `${ORIGIN}/sandbox/media/${id}.jpg`,
        media_url: `${ORIGIN}/sandbox/media/${id}.mp4`,
      },
    )
    expect(kitchen.sandbox.live()).toMatchObject([
      { id, kind: 'REELS', mediaType: 'VIDEO', igUserId: HARBOUR, shareToFeed: false },
    ])
  })

  it('publishes stories of both kinds, and lists them apart for a day', async () => {
    const { create, publish, call, kitchen } = open()
    const first = await publish(await idOf(await create({ media_type: 'STORIES', image_url: PICTURE })))
    const second = await publish(await idOf(await create({ media_type: 'STORIES', video_url: REEL })))
    const stories = async () =>
      answerOf<{ data: object[] }>(
        await call('GET', `/${HARBOUR}/stories`, { fields: 'media_type,media_product_type' }),
      )
    expect((await stories()).data).toEqual([
      { id: second, media_type: 'VIDEO', media_product_type: 'STORY' },
      { id: first, media_type: 'IMAGE', media_product_type: 'STORY' },
    ])
    expect(await answerOf(await call('GET', `/${HARBOUR}/media`))).toEqual({ data: [] })
    kitchen.advance(86_400_000)
    expect(await stories()).toEqual({ data: [] })
  })

  it('publishes an album of pictures and videos, with parts that are media of their own', async () => {
    const { create, publish, read, kitchen, call } = open()
    const one = await idOf(await create({ image_url: PICTURE, is_carousel_item: 'true', alt_text: 'A bun' }))
    const two = await idOf(await create({ media_type: 'VIDEO', video_url: SQUARE, is_carousel_item: 'true' }))
    await call('GET', `/${two}`, { fields: 'status_code' })
    const album = await idOf(
      await create({ media_type: 'CAROUSEL', children: `${one},${two}`, caption: 'Both' }),
    )
    const id = await publish(album)
    const media = await read(id, 'media_type,permalink,children{id,media_type,alt_text,permalink}')
    expect(media).toMatchObject({
      media_type: 'CAROUSEL_ALBUM',
      children: { data: [{ media_type: 'IMAGE', alt_text: 'A bun' }, { media_type: 'VIDEO' }] },
    })
    expect(JSON.stringify(media['children'])).not.toContain('permalink')
    const [live] = kitchen.sandbox.live()
    expect(live?.children.map(({ containerId }) => containerId)).toEqual([one, two])
    expect(await read(two, 'status_code')).toMatchObject({ status_code: 'PUBLISHED' })
    expect((await answerOf<{ data: object[] }>(await call('GET', `/${HARBOUR}/media`))).data).toEqual([
      { id },
    ])
  })

  it('keeps accounts apart', async () => {
    const { create, call, kitchen } = open()
    const id = await idOf(await create({ image_url: PICTURE }))
    const others = await kitchen.container()
    expect(await refusalOf(await kitchen.publish(id))).toBe('400 100/33')
    expect(await refusalOf(await kitchen.call('GET', `/${id}`))).toBe('400 100/33')
    expect(await refusalOf(await call('GET', `/${others}`))).toBe('400 100/33')
    expect(await refusalOf(await call('POST', `/${HARBOUR}/media_publish`, { creation_id: others }))).toBe(
      '400 100/33',
    )
    expect(await refusalOf(await call('GET', '/17841460012345678/media'))).toBe('400 100/33')
  })
})

describe('a video that is fetched', () => {
  it('is in progress until it is here, and the container is then judged', async () => {
    const kitchen = openKitchen({ waitsForMedia: false })
    const arriving = Promise.withResolvers<Response>()
    kitchen.pictures.set(REEL, () => arriving.promise)
    const id = await kitchen.container(video)
    expect((await kitchen.status(id)).status_code).toBe('IN_PROGRESS')
    expect(await refusalOf(await kitchen.publish(id))).toBe('400 9007/2207027')
    arriving.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }))
    await kitchen.sandbox.settled()
    expect(await kitchen.status(id)).toEqual({
      id,
      status_code: 'ERROR',
      status: 'Error: Media download has failed with error code 2207077',
    })
  })

  it('starts to be processed when it is here', async () => {
    const kitchen = openKitchen({ containers: { processing: 40_000 } })
    const id = await kitchen.container(video)
    await kitchen.sandbox.settled()
    kitchen.advance(39_999)
    expect((await kitchen.status(id)).status_code).toBe('IN_PROGRESS')
    kitchen.advance(1)
    expect((await kitchen.status(id)).status_code).toBe('FINISHED')
  })

  it('is taken as MP4 or MOV with H.264 or HEVC', async () => {
    expect(await reelOf('reel.mp4')).toBe('FINISHED')
    expect(await reelOf('clip-index-first.mp4')).toBe('FINISHED')
    expect(await reelOf('vp9.mp4')).toBe('2207026')
    expect(await reelOf('clip-mpeg4.mp4')).toBe('2207026')
    expect(await reelOf('clip.webm')).toBe('2207026')
    expect(await reelOf('clip.mkv')).toBe('2207026')
    expect(await reelOf('clip-h264.avi')).toBe('2207026')
    expect(await reelOf('sound-only.mp4')).toBe('2207026')
  })

  it('is refused with other colours than 4:2:0, as fields, or with more than two channels', async () => {
    expect(await reelOf('clip-chroma-444.mp4')).toBe('2207026')
    expect(await reelOf('clip-fields-6-channels.mp4')).toBe('2207026')
    expect(await reelOf('clip-10-bit-96-khz.mp4')).toBe('2207026')
  })

  it('needs its index in front, and in one piece', async () => {
    expect(await reelOf('clip-index-last.mp4')).toBe('2207026')
    expect(await reelOf('fragmented.mp4')).toBe('2207026')
  })

  it('is refused with other sound than AAC of 48 kHz', async () => {
    expect(await reelOf('mp3-sound.mp4')).toBe('2207026')
    expect(await reelOf('sound-96k.mp4')).toBe('2207026')
  })

  it('is refused when it is too slow, too wide or too short', async () => {
    expect(await reelOf('fifteen-frames.mp4')).toBe('2207026')
    expect(await reelOf('too-wide.mp4')).toBe('2207026')
    expect(await reelOf('too-short.mp4')).toBe('2207026')
  })

  it('may last a minute as a story and longer as a reel', async () => {
    const story = { image_url: '', media_type: 'STORIES', video_url: `${CLIPS}/minute.mp4` }
    expect(await reelOf('minute.mp4')).toBe('FINISHED')
    expect(await statusOf(story)).toBe('2207026')
    expect(await statusOf({ ...story, video_url: REEL })).toBe('FINISHED')
  })

  it('keeps the shapes of the feed inside an album', async () => {
    expect(await statusOf(childVideo)).toBe('FINISHED')
    expect(await statusOf({ ...childVideo, video_url: REEL })).toBe('FINISHED')
    expect(await statusOf({ ...childVideo, video_url: REEL }, { refuseTall: true })).toBe('2207009')
    expect(await statusOf(childVideo, { refuseTall: true })).toBe('FINISHED')
  })

  it('tells a cover time beyond its end', async () => {
    expect(await statusOf({ ...video, thumb_offset: '3000' })).toBe('FINISHED')
    expect(await statusOf({ ...video, thumb_offset: '4000' })).toBe('2207057')
    expect(await refusalOf(await openKitchen().create({ ...video, thumb_offset: '-1' }))).toBe(
      '400 1/2207057',
    )
  })

  it('tells an address that gives nothing, a host that names no type, and one that is too slow', async () => {
    expect(await reelOf('missing.mp4').catch(() => 'thrown')).toBe('2207077')
    const kitchen = openKitchen()
    const untyped = { headers: { 'content-type': 'application/octet-stream' } }
    kitchen.pictures.set(REEL, () => new Response(clip('reel.mp4'), untyped))
    expect((await kitchen.status(await kitchen.container(video))).status).toContain('2207077')
    kitchen.pictures.set(REEL, () => Promise.reject(new DOMException('late', 'TimeoutError')))
    expect((await kitchen.status(await kitchen.container(video))).status).toContain('2207003')
  })
})

describe('the parameters of a reel', () => {
  it('need a video by address or by bytes, not both', async () => {
    const kitchen = openKitchen()
    expect(await refusalOf(await kitchen.create({ ...video, video_url: '' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ ...video, video_url: 'file:///x.mp4' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ ...video, upload_type: 'resumable' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ ...video, is_carousel_item: 'true' }))).toBe('400 100')
  })

  it('take tags without places, and a description not at all', async () => {
    const kitchen = openKitchen()
    await kitchen.post({ ...video, user_tags: '[{"username":"ada","x":0.5}]' })
    expect(kitchen.sandbox.live()[0]?.userTags).toEqual([{ username: 'ada', x: null, y: null }])
    expect(await refusalOf(await kitchen.create({ ...video, alt_text: 'A bun' }))).toBe('400 100')
  })

  it('fetch the cover at once, and take any shape of JPEG', async () => {
    const kitchen = openKitchen()
    const cover_url = `${ORIGIN}/cover.jpg`
    expect(await refusalOf(await kitchen.create({ ...video, cover_url }))).toBe('400 9004/2207052')
    kitchen.pictures.set(cover_url, () => picture(jpeg(1080, 1920)))
    expect((await kitchen.create({ ...video, cover_url })).status).toBe(200)
  })

  it.each([
    ['graph.instagram.com', BY_PLATFORM],
    ['graph.facebook.com', BY_PARTNER],
  ] as const)('take a PNG as the cover at %s, and show it', async (_host, login) => {
    const kitchen = openKitchen()
    const call = kitchen.callAs(login)
    const png = await sharp({ create: { width: 108, height: 192, channels: 3, background: '#c2477f' } })
      .png()
      .toBuffer()
    const cover_url = `${ORIGIN}/cover.png`
    const headers = { 'content-type': 'image/png' }
    kitchen.pictures.set(cover_url, () => picture(new Uint8Array(png), headers))
    const id = await idOf(
      await call('POST', `/${HARBOUR}/media`, { media_type: 'REELS', video_url: REEL, cover_url }),
    )
    await call('GET', `/${id}`, { fields: 'status_code' })
    await answerOf(await call('POST', `/${HARBOUR}/media_publish`, { creation_id: id }))
    const shown = await kitchen.sandbox.app.request(kitchen.sandbox.live()[0]?.imageUrl ?? '')
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
    kitchen.pictures.set(PICTURE, () => picture(new Uint8Array(png), headers))
    expect(await refusalOf(await kitchen.create())).toBe('400 36001/2207005')
  })

  it('allow trials to accounts with a thousand followers', async () => {
    const kitchen = openKitchen()
    const trial_params = '{"graduation_strategy":"MANUAL"}'
    await kitchen.post({ ...video, trial_params })
    expect(kitchen.sandbox.live()[0]?.isTrial).toBe(true)
    const asCreator = kitchen.callAs({
      host: 'graph.instagram.com',
      token: 'IGAASANDBOXnosecretnoordrawsbytheplatformlogin',
    })
    const refused = await asCreator('POST', '/me/media', {
      media_type: 'REELS',
      video_url: REEL,
      trial_params,
    })
    expect(await refusalOf(refused)).toBe('400 -1/2207081')
    expect(await refusalOf(await kitchen.create({ ...video, trial_params: '{}' }))).toBe('400 100')
  })
})

describe('the parameters of a story', () => {
  it('ignore a caption', async () => {
    const kitchen = openKitchen()
    await kitchen.post({ media_type: 'STORIES', caption: 'unread' })
    expect(kitchen.sandbox.live()).toMatchObject([{ kind: 'STORIES', caption: null }])
  })

  it('name collaborators when they refuse them', async () => {
    const response = await openKitchen().create({ media_type: 'STORIES', collaborators: '["ada"]' })
    expect(await response.json()).toMatchObject({
      error: { code: 100, message: expect.stringContaining('collaborators') },
    })
  })

  it('take tags with and without places', async () => {
    const user_tags = '[{"username":"ada"},{"username":"bo","x":0.1,"y":0.2}]'
    expect((await openKitchen().create({ media_type: 'STORIES', user_tags })).status).toBe(200)
    const half = '[{"username":"ada","x":0.1}]'
    expect(await refusalOf(await openKitchen().create({ media_type: 'STORIES', user_tags: half }))).toBe(
      '400 100',
    )
  })

  it('take pictures of any shape, JPEG only', async () => {
    const kitchen = openKitchen()
    kitchen.pictures.set(PICTURE, () => picture(jpeg(1080, 1920)))
    expect((await kitchen.create({ media_type: 'STORIES' })).status).toBe(200)
    kitchen.pictures.set(PICTURE, () => picture(new Uint8Array([1, 2, 3])))
    expect(await refusalOf(await kitchen.create({ media_type: 'STORIES' }))).toBe('400 36001/2207005')
  })

  it('need one of picture and video', async () => {
    const kitchen = openKitchen()
    expect(await refusalOf(await kitchen.create({ media_type: 'STORIES', image_url: '' }))).toBe('400 100')
    expect(await refusalOf(await kitchen.create({ media_type: 'STORIES', video_url: REEL }))).toBe('400 100')
  })
})

describe('the parts of an album', () => {
  it('are read as pictures unless a video says VIDEO', async () => {
    const response = await openKitchen().create({ ...childVideo, media_type: '' })
    expect(await response.json()).toMatchObject({
      error: { code: 100, message: expect.stringContaining('image_url is required') },
    })
  })

  it('refuse what belongs to the album', async () => {
    const kitchen = openKitchen()
    const refusal = async (fields: Record<string, string>) =>
      refusalOf(await kitchen.create({ ...childPicture, ...fields }))
    expect(await refusal({ collaborators: '["ada"]' })).toBe('400 100')
    expect(await refusal({ location_id: '1' })).toBe('400 100')
    expect(await refusal({ is_ai_generated: 'true' })).toBe('400 100')
  })

  it('are two to ten', async () => {
    const kitchen = openKitchen()
    const one = await children(kitchen, childPicture)
    const create = (list: string) => kitchen.create({ image_url: '', media_type: 'CAROUSEL', children: list })
    expect(await refusalOf(await create(''))).toBe('400 100/2207028')
    expect(await refusalOf(await create(one))).toBe('400 100/2207028')
    const eleven = Array.from({ length: 11 }, (_, i) => String(i + 1)).join(',')
    expect(await refusalOf(await create(eleven))).toBe('400 100/2207028')
    expect(await refusalOf(await create(`${one},${one}`))).toBe('400 100')
  })

  it('must be ready parts of the same account', async () => {
    const kitchen = openKitchen()
    const create = (list: string) => kitchen.create({ image_url: '', media_type: 'CAROUSEL', children: list })
    const good = await children(kitchen, childPicture)
    const single = await kitchen.container()
    expect(await refusalOf(await create(`${good},${single}`))).toBe('400 100')
    expect(await refusalOf(await create(`${good},17900000000009999`))).toBe('400 24/2207008')
    kitchen.sandbox.faults.add({ on: 'create', mode: 'container', processing: 'forever' })
    const late = await kitchen.container(childPicture)
    expect(await refusalOf(await create(`${good},${late}`))).toBe('400 9007/2207027')
    const ofOthers = kitchen.callAs(BY_PLATFORM)
    const foreign = await ofOthers('POST', '/me/media', { image_url: PICTURE, is_carousel_item: 'true' })
    expect(await refusalOf(await create(`${good},${await idOf(foreign)}`))).toBe('400 24/2207008')
  })

  it('are published with their album only, and once', async () => {
    const kitchen = openKitchen()
    const list = await children(kitchen, childPicture, childVideo)
    const [first = ''] = list.split(',')
    expect(await refusalOf(await kitchen.publish(first))).toBe('400 100')
    await kitchen.post({ image_url: '', media_type: 'CAROUSEL', children: list })
    expect(
      await refusalOf(await kitchen.create({ image_url: '', media_type: 'CAROUSEL', children: list })),
    ).toBe('400 24/2207006')
  })

  it('count as containers, and the album as one publish', async () => {
    const kitchen = openKitchen()
    await kitchen.post({
      image_url: '',
      media_type: 'CAROUSEL',
      children: await children(kitchen, childPicture, childPicture),
    })
    const limit = await kitchen.call('GET', '/me/content_publishing_limit')
    expect(await answerOf(limit)).toEqual({ data: [{ quota_usage: 1 }] })
    for (let i = 3; i < 400; i += 1) await kitchen.container()
    expect(await refusalOf(await kitchen.create())).toBe('400 9/2207042')
  })
})
