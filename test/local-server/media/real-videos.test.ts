// Videos as programs make them, rewritten by us and judged by ffprobe: the same frames, the same times, the same shape, in a
// file that the platform takes. Without ffmpeg on the machine these are skipped; rewritten-fixtures.test.ts holds everywhere.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { share } from '../../faults/share.ts'
import {
  AAC,
  ffmpeg,
  H264,
  hasFfmpeg,
  HEVC,
  layoutOf,
  look,
  PICTURE,
  pictureHash,
  SOUND,
  WITH_B,
} from './ffmpeg-lab.ts'
import { openMedia } from './open-media.ts'
import type { OpenMedia } from './open-media.ts'
import { expectSameVideo, FRAME, remux } from './same-video.ts'

if (!hasFfmpeg)
  console.log('ffmpeg and ffprobe are not on the PATH: the tests with freshly made videos are skipped.')

let open: OpenMedia
let dir: string
beforeAll(async () => {
  open = await openMedia()
  dir = await mkdtemp(join(tmpdir(), 'nightpost-videos-'))
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

const video = (name: string, args: string) => [name, args] as const

const TAKEN = [
  video('front.mp4', `${PICTURE()} ${SOUND()} ${H264} ${WITH_B} ${AAC} -movflags +faststart`),
  video('silent.mov', `${PICTURE('90x160', '30000/1001')} ${H264} ${WITH_B}`),
  video('hevc.mov', `${PICTURE('160x90', '60')} ${SOUND()} ${HEVC} -tag:v hvc1 ${AAC}`),
  video('ntsc.mkv', `${PICTURE('160x90', '30000/1001')} ${SOUND()} ${H264} ${WITH_B} ${AAC}`),
  video('late-sound.mkv', `${PICTURE()} -itsoffset 0.4 ${SOUND(1)} ${H264} ${AAC}`),
  video(
    'fragments.mp4',
    `${PICTURE()} ${SOUND()} ${H264} ${WITH_B} ${AAC} -movflags +frag_keyframe+empty_moov`,
  ),
  video('back.mp4', `${PICTURE()} ${SOUND()} ${H264} ${WITH_B} ${AAC}`),
  video('mono.mov', `${PICTURE('160x90', '25')} ${SOUND()} ${H264} -c:a aac -ac 1 -ar 44100`),
  video('plain.mkv', `${PICTURE()} ${SOUND()} ${H264} ${AAC}`),
  video('film.mkv', `${PICTURE('160x90', '24000/1001')} ${SOUND()} ${HEVC} ${AAC}`),
  video('silent.mkv', `${PICTURE()} ${H264} ${WITH_B}`),
  video(
    'open-groups.mkv',
    `${PICTURE()} ${SOUND()} ${H264} ${WITH_B} -x264-params open-gop=1:keyint=12 ${AAC}`,
  ),
  video('wide-pixels.mkv', `${PICTURE()} ${H264} -vf setsar=4/3`),
]

const TIMELESS = [
  video('plain.avi', `${PICTURE()} ${SOUND()} ${H264} -bf 0 ${AAC}`),
  video(
    'pyramid.avi',
    `${PICTURE('160x90', '25', 4)} ${H264} -bf 5 -x264-params b-pyramid=normal:ref=4:keyint=50`,
  ),
  video('reordered.avi', `${PICTURE()} ${H264} ${WITH_B}`),
]

describe.runIf(hasFfmpeg)('a video whose frames the platform takes', () => {
  it.each(share(TAKEN, 5))('is the same in an MP4 with its index in front: %s', async (name, args) => {
    const file = join(dir, name)
    await ffmpeg(`${args} -shortest ${file}`)
    await expectSameVideo(open, file)
  })

  it.each(share(TIMELESS, 3))('is the same even from %s, which knows no times', async (name, args) => {
    const file = join(dir, name)
    await ffmpeg(`${args} -shortest ${file}`)
    const { file: rewritten, before, after } = await remux(open, file)
    expect(await layoutOf(rewritten)).toMatchObject({ indexInFront: true, edits: 'none' })
    const [was, is] = await Promise.all([pictureHash(file), pictureHash(rewritten)])
    expect(is).toEqual({ hash: was.hash, complaints: '' })
    expect(Math.abs(after.durationSeconds - before.durationSeconds)).toBeLessThan(FRAME)
    const { video: times } = (await look(rewritten)).times
    const steps = times.slice(2).map((time, index) => time - (times[index + 1] ?? 0))
    const rate = before.frameRate === 25 ? 25 : 30
    expect(Math.max(...steps.map((step) => Math.abs(step - 1 / rate)))).toBeLessThan(0.0005)
  })

  it.each(['mkv', 'mp4'])('keeps sound that goes on after the last picture: %s', async (container) => {
    const file = join(dir, `music.${container}`)
    await ffmpeg(`${PICTURE()} ${SOUND(5)} ${H264} ${AAC} ${file}`)
    const { before, after } = await remux(open, file)
    expect(Math.abs(after.durationSeconds - before.durationSeconds)).toBeLessThan(FRAME)
  })

  it.each(share([90, 180, 270], 3))('stays turned by %i degrees', async (degrees) => {
    const [straight, file] = [join(dir, `straight-${degrees}.mov`), join(dir, `turned-${degrees}.mov`)]
    await ffmpeg(`${PICTURE()} ${H264} ${straight}`)
    await ffmpeg(`-i ${straight} -c copy -metadata:s:v rotate=${degrees} ${file}`)
    await expectSameVideo(open, file)
  })
})

describe.runIf(hasFfmpeg)('a video that cannot be rewritten', () => {
  it.each([
    video('vp9.webm', `${PICTURE()} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 ${SOUND()} -c:a libopus`),
    video('divx.avi', `${PICTURE()} ${SOUND()} -c:v mpeg4 -c:a libmp3lame`),
    video('opus.mkv', `${PICTURE()} ${SOUND()} ${H264} -c:a libopus`),
    video('mp3.avi', `${PICTURE()} ${SOUND()} ${H264} -bf 0 -c:a libmp3lame`),
    video('hevc.avi', `${PICTURE()} ${HEVC} -bf 0 -tag:v HEVC`),
  ])('is refused with a way out: %s', async (name, args) => {
    const file = join(dir, name)
    await ffmpeg(`${args.replace(/^(.*?)(-c:v .*?)( -f lavfi .*?)( -c:a.*)$/, '$1$3 $2$4')} ${file}`)
    await expect(remux(open, file)).rejects.toMatchObject({
      code: 'MEDIA_INVALID',
      message: expect.stringMatching(/could not be rewritten.*Export the video as MP4/),
    })
  })

  it('is refused when it was trimmed without encoding, and hides pictures', async () => {
    const [whole, file] = [join(dir, 'whole.mp4'), join(dir, 'trimmed.mp4')]
    await ffmpeg(`${PICTURE('160x90', '30', 3)} ${H264} -g 90 ${whole}`)
    await ffmpeg(`-ss 1.2 -i ${whole} -c copy ${file}`)
    const stagingKey = crypto.randomUUID()
    await copyFile(file, join(open.stagingDir, stagingKey))
    expect(await open.media.probe(stagingKey)).toMatchObject({ rewriteAdvised: false })
    await expect(open.media.remux(stagingKey, 'mp4')).rejects.toMatchObject({
      message: expect.stringMatching(/was trimmed and hides pictures/),
    })
  })
})
