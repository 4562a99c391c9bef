import { describe, expect, it } from 'vitest'
import { jpeg, openKitchen } from './kitchen.ts'

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
      expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const css = await pageOf(kitchen, '/sandbox/feed.css')
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(css.text).toContain('prefers-color-scheme: dark')
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
