import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { pageRoutes } from '../../../local-server/http/pages.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

function builtPage(files: Readonly<Record<string, string>>) {
  const dir = newFolder()
  mkdirSync(join(dir, 'assets'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content)
  return pageRoutes(dir)
}

const accepting = (encodings: string) => ({ headers: { 'accept-encoding': encodings } })

it('shows the API docs with and without a slash at the end', async () => {
  const app = builtPage({ 'docs.html': 'the docs' })
  for (const path of ['/api/docs', '/api/docs/']) {
    const answer = await app.request(path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, 'the docs'])
  }
  expect((await app.request('/api/docs/more')).status).toBe(404)
})

it.each([
  ['gzip, deflate, br, zstd', 'br', 'as Brotli'],
  ['gzip, deflate', 'gzip', 'as gzip'],
  ['identity', null, 'as it is'],
])('sends to a browser that accepts “%s” the file as %s', async (accepted, encoding, content) => {
  const name = 'assets/index-1a2b.js'
  const app = builtPage({ [name]: 'as it is', [`${name}.br`]: 'as Brotli', [`${name}.gz`]: 'as gzip' })
  const { headers, ...answer } = await read(await app.request(`/${name}`, accepting(accepted)))
  expect(answer).toEqual({ status: 200, content })
  expect(headers).toMatchObject({ 'content-length': String(content.length), vary: 'Accept-Encoding' })
  expect(headers['content-type']).toContain('text/javascript')
  expect(headers['content-encoding'] ?? null).toBe(encoding)
})

it('sends what was not worth compressing as it is', async () => {
  const app = builtPage({ 'assets/small-1a2b.css': 'p{}' })
  const { headers, ...answer } = await read(await app.request('/assets/small-1a2b.css', accepting('br')))
  expect(answer).toEqual({ status: 200, content: 'p{}' })
  expect(headers['content-encoding']).toBeUndefined()
})

it('lets a browser keep what has a hash in its name, and ask for everything else', async () => {
  const app = builtPage({ 'index.html': 'the page', 'favicon.svg': '<svg/>', 'assets/index-1a2b.js': '1' })
  const caching = async (path: string) => (await app.request(path)).headers.get('cache-control')
  expect(await caching('/assets/index-1a2b.js')).toBe('public, max-age=31536000, immutable')
  expect(await caching('/assets/index-3c4d.js')).toBeNull()
  expect(await caching('/')).toBe('no-cache')
  expect(await caching('/favicon.svg')).toBe('no-cache')
})

it('gives its letters to the sandbox’s feed, too, by a name that stays', async () => {
  const app = builtPage({ 'typeface.woff2': 'letters' })
  const { headers, ...answer } = await read(await app.request('/typeface.woff2'))
  expect(answer).toEqual({ status: 200, content: 'letters' })
  expect(headers).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': 'public, max-age=604800' })
})

it('gives a browser what it installs the page by: a manifest, and icons of the sizes that it names', async () => {
  const app = pageRoutes(join(import.meta.dirname, '../../../local-server/ui/public'))
  const answer = await app.request('/manifest.webmanifest')
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  const { icons } = (await answer.json()) as { icons: { src: string; sizes: string; type: string }[] }
  expect(icons).toHaveLength(3)
  for (const { src, sizes, type } of icons) {
    const icon = await app.request(src)
    expect([src, icon.headers.get('content-type')]).toEqual([src, type])
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata()
    expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
})

it('tells a browser that its copy of the page is still true, for each form of it', async () => {
  const app = builtPage({ 'index.html': 'the page', 'index.html.br': 'the page as Brotli' })
  const tagOf = async (accepted: string) => (await app.request('/', accepting(accepted))).headers.get('etag')
  const [plain, brotli] = [await tagOf('identity'), await tagOf('br')]
  expect(plain).not.toBe(brotli)
  const again = await app.request('/', {
    headers: { 'accept-encoding': 'br', 'if-none-match': brotli ?? '' },
  })
  expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', 'Accept-Encoding'])
  const other = await app.request('/', { headers: { 'accept-encoding': 'br', 'if-none-match': plain ?? '' } })
  expect(other.status).toBe(200)
})

it('serves the page at each of its addresses, and nothing where it has none', async () => {
  const app = builtPage({ 'index.html': 'the page' })
  for (const path of [
    '/',
    '/plan',
    '/plan?view=week',
    '/posts/0b5c',
    '/settings/accounts/guide',
    '/accounts/guide',
  ]) {
    const answer = await app.request(path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, 'the page'])
  }
  for (const path of ['/plans', '/api/posts', '/uploads/plan', '/assets/plan.js']) {
    expect([path, (await app.request(path)).status]).toEqual([path, 404])
  }
})

async function read(answer: Response) {
  return { status: answer.status, headers: Object.fromEntries(answer.headers), content: await answer.text() }
}
