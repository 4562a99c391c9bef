// A hundred megabytes of each container, rewritten within the memory of the media process. Needs ffmpeg.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AAC, ffmpeg, H264, hasFfmpeg, SOUND } from './ffmpeg-lab.ts'
import { openMedia } from './open-media.ts'
import type { OpenMedia } from './open-media.ts'
import { expectSameVideo, remux } from './same-video.ts'

/** What the product gives its media process. */
const MEMORY = 600 * 2 ** 20
const NOISE = '-f lavfi -i testsrc2=size=1920x1080:rate=30:duration=6,noise=alls=40:allf=t'

let open: OpenMedia
let dir: string
beforeAll(async () => {
  open = await openMedia({ maxResidentBytes: MEMORY })
  dir = await mkdtemp(join(tmpdir(), 'nightpost-large-'))
  if (hasFfmpeg) await ffmpeg(`${NOISE} ${SOUND(6)} ${H264} -bf 2 -b:v 40M ${AAC} ${join(dir, 'part.mkv')}`)
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

async function repeated(name: string, times: number): Promise<string> {
  const [list, file] = [join(dir, 'list.txt'), join(dir, name)]
  await writeFile(list, `file ${join(dir, 'part.mkv')}\n`.repeat(times))
  await ffmpeg(`-f concat -safe 0 -i ${list} -c copy ${file}`)
  return file
}

describe.runIf(hasFfmpeg)('a large video', () => {
  it.each(['large.mkv', 'large.mov', 'large.mp4'])('is the same when rewritten: %s', async (name) => {
    const file = await repeated(name, 3)
    expect((await stat(file)).size).toBeGreaterThan(90 * 2 ** 20)
    await expectSameVideo(open, file)
  })

  it.each(['large.avi', 'huge.mkv', 'huge.mov'])('is rewritten in little memory: %s', async (name) => {
    const { before, after } = await remux(open, await repeated(name, name.startsWith('huge') ? 11 : 3))
    expect(Math.abs(after.durationSeconds - before.durationSeconds)).toBeLessThan(0.1)
  })
})
