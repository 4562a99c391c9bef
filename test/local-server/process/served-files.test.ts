// Bytes over HTTP: what was uploaded, whole or in parts, and not one byte of anything else.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MediaFileBody } from '../../../core/api/media.ts'
import { uploaded } from '../../process-harness/client.ts'
import { rawAnswer } from '../../process-harness/raw-http.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

const OUTSIDE = 'what lies outside and must never be served'

let server: ServerProcess
let cookie: string
let media: MediaFileBody
let bytes: Buffer
beforeAll(async () => {
  server = await startServer()
  cookie = await server.signIn()
  media = await uploaded(server)
  bytes = readFileSync(join(server.dataDir, 'uploads', media.storagePath))
  // Two steps above the uploads, beside them, and among them under names that are looked for.
  writeFileSync(join(server.dataDir, '..', 'outside.jpg'), OUTSIDE)
  writeFileSync(join(server.dataDir, 'outside.jpg'), OUTSIDE)
  mkdirSync(join(server.dataDir, 'staging', 'x'), { recursive: true })
  writeFileSync(join(server.dataDir, 'staging', 'outside.jpg'), OUTSIDE)
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.request(path, { method, headers: { cookie, ...headers } })

describe('an uploaded file', () => {
  const path = () => `/uploads/${media.storagePath}`

  it('is served whole, as what it is and not as a page', async () => {
    const answer = await get(path())
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each([
    ['bytes=0-0', (size: number) => [0, Math.min(1, size)]],
    ['bytes=10-19', () => [10, 20]],
    ['bytes=10-', (size: number) => [10, size]],
    ['bytes=-10', (size: number) => [size - 10, size]],
    ['bytes=-999999999', (size: number) => [0, size]],
    ['bytes=5-999999999', (size: number) => [5, size]],
  ])('is served in part for %s', async (range, expected) => {
    const [start = 0, end = 0] = expected(bytes.length)
    const answer = await get(path(), { range })
    expect([
      answer.status,
      answer.headers.get('content-range'),
      answer.headers.get('content-length'),
    ]).toEqual([206, `bytes ${start}-${end - 1}/${bytes.length}`, String(end - start)])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true)
  })

  it.each(['bytes=999999999-', 'bytes=-0'])('has no part %s', async (range) => {
    const answer = await get(path(), { range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    expect(await answer.text()).toBe('')
  })

  it.each(['bytes=0-1,4-5', 'bytes=20-10', 'lines=1-2', 'bytes=a-b', 'bytes=-', 'bytes=1e1-', ''])(
    'is served whole for the range %j, which we do not know',
    async (range) => {
      const answer = await get(path(), { range })
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
    },
  )

  it('is described without its bytes for HEAD', async () => {
    const answer = await get(path(), {}, 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
    const part = await get(path(), { range: 'bytes=0-9' }, 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '10'])
  })

  it('is for those who are signed in, at its upload path', async () => {
    expect((await server.request(path())).status).toBe(401)
    expect((await server.request(path(), { headers: { cookie, origin: 'http://127.0.0.1:1' } })).status).toBe(
      401,
    )
  })

  it('is found without a login under its unguessable name', async () => {
    const answer = await fetch(media.publicUrl ?? '')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await server.request(`/media/${media.id}.jpg`)).status).toBe(404)
  })
})

/** A hundred ways to write "up and out", to be put behind a prefix. */
function climbs(): string[] {
  const ups = ['..', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '..%00', '%c0%ae%c0%ae', '....', '..;', '．．']
  const slashes = ['/', '%2f', '%5c', '\\', '%252f']
  return ups.flatMap((up) =>
    slashes.flatMap((slash) => [
      `${up}${slash}outside.jpg`,
      `media${slash}${up}${slash}${up}${slash}outside.jpg`,
    ]),
  )
}

describe('a path that leads outside', () => {
  // fetch tidies a path before it sends it; a stranger would not.
  const ask = (path: string) =>
    rawAnswer(
      server.port,
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
      ),
    )

  it.each(['/uploads/', '/uploads/media/', '/media/', '/assets/', '/sandbox/media/'])(
    'finds nothing below %s, however it is written',
    async (prefix) => {
      const strings = climbs()
      expect(strings).toHaveLength(100)
      const found: string[] = []
      for (const climb of strings) {
        const { status, body } = await ask(prefix + climb)
        if (status < 400 || body.includes(OUTSIDE)) found.push(`${climb} ${status}`)
      }
      expect(found).toEqual([])
    },
  )

  it.each([
    '/uploads/media',
    '/uploads/media/',
    '/uploads//etc/passwd',
    '/uploads/media//etc/passwd',
    '/uploads/C:/outside.jpg',
    '/uploads/media/outside.jpg%00.jpg',
    '/uploads/media/outside.jpg::$DATA',
    '/uploads/media/nul.jpg',
    '/uploads/media/~root.jpg',
    '/uploads/../nightpost.db',
    '/nightpost.db',
    '/secrets.json',
    '/uploads/media/..%2f..%2fsecrets.json',
    '/../secrets.json',
    '//secrets.json',
    `/uploads/media/${'a'.repeat(5_000)}.jpg`,
    '/package.json',
    '/assets/..%2f..%2f..%2f..%2fpackage.json',
    '/local-server/dist/main.js',
  ])('%s finds nothing', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toMatch(/folderSecret|SQLite format|root:|devDependencies/)
  })

  it('is not opened by a link among the uploads', async () => {
    const uploads = join(server.dataDir, 'uploads')
    symlinkSync(join(server.dataDir, 'outside.jpg'), join(uploads, 'media', 'link.jpg'))
    symlinkSync(server.dataDir, join(uploads, 'door'))
    symlinkSync('..', join(uploads, 'up'))
    for (const path of ['/uploads/media/link.jpg', '/uploads/door/outside.jpg', '/uploads/up/outside.jpg']) {
      const { status, body } = await ask(path)
      expect([path, status, body.includes(OUTSIDE)]).toEqual([path, 404, false])
    }
  })

  it('is not opened by a link in the place of a file that we know', async () => {
    const other = await uploaded(server)
    const file = join(server.dataDir, 'uploads', other.storagePath)
    rmSync(file)
    symlinkSync(join(server.dataDir, 'outside.jpg'), file)
    for (const path of [`/uploads/${other.storagePath}`, new URL(other.publicUrl ?? '').pathname]) {
      const { status, body } = await ask(path)
      expect([status, body.includes(OUTSIDE)]).toEqual([404, false])
    }
    expect((await server.api(`/media/${other.id}`, { method: 'DELETE' })).status).toBe(200)
    expect(existsSync(join(server.dataDir, 'outside.jpg'))).toBe(true)
  })
})
