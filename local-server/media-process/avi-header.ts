// The header of an AVI file, which our container library does not read: RIFF chunks `avih`, and `strh` with `strf` for each
// stream. Sizes in the file are claims; nothing is read beyond the given bytes and no claim is trusted to move backwards.
import type { VideoFacts } from '../../core/ports/video-probe.ts'

/** Headers end long before this; an index of many streams may follow them. */
export const AVI_HEADER_BYTES = 256 * 1024

interface Found {
  width: number
  height: number
  durationSeconds: number
  frameRate: number | null
  videoCodec: string | null
  audioCodec: string | null
  /** Of the stream whose format chunk comes next: `vids`, `auds`. */
  stream: string
}

/** Null when the bytes describe no AVI with a video stream. */
export function readAviHeader(head: Uint8Array): VideoFacts | null {
  const bytes = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (fourCc(bytes, 0) !== 'RIFF' || fourCc(bytes, 8) !== 'AVI ') return null
  const found: Found = {
    width: 0,
    height: 0,
    durationSeconds: 0,
    frameRate: null,
    videoCodec: null,
    audioCodec: null,
    stream: '',
  }
  walk(bytes, 12, bytes.byteLength, found)
  const { width, height, durationSeconds, frameRate, videoCodec, audioCodec } = found
  if (videoCodec === null || width === 0 || height === 0) return null
  return {
    container: 'avi',
    width,
    height,
    durationSeconds,
    frameRate,
    videoCodec,
    audioCodec,
    indexInFront: null,
  }
}

function walk(bytes: DataView, from: number, end: number, found: Found): void {
  let at = from
  while (at + 8 <= end) {
    const id = fourCc(bytes, at)
    const size = bytes.getUint32(at + 4, true)
    const data = at + 8
    if (id === 'LIST' && data + 4 <= end) {
      if (fourCc(bytes, data) === 'movi') return
      walk(bytes, data + 4, Math.min(end, data + size), found)
    } else if (data + size <= end) {
      read(id, new DataView(bytes.buffer, bytes.byteOffset + data, size), found)
    }
    at = data + size + (size % 2)
  }
}

function read(id: string, chunk: DataView, found: Found): void {
  if (id === 'avih' && chunk.byteLength >= 40) readMainHeader(chunk, found)
  else if (id === 'strh' && chunk.byteLength >= 36) readStreamHeader(chunk, found)
  else if (id === 'strf') readStreamFormat(chunk, found)
}

function readMainHeader(chunk: DataView, found: Found): void {
  const microsecondsPerFrame = chunk.getUint32(0, true)
  found.durationSeconds = (microsecondsPerFrame * chunk.getUint32(16, true)) / 1e6
  found.width = chunk.getUint32(32, true)
  found.height = chunk.getUint32(36, true)
}

/** Its rate is a fraction and its length counts frames: more exact than the main header's microseconds. */
function readStreamHeader(chunk: DataView, found: Found): void {
  found.stream = fourCc(chunk, 0)
  if (found.stream !== 'vids' || found.videoCodec !== null) return
  const [scale, rate, frames] = [
    chunk.getUint32(20, true),
    chunk.getUint32(24, true),
    chunk.getUint32(32, true),
  ]
  found.videoCodec = videoCodec(fourCc(chunk, 4))
  if (scale === 0 || rate === 0) return
  // H.264 in AVI often counts fields; a rate beyond any camera's then says nothing about frames.
  found.frameRate = rate / scale > 60.5 ? null : rate / scale
  found.durationSeconds = (frames * scale) / rate
}

function readStreamFormat(chunk: DataView, found: Found): void {
  if (found.stream === 'vids' && chunk.byteLength >= 20) {
    const named = videoCodec(fourCc(chunk, 16))
    if (named !== 'unknown') found.videoCodec = named
  }
  if (found.stream === 'auds' && chunk.byteLength >= 2)
    found.audioCodec ??= audioCodec(chunk.getUint16(0, true))
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

function audioCodec(tag: number): string {
  return AUDIO_CODECS[tag] ?? 'unknown'
}

function fourCc(bytes: DataView, at: number): string {
  if (at + 4 > bytes.byteLength) return ''
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => bytes.getUint8(at + offset)))
}
