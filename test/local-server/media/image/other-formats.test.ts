import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMedia } from '../open-media.ts'
import type { OpenMedia } from '../open-media.ts'

let open: OpenMedia
beforeAll(async () => {
  open = await openMedia()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
const picture = () => sharp({ create: { width: 90, height: 120, channels: 3, background: '#777', noise } })
const turned = () => picture().withMetadata({ orientation: 6 })

/** Two pictures of the size of the first, in one file. */
const animated = async () => {
  const raw = await sharp({ create: { width: 90, height: 240, channels: 3, background: '#c33', noise } })
    .raw()
    .toBuffer()
  return sharp(raw, { raw: { width: 90, height: 240, channels: 3, pageHeight: 120 } })
    .gif({ delay: [90, 90] })
    .toBuffer()
}

/** Its resolution gives way to a name of a program, which every viewer overlooks. */
const ofScanner = async () => {
  const tiff = await picture().tiff({ compression: 'none' }).toBuffer()
  const directory = tiff.readUInt32LE(4)
  const [UNIT, SOFTWARE, TEXT] = [296, 305, 2]
  const tags = Array.from({ length: tiff.readUInt16LE(directory) }, (_, tag) => directory + 2 + tag * 12)
  const entry = tags.find((at) => tiff.readUInt16LE(at) === UNIT) ?? expect.unreachable()
  tiff.writeUInt16LE(SOFTWARE, entry)
  tiff.writeUInt16LE(TEXT, entry + 2)
  tiff.writeUInt32LE(4, entry + 4)
  tiff.write('Scan', entry + 8)
  return tiff
}

const FORMATS: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['an AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
  ['an AVIF with transparency', () => picture().ensureAlpha(0.5).avif({ effort: 0 }).toBuffer()],
  ['a TIFF', () => picture().tiff({ compression: 'lzw' }).toBuffer()],
  ['a TIFF without compression', () => picture().tiff({ compression: 'none' }).toBuffer()],
  ['a TIFF of 16 bits', () => picture().toColourspace('rgb16').tiff({ compression: 'deflate' }).toBuffer()],
  ['a TIFF for print', () => picture().toColourspace('cmyk').tiff({ compression: 'jpeg' }).toBuffer()],
  ['a TIFF with a text that has no end', ofScanner],
  ['a TIFF in tiles', () => picture().tiff({ tile: true, compression: 'lzw' }).toBuffer()],
  ['a GIF', () => picture().gif().toBuffer()],
  ['a GIF that moves, whose first picture counts', animated],
]

describe('a picture that Instagram does not take, and cameras, scanners and the web make', () => {
  it.each(FORMATS)('becomes a JPEG of the same size: %s', async (_, make) => {
    const { stagingKey, width, height } = await open.media.normalise(await open.stage(await make()))
    const { format, space, channels } = await sharp(await open.read(stagingKey)).metadata()
    expect([width, height, format, space, channels]).toEqual([90, 120, 'jpeg', 'srgb', 3])
  })

  it.each(FORMATS)('is refused in one sentence when a part is missing: %s', async (_, make) => {
    const bytes = await make()
    const cut = open.media.normalise(await open.stage(bytes.subarray(0, bytes.length * 0.4)))
    await expect(cut).rejects.toMatchObject({
      code: 'MEDIA_INVALID',
      message: expect.stringMatching(/^The picture is damaged or incomplete\./),
    })
  })

  it.each(['avif', 'tiff'] as const)('stands upright: %s', async (format) => {
    const { width, height } = await open.media.normalise(
      await open.stage(await turned().toFormat(format).toBuffer()),
    )
    expect([width, height]).toEqual([120, 90])
  })
})
