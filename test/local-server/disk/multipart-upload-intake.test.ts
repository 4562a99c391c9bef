import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_TROUBLES } from '../../../core/ports/data-storage.ts'
import type { UploadIntake } from '../../../core/ports/media/upload-intake.ts'
import { createUploadIntake } from '../../../local-server/disk/multipart-upload-intake.ts'
import { formBody, formRequest, JPEG_HEAD } from './form-body.ts'
import type { PartDraft } from './form-body.ts'
import { mountDisk, unmountDisks } from './small-disk.ts'

const MAX_BYTES = 1_000_000
let stagingDir: string
let intake: UploadIntake
beforeEach(async () => {
  stagingDir = await mkdtemp(join(tmpdir(), 'nightpost-staging-'))
  intake = createUploadIntake({ stagingDir, maxBytes: MAX_BYTES })
})
afterEach(async () => {
  await rm(stagingDir, { recursive: true, force: true })
})

const receive = (...parts: PartDraft[]) => intake.receive(formRequest(formBody(parts)))
const aJpeg: PartDraft = { type: 'image/jpeg', bytes: JPEG_HEAD }

describe('receiving an upload', () => {
  it('stages the bytes and says what they are', async () => {
    const staged = await receive({ type: 'Image/JPEG; charset=x', bytes: JPEG_HEAD })
    expect(staged).toMatchObject({
      originalFilename: 'a.jpg',
      declaredType: 'image/jpeg',
      sniffedType: 'image/jpeg',
    })
    expect(staged.size).toBe(JPEG_HEAD.length)
    const path = join(stagingDir, staged.stagingKey)
    expect(new Uint8Array(await readFile(path))).toEqual(JPEG_HEAD)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('takes a file of exactly the limit and streams it unchanged', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(65_536))
    const whole = Buffer.concat(Array.from({ length: 16 }, () => bytes)).subarray(0, MAX_BYTES)
    const staged = await receive({ type: 'video/mp4', bytes: whole })
    expect(staged.size).toBe(MAX_BYTES)
    expect((await readFile(join(stagingDir, staged.stagingKey))).equals(whole)).toBe(true)
  })

  it('takes content that looks almost like its boundary', async () => {
    const tricky = '\r\n--nightpost-tes\r\n--nightpost\r\n-\r\n--'
    const staged = await receive({ type: 'image/jpeg', bytes: tricky })
    expect(await readFile(join(stagingDir, staged.stagingKey), 'utf8')).toBe(tricky)
  })

  it('treats a part without a type as a part without a claim', async () => {
    expect((await receive({ bytes: JPEG_HEAD })).declaredType).toBe('')
  })

  it('proves nothing about bytes it does not know', async () => {
    expect((await receive({ type: 'image/jpeg', bytes: 'just text' })).sniffedType).toBeNull()
    expect((await receive({ type: 'image/jpeg', bytes: 'x' })).sniffedType).toBeNull()
  })

  it('recognises a PNG whose colour profile fills the head', async () => {
    const start = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108020000009077', 'hex')
    const chunk = Buffer.concat([
      Buffer.from('00100000', 'hex'),
      Buffer.from('iCCP'),
      Buffer.alloc(10_000, 1),
    ])
    expect((await receive({ type: 'image/png', bytes: Buffer.concat([start, chunk]) })).sniffedType).toBe(
      'image/png',
    )
  })
})

describe('hostile file names', () => {
  const nameFrom = async (disposition: string) =>
    (await receive({ disposition: `form-data; name="file"; ${disposition}`, bytes: JPEG_HEAD }))
      .originalFilename

  it('are data: a path, a drive and a NUL byte never reach the disk', async () => {
    expect(await nameFrom('filename="../../../etc/cron.d/evil"')).toBe('evil')
    expect(await nameFrom('filename="C:\\\\temp\\\\evil.jpg"')).toBe('evil.jpg')
    expect(await nameFrom('filename="a\0b.jpg"')).not.toContain('\0')
    expect(await nameFrom('filename=".."')).toBe('upload')
    const staged = await readdir(stagingDir)
    expect(staged.every((name) => /^[0-9a-f-]{36}$/.test(name))).toBe(true)
  })

  it('may be long, empty, foreign or encoded', async () => {
    expect(await nameFrom(`filename="${'x'.repeat(10_000)}.jpg"`)).toHaveLength(255)
    expect(await nameFrom('filename=""')).toBe('upload')
    expect(await nameFrom('filename="Löwe 🦁.jpg"')).toBe('Löwe 🦁.jpg')
    expect(await nameFrom("filename*=UTF-8''L%C3%B6we%2F..%2Fx.jpg")).toBe('x.jpg')
  })
})

