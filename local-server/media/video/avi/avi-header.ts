// Reads the header of an AVI file, which our container library does not read.
import type { VideoFacts } from '../../../../core/ports/media/video-probe.ts'
import { fourCc, readAviStreams } from './avi-streams.ts'
import type { AviStream } from './avi-streams.ts'

/** Null when the bytes describe no AVI with a video stream. */
export function readAviHeader(head: Uint8Array): VideoFacts | null {
  const header = readAviStreams(head)
  const video = header?.streams.find(({ type }) => type === 'vids')
  if (!header || !video || header.width === 0 || header.height === 0) return null
  const { width, height } = header
  const audio = header.streams.find(({ type, format }) => type === 'auds' && format.byteLength >= 2)
  const rate = video.unitSeconds === null ? null : 1 / video.unitSeconds
  return {
    container: 'avi',
    width,
    height,
    durationSeconds: rate === null ? header.durationSeconds : video.length / rate,
    // H.264 in AVI often counts fields; a rate beyond any camera's then says nothing about frames.
    frameRate: rate === null || rate > 60.5 ? null : rate,
    videoCodec: videoCodecOf(video),
    audioCodec: audio === undefined ? null : audioCodecOf(audio),
    indexInFront: null,
    streams: null,
  }
}

/** The format's name wins over the header's: the latter may name the program that wrote the file. */
export function videoCodecOf({ handler, format }: AviStream): string {
  const named = format.byteLength >= 20 ? videoCodec(fourCc(format, 16)) : 'unknown'
  return named === 'unknown' ? videoCodec(handler) : named
}

export function audioCodecOf({ format }: AviStream): string {
  return (format.byteLength >= 2 && AUDIO_CODECS[format.getUint16(0, true)]) || 'unknown'
}

const VIDEO_CODECS: Readonly<Record<string, string>> = {
  H264: 'avc',
  X264: 'avc',
  AVC1: 'avc',
  DAVC: 'avc',
  HEVC: 'hevc',
  HVC1: 'hevc',
  HEV1: 'hevc',
  H265: 'hevc',
  X265: 'hevc',
  XVID: 'mpeg4',
  DIVX: 'mpeg4',
  DX50: 'mpeg4',
  FMP4: 'mpeg4',
  MP4V: 'mpeg4',
  MJPG: 'mjpeg',
  MPG2: 'mpeg2',
  VP80: 'vp8',
  VP90: 'vp9',
  AV01: 'av1',
}

function videoCodec(name: string): string {
  return VIDEO_CODECS[name.toUpperCase()] ?? 'unknown'
}

/** WAVE format tags. */
const AUDIO_CODECS: Readonly<Record<number, string>> = {
  0x0001: 'pcm',
  0x0003: 'pcm',
  0x0050: 'mp2',
  0x0055: 'mp3',
  0x00ff: 'aac',
  0x1600: 'aac',
  0x1610: 'aac',
  0x2000: 'ac3',
  0xfffe: 'pcm',
}
