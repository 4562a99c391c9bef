// Stories lie at signed addresses of the platform's media hosts. What leads anywhere else is not asked, as for pictures: the
// addresses of picture-download.test.ts come through the same door.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStoryDownload, createStoryView } from '../../../local-server/undici/story-download.ts'
import { createOutgoing, exactPath } from '../../../local-server/undici/undici-fetch.ts'

const stagingDir = mkdtempSync(join(tmpdir(), 'nightpost-stories-'))
const outgoing = createOutgoing()
const STORY = Buffer.from('the bytes of a story')
const MIB = 2 ** 20
const NOT_NOW = {
  code: 'REPOST_FAILED',
  message: expect.stringContaining('try again in a few minutes') as unknown,
}
let double: Server
let origin = ''
let asked: { url: string; headers: NodeJS.Dict<string | string[]> }[] = []
let guarded: string[] = []

const access = {
  stagingDir,
  // No public address is connected to from a test.
  guardedFetch: async (url: string) => {
    guarded.push(url)
    if (url.includes('/elsewhere'))
      return new Response(null, { status: 302, headers: { location: `${origin}/story` } })
    return new Response(STORY, { headers: { 'content-type': 'Image/JPEG; charset=binary' } })
  },
  localFetch: outgoing.fetchExactly,
  localOrigins: ({ isSandbox }: { readonly isSandbox: boolean }) => (isSandbox ? [origin] : []),
}
const stories = createStoryDownload(access)
const view = createStoryView(access)
const download = (url: string, isSandbox = true) => stories.download(url, { isSandbox })
const staged = () => (existsSync(stagingDir) ? readdirSync(stagingDir) : [])

beforeAll(async () => {
  double = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push({ url, headers: request.headers })
    const status = /^\/status\/(\d+)/.exec(url)?.[1]
    const hops = /^\/hops\/(\d+)/.exec(url)?.[1]
    const large = /^\/large\/(\w+)\/(\d+)/.exec(url)
    if (status) return void response.writeHead(Number(status)).end('no')
    if (hops && hops !== '0')
      return void response.writeHead(302, { location: `/hops/${Number(hops) - 1}` }).end()
    if (large) {
      response.writeHead(200, { 'content-type': `${large[1]}/x` })
      return void response.end(Buffer.alloc(Number(large[2]) * MIB + 1))
    }
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(STORY)
  })
  double.listen(0, '127.0.0.1')
  await once(double, 'listening')
  origin = `http://127.0.0.1:${(double.address() as AddressInfo).port}`
})
afterAll(async () => {
  double.close()
  double.closeAllConnections()
  await outgoing.close()
  rmSync(stagingDir, { recursive: true })
})
beforeEach(() => {
  ;[asked, guarded] = [[], []]
  for (const name of staged()) rmSync(join(stagingDir, name))
})

