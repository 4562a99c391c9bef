// The committed clips, rewritten: what real-videos.test.ts proves with many more, on machines without ffmpeg.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remuxVideo } from '../../../local-server/media/video/remux-video.ts'
import { share } from '../../faults/share.ts'
import { layoutOf } from './ffmpeg-lab.ts'
import { openMedia } from './open-media.ts'
import type { OpenMedia } from './open-media.ts'

let open: OpenMedia
beforeAll(async () => {
  open = await openMedia()
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

async function remux(name: string) {
  const stagingKey = await open.stageFixture(name)
  const before = await open.media.probe(stagingKey)
  const after = await open.media.remux(stagingKey, before.container)
  return { before, after, input: stagingKey, output: after.stagingKey }
}

/** One digest over all encoded packets of each track. */
async function packetsOf(stagingKey: string): Promise<string[]> {
  using input = new Input({
    source: new FilePathSource(join(open.stagingDir, stagingKey)),
    formats: ALL_FORMATS,
  })
  const digests: string[] = []
  for (const track of await input.getTracks()) {
    const digest = createHash('md5')
    for await (const packet of new EncodedPacketSink(track).packets()) digest.update(packet.data)
    digests.push(digest.digest('hex'))
  }
  return digests.toSorted()
}

const CLIPS = [
  'clip-index-first.mp4',
  'clip-index-last.mp4',
  'clip-hevc.mov',
  'clip-rotated.mp4',
  'clip-wide-pixels.mp4',
  'clip.mkv',
  'clip-fragments.mp4',
]

describe('rewriting a clip', () => {
  it.each(share(CLIPS, 3))('keeps the frames and the shape of %s', async (name) => {
    const { before, after, input, output } = await remux(name)
    const {
      container: _c,
      indexInFront: _i,
      rewriteAdvised: _r,
      durationSeconds,
      frameRate,
      ...same
    } = before
    expect(after.facts).toMatchObject({ ...same, container: 'mp4', indexInFront: true })
    expect(Math.abs(after.facts.durationSeconds - durationSeconds)).toBeLessThan(0.04)
    expect(Math.abs((after.facts.frameRate ?? 0) - (frameRate ?? 0))).toBeLessThan(0.7)
    expect(await layoutOf(join(open.stagingDir, output))).toEqual({
      indexInFront: true,
      fragmented: false,
      named3gp: false,
      edits: 'none',
      external: false,
      absurd: false,
    })
    expect(await packetsOf(output)).toEqual(await packetsOf(input))
  })

  it('reads an AVI with our own reader', async () => {
    const { after } = await remux('clip-h264.avi')
    expect(after.facts).toMatchObject({
      container: 'mp4',
      width: 320,
      height: 180,
      videoCodec: 'avc',
      audioCodec: 'aac',
    })
    expect(after.facts.durationSeconds).toBeCloseTo(3.2, 1)
    expect(after.facts.frameRate).toBeCloseTo(30, 0)
  })

  it('finds the order in which an AVI shows its pictures, which only its pictures know', async () => {
    const { after, output } = await remux('clip-b-frames.avi')
    expect(after.facts).toMatchObject({ durationSeconds: 3.2, frameRate: 25, audioCodec: null })
    using input = new Input({
      source: new FilePathSource(join(open.stagingDir, output)),
      formats: ALL_FORMATS,
    })
    const track = await input.getPrimaryVideoTrack()
    const times: number[] = []
    if (track !== null) {
      for await (const { timestamp } of new EncodedPacketSink(track).packets())
        times.push(Math.round(timestamp * 25))
    }
    expect(times).not.toEqual(times.toSorted((a, b) => a - b))
    expect(times.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, frame) => frame))
    // As ffmpeg decodes it: the picture after the first is shown after three others.
    expect(times.slice(0, 2)).toEqual([0, 4])
  })

  it('is refused for a video that was trimmed without encoding, and hides pictures', async () => {
    const stagingKey = await open.stageFixture('clip-trimmed.mp4')
    expect(await open.media.probe(stagingKey)).toMatchObject({ rewriteAdvised: false })
    await expect(open.media.remux(stagingKey, 'mp4')).rejects.toMatchObject({
      message: expect.stringMatching(/was trimmed and hides pictures/),
    })
  })

  it('leaves the input as it is and nothing else behind', async () => {
    await using own = await openMedia()
    const stagingKey = await own.stageFixture('clip.mkv')
    const bytes = await own.read(stagingKey)
    const { stagingKey: rewritten, size } = await own.media.remux(stagingKey, 'mkv')
    expect(await own.read(stagingKey)).toEqual(bytes)
    expect((await own.read(rewritten)).length).toBe(size)
    expect((await own.staged()).toSorted()).toEqual([stagingKey, rewritten].toSorted())
  })

  it.each(share(['clip.webm', 'clip-divx.avi', 'clip-mpeg4.mp4'], 3))(
    'is refused for %s, and leaves nothing',
    async (name) => {
      await using own = await openMedia()
      const stagingKey = await own.stageFixture(name)
      const { container } = await own.media.probe(stagingKey)
      await expect(own.media.remux(stagingKey, container)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
      expect(await own.staged()).toEqual([stagingKey])
    },
  )
})

describe('an AVI without its index', () => {
  it('is still rewritten', async () => {
    const whole = await open.read(await open.stageFixture('clip-h264.avi'))
    const stagingKey = crypto.randomUUID()
    await writeFile(join(open.stagingDir, stagingKey), whole.subarray(0, whole.lastIndexOf('idx1')))
    expect((await open.media.remux(stagingKey, 'avi')).facts).toMatchObject({ videoCodec: 'avc' })
  })
})

const OPEN_FILES = '/proc/self/fd'

describe('a rewriting that fails', () => {
  it.runIf(existsSync(OPEN_FILES))('leaves none of its files open', async () => {
    const clip = await open.read(await open.stageFixture('clip-h264.avi'))
    // The header without the size of the picture, which a writer needs.
    clip.write('none', clip.indexOf('avih'), 'latin1')
    const input = join(open.stagingDir, await open.stage(clip))
    const output = `${input}.mp4`
    await expect(remuxVideo({ input, output, container: 'avi' })).rejects.toMatchObject({
      code: 'MEDIA_INVALID',
    })
    const links = await Promise.all(
      (await readdir(OPEN_FILES)).map((fd) => readlink(join(OPEN_FILES, fd)).catch(() => '')),
    )
    expect(links).not.toContain(output)
  })
})
