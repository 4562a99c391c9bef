import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMedia } from './open-media.ts'
import type { OpenMedia } from './open-media.ts'

let open: OpenMedia
beforeAll(async () => {
  open = await openMedia()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

/** The refusal, having checked that nothing but the upload itself is left in the staging folder. */
async function refusalOf(bytes: Uint8Array | string): Promise<string> {
  const stagingKey = await open.stage(bytes)
  const before = (await open.staged()).length
  const error: unknown = await open.media.normalise(stagingKey).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'MEDIA_INVALID', status: 400 })
  expect(await open.staged()).toHaveLength(before)
  return error instanceof Error ? error.message : ''
}

const detailed = (width = 400, height = 300) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

describe('a file that is no picture', () => {
  it('is refused although other programs would draw it', async () => {
    await refusalOf(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>',
    )
    await refusalOf(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>',
    )
    await refusalOf('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
    await refusalOf('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')
    await refusalOf(
      'push graphic-context\nviewbox 0 0 640 480\nfill "url(https://127.0.0.1/x.jpg|ls)"\npop graphic-context',
    )
  })

  it('is refused when it is empty or nearly empty', async () => {
    await refusalOf('')
    await refusalOf('x')
    await refusalOf(new Uint8Array([0xff, 0xd8, 0xff]))
    await refusalOf('\x89PNG\r\n\x1a\n')
    await refusalOf('RIFF\0\0\0\0WEBP')
    await refusalOf(new Uint8Array(100_000))
  })

  it('is refused when only its head is a picture', async () => {
    const jpeg = await detailed().jpeg().toBuffer()
    await refusalOf(
      Buffer.concat([jpeg.subarray(0, 20), Buffer.from('<html><script>alert(1)</script>'.repeat(100))]),
    )
    await refusalOf(Buffer.concat([Buffer.from('GIF89a'), jpeg]))
  })
})

describe('a picture that was cut off', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('is refused wherever it ends: %s', async (format) => {
    const whole = await detailed().toFormat(format).toBuffer()
    for (const part of [0.02, 0.1, 0.3, 0.5, 0.7, 0.9]) {
      await refusalOf(whole.subarray(0, Math.floor(whole.length * part)))
    }
  })

  it('is refused when its middle was overwritten with noise', async () => {
    const png = await detailed().png().toBuffer()
    png.set(crypto.getRandomValues(new Uint8Array(500)), Math.floor(png.length / 2))
    await refusalOf(png)
  })
})

describe('a picture that claims to be enormous', () => {
  it('is refused by its header before a pixel is decoded', async () => {
    expect(await refusalOf(pngClaiming(30_000, 30_000))).toMatch(/more than 210 megapixels/)
    expect(await refusalOf(pngClaiming(2 ** 31 - 1, 2 ** 31 - 1))).not.toBe('')
    const jpeg = await detailed(64, 64).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from('ffc00011', 'hex'))
    jpeg.writeUInt16BE(65_000, frame + 5)
    jpeg.writeUInt16BE(65_000, frame + 7)
    expect(await refusalOf(jpeg)).toMatch(/more than 210 megapixels/)
  })

  it('is refused when it claims more than it holds', async () => {
    await refusalOf(pngClaiming(5000, 5000))
    await refusalOf(pngClaiming(0, 10))
  })

  it('is refused when it would eat the memory of its process', async () => {
    await using small = await openMedia({ maxResidentBytes: 10 * 2 ** 20 })
    const stagingKey = await small.stage(await detailed(3000, 3000).png().toBuffer())
    await expect(small.media.normalise(stagingKey)).rejects.toMatchObject({
      code: 'MEDIA_INVALID',
      message: expect.stringMatching(/too much memory/),
    })
    await expect(small.media.normalise(stagingKey)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
  })
})

