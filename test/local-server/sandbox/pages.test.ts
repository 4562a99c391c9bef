// Posts on Facebook Pages.
import { describe, expect, it } from 'vitest'
import { SANDBOX_PAGE_TOKEN } from '../../../local-server/sandbox/tokens/known-tokens.ts'
import {
  answerOf,
  AS_PAGE,
  BY_PARTNER,
  clip,
  CLIPS,
  HARBOUR_PAGE,
  idOf,
  type Kitchen,
  openKitchen,
  ORIGIN,
  picture,
  PICTURE,
  REEL,
  refusalOf,
} from './kitchen.ts'

function openPage(options: Parameters<typeof openKitchen>[0] = {}) {
  const kitchen = openKitchen(options)
  const call = kitchen.callAs(AS_PAGE)
  const post = (edge: string, fields: Record<string, string>) =>
    call('POST', `/${HARBOUR_PAGE}/${edge}`, fields)
  const read = async (id: string, fields: string) =>
    answerOf<Record<string, unknown>>(await call('GET', `/${id}`, { fields }))
  return { kitchen, call, post, read }
}

const upload = (
  kitchen: Kitchen,
  address: string,
  headers: Record<string, string>,
  body?: Uint8Array<ArrayBuffer>,
) =>
  kitchen.sandbox.app.request(address, {
    method: 'POST',
    headers: { authorization: `OAuth ${SANDBOX_PAGE_TOKEN}`, ...headers },
    ...(body && { body }),
  })

/** Sends a clip as a reel, and gives its id. */
async function sentReel({ kitchen, post }: ReturnType<typeof openPage>, name: string, edge = 'video_reels') {
  const { video_id, upload_url } = await answerOf<{ video_id: string; upload_url: string }>(
    await post(edge, { upload_phase: 'start' }),
  )
  const bytes = clip(name)
  await upload(kitchen, upload_url, { offset: '0', file_size: String(bytes.length) }, bytes)
  return video_id
}

const finish = (video_id: string) => ({ upload_phase: 'finish', video_id, video_state: 'PUBLISHED' })

describe('a photo on a Page', () => {
  it('goes live with a post of its own', async () => {
    const { kitchen, call, post, read } = openPage()
    const { id, post_id } = await answerOf<{ id: string; post_id: string }>(
      await post('photos', { url: PICTURE, caption: 'Rye' }),
    )
    expect(post_id).toMatch(new RegExp(`^${HARBOUR_PAGE}_\\d+$`))
    expect(kitchen.sandbox.livePagePosts()).toMatchObject([
      { id, postId: post_id, kind: 'photo', text: 'Rye', pageName: 'Harbour Bakery' },
    ])
    expect(kitchen.sandbox.live()).toEqual([])
    const { id: asked, permalink_url } = await read(post_id, 'permalink_url')
    expect(asked).toBe(post_id)
    // Videos have a status, posts have none.
    expect(await refusalOf(await call('GET', `/${post_id}`, { fields: 'status' }))).toBe('400 100')
    expect(permalink_url).toBe(`${ORIGIN}/sandbox/www.facebook.com/${post_id}`)
    const page = await kitchen.sandbox.app.request(String(permalink_url))
    expect(await page.text()).toContain('Rye')
  })

  it('can be kept for a post with several', async () => {
    const { kitchen, post } = openPage()
    const kept: string[] = []
    for (let i = 0; i < 2; i += 1) {
      const answer = await answerOf<{ id: string }>(
        await post('photos', { url: PICTURE, published: 'false' }),
      )
      expect(answer).not.toHaveProperty('post_id')
      kept.push(answer.id)
    }
    expect(kitchen.sandbox.livePagePosts()).toEqual([])
    const attached_media = JSON.stringify(kept.map((id) => ({ media_fbid: id })))
    const id = await idOf(await post('feed', { message: 'Two', attached_media }))
    expect(kitchen.sandbox.livePagePosts()).toMatchObject([{ id, kind: 'post', text: 'Two' }])
    expect(kitchen.sandbox.livePagePosts()[0]?.imageUrls).toHaveLength(2)
    const numbered = { 'attached_media[0]': `{"media_fbid":"${kept[0]}"}` }
    expect((await post('feed', numbered)).status).toBe(200)
    expect(await refusalOf(await post('feed', { attached_media: '[{"media_fbid":"1"}]' }))).toBe('400 100/33')
    expect(await refusalOf(await post('feed', {}))).toBe('400 100')
  })

  it('is refused when it cannot be fetched, is no photo or comes from Facebook', async () => {
    const { kitchen, post } = openPage()
    expect(await refusalOf(await post('photos', { url: `${PICTURE}-missing` }))).toBe('400 324/2069019')
    expect(await refusalOf(await post('photos', { url: 'https://scontent.fbcdn.net/x.jpg' }))).toBe(
      '400 100/1609008',
    )
    kitchen.pictures.set(PICTURE, () => picture(new TextEncoder().encode('<svg>')))
    expect(await refusalOf(await post('photos', { url: PICTURE }))).toBe('400 324/1366046')
  })

  it('can become a story', async () => {
    const { kitchen, post } = openPage()
    const photo = await answerOf<{ id: string }>(await post('photos', { url: PICTURE, published: 'false' }))
    expect(await answerOf(await post('photo_stories', { photo_id: photo.id }))).toMatchObject({
      success: true,
    })
    expect(kitchen.sandbox.livePagePosts()).toMatchObject([{ kind: 'photo-story' }])
  })
})

