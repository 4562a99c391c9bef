import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sniffType } from '../../../../local-server/disk/sniff-type.ts'
import { findOnPath } from '../../../../local-server/media/video/ffmpeg.ts'
import { writePosterFrame } from '../../../../local-server/media/video/poster-frame.ts'
import { PATIENCE } from '../../../patience.ts'
import { ffmpeg } from '../ffmpeg-lab.ts'
import { openMedia } from '../open-media.ts'
import type { OpenMedia } from '../open-media.ts'

const ffmpegPath = findOnPath('ffmpeg', process.env.PATH ?? '')

let open: OpenMedia
beforeAll(async () => {
  open = await openMedia({ ffmpegPath })
})
afterAll(async () => {
  await open[Symbol.asyncDispose]()
})

const probe = async (name: string) => open.media.probe(await open.stageFixture(name))
const aClip = {
  width: 320,
  height: 180,
  durationSeconds: 3.2,
  videoCodec: 'avc',
  audioCodec: 'aac',
  frameRate: 30,
}

describe('probing a video', () => {
  it('reads MP4 and MOV and says whether the index comes first', async () => {
    expect(await probe('clip-index-first.mp4')).toMatchObject({
      ...aClip,
      container: 'mp4',
      indexInFront: true,
    })
    expect(await probe('clip-index-last.mp4')).toMatchObject({
      ...aClip,
      container: 'mp4',
      indexInFront: false,
    })
    expect(await probe('clip-hevc.mov')).toMatchObject({
      ...aClip,
      container: 'mov',
      videoCodec: 'hevc',
      indexInFront: false,
    })
  })

  it('advises to rewrite what calls itself a 3GP, as older phones name their MP4s', async () => {
    const { stagingKey } = await open.media.remux(await open.stageFixture('clip-index-first.mp4'), 'mp4')
    const bytes = await open.read(stagingKey)
    const probed = async () => open.media.probe(await open.stage(bytes))
    expect(await probed()).toMatchObject({ container: 'mp4', rewriteAdvised: false })
    bytes.write('3gp5', bytes.indexOf('ftyp') + 4)
    expect(await sniffType(bytes)).toBe('video/3gpp')
    expect(await probed()).toMatchObject({ container: 'mp4', rewriteAdvised: true })
  })

  it('reads from the headers of the codecs how their streams are made', async () => {
    const plain = { chroma: '4:2:0', bitDepth: 8, interlaced: false, highDynamicRange: null }
    for (const name of ['clip-index-first.mp4', 'clip-hevc.mov', 'clip.mkv'])
      expect((await probe(name)).streams).toMatchObject({ ...plain, channels: 1, sampleRate: 44_100 })
    const streamsOf = async (name: string) => (await probe(name)).streams
    expect(await streamsOf('clip-chroma-444.mp4')).toMatchObject({ ...plain, chroma: '4:4:4' })
    expect(await streamsOf('clip-10-bit-96-khz.mp4')).toMatchObject({ bitDepth: 10, sampleRate: 96_000 })
    expect(await streamsOf('clip-fields-6-channels.mp4')).toMatchObject({ interlaced: true, channels: 6 })
  })

  it('reads MKV and WebM', async () => {
    const about = {
      width: 320,
      height: 180,
      durationSeconds: expect.closeTo(3.2, 1),
      frameRate: expect.closeTo(30, 1),
    }
    expect(await probe('clip.mkv')).toMatchObject({
      ...aClip,
      ...about,
      container: 'mkv',
      indexInFront: null,
    })
    const webm = { container: 'webm', videoCodec: 'vp9', audioCodec: 'opus', indexInFront: null }
    expect(await probe('clip.webm')).toMatchObject({ ...about, ...webm })
  })

  it('reads AVI', async () => {
    const h264 = await probe('clip-h264.avi')
    expect(h264).toMatchObject({
      container: 'avi',
      videoCodec: 'avc',
      audioCodec: 'aac',
      width: 320,
      height: 180,
    })
    expect(h264.durationSeconds).toBeCloseTo(3.2, 1)
    expect(await probe('clip-divx.avi')).toMatchObject({
      videoCodec: 'mpeg4',
      audioCodec: 'mp3',
      frameRate: 30,
    })
  })

  it('names a codec that the library does not', async () => {
    expect(await probe('clip-mpeg4.mp4')).toMatchObject({
      container: 'mp4',
      videoCodec: 'mpeg4',
      audioCodec: 'aac',
    })
  })

  it('gives the size as displayed: turned, and with square pixels', async () => {
    expect(await probe('clip-rotated.mp4')).toMatchObject({ width: 180, height: 320 })
    expect(await probe('clip-wide-pixels.mp4')).toMatchObject({ width: 233, height: 144, audioCodec: null })
  })
})

