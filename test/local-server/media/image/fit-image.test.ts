import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitProblems } from '../../../../core/rules/fit/check-fit.ts'
import type { FitShape } from '../../../../core/ports/media/image-pipeline.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { share } from '../../../faults/share.ts'
import { openMedia } from '../open-media.ts'
import type { OpenMedia } from '../open-media.ts'

let open: OpenMedia
beforeAll(async () => {
  open = await openMedia()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

const shape = (ratio: number, mode: FitShape['mode'], colour = '#ffffff'): FitShape => ({
  ratio,
  mode,
  colour,
})

/** Green, with one red square at the left: what is worth keeping. */
async function aPicture(width = 1200, height = 400): Promise<string> {
  const square = { create: { width: 100, height: 100, channels: 3, background: '#f00' } } as const
  const picture = sharp({ create: { width, height, channels: 3, background: '#183' } })
    .composite([{ input: await sharp(square).png().toBuffer(), left: 40, top: 100 }])
    .jpeg({ quality: 95 })
  return open.stage(await picture.toBuffer())
}

async function fitted(stagingKey: string, how: FitShape) {
  const { stagingKey: result, ...facts } = await open.media.fit(stagingKey, how)
  const bytes = await open.read(result)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ]
  return { facts, bytes, info, at }
}

const isNear = (actual: readonly number[], expected: readonly number[], tolerance = 12) =>
  actual.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= tolerance)

describe('fitting a picture into a shape', () => {
  it('keeps the area that was chosen, in the size that it has', async () => {
    // The left third of it, which begins with the red square.
    const area = { left: 40 / 1200, top: 0.25, width: 100 / 1200, height: 0.25 }
    const { info, at } = await fitted(await aPicture(), { ...shape(1, 'crop'), area })
    expect([info.width, info.height]).toEqual([100, 100])
    expect([at(3, 3), at(96, 96)].every((colour) => isNear(colour, [255, 0, 0], 30))).toBe(true)
    const beside = { ...area, left: 0.9, width: 0.1 }
    const right = await fitted(await aPicture(), { ...shape(1, 'crop'), area: beside })
    expect(isNear(right.at(50, 50), [0x11, 0x88, 0x33])).toBe(true)
  })

  it.each([
    [0.8, 'crop', 320, 400],
    [0.8, 'pad', 1200, 1500],
    [0.8, 'blur', 1200, 1500],
    [1, 'crop', 400, 400],
    [1.91, 'crop', 764, 400],
    [9 / 16, 'blur', 1200, 2132],
    [9 / 16, 'crop', 226, 400],
  ] as const)('%f by %s gives %i × %i', async (ratio, mode, width, height) => {
    const { facts, info } = await fitted(await aPicture(), shape(ratio, mode))
    expect(facts).toMatchObject({ width, height })
    expect([info.width, info.height]).toEqual([width, height])
  })

  it('is taken by the platform at the exact edges of the feed, whatever the picture was', async () => {
    const sizes = [
      [777, 333],
      [1079, 1349],
      [2048, 377],
      [101, 97],
    ] as const
    for (const [width, height] of share(sizes, 3)) {
      for (const ratio of [0.8, 1.91]) {
        for (const mode of ['crop', 'pad', 'blur'] as const) {
          const stagingKey = await open.stage(
            await sharp({ create: { width, height, channels: 3, background: '#555' } })
              .jpeg()
              .toBuffer(),
          )
          const { facts } = await fitted(stagingKey, shape(ratio, mode))
          const record = aMediaRecord({ ...facts, fileSize: facts.size })
          expect([width, height, mode, fitProblems(record, 'IMAGE')]).toEqual([width, height, mode, []])
          expect(facts.width).toBeLessThanOrEqual(1440)
          expect([facts.width % 2, facts.height % 2]).toEqual([0, 0])
        }
      }
    }
  })

  it('crops to where something is to be seen', async () => {
    const { at } = await fitted(await aPicture(), shape(0.8, 'crop'))
    const reds = Array.from({ length: 320 }, (_, x) => at(x, 150)).filter((pixel) =>
      isNear(pixel, [255, 0, 0], 40),
    )
    expect(reds.length).toBeGreaterThan(80)
  })

  it('pads with the colour asked for and shows the whole picture', async () => {
    const { at } = await fitted(await aPicture(), shape(0.8, 'pad', '#102030'))
    expect(isNear(at(600, 20), [0x10, 0x20, 0x30])).toBe(true)
    expect(isNear(at(600, 1480), [0x10, 0x20, 0x30])).toBe(true)
    expect(isNear(at(600, 750), [0x11, 0x88, 0x33])).toBe(true)
    expect(isNear(at(90, 700), [255, 0, 0], 40)).toBe(true)
  })

  it('fills the borders with a darker, blurred copy', async () => {
    const { at } = await fitted(await aPicture(), shape(0.8, 'blur'))
    expect(isNear(at(600, 750), [0x11, 0x88, 0x33])).toBe(true)
    const [red = 0, green = 0, blue = 0] = at(1100, 30)
    expect(green).toBeGreaterThan(60)
    expect(green).toBeLessThan(130)
    expect(Math.max(red, blue)).toBeLessThan(green)
  })

  it('leaves its input as it is, and nothing behind when it fails', async () => {
    const stagingKey = await aPicture()
    const before = await open.read(stagingKey)
    await fitted(stagingKey, shape(1, 'crop'))
    expect(await open.read(stagingKey)).toEqual(before)
    const broken = crypto.randomUUID()
    await writeFile(join(open.stagingDir, broken), before.subarray(0, 2000))
    const staged = (await open.staged()).length
    await expect(open.media.fit(broken, shape(1, 'blur'))).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(await open.staged()).toHaveLength(staged)
  })

  it('carries no metadata and stays under eight megabytes, however noisy', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
    const stagingKey = await open.stage(
      await sharp({ create: { width: 1440, height: 2560, channels: 3, background: '#555', noise } })
        .jpeg()
        .toBuffer(),
    )
    const { bytes } = await fitted(stagingKey, shape(9 / 16, 'pad'))
    const { exif, icc, format } = await sharp(bytes).metadata()
    expect([exif, icc, format]).toEqual([undefined, undefined, 'jpeg'])
    expect(bytes.length).toBeLessThan(8_000_000)
  })
})
