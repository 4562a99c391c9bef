import { statSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaintedText } from '../../../../core/ports/reposts/story-painter.ts'
import { setLine } from '../../../../local-server/media/image/set-text.ts'
import { storyFont } from '../../../../local-server/paths.ts'
import { openMedia } from '../open-media.ts'
import type { OpenMedia } from '../open-media.ts'

let open: OpenMedia
beforeAll(async () => {
  open = await openMedia()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

type Colour = readonly [red: number, green: number, blue: number]

const line = (text: string, change: Partial<PaintedText> = {}): PaintedText => ({
  text,
  x: 0.5,
  y: 0.5,
  colour: '#ffffff',
  ...change,
})

async function plain(background: string, width = 1080, height = 1920): Promise<string> {
  return open.stage(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  )
}

async function painted(stagingKey: string, ...texts: PaintedText[]) {
  const { stagingKey: result, ...facts } = await open.media.paint(stagingKey, texts)
  const bytes = await open.read(result)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const { width } = info
  const at = (x: number, y: number): Colour => {
    const from = (y * width + x) * info.channels
    return [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0]
  }
  /** The smallest box around everything of this colour; null when there is nothing. */
  const boxOf = (is: (colour: Colour) => boolean) => {
    const box = { left: Infinity, right: -1, top: Infinity, bottom: -1 }
    for (let y = 0; y < info.height; y += 2) {
      for (let x = 0; x < width; x += 2) {
        if (!is(at(x, y))) continue
        box.left = Math.min(box.left, x)
        box.right = Math.max(box.right, x)
        box.top = Math.min(box.top, y)
        box.bottom = y
      }
    }
    return box.right < 0 ? null : box
  }
  return { facts, bytes, at, boxOf }
}

const near =
  (wanted: Colour, tolerance = 40) =>
  (colour: Colour) =>
    colour.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) <= tolerance)

describe('a painted story', () => {
  it('is a JPEG of 1080 × 1920 in sRGB without metadata', async () => {
    const { facts, bytes } = await painted(await plain('#345', 900, 1600), line('@demo.kitchen'))
    const { exif, icc, format, space, channels } = await sharp(bytes).metadata()
    expect(facts).toEqual({ width: 1080, height: 1920, size: bytes.length })
    expect([exif, icc, format, space, channels]).toEqual([undefined, undefined, 'jpeg', 'srgb', 3])
  })

  it('shows a picture of another shape whole, on a darker copy of itself', async () => {
    const { at, facts } = await painted(await plain('#20a070', 1600, 900))
    expect([facts.width, facts.height]).toEqual([1080, 1920])
    expect(near([0x20, 0xa0, 0x70], 8)(at(540, 960))).toBe(true)
    expect(at(540, 100)[1]).toBeLessThan(0x98)
    expect(at(540, 100)[1]).toBeGreaterThan(0x60)
  })

  it('has its text in the colour asked for, around the place asked for', async () => {
    const { boxOf } = await painted(
      await plain('#000'),
      line('@harbour.bakery', { x: 0.5, y: 0.25, colour: '#ff2000' }),
    )
    const box = boxOf(near([255, 32, 0])) ?? expect.unreachable()
    expect(Math.abs((box.left + box.right) / 2 - 540)).toBeLessThan(12)
    expect(Math.abs((box.top + box.bottom) / 2 - 480)).toBeLessThan(24)
    expect(box.right - box.left).toBeGreaterThan(300)
  })

  it.each([
    ['#ffffff', '#ffffff', [0, 0, 0]],
    ['#000000', '#000000', [255, 255, 255]],
  ] as const)('can be read on its own colour: %s', async (background, colour, around) => {
    const { boxOf } = await painted(await plain(background), line('@demo.kitchen', { colour }))
    expect(boxOf(near(around, 130))).not.toBeNull()
  })

  it('keeps a line inside the frame, however long it is and wherever it should stand', async () => {
    const { boxOf } = await painted(
      await plain('#000'),
      line('W'.repeat(60), { x: 1, y: 0 }),
      line('gjpqy Ể', { x: 0, y: 1, colour: '#00ff00' }),
      line('nowhere', { x: Number.NaN, y: Infinity, colour: '#0000ff' }),
    )
    const isLit = (colour: Colour) => Math.max(...colour) > 60
    const box = boxOf(isLit) ?? expect.unreachable()
    expect(box.left).toBeGreaterThan(20)
    expect(box.right).toBeLessThan(1060)
    expect(box.top).toBeGreaterThan(20)
    expect(box.bottom).toBeLessThan(1900)
    expect(boxOf(near([0, 255, 0]))?.bottom).toBeGreaterThan(1850)
  })

  it('is still a picture, whatever the text is', async () => {
    const { facts, boxOf } = await painted(
      await plain('#888888', 54, 96),
      line('<text>&amp;</text></svg><image href="file:///etc/passwd"/>', { y: 0.1 }),
      line('x', { y: 0.3, colour: '#fff"/><script>' }),
      line('\u0000\u001B[2J\u202E\uFEFF\uD800 😀 שלום مرحبا 漢字 \u200B\n\r\t', { y: 0.5 }),
      line(''),
      line('😀'),
      line(`${'<&>\'"%'.repeat(5000)}@`, { y: 0.9, colour: '#ff0000' }),
    )
    expect([facts.width, facts.height]).toEqual([1080, 1920])
    expect(facts.size).toBeLessThan(8_000_000)
    // The last of them stands there, too.
    expect(boxOf(near([255, 0, 0], 90))?.top).toBeGreaterThan(1600)
  })

  it('leaves its input as it is, and nothing behind when that is no picture', async () => {
    const stagingKey = await plain('#888')
    const before = await open.read(stagingKey)
    await painted(stagingKey, line('a'))
    expect(await open.read(stagingKey)).toEqual(before)
    for (const bytes of [
      before.subarray(0, 300),
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ]) {
      const broken = await open.stage(bytes)
      const staged = (await open.staged()).length
      await expect(open.media.paint(broken, [])).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
      expect(await open.staged()).toHaveLength(staged)
    }
  })
})

describe('a line of text', () => {
  it('is set in a font that comes with the program', () => {
    expect(statSync(storyFont).size).toBeGreaterThan(50_000)
    expect(setLine('@', 60).path).toMatch(/^M[\d.MLQCZ -]+$/)
  })

  it('has the letters of names and of European languages', () => {
    for (const letter of 'aZ09@._-éñøßçŁőşžÅĞİỆñΩжЇ…’“”&<>')
      expect([letter, setLine(letter, 60).path]).not.toEqual([letter, ''])
  })

  it('puts combining accents on their letters', () => {
    expect(setLine('e\u0301', 60)).toEqual(setLine('é', 60))
  })

  it('leaves out what it cannot draw, and the gap beside it', () => {
    expect(setLine('  thanks 😀\u200B to \u202E@fig 漢字 ', 60)).toEqual(setLine('thanks to @fig', 60))
    expect(setLine('😀😀', 60)).toEqual({ path: '', width: 0 })
  })
})