describe('a Page’s token', () => {
  it('is the only one that posts to it', async () => {
    const kitchen = openKitchen()
    const asPerson = kitchen.callAs(BY_PARTNER)
    const photo = { url: PICTURE }
    expect(await refusalOf(await asPerson('POST', `/${HARBOUR_PAGE}/photos`, photo))).toBe('400 210')
    const asPage = kitchen.callAs(AS_PAGE)
    expect(await refusalOf(await asPage('POST', '/104000000023456/photos', photo))).toBe('400 100/33')
    expect((await asPage('POST', '/me/photos', photo)).status).toBe(200)
  })

  it('publishes to the linked account, too', async () => {
    const call = openKitchen().callAs(AS_PAGE)
    expect((await call('POST', '/17841460023456789/media', { image_url: PICTURE })).status).toBe(200)
  })
})

describe('a video on a Page', () => {
  it('is accepted at once, and live when it was fetched and processed', async () => {
    const { kitchen, post, read } = openPage({ containers: { processing: 10_000 } })
    const id = await idOf(await post('videos', { file_url: REEL, description: 'Dough', title: 'Morning' }))
    expect(await read(id, 'status')).toMatchObject({ status: { video_status: 'processing' } })
    expect(kitchen.sandbox.livePagePosts()).toEqual([])
    kitchen.advance(10_000)
    expect(kitchen.sandbox.livePagePosts()).toMatchObject([
      { id, kind: 'video', text: 'Dough', title: 'Morning' },
    ])
    const reading = await read(id, 'status,permalink_url')
    expect(reading).toMatchObject({
      permalink_url: `/${HARBOUR_PAGE}/videos/${id}/`,
      status: { video_status: 'ready', publishing_phase: { publish_status: 'published' } },
    })
    const page = await kitchen.sandbox.app.request(
      `/sandbox/www.facebook.com${String(reading['permalink_url'])}`,
    )
    expect(await page.text()).toContain('<video')
  })

  it('fails in its status when there is nothing to fetch', async () => {
    const { kitchen, post, read } = openPage()
    kitchen.pictures.set(REEL, () => new Response('gone', { status: 404 }))
    const id = await idOf(await post('videos', { file_url: REEL }))
    expect(await read(id, 'status')).toMatchObject({
      status: { video_status: 'error', processing_phase: { status: 'error', error: { code: 2069019 } } },
    })
    expect(kitchen.sandbox.livePagePosts()).toEqual([])
  })
})

