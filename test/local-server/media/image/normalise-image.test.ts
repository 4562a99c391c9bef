import sharp from 'sharp'
import type { Color, Region, Sharp } from 'sharp'
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
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

const RED = { r: 220, g: 20, b: 20 }
const plain = (width: number, height: number, background: Color = RED) =>
  sharp({ create: { width, height, channels: 3, background } })

async function normalise(picture: Sharp) {
  const result = await open.media.normalise(await open.stage(await picture.toBuffer()))
  const bytes = await open.read(result.stagingKey)
  return { result, bytes, metadata: await sharp(bytes).metadata() }
}

/** Mean of each channel of a part of the picture. */
async function colourAt(bytes: Buffer, region: Region): Promise<number[]> {
  const { channels } = await sharp(await sharp(bytes).extract(region).toBuffer()).stats()
  return channels.map(({ mean }) => Math.round(mean))
}

describe('the size of a normalised picture', () => {
  const sizeOf = async (width: number, height: number) => {
    const { result, metadata } = await normalise(plain(width, height).png())
    expect([metadata.width, metadata.height, result.size]).toEqual([
      result.width,
      result.height,
      expect.any(Number),
    ])
    return [result.width, result.height]
  }

  it('is at most 1440 wide for shapes that the feed and stories show', async () => {
    expect(await sizeOf(4000, 3000)).toEqual([1440, 1080])
    expect(await sizeOf(3000, 3750)).toEqual([1440, 1800])
    expect(await sizeOf(2160, 3840)).toEqual([1440, 2560])
    expect(await sizeOf(1900, 1200)).toEqual([1440, 909])
  })

  it('is the same for the 108 megapixels of many phones', async () => {
    const raw = { width: 12_000, height: 9000, channels: 1 } as const
    const { result } = await normalise(
      sharp(Buffer.alloc(12_000 * 9000), { raw }).jpeg({ optimiseCoding: false }),
    )
    expect([result.width, result.height]).toEqual([1440, 1080])
  })

  it('is never larger than it was', async () => {
    expect(await sizeOf(200, 300)).toEqual([200, 300])
    expect(await sizeOf(1, 1)).toEqual([1, 1])
  })

  it('leaves panoramas and strips enough for a later crop', async () => {
    expect(await sizeOf(6000, 2000)).toEqual([2262, 754])
    expect(await sizeOf(2000, 5000)).toEqual([1440, 3600])
    expect(await sizeOf(9000, 300)).toEqual([4096, 137])
  })

  it('stays below 8 MB even for random dots on the largest canvas', async () => {
    const dots = Buffer.alloc(1440 * 4096 * 3)
    for (let at = 0; at < dots.length; at += 65_536) crypto.getRandomValues(dots.subarray(at, at + 65_536))
    const blackOrWhite = dots.map((value) => (value > 127 ? 255 : 0))
    const raw = { width: 1440, height: 4096, channels: 3 } as const
    const { result } = await normalise(sharp(blackOrWhite, { raw }).png({ compressionLevel: 1 }))
    expect([result.width, result.height]).toEqual([1440, 4096])
    expect(result.size).toBeLessThanOrEqual(8_000_000)
  })

  it('has a placeholder of its colours and shape', async () => {
    const green = { width: 300, height: 600, channels: 3 as const, background: '#208040' }
    const { result } = await normalise(sharp({ create: green }).jpeg())
    const hash = Buffer.from(result.thumbnail.placeholder, 'base64')
    const { r, g, b } = thumbHashToAverageRGBA(hash)
    const off = [r * 255 - 0x20, g * 255 - 0x80, b * 255 - 0x40].map(Math.abs)
    expect(Math.max(...off)).toBeLessThan(8)
    expect(thumbHashToApproximateAspectRatio(hash)).toBeLessThan(0.8)
  })

  it('has a thumbnail of at most 320 pixels beside it', async () => {
    const { result } = await normalise(plain(3000, 2000).jpeg())
    const thumbnail = await sharp(await open.read(result.thumbnail.stagingKey)).metadata()
    expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['jpeg', 320, 213])
    expect((await stat(join(open.stagingDir, result.thumbnail.stagingKey))).mode & 0o777).toBe(0o600)
    expect((await stat(join(open.stagingDir, result.stagingKey))).mode & 0o777).toBe(0o600)
  })
})

