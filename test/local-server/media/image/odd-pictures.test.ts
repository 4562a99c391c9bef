import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMedia } from '../open-media.ts'
import type { OpenMedia } from '../open-media.ts'

let open: OpenMedia
let whole: Buffer
let progressive: Buffer
let webp: Buffer
beforeAll(async () => {
  open = await openMedia()
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = sharp({ create: { width: 320, height: 240, channels: 3, background: '#777', noise } })
  whole = insert(await picture.jpeg().toBuffer(), 2, JFIF)
  progressive = await picture.jpeg({ progressive: true }).toBuffer()
  webp = await picture.webp().toBuffer()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

async function normalise(bytes: Uint8Array): Promise<Buffer> {
  const { stagingKey } = await open.media.normalise(await open.stage(bytes))
  return open.read(stagingKey)
}

/** The same picture with other bytes at a place that is named by what stands before it. */
function patch(picture: Buffer, before: string | Buffer, skip: number, bytes: readonly number[]): Buffer {
  const odd = Buffer.from(picture)
  odd.set(bytes, odd.indexOf(before, 0, 'latin1') + skip)
  return odd
}

function insert(picture: Buffer, at: number, bytes: Buffer | readonly number[]): Buffer {
  return Buffer.concat([picture.subarray(0, at), Buffer.from(bytes), picture.subarray(at)])
}

/** The segment that most JPEGs begin with; here it ends at the 20th byte. */
const JFIF = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 2, 0, 0, 1, 0, 1, 0, 0]
const adobeWith = (transform: number) =>
  Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform])
const scanHeader = Buffer.from([0xff, 0xda, 0, 12, 3])

/** How phones, scanners and programs write pictures that every viewer shows. */
const ODD: readonly (readonly [string, () => Buffer])[] = [
  ['a revision of its header that does not exist', () => patch(whole, 'JFIF\0', 5, [2, 1])],
  ['scan parameters of another kind of coding', () => patch(whole, scanHeader, 11, [0, 0, 0])],
  [
    'an unknown colour transform',
    () => Buffer.concat([whole.subarray(0, 2), adobeWith(7), whole.subarray(20)]),
  ],
  ['stray bytes between two segments', () => insert(whole, 20, [0, 1, 2])],
  ['several of these at once', () => insert(patch(whole, 'JFIF\0', 5, [9, 9]), 20, [0, 1, 2])],
  ['bytes behind its end', () => Buffer.concat([whole, Buffer.from('appended')])],
  ['padding before its end', () => insert(whole, whole.length - 2, Buffer.alloc(7))],
  ['no end, with all of its picture there', () => whole.subarray(0, -2)],
  ['no end, and several scans', () => progressive.subarray(0, -2)],
  ['notes that are damaged', () => insert(whole, 2, [0xff, 0xe1, 0, 12, ...Buffer.from('Exif\0\0MM\0*')])],
]

describe('a JPEG with harmless oddities', () => {
  it.each(ODD)('is taken, pixel for pixel: %s', async (_, odd) => {
    const original = odd().includes(progressive.subarray(200, 260)) ? progressive : whole
    expect((await normalise(odd())).equals(await normalise(original))).toBe(true)
  })

  it.each(ODD)('is refused once its lower part is missing: %s', async (_, odd) => {
    const bytes = odd()
    const scan = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
    const cut = bytes.subarray(0, scan + Math.floor((bytes.length - scan) * 0.4))
    await expect(normalise(cut)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    // Programs that salvage what they can write an end behind it.
    const closed = Buffer.concat([cut, Buffer.from([0xff, 0xd9])])
    const isProgressive = bytes.includes(progressive.subarray(200, 260))
    if (!isProgressive) await expect(normalise(closed)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
  })
})

describe('a WebP that announces another length than it has', () => {
  const announcing = (difference: number) => {
    const odd = Buffer.from(webp)
    odd.writeUInt32LE(webp.length - 8 + difference, 4)
    return odd
  }

  it('is taken when its picture is there', async () => {
    const plain = await normalise(webp)
    for (const difference of [-2, 2, 1000])
      expect((await normalise(announcing(difference))).equals(plain)).toBe(true)
  })

  it('is refused when it was cut off', async () => {
    const cut = webp.subarray(0, webp.length / 2)
    await expect(normalise(cut)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
  })
})
