// Everything that a stranger's file can try, through the upload route of a real server: it is stored as a clean picture or as
// the video it is, or refused with a reason; the server lives, nobody is called, and nothing harmful is served.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { ERRORS } from '../../../../core/errors.ts'
import { fileForm, smallPicture, upload } from '../../../process-harness/client.ts'
import { filesBelow } from '../../../process-harness/own-folders.ts'
import { childrenOf, HAS_PROC, peakMb, residentMb } from '../../../process-harness/proc-files.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'
import { hostilePictures, MARK, type HostileFile } from './hostile-pictures.ts'
import { hostileVideos } from './hostile-videos.ts'

const MOST_MB = 600

let calls = 0
const sentinel = createServer((socket) => {
  calls += 1
  socket.destroy()
})
let server: ServerProcess
let files: HostileFile[]

beforeAll(async () => {
  sentinel.listen(0, '127.0.0.1')
  await once(sentinel, 'listening')
  const address = `http://127.0.0.1:${(sentinel.address() as AddressInfo).port}`
  server = await startServer()
  files = [...(await hostilePictures(address)), ...hostileVideos(address)]
  await upload(server, await smallPicture())
})
afterAll(() => sentinel.close())

interface Fate {
  readonly file: HostileFile
  readonly status: number
  readonly body: MediaFileBody & { readonly code?: string; readonly error?: string }
  readonly childMb: number
}
const fates: Fate[] = []

async function send(file: HostileFile): Promise<Fate> {
  const form = fileForm(new Uint8Array(file.bytes), file.name, file.type)
  const answer = await server.api('/media/upload', { method: 'POST', body: form })
  const body = (await answer.json()) as Fate['body']
  const childMb = HAS_PROC ? Math.max(0, ...childrenOf(server.pid).map(peakOf)) : 0
  return { file, status: answer.status, body, childMb }
}

function peakOf(pid: number): number {
  try {
    return peakMb(pid)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

const stored = (kind: 'image' | 'video') =>
  fates.filter(({ status, body }) => status === 201 && body.mimeType.startsWith(kind))
const bytesOf = (path: string) => readFileSync(join(server.dataDir, 'uploads', path))
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a hostile file', () => {
  // Whatever would take too long is given up with 500.
  it('is stored or refused with a reason, within the time of the server and 600 MB', async () => {
    const idle = HAS_PROC ? residentMb(server.pid) : 0
    for (const file of files) fates.push(await send(file))
    expect(files.length).toBeGreaterThanOrEqual(60)
    const odd = fates.filter(({ status, body }) => {
      if (status === 201) return false
      const code = body.code as keyof typeof ERRORS
      return status < 400 || status >= 500 || !(code in ERRORS) || !body.error
    })
    expect(odd.map(({ file, status, body }) => `${file.what}: ${status} ${body.code}`)).toEqual([])
    const greedy = fates.filter(({ childMb }) => childMb > MOST_MB)
    expect(greedy.map(({ file, childMb }) => `${file.what}: ${childMb} MB`)).toEqual([])
    if (HAS_PROC) expect(residentMb(server.pid) - idle).toBeLessThan(150)
    console.info(
      `hostile files: ${fates.length}, of which ${stored('image').length + stored('video').length} stored`,
    )
  })

  it('leaves the server well, calls nobody, and leaves nothing behind', async () => {
    expect((await server.request('/api/v1/health')).status).toBe(200)
    expect((await upload(server, await smallPicture())).status).toBe(201)
    expect(server.stderr()).toBe('')
    expect(calls).toBe(0)
    expect(readdirSync(join(server.dataDir, 'staging'))).toEqual([])
    const { total } = (await (await server.api('/media?limit=1')).json()) as { total: number }
    const refused = fates.filter(({ status }) => status !== 201).length
    expect(total).toBe(fates.length - refused + 2)
  })

  it('that was stored as a picture is a JPEG and nothing else', async () => {
    expect(stored('image').length).toBeGreaterThan(10)
    for (const { file, body } of stored('image')) {
      for (const path of [body.storagePath, body.thumbnailPath ?? body.storagePath]) {
        const bytes = bytesOf(path)
        const { format, exif, xmp, iptc } = await sharp(bytes).metadata()
        const ends = bytes.subarray(0, 3).toString('hex') + bytes.subarray(-2).toString('hex')
        const told = ['Exif\0', 'http://ns.adobe.com', '<script', '<?php', MARK].filter((text) =>
          bytes.includes(text),
        )
        expect({ what: file.what, format, ends, exif, xmp, iptc, told }).toEqual({
          what: file.what,
          format: 'jpeg',
          ends: 'ffd8ffffd9',
          exif: undefined,
          xmp: undefined,
          iptc: undefined,
          told: [],
        })
        expect(bytes.indexOf(Buffer.from([0xff, 0xd9]))).toBe(bytes.length - 2)
      }
    }
  })

  it('that was stored as a video is the file that was sent', () => {
    expect(stored('video').length).toBeGreaterThan(0)
    for (const { file, body } of stored('video'))
      expect(digest(bytesOf(body.storagePath))).toBe(digest(file.bytes))
    expect(
      filesBelow(join(server.dataDir, 'uploads')).filter(
        (name) => !/\.(jpg|mp4|mov|webm|mkv|avi)$/.test(name),
      ),
    ).toEqual([])
  })

  it('is served as what it was stored as, where no script runs', async () => {
    const cookie = await server.signIn()
    for (const { body } of [...stored('image'), ...stored('video')]) {
      const answer = await server.request(`/uploads/${body.storagePath}`, { headers: { cookie } })
      await answer.body?.cancel()
      expect(answer.headers.get('content-type')).toMatch(
        body.mimeType === 'image/jpeg' ? /^image\/jpeg$/ : /^video\//,
      )
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    }
  })
})
