// Real conversions, by the machine's own ffmpeg, judged by its ffprobe. Skipped where there is none.
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validationErrorsFor } from '../../../../core/rules/fit/check-fit.ts'
import { REEL, STORY_VIDEO } from '../../../../core/rules/fit/limits.ts'
import type { FitShape } from '../../../../core/ports/media/image-pipeline.ts'
import { transcodeArguments } from '../../../../local-server/media/video/transcode-arguments.ts'
import { share } from '../../../faults/share.ts'
import {
  HEVC,
  ffmpeg,
  ffmpegPath,
  H264,
  hasFfmpeg,
  layoutOf,
  look,
  PICTURE,
  pictureHash,
  SOUND,
} from '../ffmpeg-lab.ts'
import { openMedia } from '../open-media.ts'
import type { OpenMedia } from '../open-media.ts'

if (!hasFfmpeg) console.log('ffmpeg and ffprobe are not on the PATH: the tests of conversions are skipped.')

let open: OpenMedia
let dir: string
beforeAll(async () => {
  open = await openMedia({ ffmpegPath })
  dir = await mkdtemp(join(tmpdir(), 'nightpost-convert-'))
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

async function make(name: string, args: string): Promise<string> {
  const file = join(dir, name)
  await ffmpeg(`${args} ${file}`)
  const stagingKey = crypto.randomUUID()
  await copyFile(file, join(open.stagingDir, stagingKey))
  return stagingKey
}

async function convert(stagingKey: string, shape: FitShape | null = null) {
  const { rewriteAdvised: _, ...facts } = await open.media.probe(stagingKey)
  const heard: number[] = []
  const video = await open.media.transcode({ stagingKey, facts, shape, cancel: NEVER }, (done) =>
    heard.push(done),
  )
  const file = join(dir, `${video.stagingKey}.mp4`)
  await copyFile(join(open.stagingDir, video.stagingKey), file)
  return { video, file, heard, before: facts }
}

const NEVER = new AbortController().signal
const FACTS = {
  container: 'mov',
  width: 1080,
  height: 1920,
  videoCodec: 'avc',
  audioCodec: 'aac',
  frameRate: 30,
  indexInFront: false,
  streams: null,
} as const
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 300k'

const FOREIGN: readonly (readonly [string, string])[] = [
  ['divx.avi', `${PICTURE('320x180', '25', 3)} ${SOUND(3)} -c:v mpeg4 -c:a libmp3lame`],
  ['vp9.webm', `${PICTURE('160x90', '30', 3)} ${SOUND(3)} ${VP9} -c:a libopus`],
  ['fast.mp4', `${PICTURE('320x180', '120', 3)} ${H264}`],
  ['silent.webm', `${PICTURE('90x160', '30', 3)} ${VP9}`],
  ['slow.mp4', `${PICTURE('320x180', '12', 3)} ${H264}`],
  ['deep.mkv', `${PICTURE('320x180', '24', 3)} ${HEVC.replace('yuv420p', 'yuv422p10le')}`],
  ['wide-pixels.mp4', `${PICTURE('320x180', '30', 3)} ${H264} -vf setsar=4/3`],
]

it.each([
  ['a story', 59.9, STORY_VIDEO.maxBytes],
  ['a reel', 15 * 60, REEL.maxBytes],
])('asks for no more than the platform takes of %s, however lively it is', (_use, durationSeconds, most) => {
  const facts = { ...FACTS, durationSeconds }
  const args = transcodeArguments({ input: 'in', output: 'out' }, facts, null)
  const bits = ['-maxrate', '-b:a'].reduce((sum, name) => sum + Number(args[args.indexOf(name) + 1]), 0)
  expect((bits / 8) * durationSeconds).toBeLessThan(0.95 * most)
})

describe.runIf(hasFfmpeg)('converting a video', () => {
  it.each(share(FOREIGN, 7))('makes what the platform takes: %s', async (name, args) => {
    const { video, file, before } = await convert(await make(name, args))
    const { facts, size } = video
    expect(validationErrorsFor({ ...facts, kind: 'video', fileSize: size })).toEqual([])
    expect(facts).toMatchObject({
      container: 'mp4',
      videoCodec: 'avc',
      audioCodec: before.audioCodec === null ? null : 'aac',
      indexInFront: true,
    })
    expect(await layoutOf(file)).toMatchObject({ indexInFront: true, edits: 'none', fragmented: false })
    expect(Math.abs(facts.width / facts.height / (before.width / before.height) - 1)).toBeLessThan(0.02)
    expect(Math.abs(facts.durationSeconds - before.durationSeconds)).toBeLessThan(0.1)
    expect((await pictureHash(file)).complaints).toBe('')
  })

  it.each([
    ['hlg', 'arib-std-b67', 0.38, 0.75],
    ['pq', 'smpte2084', 0.38, 0.58],
  ] as const)(
    'keeps grey grey and white white when it was filmed in HDR: %s',
    async (name, transfer, grey, white) => {
      // The signals that stand for a grey card and for white paper, each in a half of the picture.
      const lum = `lum='if(lt(X\\,80)\\,${64 + 876 * grey}\\,${64 + 876 * white})':cb=512:cr=512`
      const labels = `-color_primaries bt2020 -color_trc ${transfer} -colorspace bt2020nc`
      const x265 = `log-level=none:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`
      const hdr = `-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params ${x265}`
      const source = `-f lavfi -i color=s=160x90:d=3:r=25,format=yuv420p10le,geq=${lum}`
      const stagingKey = await make(`${name}.mov`, `${source} ${labels} ${hdr}`)
      const { file, before } = await convert(stagingKey)
      expect(before.streams).toMatchObject({ highDynamicRange: name, bitDepth: 10 })
      const { streams } = await open.media.probe(await open.stage(await readFile(file)))
      expect(streams).toMatchObject({ highDynamicRange: null, bitDepth: 8, chroma: '4:2:0' })
      const [dark = 0, light = 0] = await brightnessOf(file)
      expect([dark > 90 && dark < 125, light > 200 && light < 240]).toEqual([true, true])
    },
  )

  it('leaves silence where the sound begins later', async () => {
    const { file } = await convert(
      await make('late.mkv', `${PICTURE()} -itsoffset 1.5 ${SOUND(1)} ${H264} -c:a libmp3lame`),
    )
    const begin = (await samplesOf(file)).findIndex((sample) => Math.abs(sample) > 1000)
    expect([begin > 1400, begin < 1600]).toEqual([true, true])
  })

  it.each([
    ['is marked', '-map 1 -map 2 -disposition:a:0 0 -disposition:a:1 default -ac:a:0 6'],
    ['comes first, where all are marked', '-map 2 -map 1 -disposition:a default -ac:a:1 6'],
  ])('takes the sound that the rewriting takes, of several: that which %s', async (_which, marks) => {
    const silence = '-f lavfi -i anullsrc=r=48000:cl=mono:d=2'
    const stagingKey = await make(
      'two.mov',
      `${PICTURE()} ${silence} ${SOUND()} -map 0 ${marks} ${H264} -c:a aac`,
    )
    const { file } = await convert(stagingKey)
    expect(Math.max(...(await samplesOf(file)))).toBeGreaterThan(1000)
  })

  it('takes the sound that is known beside the spatial sound of a phone', async () => {
    const name = 'phone.mov'
    const silence = '-f lavfi -i anullsrc=r=48000:cl=mono:d=2'
    const stagingKey = await make(
      name,
      `${PICTURE()} ${silence} ${SOUND()} -map 0 -map 1 -map 2 ${H264} -c:a aac`,
    )
    const video = await readFile(join(dir, name))
    for (const [box, other] of [
      ['mp4a', 'apac'],
      ['wave', 'free'],
    ] as const)
      video.write(other, video.indexOf(box), 'latin1')
    await writeFile(join(open.stagingDir, stagingKey), video)
    const { file, before } = await convert(stagingKey)
    expect(before.audioCodec).toBe('aac')
    expect(Math.max(...(await samplesOf(file)))).toBeGreaterThan(1000)
  })

  it('tells how far it is, and never goes back', async () => {
    const { heard } = await convert(await make('told.avi', `${PICTURE('640x360', '30', 6)} -c:v mpeg4`))
    expect(heard.at(-1)).toBe(1)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(Math.min(...heard)).toBeGreaterThanOrEqual(0)
  })

  it('turns what was filmed upright, and makes large pictures smaller', async () => {
    const straight = join(dir, 'large.mp4')
    await ffmpeg(`${PICTURE('2560x1440', '25', 0.4)} ${H264} ${straight}`)
    const { video } = await convert(
      await make('large-turned.mp4', `-i ${straight} -c copy -metadata:s:v rotate=90`),
    )
    expect([video.facts.width, video.facts.height]).toEqual([1080, 1920])
  })

  const SHAPES = [
    ['crop', 0.8, 144, 180],
    ['pad', 9 / 16, 320, 568],
    ['blur', 9 / 16, 320, 568],
    ['blur', 1.91, 342, 180],
  ] as const

  it.each(share(SHAPES, 4, 1))('brings it into another shape by %s', async (mode, ratio, width, height) => {
    const stagingKey = await make(
      `${mode}-${width}.mp4`,
      `${PICTURE('320x180', '30', 1)} ${SOUND(1)} ${H264} -c:a aac`,
    )
    const { video, file } = await convert(stagingKey, { mode, ratio, colour: '#0000ff' })
    expect([video.facts.width, video.facts.height]).toEqual([width, height])
    expect((await look(file)).codecs).toEqual(['aac', 'h264'])
    const frame = await firstPixel(file)
    if (mode === 'pad') expect(frame[2]).toBeGreaterThan(200)
  })
})

it.runIf(hasFfmpeg).each([
  ['square pixels', 1, { left: 0.5, top: 0, width: 0.5, height: 8 / 9 }, 160],
  ['pixels twice as wide as high', 2, { left: 0.5, top: 0, width: 180 / 640, height: 1 }, 180],
] as const)('keeps the area that was chosen, of %s', async (_pixels, aspect, area, side) => {
  // Blue on the left, red on the right.
  const halves = `color=red:320x180:d=1,drawbox=0:0:160:180:blue:fill,setsar=${aspect}`
  const stagingKey = await make(`halves-${aspect}.mp4`, `-f lavfi -i ${halves} ${SOUND(1)} ${H264} -c:a aac`)
  const { video, file } = await convert(stagingKey, { mode: 'crop', ratio: 1, colour: '#ffffff', area })
  expect([video.facts.width, video.facts.height]).toEqual([side, side])
  const [red = 0, , blue = 255] = await firstPixel(file)
  expect([red > 200, blue < 60]).toEqual([true, true])
})

/** A thousand a second, one after the other, as a program hears them that knows no times. */
async function samplesOf(file: string): Promise<Int16Array> {
  const { stdout } = await ffmpeg(`-i ${file} -f s16le -ac 1 -ar 1000 -`, 'latin1')
  return new Int16Array(new Uint8Array(Buffer.from(stdout, 'latin1')).buffer)
}

/** Of the left and of the right half, from 0 to 255. */
async function brightnessOf(file: string): Promise<number[]> {
  const { stdout } = await ffmpeg(
    `-i ${file} -frames:v 1 -vf scale=2:1:flags=area,format=rgb24 -f rawvideo -`,
    'latin1',
  )
  return [stdout.codePointAt(0) ?? 0, stdout.codePointAt(3) ?? 0]
}

/** The colour of the upper left corner. */
async function firstPixel(file: string): Promise<number[]> {
  const { stdout } = await ffmpeg(
    `-i ${file} -frames:v 1 -vf crop=8:8:0:0,scale=1:1,format=rgb24 -f rawvideo -`,
    'latin1',
  )
  return [...Buffer.from(stdout, 'latin1')]
}

describe.runIf(hasFfmpeg)('a conversion that comes to nothing', () => {
  const order = async (stagingKey: string) => {
    const { rewriteAdvised: _, ...facts } = await open.media.probe(await open.stageFixture('clip.webm'))
    return { stagingKey, facts, shape: null, cancel: NEVER }
  }

  it('is refused for what ffmpeg cannot read, follows no reference, and leaves nothing', async () => {
    const before = (await open.staged()).length
    for (const bytes of ['#EXTM3U\n#EXTINF:3,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n', 'x', '']) {
      const stagingKey = await open.stage(bytes)
      await expect(open.media.transcode(await order(stagingKey), () => {})).rejects.toMatchObject({
        code: 'MEDIA_INVALID',
        message: expect.stringMatching(/ffmpeg cannot read/),
      })
    }
    // Three uploads and three clips.
    expect(await open.staged()).toHaveLength(before + 6)
  })

  it.each([
    ['the server', (own: OpenMedia) => own.media[Symbol.asyncDispose](), /server was stopped/],
    [
      'the wish for it',
      async (_own: OpenMedia, cancel: AbortController) => cancel.abort(new Error('unwanted')),
      /unwanted/,
    ],
  ])('ends with %s, and leaves nothing', async (_what, end, reason) => {
    await using own = await openMedia({ ffmpegPath })
    const file = join(dir, 'long.avi')
    await ffmpeg(`${PICTURE('640x360', '30', 20)} -c:v mpeg4 ${file}`)
    const stagingKey = crypto.randomUUID()
    await copyFile(file, join(own.stagingDir, stagingKey))
    const { rewriteAdvised: _, ...facts } = await own.media.probe(stagingKey)
    const started = Promise.withResolvers<void>()
    const cancel = new AbortController()
    const order = { stagingKey, facts, shape: null, cancel: cancel.signal }
    const work = own.media.transcode(order, () => started.resolve())
    work.catch(() => {})
    await started.promise
    await end(own, cancel)
    await expect(work).rejects.toMatchObject({ message: expect.stringMatching(reason) })
    expect(await own.staged()).toEqual([stagingKey])
  })
})

describe('without ffmpeg', () => {
  it('says so', async () => {
    await using none = await openMedia({ ffmpegPath: null })
    expect([none.media.available, open.media.available]).toEqual([false, hasFfmpeg])
  })

  it('fails cleanly when the program is gone', async () => {
    await using gone = await openMedia({ ffmpegPath: '/nowhere/ffmpeg' })
    const stagingKey = await gone.stageFixture('clip.webm')
    const { rewriteAdvised: _, ...facts } = await gone.media.probe(stagingKey)
    await expect(
      gone.media.transcode({ stagingKey, facts, shape: null, cancel: NEVER }, () => {}),
    ).rejects.toThrow()
    expect(await gone.staged()).toEqual([stagingKey])
  })
})
