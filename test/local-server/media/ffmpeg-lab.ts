// Makes videos with the machine's own ffmpeg and looks at them with its ffprobe: an opinion that is not ours.
import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { findOnPath } from '../../../local-server/media/video/ffmpeg.ts'
import { readMp4Layout } from '../../../local-server/media/video/mp4-layout.ts'
import { PATIENCE } from '../../patience.ts'

const path = process.env.PATH ?? ''
export const ffmpegPath = findOnPath('ffmpeg', path)
export const ffprobePath = findOnPath('ffprobe', path)
export const hasFfmpeg = ffmpegPath !== null && ffprobePath !== null

const run = promisify(execFile)
const OPTIONS = { timeout: PATIENCE, maxBuffer: 64 * 2 ** 20 }

/** Arguments in one text, split at spaces; quotes are not understood. */
export async function ffmpeg(
  args: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<{ stdout: string; stderr: string }> {
  const all = ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args.split(/\s+/)]
  return run(String(ffmpegPath), all, { ...OPTIONS, encoding })
}

export const PICTURE = (size = '160x90', rate = '30', seconds = 2) =>
  `-f lavfi -i testsrc2=size=${size}:rate=${rate}:duration=${seconds}`
export const SOUND = (seconds = 2) => `-f lavfi -i sine=frequency=440:sample_rate=48000:duration=${seconds}`
export const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'
/** Pictures that are shown in another order than they are coded in. */
export const WITH_B = '-bf 3 -b_strategy 0 -g 24'
export const HEVC = '-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params log-level=none'
export const AAC = '-c:a aac -b:a 64k -ac 2'

interface Packets {
  readonly video: number[]
  readonly audio: number[]
}

export interface Look {
  readonly format: string
  readonly seconds: number
  readonly codecs: string[]
  readonly width: number
  readonly height: number
  /** Seconds at which packets are shown, rising. */
  readonly times: Packets
}

interface ProbeJson {
  readonly format: { readonly format_name: string; readonly duration: string }
  readonly streams: readonly {
    readonly index: number
    readonly codec_type: string
    readonly codec_name: string
    readonly width?: number
    readonly height?: number
    readonly side_data_list?: readonly { readonly rotation?: number }[]
  }[]
  readonly packets: readonly {
    readonly codec_type: string
    readonly pts_time?: string
    readonly dts_time?: string
  }[]
}

export async function look(file: string): Promise<Look> {
  const args = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-show_packets', file]
  const found = JSON.parse((await run(String(ffprobePath), args, OPTIONS)).stdout) as ProbeJson
  const video = found.streams.find(({ codec_type }) => codec_type === 'video')
  const turned = video?.side_data_list?.some(({ rotation }) => Math.abs(rotation ?? 0) % 180 === 90) === true
  const [width, height] = [video?.width ?? 0, video?.height ?? 0]
  const times = (kind: string) =>
    found.packets
      .filter(({ codec_type }) => codec_type === kind)
      .map(({ pts_time, dts_time }) => Number(pts_time ?? dts_time))
      .toSorted((a, b) => a - b)
  return {
    format: found.format.format_name,
    seconds: Number(found.format.duration),
    codecs: found.streams.map(({ codec_name }) => codec_name).toSorted(),
    width: turned ? height : width,
    height: turned ? width : height,
    times: { video: times('video'), audio: times('audio') },
  }
}

/** Digests of the encoded packets of each stream. An edit list would hide some of them. */
export async function packetHashes(file: string): Promise<string> {
  const ignoring = /\.(mp4|mov)$/.test(file) ? '-ignore_editlist 1' : ''
  return (await ffmpeg(`${ignoring} -i ${file} -map 0 -c copy -f streamhash -hash md5 -`.trim())).stdout
}

/** Digest of the decoded pictures in the order they are shown; and what the decoder complained about. */
export async function pictureHash(file: string): Promise<{ hash: string; complaints: string }> {
  const ignoring = /\.(mp4|mov)$/.test(file) ? '-ignore_editlist 1' : ''
  const { stdout, stderr } = await ffmpeg(
    `${ignoring} -i ${file} -map 0:v -vsync passthrough -f streamhash -hash md5 -`.trim(),
  )
  return { hash: stdout, complaints: stderr }
}

export async function layoutOf(file: string) {
  const handle = await open(file, 'r')
  try {
    return await readMp4Layout(handle)
  } finally {
    await handle.close()
  }
}