describe('what a normalised picture consists of', () => {
  it('is a baseline JPEG with halved colour and not a byte behind its end', async () => {
    const { bytes, metadata } = await normalise(plain(600, 400).webp())
    expect(metadata).toMatchObject({
      format: 'jpeg',
      space: 'srgb',
      channels: 3,
      depth: 'uchar',
      chromaSubsampling: '4:2:0',
    })
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(bytes.subarray(-2).toString('hex')).toBe('ffd9')
  })

  it('has lost place, time, camera and every other note', async () => {
    const noted = plain(600, 400)
      .withExif({ IFD0: { Copyright: 'canary-secret' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary-secret</x:xmpmeta>')
      .jpeg()
    const source = await noted.toBuffer()
    expect(source.includes('canary-secret')).toBe(true)
    const { bytes, metadata } = await normalise(sharp(source).keepMetadata())
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('canary-secret')).toBe(false)
  })

  it('loses what was hidden behind the end of the picture', async () => {
    const jpeg = await plain(300, 300).jpeg().toBuffer()
    const payload = Buffer.from('PK\x03\x04<script>alert(1)</script>')
    const { stagingKey } = await open.media.normalise(await open.stage(Buffer.concat([jpeg, payload])))
    expect((await open.read(stagingKey)).includes('script')).toBe(false)
  })

  it('stands upright in each of the eight orientations', async () => {
    // Seen upright: red above, blue below, 300 wide and 200 high.
    const upright = await plain(300, 200, '#0000ff')
      .composite([{ input: await plain(300, 100, '#ff0000').png().toBuffer(), top: 0, left: 0 }])
      .png()
      .toBuffer()
    const stored: Record<number, (picture: Sharp) => Sharp> = {
      1: (picture) => picture,
      2: (picture) => picture.flop(),
      3: (picture) => picture.rotate(180),
      4: (picture) => picture.flip(),
      6: (picture) => picture.rotate(270),
      8: (picture) => picture.rotate(90),
    }
    for (const [orientation, turn] of Object.entries(stored)) {
      const turned = await turn(sharp(upright)).png().toBuffer()
      const tagged = sharp(turned)
        .withMetadata({ orientation: Number(orientation) })
        .jpeg({ quality: 95 })
      const { result, bytes } = await normalise(tagged)
      expect([orientation, result.width, result.height]).toEqual([orientation, 300, 200])
      const [above, below] = [
        await colourAt(bytes, { left: 50, top: 20, width: 200, height: 50 }),
        await colourAt(bytes, { left: 50, top: 130, width: 200, height: 50 }),
      ]
      expect([orientation, (above[0] ?? 0) > 200, (below[2] ?? 0) > 200]).toEqual([orientation, true, true])
    }
  })

  it('shows transparency as white', async () => {
    const clear = sharp({
      create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
    const { bytes } = await normalise(clear.png())
    expect(await colourAt(bytes, { left: 0, top: 0, width: 100, height: 100 })).toEqual([255, 255, 255])
  })
})

describe('colours', () => {
  const middle = { left: 20, top: 20, width: 60, height: 60 }

  it('of a wide-gamut picture are converted, not relabelled', async () => {
    const p3 = await plain(100, 100, { r: 200, g: 100, b: 50 })
      .withIccProfile('p3')
      .jpeg({ quality: 100 })
      .toBuffer()
    const { bytes } = await normalise(sharp(p3).keepIccProfile().jpeg({ quality: 100 }))
    const [red = 0, green = 0, blue = 0] = await colourAt(bytes, middle)
    expect(Math.max(Math.abs(red - 200), Math.abs(green - 100), Math.abs(blue - 50))).toBeLessThanOrEqual(6)
  })

  it('of a CMYK picture become sRGB', async () => {
    const cmyk = await plain(100, 100).withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const { stagingKey } = await open.media.normalise(await open.stage(cmyk))
    const [red = 0, green = 0, blue = 0] = await colourAt(await open.read(stagingKey), middle)
    expect([red > 180, green < 80, blue < 80]).toEqual([true, true, true])
  })

  it('of grey and of 16-bit pictures become sRGB of 8 bits', async () => {
    const grey = await normalise(plain(100, 100, '#808080').toColourspace('b-w').png())
    expect(await colourAt(grey.bytes, middle)).toEqual([128, 128, 128])
    const deep = await normalise(plain(100, 100).toColourspace('rgb16').png())
    expect(deep.metadata).toMatchObject({ space: 'srgb', depth: 'uchar' })
    expect(Math.abs(((await colourAt(deep.bytes, middle))[0] ?? 0) - RED.r)).toBeLessThanOrEqual(3)
  })
})