describe('a reel on a Page', () => {
  it('goes from start over bytes to finish, and is live some time after', async () => {
    const opened = openPage({ containers: { processing: 10_000 } })
    const { kitchen, post, read } = opened
    const id = await sentReel(opened, 'reel.mp4')
    expect(await read(id, 'status')).toMatchObject({ status: { video_status: 'upload_complete' } })
    expect(kitchen.sandbox.livePagePosts()).toEqual([])
    expect(await answerOf(await post('video_reels', { ...finish(id), description: 'Buns' }))).toEqual({
      success: true,
    })
    expect(await read(id, 'status')).toMatchObject({ status: { video_status: 'processing' } })
    kitchen.advance(10_000)
    expect(kitchen.sandbox.livePagePosts()).toMatchObject([{ id, kind: 'reel', text: 'Buns' }])
    expect(await read(id, 'permalink_url')).toMatchObject({ permalink_url: `/reel/${id}/` })
  })

  it('tells how many bytes came, so that a sender goes on from there', async () => {
    const { kitchen, post, read } = openPage()
    const { video_id, upload_url } = await answerOf<{ video_id: string; upload_url: string }>(
      await post('video_reels', { upload_phase: 'start' }),
    )
    const bytes = clip('reel.mp4')
    const file_size = String(bytes.length)
    await upload(kitchen, upload_url, { offset: '0', file_size }, bytes.slice(0, 700))
    expect(await read(video_id, 'status')).toMatchObject({
      status: { video_status: 'uploading', uploading_phase: { bytes_transfered: 700 } },
    })
    expect((await upload(kitchen, upload_url, { offset: '700', file_size }, bytes.slice(700))).status).toBe(
      200,
    )
    expect((await post('video_reels', finish(video_id))).status).toBe(200)
  })

  it('may be fetched from an address', async () => {
    const { kitchen, post } = openPage()
    const { video_id, upload_url } = await answerOf<{ video_id: string; upload_url: string }>(
      await post('video_reels', { upload_phase: 'start' }),
    )
    expect((await upload(kitchen, upload_url, { file_url: REEL })).status).toBe(200)
    await post('video_reels', finish(video_id))
    expect(kitchen.sandbox.livePagePosts()).toHaveLength(1)
  })

  it('is refused with the wrong shape, size, length or rate', async () => {
    const opened = openPage()
    const refusal = async (name: string) =>
      refusalOf(await opened.post('video_reels', finish(await sentReel(opened, name))))
    expect(await refusal('square.mp4')).toBe('400 6000/1363040')
    expect(await refusal('small-reel.mp4')).toBe('400 6000/1363127')
    expect(await refusal('short-reel.mp4')).toBe('400 6000/1363128')
    expect(await refusal('slow-reel.mp4')).toBe('400 6000/1363129')
    expect(await refusal('clip.webm')).toBe('400 324/2069019')
  })

  it('is refused after thirty others within 24 hours', async () => {
    const opened = openPage()
    const ids: string[] = []
    for (let reel = 0; reel <= 30; reel += 1) ids.push(await sentReel(opened, 'reel.mp4'))
    const publish = (id = '') => opened.post('video_reels', finish(id))
    for (const id of ids.slice(0, 30)) expect((await publish(id)).status).toBe(200)
    expect(await refusalOf(await publish(ids[30]))).toBe('400 368/1390008')
    // One that is out is not another one.
    expect((await publish(ids[0])).status).toBe(200)
    opened.kitchen.advance(24 * 3_600_000)
    expect((await publish(ids[30])).status).toBe(200)
  })

  it('needs its bytes, and to say that it shall be public', async () => {
    const opened = openPage()
    const { video_id } = await answerOf<{ video_id: string }>(
      await opened.post('video_reels', { upload_phase: 'start' }),
    )
    expect(await refusalOf(await opened.post('video_reels', finish(video_id)))).toBe('400 100')
    const sent = await sentReel(opened, 'reel.mp4')
    const draft = { ...finish(sent), video_state: 'LATER' }
    expect(await refusalOf(await opened.post('video_reels', draft))).toBe('400 100')
    expect(await refusalOf(await opened.post('video_reels', { upload_phase: 'middle' }))).toBe('400 100')
  })

  it('can be a story', async () => {
    const opened = openPage()
    const id = await sentReel(opened, 'reel.mp4', 'video_stories')
    const answer = await opened.post('video_stories', { upload_phase: 'finish', video_id: id })
    expect(await answerOf(answer)).toMatchObject({ success: true, post_id: expect.any(String) })
    expect(opened.kitchen.sandbox.livePagePosts()).toMatchObject([{ kind: 'video-story' }])
  })

  it('can be made to fail while it is processed', async () => {
    const opened = openPage()
    opened.kitchen.sandbox.faults.add({ on: 'page-reel', mode: 'container', failure: 'Too loud' })
    const id = await sentReel(opened, 'reel.mp4')
    expect((await opened.post('video_reels', finish(id))).status).toBe(200)
    expect(await opened.read(id, 'status')).toMatchObject({
      status: { video_status: 'error', processing_phase: { error: { message: 'Too loud' } } },
    })
    expect(opened.kitchen.sandbox.livePagePosts()).toEqual([])
  })
})

