import { describe, expect, it } from 'vitest'
import {
  AS_PAGE,
  BY_PARTNER,
  clip,
  CLIPS,
  HARBOUR,
  HARBOUR_PAGE,
  jpeg,
  openKitchen,
  PICTURE,
  REEL,
} from './kitchen.ts'

async function pageOf(kitchen: ReturnType<typeof openKitchen>, path: string) {
  const response = await kitchen.sandbox.app.request(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the feed page', () => {
  it('says what to do while there are no posts', async () => {
    const { status, text } = await pageOf(openKitchen(), '/sandbox')
    expect(status).toBe(200)
    expect(text).toContain('No posts yet')
    expect(text).toContain('choose a picture and publish it')
  })

  it('says on every page that nothing reaches Instagram', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    const pages = await Promise.all(
      ['/sandbox', `/sandbox/p/${id}`, '/sandbox/p/none'].map((path) => pageOf(kitchen, path)),
    )
    for (const { text } of pages) expect(text).toContain('nothing here reaches Instagram')
  })

  it('shows published pictures, newest first, with words for those who do not see them', async () => {
    const kitchen = openKitchen()
    await kitchen.post({ caption: 'first' })
    await kitchen.container({ caption: 'never published' })
    await kitchen.post({ caption: 'second', alt_text: 'Two figs on a plate' })
    const { text } = await pageOf(kitchen, '/sandbox')
    expect([...text.matchAll(/alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual([
      'Two figs on a plate',
      'first',
    ])
    expect(text).not.toContain('never published')
  })

  it('leads to older posts page by page', async () => {
    const kitchen = openKitchen()
    for (let i = 0; i < 61; i += 1) await kitchen.post({ caption: `post ${i}.` })
    const newest = await pageOf(kitchen, '/sandbox')
    expect(newest.text).toContain('href="/sandbox?from=60"')
    expect(newest.text).not.toContain('post 0.')
    const oldest = await pageOf(kitchen, '/sandbox?from=60')
    expect(oldest.text).toContain('post 0.')
    expect(oldest.text).not.toContain('Older posts')
  })

  it('shows captions as text, whatever they hold', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({
      caption: '"><script>alert(1)</script>&',
      alt_text: '" onerror="alert(2)',
    })
    const texts = [(await pageOf(kitchen, '/sandbox')).text, (await pageOf(kitchen, `/sandbox/p/${id}`)).text]
    for (const text of texts) {
      expect(text).not.toContain('<script')
      expect(text).not.toContain('" onerror="')
    }
    expect(texts[1]).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;')
  })

  it('runs without script and inline style, under a policy that allows neither', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ caption: 'figs' })
    for (const path of ['/sandbox', `/sandbox/p/${id}`]) {
      const { text, headers } = await pageOf(kitchen, path)
      expect(text).not.toMatch(/<script|<style| style=| on\w+=/i)
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; style-src 'self'; font-src 'self'",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const css = await pageOf(kitchen, '/sandbox/feed.css')
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(css.text).toContain('prefers-color-scheme: dark')
  })
})