describe('the media of a story', () => {
  it('is staged as it came, with what the answer says it is', async () => {
    const found = await download(`${origin}/story`)
    expect(found).toMatchObject({ size: STORY.length, contentType: 'video/mp4' })
    expect(readFileSync(join(stagingDir, found?.stagingKey ?? ''))).toEqual(STORY)
    expect(Object.keys(asked[0]?.headers ?? {})).not.toContain('cookie')
  })

  it.each([
    'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=AbC%2Fd%3d~',
    'https://scontent-ams2-1.cdninstagram.com/v/t51/1.jpg?stp=dst-jpg&_nc_ht=x',
    'https://video.xx.fbcdn.net/o1/v/t2/1.mp4?efg=e%7B%7D',
  ])('is fetched from the platform’s hosts, through the guarded door: %s', async (url) => {
    expect(await download(url, false)).toMatchObject({ contentType: 'image/jpeg' })
    expect(guarded).toEqual([url])
  })

  it.each([
    'http://lookaside.fbsbx.com/x',
    'https://lookaside.fbsbx.com:8443/x',
    'https://user@lookaside.fbsbx.com/x',
    'https://other.fbsbx.com/x',
    'https://lookaside.fbsbx.com.evil.example/x',
    'https://evilcdninstagram.com/x',
    'https://example.com/x.cdninstagram.com',
    'https://127.0.0.1/x',
    'file:///etc/passwd',
    '',
  ])('is fetched from nowhere else: %s', async (url) => {
    await expect(download(url, false)).rejects.toThrow()
    await expect(download(url)).rejects.toThrow()
    expect([guarded, asked, staged()]).toEqual([[], [], []])
  })

  it('is fetched from the sandbox for practice accounts only', async () => {
    await expect(download(`${origin}/story`, false)).rejects.toThrow()
    await expect(download('https://lookaside.fbsbx.com/elsewhere', false)).rejects.toThrow()
    expect(asked).toEqual([])
  })

  it.each([403, 404, 410])('is gone when the address says so: %i', async (status) => {
    expect(await download(`${origin}/status/${status}`)).toBeNull()
    expect(staged()).toEqual([])
  })

  it.each([400, 429, 500, 503])('may still be there when the host has trouble: %i', async (status) => {
    const cause = { message: `HTTP ${status} instead of a story` }
    await expect(download(`${origin}/status/${status}`)).rejects.toMatchObject({
      ...NOT_NOW,
      cause,
    })
  })

  it('says what our own disk did as the disk says it', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const { download: load } = createStoryDownload({ ...access, localFetch: () => Promise.reject(full) })
    await expect(load(`${origin}/story`, { isSandbox: true })).rejects.toBe(full)
  })

  it('is followed three times and no more', async () => {
    expect(await download(`${origin}/hops/3`)).not.toBeNull()
    await expect(download(`${origin}/hops/4`)).rejects.toMatchObject(NOT_NOW)
  })

  it('may be larger as a video than as a picture', async () => {
    expect(await download(`${origin}/large/video/30`)).toMatchObject({ size: 30 * MIB + 1 })
    await expect(download(`${origin}/large/image/30`)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(staged()).toHaveLength(1)
  })
})

describe('a signed address', () => {
  const SIGNED = '/ig_messaging_cdn/?asset_id=1&signature=a%2fB%7E~\'(x)!*,;:@$|{}^`"<>[]%zz%27&_nc_x=%C3%A9'

  it.each([SIGNED, '/a/%2e%2e/./b/../c?x=1', "?only='query'", '/plain/path?with=query&and=%2F', ''])(
    'arrives byte for byte: %s',
    async (path) => {
      await download(origin + path)
      expect(asked.map(({ url }) => url)).toEqual([path.startsWith('/') ? path : `/${path}`])
    },
  )

  it('leads to its own host, whatever is written behind that', async () => {
    for (const written of ['//127.0.0.1:1/x', '/\\127.0.0.1:1/x', '/@127.0.0.1:1/x', '/x#@127.0.0.1:1'])
      await download(origin + written)
    expect(asked).toHaveLength(4)
  })

  it.each(['/a b', '/a\tb', '/a\r\nX: y', '/\\b', '/é', '/a#b'])(
    'with %j in it is sent as the web standard writes it',
    (path) => expect(exactPath(`https://x.fbcdn.net${path}`)).toBeNull(),
  )
})

describe('a story that is only looked at', () => {
  const open = (path: string) => view.open(`${origin}${path}`, { isSandbox: true })

  it('passes through, and nothing of it is kept', async () => {
    const story = await open('/story')
    expect(story?.contentType).toBe('video/mp4')
    expect(await new Response(story?.body).text()).toBe(String(STORY))
    expect(staged()).toEqual([])
  })

  it('is not found where it is gone, and where something else lies there', async () => {
    expect(await open('/status/404')).toBeNull()
    expect(await open('/large/text/0')).toBeNull()
    await expect(open('/status/500')).rejects.toThrow('500')
  })

  it('ends with an error where it is too large', async () => {
    const story = await open('/large/image/30')
    await expect(new Response(story?.body).arrayBuffer()).rejects.toThrow()
  })
})