describe('a file that is no readable video', () => {
  const refused = async (bytes: Uint8Array | string) => {
    await expect(open.media.probe(await open.stage(bytes))).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
  }
  const bytesOf = async (name: string) => open.read(await open.stageFixture(name))

  it('is refused when it has only sound', async () => {
    await refused(await bytesOf('sound-only.mp4'))
  })

  it('is refused when it is empty, text, a playlist or a picture', async () => {
    await refused('')
    await refused('x')
    await refused('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')
    await refused(
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>file:///etc/passwd</BaseURL></MPD>',
    )
    await refused(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
        .webp()
        .toBuffer(),
    )
    await refused('RIFF\xff\xff\xff\xffAVI LIST\xff\xff\xff\xffhdrlavih')
    const lists = 'LIST\xff\xff\xff\xffhdrl'.repeat(20_000)
    await refused(Buffer.from(`RIFF\xff\xff\xff\xffAVI ${lists}`, 'latin1'))
  })

  it('is refused or read, wherever it was cut off', async () => {
    for (const name of [
      'clip-index-first.mp4',
      'clip-index-last.mp4',
      'clip.mkv',
      'clip.webm',
      'clip-h264.avi',
    ]) {
      const whole = await bytesOf(name)
      for (const part of [0.001, 0.01, 0.05, 0.2, 0.5, 0.9]) {
        const stagingKey = await open.stage(whole.subarray(0, Math.floor(whole.length * part)))
        const outcome: unknown = await open.media.probe(stagingKey).catch((reason: unknown) => reason)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'MEDIA_INVALID' })
      }
    }
  })

  it('is refused or read, whatever sizes it claims', async () => {
    for (const name of ['clip-index-first.mp4', 'clip.mkv', 'clip-h264.avi']) {
      const whole = await bytesOf(name)
      for (let at = 4; at < 400; at += 12) {
        const lying = Buffer.from(whole)
        lying.writeUInt32BE(0xffff_fff0, at)
        const outcome: unknown = await open.media
          .probe(await open.stage(lying))
          .catch((reason: unknown) => reason)
        if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'MEDIA_INVALID' })
      }
    }
  })
})

describe('a video that promises billions of samples', () => {
  it('is given up, and the next one is probed', async () => {
    await using hasty = await openMedia({ timeoutMs: 20_000 })
    const lying = await hasty.read(await hasty.stageFixture('clip-index-first.mp4'))
    // Behind the name of the table: version and flags, number of entries, samples of the first entry.
    lying.writeUInt32BE(0xffff_ffff, lying.indexOf('stts') + 12)
    await expect(hasty.media.probe(await hasty.stage(lying))).rejects.toMatchObject({
      code: expect.stringMatching(/^(MEDIA_INVALID|VIDEO_PROCESSING_FAILED)$/),
    })
    expect(await hasty.media.probe(await hasty.stageFixture('clip.mkv'))).toMatchObject({ container: 'mkv' })
  })
})