describe('an upload that cannot be taken', () => {
  const refusalOf = async (request: Request) => {
    const error: unknown = await intake.receive(request).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'UPLOAD_ERROR' })
    expect(await readdir(stagingDir)).toEqual([])
    return error instanceof Error ? error.message : ''
  }
  const refusalOfParts = (...parts: PartDraft[]) => refusalOf(formRequest(formBody(parts)))

  it('is no form', async () => {
    expect(await refusalOf(formRequest('{}', { 'content-type': 'application/json' }))).toMatch(
      /one field named file/,
    )
    expect(
      await refusalOf(formRequest('a=b', { 'content-type': 'application/x-www-form-urlencoded' })),
    ).not.toBe('')
  })

  it('names no boundary', async () => {
    expect(await refusalOf(formRequest('x', { 'content-type': 'multipart/form-data' }))).toMatch(/boundary/)
    await refusalOf(formRequest('x', { 'content-type': 'multipart/form-data; boundary=' }))
  })

  it('has no body, no parts or no file', async () => {
    await refusalOf(
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }),
    )
    await refusalOfParts()
    expect(await refusalOfParts({ disposition: 'form-data; name="file"', bytes: 'text' })).toMatch(/is text/)
  })

  it('has a field of another name, before or after the file', async () => {
    const other = { disposition: 'form-data; name="photo"; filename="a.jpg"', bytes: JPEG_HEAD }
    const text = { disposition: 'form-data; name="caption"', bytes: 'hello' }
    expect(await refusalOfParts(other)).toMatch(/unexpected field "photo"/)
    expect(await refusalOfParts(aJpeg, text)).toMatch(/unexpected field "caption"/)
    expect(await refusalOfParts(text, aJpeg)).toMatch(/unexpected field "caption"/)
    await refusalOfParts({ disposition: 'form-data; filename="a.jpg"', bytes: JPEG_HEAD })
  })

  it('has two files', async () => {
    expect(await refusalOfParts(aJpeg, aJpeg)).toMatch(/more than one file/)
  })

  it('has many parts that are no fields at all', async () => {
    await refusalOfParts(
      ...Array.from({ length: 10 }, () => ({ disposition: 'attachment', bytes: 'x' })),
      aJpeg,
    )
  })

  it('is empty', async () => {
    expect(await refusalOfParts({ type: 'image/jpeg', bytes: '' })).toBe('The file is empty.')
  })

  it('is one byte over the limit', async () => {
    expect(await refusalOfParts({ type: 'video/mp4', bytes: Buffer.alloc(MAX_BYTES + 1) })).toMatch(
      /larger than/,
    )
  })

  it('announces too much: nothing is read', async () => {
    const reading = countingBody()
    await refusalOf(formRequest(reading.body, { 'content-length': String(MAX_BYTES * 2) }))
    expect(reading.bytes()).toBeLessThanOrEqual(65_536)
  })

  it('never ends: reading stops soon after the limit', async () => {
    const preamble = countingBody()
    expect(await refusalOf(formRequest(preamble.body))).toMatch(/larger than/)
    expect(preamble.bytes()).toBeLessThan(MAX_BYTES * 1.3)
    const file = countingBody(formBody([aJpeg], '').subarray(0, -2))
    expect(await refusalOf(formRequest(file.body))).toMatch(/larger than/)
    expect(file.bytes()).toBeLessThan(MAX_BYTES * 1.3)
  })

  it('is cut short anywhere', async () => {
    const whole = formBody([{ type: 'image/jpeg', bytes: Buffer.alloc(5000, 7) }])
    for (const length of [0, 1, 20, 60, 130, 1000, whole.length - 30, whole.length - 4]) {
      await refusalOf(formRequest(whole.subarray(0, length)))
    }
  })

  it('breaks off', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(formBody([aJpeg], '')),
      pull: (controller) => controller.error(new Error('connection lost')),
    })
    expect(await refusalOf(formRequest(body))).toMatch(/ended before/)
  })
})

describe('a disk that does not take the bytes', () => {
  afterEach(unmountDisks)

  it('is named when it fills up in the middle of a file', async ({ skip }) => {
    const disk = mountDisk(1)
    if (typeof disk !== 'string') return skip(disk.reason)
    const body = formBody([{ type: 'image/jpeg', bytes: Buffer.alloc(3_000_000, 7) }])
    const full = createUploadIntake({
      stagingDir: disk,
      maxBytes: 10_000_000,
      nodeStreamOf: () => Readable.from(arriving(body)),
    })
    const error = await full.receive(formRequest('')).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'UPLOAD_ERROR',
      message: STORAGE_TROUBLES.full.message,
    })
    expect(await readdir(disk)).toEqual([])
  })

  it('is our failure and not the sender’s', async () => {
    const nowhere = createUploadIntake({ stagingDir: join(stagingDir, 'missing'), maxBytes: MAX_BYTES })
    const error: unknown = await nowhere
      .receive(formRequest(formBody([aJpeg])))
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ENOENT' })
  })
})

/** As a socket has it: a little in each turn. */
async function* arriving(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 65_536) {
    yield body.subarray(at, at + 65_536)
    await setImmediate()
  }
}

/** A body without end that counts what was taken of it. */
function countingBody(first?: Uint8Array) {
  let bytes = 0
  const give = (controller: ReadableStreamDefaultController, chunk: Uint8Array) => {
    bytes += chunk.length
    controller.enqueue(chunk)
  }
  const body = new ReadableStream(
    {
      start: (controller) => {
        if (first) give(controller, first)
      },
      pull: (controller) => give(controller, new Uint8Array(65_536)),
    },
    { highWaterMark: 0 },
  )
  return { body, bytes: () => bytes }
}
