// One video before and after it was rewritten: the same packets, the same times, the same shape.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { VideoFacts } from '../../../core/ports/media/video-probe.ts'
import { layoutOf, look, packetHashes, pictureHash } from './ffmpeg-lab.ts'
import type { OpenMedia } from './open-media.ts'

export interface Rewritten {
  readonly file: string
  readonly before: VideoFacts
  readonly after: VideoFacts
}

export async function remux(open: OpenMedia, file: string): Promise<Rewritten> {
  const stagingKey = crypto.randomUUID()
  await copyFile(file, join(open.stagingDir, stagingKey))
  const before = await open.media.probe(stagingKey)
  const { stagingKey: rewritten, facts } = await open.media.remux(stagingKey, before.container)
  const output = `${file}.rewritten.mp4`
  await copyFile(join(open.stagingDir, rewritten), output)
  return { file: output, before, after: facts }
}

/** Everything the platform asks of the file itself, and that nothing of the video was lost. */
export async function expectSameVideo(open: OpenMedia, source: string): Promise<void> {
  const { file, before, after } = await remux(open, source)
  expect(await layoutOf(file)).toEqual({
    indexInFront: true,
    fragmented: false,
    named3gp: false,
    edits: 'none',
    external: false,
    absurd: false,
  })
  const [was, is] = await Promise.all([look(source), look(file)])
  expect(is.format).toMatch(/mp4/)
  expect([is.codecs, is.width, is.height]).toEqual([was.codecs, was.width, was.height])
  expect([after.width, after.height]).toEqual([before.width, before.height])
  expectSameTimes(was, is)
  const [pictures, packets, expected] = await Promise.all([
    pictureHash(file),
    packetHashes(file),
    packetHashes(source),
  ])
  expect([pictures.complaints, packets]).toEqual(['', expected])
}

type Looked = Awaited<ReturnType<typeof look>>

/** Seconds: more than a frame of any rate that we make. */
export const FRAME = 0.042
/** MKV rounds to milliseconds, and two times are compared. */
const ROUNDING = 0.0025

/** Distances between what is shown and what is heard, from the second packet on: the first may last longer. */
function expectSameTimes(was: Looked, is: Looked): void {
  expect(is.times.video.length).toBe(was.times.video.length)
  expect(Math.abs(is.seconds - was.seconds)).toBeLessThan(FRAME)
  expect([is.times.video[0] ?? 0, is.times.audio[0] ?? 0]).toEqual([0, 0])
  const distances = ({ times: { video, audio } }: Looked) => {
    const anchor = video.at(-1) ?? 0
    return [...video.slice(1), ...audio.slice(1)].map((time) => time - anchor)
  }
  const [expected, actual] = [distances(was), distances(is)]
  const worst = Math.max(...actual.map((time, index) => Math.abs(time - (expected[index] ?? Number.NaN))))
  expect(worst).toBeLessThan(ROUNDING)
}