describe('the poster of a video', () => {
  const poster = async (name: string, media = open.media) => {
    const stagingKey = await open.stageFixture(name)
    return media.posterFrame(stagingKey, await media.probe(stagingKey))
  }

  it.runIf(ffmpegPath !== null)('is a small upright JPEG of any of the five containers', async () => {
    for (const name of ['clip-index-last.mp4', 'clip-hevc.mov', 'clip.mkv', 'clip.webm', 'clip-divx.avi']) {
      const made = await poster(name)
      expect([name, made?.placeholder]).toEqual([name, expect.any(String)])
      const metadata = await sharp(await open.read(made?.stagingKey ?? '')).metadata()
      expect([metadata.format, (metadata.width ?? 999) <= 320]).toEqual(['jpeg', true])
    }
    const turned = await sharp(
      await open.read((await poster('clip-rotated.mp4'))?.stagingKey ?? ''),
    ).metadata()
    expect([turned.width, turned.height]).toEqual([180, 320])
  })

  it('is null without a decoder, or with one that fails, and leaves nothing behind', async () => {
    for (const path of [null, '/nowhere/ffmpeg', '/bin/false']) {
      await using other = await openMedia({ ffmpegPath: path })
      const stagingKey = await other.stageFixture('clip-index-first.mp4')
      const facts = await other.media.probe(stagingKey)
      expect(await other.media.posterFrame(stagingKey, facts)).toBeNull()
      expect(await other.staged()).toEqual([stagingKey])
    }
  })

  it.runIf(ffmpegPath !== null)('is never taken from what a playlist in disguise points at', async () => {
    const stagingKey = await open.stage(
      `#EXTM3U\n#EXTINF:3,\nfile://${join(import.meta.dirname, '../../../fixtures/clip.webm')}\n#EXT-X-ENDLIST\n`,
    )
    const facts = await probe('clip-index-first.mp4')
    expect(await open.media.posterFrame(stagingKey, facts)).toBeNull()
  })

  it.runIf(ffmpegPath !== null)('is not drawn from frames that are built to use up the memory', async () => {
    const stagingKey = await open.stage('')
    const file = join(open.stagingDir, stagingKey)
    await ffmpeg(`-f lavfi -i color=gray:size=8192x4480:rate=1:duration=2 -c:v mjpeg -f mov ${file}`)
    // What the container says may be another size: only the decoder knows its own.
    const facts = { ...(await open.media.probe(stagingKey)), width: 160, height: 90 }
    expect(await open.media.posterFrame(stagingKey, facts)).toBeNull()
  })

  it.runIf(ffmpegPath !== null && process.platform === 'linux')(
    'is no larger on the way than what it is drawn from, however wide its pixels are said to be',
    async () => {
      const stagingKey = await open.stage('')
      const file = join(open.stagingDir, stagingKey)
      const gray = 'color=gray:size=8192x4352:rate=1:duration=2'
      await ffmpeg(`-f lavfi -i ${gray} -vf setsar=7 -c:v mjpeg -pix_fmt yuvj444p -f mov ${file}`)
      const facts = await open.media.probe(stagingKey)
      const frugal = join(open.stagingDir, 'frugal-ffmpeg')
      await writeFile(frugal, `#!/bin/sh\nulimit -d 700000\nexec ${ffmpegPath} "$@"\n`, { mode: 0o700 })
      const options = { ffmpegPath: frugal, input: file, output: `${file}.jpg`, timeoutMs: PATIENCE }
      expect(await writePosterFrame(options, facts)).toBe(true)
    },
  )

  it.skipIf(process.platform === 'win32')(
    'is drawn one after the other, however many videos come at once',
    async () => {
      const [fake, busy, met] = ['fake-ffmpeg', 'busy', 'met'].map((name) => join(open.stagingDir, name))
      const script = `mkdir ${busy} || touch ${met}\nsleep 0.1\nrmdir ${busy}\nexit 1\n`
      await writeFile(String(fake), `#!/bin/sh\n${script}`, { mode: 0o700 })
      await using other = await openMedia({ ffmpegPath: String(fake) })
      const stagingKey = await other.stageFixture('clip-index-first.mp4')
      const facts = await other.media.probe(stagingKey)
      await Promise.all([1, 2, 3, 4].map(() => other.media.posterFrame(stagingKey, facts)))
      expect(existsSync(String(met))).toBe(false)
    },
  )
})

describe('looking for a program', () => {
  it('finds the first one on the path, and null when there is none', () => {
    const shell = spawnSync('which', ['sh']).stdout.toString().trim()
    expect(findOnPath('sh', '/nowhere::/usr/bin:/bin')).toBe(
      shell.startsWith('/usr') ? '/usr/bin/sh' : '/bin/sh',
    )
    expect(findOnPath('no-such-program', '/usr/bin:/bin')).toBeNull()
    expect(findOnPath('sh', '')).toBeNull()
  })
})