describe('the head of another format that claims what is not true', () => {
  const TOO_LARGE = /more than 210 megapixels/
  const DAMAGED = /damaged or incomplete/
  const noiseAs = (format: 'avif' | 'gif' | 'tiff') =>
    detailed(90, 120)
      .toFormat(format, format === 'tiff' ? { compression: 'none' } : {})
      .toBuffer()

  it.each([
    ['a size beyond the limit', { 256: 60_000, 257: 60_000 }, TOO_LARGE],
    ['a width beyond every picture', { 256: 4_000_000_000 }, DAMAGED],
    ['more pixels than it holds', { 256: 9999, 257: 9999 }, DAMAGED],
    ['no width', { 256: 0 }, DAMAGED],
    ['thousands of samples', { 277: 60_000 }, DAMAGED],
    ['data beyond its end', { 273: 2 ** 31 }, DAMAGED],
  ])('is refused of a TIFF: %s', async (_what, claims, refusal) => {
    const tiff = await noiseAs('tiff')
    for (const [tag, value] of Object.entries(claims)) claimInTiff(tiff, Number(tag), value)
    expect(await refusalOf(tiff)).toMatch(refusal)
  })

  it('is not followed round a TIFF whose directory follows itself: its first picture is all', async () => {
    const looping = await noiseAs('tiff')
    const at = looping.readUInt32LE(4)
    looping.writeUInt32LE(at, at + 2 + 12 * looping.readUInt16LE(at))
    const { width, height } = await open.media.normalise(await open.stage(looping))
    expect([width, height]).toEqual([90, 120])
  })

  it('is refused of a TIFF whose directory is not there', async () => {
    const missing = await noiseAs('tiff')
    missing.writeUInt32LE(missing.length - 2, 4)
    expect(await refusalOf(missing)).toMatch(DAMAGED)
  })

  it.each([
    ['a size beyond the limit', 60_000, TOO_LARGE],
    ['a width beyond every picture', 2 ** 31, DAMAGED],
    ['more pixels than it holds', 9999, DAMAGED],
    ['no size', 0, DAMAGED],
  ])('is refused of an AVIF: %s', async (_what, side, refusal) => {
    const avif = await noiseAs('avif')
    const size = avif.indexOf('ispe') + 8
    avif.writeUInt32BE(side, size)
    avif.writeUInt32BE(side, size + 4)
    expect(await refusalOf(avif)).toMatch(refusal)
  })

  it('is refused of a GIF: a frame beyond the limit, or none', async () => {
    const gif = await noiseAs('gif')
    const frame = gif.indexOf(0x2c, 13 + 3 * 2 ** ((gif.readUInt8(10) & 7) + 1))
    gif.writeUInt16LE(65_535, frame + 5)
    gif.writeUInt16LE(65_535, frame + 7)
    expect(await refusalOf(gif)).toMatch(TOO_LARGE)
    expect(await refusalOf('GIF89a\x10\0\x10\0\0\0\0;')).toMatch(DAMAGED)
  })
})

describe('a picture that moves', () => {
  it('gives its first frame, however many follow', async () => {
    const frames = 1000
    const raw = Buffer.alloc(8 * 8 * frames * 3, 200)
    raw.fill(10, 0, 8 * 8 * 3)
    const options = { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } as const
    const webp = await sharp(raw, { raw: options }).webp({ effort: 0, lossless: true, loop: 0 }).toBuffer()
    expect((await sharp(webp).metadata()).pages).toBeGreaterThan(1)
    const result = await open.media.normalise(await open.stage(webp))
    expect([result.width, result.height]).toEqual([8, 8])
    const { channels } = await sharp(await open.read(result.stagingKey)).stats()
    expect(channels[0]?.mean).toBeLessThan(40)
  })
})

describe('after all of these', () => {
  it('the next honest picture is normalised', async () => {
    const result = await open.media.normalise(await open.stage(await detailed().png().toBuffer()))
    expect([result.width, result.height]).toEqual([400, 300])
  })
})

/** Writes a value of four bytes into an entry of the directory of a TIFF. */
function claimInTiff(tiff: Buffer, tag: number, value: number): void {
  const directory = tiff.readUInt32LE(4)
  const entries = Array.from(
    { length: tiff.readUInt16LE(directory) },
    (_, index) => directory + 2 + 12 * index,
  )
  const entry = entries.find((at) => tiff.readUInt16LE(at) === tag) ?? expect.unreachable()
  tiff.writeUInt16LE(4, entry + 2)
  tiff.writeUInt32LE(1, entry + 4)
  tiff.writeUInt32LE(value, entry + 8)
}

/** A PNG whose header claims a size and whose data is one short row. */
function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