describe('a post on a Page', () => {
  it('is deleted by either of its ids', async () => {
    const { kitchen, call, post } = openPage()
    const photo = await answerOf<{ id: string; post_id: string }>(await post('photos', { url: PICTURE }))
    const video = await answerOf<{ id: string }>(await post('videos', { file_url: REEL }))
    expect(await answerOf(await call('DELETE', `/${photo.post_id}`))).toEqual({ success: true })
    expect(await answerOf(await call('DELETE', `/${video.id}`))).toEqual({ success: true })
    expect(kitchen.sandbox.livePagePosts()).toEqual([])
    expect(await refusalOf(await call('DELETE', `/${photo.id}`))).toBe('400 100/33')
  })

  it('can be lost on the way, or be refused', async () => {
    const { kitchen, post } = openPage()
    const { faults } = kitchen.sandbox
    const match = { captionIncludes: 'Rye' }
    faults.add({ on: 'page-photo', mode: 'drop', effect: 'after', match })
    faults.add({ on: 'page-photo', mode: 'error', code: 324, subcode: 1366051, match })
    faults.add({ on: 'page-feed', mode: 'page-rate-limited' })
    expect((await post('photos', { url: PICTURE, caption: 'Wheat' })).status).toBe(200)
    await expect((await post('photos', { url: PICTURE, caption: 'Rye' })).text()).rejects.toThrow()
    expect(await refusalOf(await post('photos', { url: PICTURE, caption: 'Rye' }))).toBe('400 324/1366051')
    expect(kitchen.sandbox.livePagePosts().map(({ text }) => text)).toEqual(['Rye', 'Wheat'])
    const limited = await post('feed', { message: 'Rye' })
    expect(limited.headers.get('x-business-use-case-usage')).toContain('"pages"')
    expect(await refusalOf(limited)).toBe('400 80001')
  })

  it('stays after a restart', async () => {
    const { createMemorySandboxStore } = await import('../../fakes/memory-sandbox-store.ts')
    const store = createMemorySandboxStore()
    const before = openPage({ store })
    await before.post('photos', { url: PICTURE, caption: 'Rye' })
    await before.post('videos', { file_url: `${CLIPS}/square.mp4` })
    await before.kitchen.sandbox.settled()
    const after = openPage({ store })
    expect(after.kitchen.sandbox.livePagePosts()).toEqual(before.kitchen.sandbox.livePagePosts())
    const next = await answerOf<{ id: string }>(await after.post('feed', { message: 'Spelt' }))
    expect(after.kitchen.sandbox.livePagePosts().map(({ id }) => id)).toContain(next.id)
    expect(after.kitchen.sandbox.livePagePosts()).toHaveLength(3)
  })
})

describe('searching Pages', () => {
  it('finds the app’s own people’s, with and without a place', async () => {
    const kitchen = openKitchen()
    const call = kitchen.callAs(BY_PARTNER)
    const found = await call('GET', '/pages/search', { q: 'harbour', fields: 'id,name,location,link' })
    const { data } = await answerOf<{ data: { name: string; location?: object }[] }>(found)
    expect(data.map(({ name, location }) => [name, location !== undefined])).toEqual([
      ['Harbour Bakery', true],
      ['Harbour Flea Market', false],
    ])
    expect(await refusalOf(await call('GET', '/pages/search'))).toBe('400 100')
    expect(await refusalOf(await kitchen.callAs(AS_PAGE)('GET', '/pages/search', { q: 'x' }))).toBe('400 10')
  })
})