describe('the feed page of other posts', () => {
  const reel = { image_url: '', media_type: 'REELS', video_url: REEL }

  it('marks reels and albums, and shows stories in a row for a day', async () => {
    const kitchen = openKitchen()
    await kitchen.post({ media_type: 'STORIES' })
    await kitchen.post({ ...reel, caption: 'Kneading' })
    const parts = [
      await kitchen.container({ is_carousel_item: 'true' }),
      await kitchen.container({ is_carousel_item: 'true' }),
    ]
    await kitchen.post({ image_url: '', media_type: 'CAROUSEL', children: parts.join(',') })
    const { text } = await pageOf(kitchen, '/sandbox')
    expect(text).toContain('<b>2</b> posts')
    expect([...text.matchAll(/class="mark">(\w+)</g)].map(([, mark]) => mark)).toEqual(['Album', 'Reel'])
    expect(text).toContain('Story of 20 November 2026')
    kitchen.advance(86_400_000)
    expect((await pageOf(kitchen, '/sandbox')).text).not.toContain('Story of')
  })

  it('plays reels, and shows all parts of an album', async () => {
    const kitchen = openKitchen()
    const video = await kitchen.post(reel)
    const { text, headers } = await pageOf(kitchen, `/sandbox/p/${video}`)
    expect(text).toMatch(
      new RegExp(`<video\\s+src="/sandbox/media/${video}.mp4"\\s+poster="/sandbox/media/${video}.jpg"`),
    )
    expect(headers.get('content-security-policy')).toContain("media-src 'self'")
    const parts = [
      await kitchen.container({ is_carousel_item: 'true' }),
      await kitchen.container({
        image_url: '',
        is_carousel_item: 'true',
        media_type: 'VIDEO',
        video_url: `${CLIPS}/square.mp4`,
      }),
    ]
    await Promise.all(parts.map((id) => kitchen.status(id)))
    const album = await kitchen.post({ image_url: '', media_type: 'CAROUSEL', children: parts.join(',') })
    const page = await pageOf(kitchen, `/sandbox/p/${album}`)
    expect(page.text.match(/<(img|video)\s/g)).toHaveLength(2)
    const [cover = ''] = /\/sandbox\/media\/\d+\.jpg/.exec((await pageOf(kitchen, '/sandbox')).text) ?? []
    expect((await pageOf(kitchen, cover)).status).toBe(200)
  })

  it('has a place for each account and each Page with posts', async () => {
    const kitchen = openKitchen()
    expect((await pageOf(kitchen, '/sandbox')).text).not.toContain('<nav')
    const call = kitchen.callAs(BY_PARTNER)
    const created = await call('POST', `/${HARBOUR}/media`, { image_url: PICTURE, caption: 'Rye' })
    const { id } = (await created.json()) as { id: string }
    await call('POST', `/${HARBOUR}/media_publish`, { creation_id: id })
    await kitchen.callAs(AS_PAGE)('POST', '/me/photos', { url: PICTURE, caption: 'Rye on the Page' })
    const { text } = await pageOf(kitchen, '/sandbox')
    expect(text).not.toContain('alt="Rye"')
    const places = [...text.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>\s*(?=<a|<\/nav)/g)].map(
      ([, href]) => href,
    )
    expect(places).toEqual([
      '/sandbox',
      '/sandbox/u/harbour.bakery',
      `/sandbox/www.facebook.com/${HARBOUR_PAGE}`,
    ])
    expect((await pageOf(kitchen, '/sandbox/u/harbour.bakery')).text).toContain('alt="Rye"')
    const page = await pageOf(kitchen, `/sandbox/www.facebook.com/${HARBOUR_PAGE}`)
    expect(page.text).toContain('Rye on the Page')
    const [, picture = ''] = /img src="([^"]+)"/.exec(page.text.replace(/\s+/g, ' ')) ?? []
    expect((await kitchen.sandbox.app.request(picture)).headers.get('content-type')).toBe('image/jpeg')
    expect((await pageOf(kitchen, '/sandbox/u/nobody')).status).toBe(404)
  })
})

describe('a published video', () => {
  const bytes = clip('reel.mp4')
  const published = async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ image_url: '', media_type: 'REELS', video_url: REEL })
    const get = (range?: string) =>
      kitchen.sandbox.app.request(`/sandbox/media/${id}.mp4`, range ? { headers: { range } } : {})
    return { kitchen, get }
  }
  const partOf = async (response: Response) => ({
    status: response.status,
    range: response.headers.get('content-range'),
    bytes: new Uint8Array(await response.arrayBuffer()),
  })

  it('is served whole, and in the parts that a player asks for', async () => {
    const { get } = await published()
    const size = bytes.length
    expect(await partOf(await get())).toEqual({ status: 200, range: null, bytes })
    expect(await partOf(await get('bytes=0-1'))).toEqual({
      status: 206,
      range: `bytes 0-1/${size}`,
      bytes: bytes.slice(0, 2),
    })
    expect(await partOf(await get('bytes=100-'))).toEqual({
      status: 206,
      range: `bytes 100-${size - 1}/${size}`,
      bytes: bytes.slice(100),
    })
    expect(await partOf(await get('bytes=-5'))).toEqual({
      status: 206,
      range: `bytes ${size - 5}-${size - 1}/${size}`,
      bytes: bytes.slice(-5),
    })
    expect((await get(`bytes=${size}-`)).status).toBe(416)
    expect((await get('bytes=5-3')).status).toBe(200)
  })

  it('is not there before it is published', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.container({ image_url: '', media_type: 'REELS', video_url: REEL })
    expect((await pageOf(kitchen, `/sandbox/media/${id}.mp4`)).status).toBe(404)
  })
})

describe('a permalink', () => {
  it('shows the post, by shortcode and by media id', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post({ caption: 'figs', user_tags: '[{"username":"ada","x":0.5,"y":0.5}]' })
    const [post] = kitchen.sandbox.live()
    const byShortcode = await pageOf(kitchen, new URL(post?.permalink ?? '').pathname)
    expect(byShortcode.text).toContain('figs')
    expect(byShortcode.text).toContain('@ada')
    expect(byShortcode.text).toContain('20 November 2026')
    expect((await pageOf(kitchen, `/sandbox/p/${id}`)).text).toBe(byShortcode.text)
  })

  it('says so when there is no such post', async () => {
    const { status, text } = await pageOf(openKitchen(), '/sandbox/p/18000000000009999')
    expect(status).toBe(404)
    expect(text).toContain('This post is not here')
  })
})

describe('a published picture', () => {
  it('is served as it was fetched', async () => {
    const kitchen = openKitchen()
    const id = await kitchen.post()
    const response = await kitchen.sandbox.app.request(`/sandbox/media/${id}.jpg`)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(jpeg(1080, 1080))
  })

  it('is not there before it is published', async () => {
    const kitchen = openKitchen()
    const container = await kitchen.container()
    expect((await pageOf(kitchen, `/sandbox/media/${container}.jpg`)).status).toBe(404)
  })
})
