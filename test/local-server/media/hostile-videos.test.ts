// Video containers built to hurt whoever reads or rewrites them. Each goes the way of an upload: probed, and rewritten when
// the probe lets it through. Whatever comes out must be a sound MP4 or one of our own refusals, in time and in memory.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/coded-error.ts'
import { share, TRIES_ALL } from '../../faults/share.ts'
import { layoutOf } from './ffmpeg-lab.ts'
import { openMedia } from './open-media.ts'
import type { OpenMedia } from './open-media.ts'

const CLIPS = [
  'clip-index-first.mp4',
  'clip-index-last.mp4',
  'clip-hevc.mov',
  'clip.mkv',
  'clip-h264.avi',
] as const

let open: OpenMedia
beforeAll(async () => {
  open = await openMedia()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

const bytesOf = async (name: string) => open.read(await open.stageFixture(name))

type Outcome = 'probe refused' | 'remux refused' | 'rewritten'

async function outcomeOf(bytes: Uint8Array): Promise<Outcome> {
  const stagingKey = await open.stage(bytes)
  try {
    const probed = await refusable(open.media.probe(stagingKey))
    if (probed === null) return 'probe refused'
    const remuxed = await refusable(open.media.remux(stagingKey, probed.container))
    if (remuxed === null) return 'remux refused'
    expect(await layoutOf(join(open.stagingDir, remuxed.stagingKey))).toMatchObject({
      indexInFront: true,
      edits: 'none',
    })
    expect(remuxed.size).toBeLessThan(bytes.length + 4 * 2 ** 20)
    return 'rewritten'
  } finally {
    for (const name of await open.staged()) await writeFile(join(open.stagingDir, name), '')
  }
}

/** Null for a refusal of the catalogue; anything else that fails is a failure of ours. */
async function refusable<T>(work: Promise<T>): Promise<T | null> {
  const result: T | Error = await work.catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  )
  if (!(result instanceof Error)) return result
  expect(result).toBeInstanceOf(CodedError)
  expect(result).toMatchObject({ code: expect.stringMatching(/^(MEDIA_INVALID|VIDEO_PROCESSING_FAILED)$/) })
  expect(result.message).not.toMatch(/took longer/)
  return null
}

describe('a video that was cut off', () => {
  it.each(share(CLIPS, 3))('never passes for a whole one: %s at 20 places', async (name) => {
    const whole = await bytesOf(name)
    for (let place = 1; place <= 20; place++) {
      // An AVI or MKV that only lacks its last moment is a video all the same.
      const outcome = await outcomeOf(whole.subarray(0, Math.floor((whole.length * place * 0.94) / 20)))
      if (/mp4|mov/.test(name) || place < 10) expect([place, outcome]).not.toEqual([place, 'rewritten'])
    }
  })
})

describe('a video whose header lies', () => {
  const lying = async (name: string, table: string, at: number, value: number) => {
    const bytes = await bytesOf(name)
    const place = bytes.indexOf(table)
    expect(place).toBeGreaterThan(0)
    bytes.writeUInt32BE(value, place + 4 + at)
    return outcomeOf(bytes)
  }

  const LIES = [
    ['stsz', 8],
    ['stsz', 12],
    ['stco', 4],
    ['stco', 8],
    ['stsc', 4],
    ['stsc', 12],
    ['stts', 4],
    ['stts', 8],
    ['ctts', 4],
    ['stss', 4],
    ['elst', 4],
    ['elst', 8],
    ['mdhd', 12],
    ['mvhd', 12],
    ['stsd', 4],
    ['avcC', 0],
    ['trak', -8],
    ['moov', -8],
    ['mdat', -8],
  ] as const

  it.each(share(LIES, 3))('is survived: %s at %i', async (table, at) => {
    for (const value of [0, 1, 0x7fff_ffff, 0xffff_fff0]) {
      const outcome = await lying('clip-index-last.mp4', table, at, value)
      expect(outcome).toMatch(/refused|rewritten/)
    }
  })

  it('is survived when an AVI or MKV claims sizes it does not have', async () => {
    for (const name of ['clip.mkv', 'clip-h264.avi']) {
      const whole = await bytesOf(name)
      for (let at = 4; at < 400; at += TRIES_ALL ? 36 : 108) {
        const bytes = Buffer.from(whole)
        bytes.writeUInt32LE(0xffff_fff0, at)
        await outcomeOf(bytes)
      }
    }
  })

  it('is not rewritten when its tracks have no samples', async () => {
    const bytes = await bytesOf('clip-index-last.mp4')
    for (let at = bytes.indexOf('stsz'); at !== -1; at = bytes.indexOf('stsz', at + 4))
      bytes.writeUInt32BE(0, at + 12)
    expect(await outcomeOf(bytes)).not.toBe('rewritten')
  })
})

describe('a video that points elsewhere', () => {
  it('is refused when its data are said to lie in another file', async () => {
    const bytes = await bytesOf('clip-index-first.mp4')
    // The flag that says "in this file" goes; the reference then names nothing, as `url ` and `alis` may.
    bytes.writeUInt32BE(0, bytes.indexOf('url ') + 4)
    const stagingKey = await open.stage(bytes)
    await expect(open.media.probe(stagingKey)).rejects.toMatchObject({
      code: 'MEDIA_INVALID',
      message: expect.stringMatching(/another file/),
    })
    bytes.write('alis', bytes.indexOf('url '), 'latin1')
    await expect(open.media.probe(await open.stage(bytes))).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
  })

  it.each([
    '#EXTM3U\n#EXTINF:3,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    'ffconcat version 1.0\nfile /etc/passwd\n',
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>file:///etc/passwd</BaseURL></MPD>',
    '[playlist]\nFile1=/etc/passwd\n',
  ])('is refused as a playlist: %s', async (text) => {
    expect(await outcomeOf(Buffer.from(text))).toBe('probe refused')
    for (const container of ['mp4', 'mov', 'mkv', 'avi'] as const) {
      const stagingKey = await open.stage(text)
      await expect(open.media.remux(stagingKey, container)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    }
  })
})

describe('videos with random damage', () => {
  const SEED = Number(process.env.NIGHTPOST_SEED ?? 20_261_121)
  const MUTANTS = Number(process.env.NIGHTPOST_MUTANTS ?? 8)

  it.each(share(CLIPS, 3, 1))(`are survived: ${MUTANTS} of %s (NIGHTPOST_SEED=${SEED})`, async (name) => {
    const whole = await bytesOf(name)
    const random = seeded(SEED)
    for (let mutant = 0; mutant < MUTANTS; mutant++) {
      const bytes = Buffer.from(whole)
      const damages = 1 + Math.floor(random() * 20)
      // Most of a file is frames, which nobody looks into: half of the damage goes where the structure is.
      const index = Math.max(0, bytes.indexOf('moov'))
      for (let damage = 0; damage < damages; damage++) {
        const [from, length] = random() < 0.5 ? [index, 2500] : [0, bytes.length]
        const at = Math.min(bytes.length - 1, from + Math.floor(random() * length))
        bytes[at] = Math.floor(random() * 256)
      }
      await outcomeOf(bytes)
    }
  })
})

describe('after all of these', () => {
  it('the next honest video is rewritten', async () => {
    expect(await outcomeOf(await bytesOf('clip.mkv'))).toBe('rewritten')
  })
})

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
