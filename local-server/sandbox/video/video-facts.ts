// The facts of a video's own headers, for any runtime. Nothing is decoded.
import type { Input, InputVideoTrack } from 'mediabunny'
import type { StreamFacts } from '../../../core/ports/media/video-probe.ts'
import { readStreams } from '../../media/video/stream-facts.ts'
import type { StoredFile } from '../state/store.ts'

export interface FileFacts extends BoxOrder {
  readonly container: 'mp4' | 'mov'
  readonly size: number
  readonly width: number
  readonly height: number
  readonly durationSeconds: number
  readonly frameRate: number
  /** The bit rate of the whole file. */
  readonly bitsPerSecond: number
  /** The library's name of the codec; null when it has no name for it. */
  readonly videoCodec: string | null
  /** Null without sound, `unknown` when the library has no name for it. */
  readonly audioCodec: string | null
  readonly streams: StreamFacts
}

/** Enough packets for a frame rate, few enough to come from one read. */
const RATE_PACKETS = 120
/** The index of the longest video that the platform takes is smaller. */
const CACHE_BYTES = 8 * 2 ** 20

/** Null when the file is not an MP4 or MOV with a picture in it. */
export async function readVideo(file: StoredFile): Promise<FileFacts | null> {
  const boxes = await readBoxes(file)
  if (!boxes) return null
  // Loaded with the first video, so that a server without videos does not pay for it.
  const { CustomSource, Input, Logging, LogLevel, MP4, QTFF } = await import('mediabunny')
  // What is wrong with a stranger's file is for the stranger, not for the terminal of the person who runs the server.
  Logging.level = LogLevel.Silent
  const source = new CustomSource({
    getSize: () => file.size,
    read: (start, end) => file.read(start, end),
    maxCacheSize: CACHE_BYTES,
    handleUnhandledError: () => {},
  })
  using input = new Input({ source, formats: [MP4, QTFF] })
  try {
    const container = (await input.getFormat()) === MP4 ? 'mp4' : 'mov'
    const video = await input.getPrimaryVideoTrack()
    return video && { ...boxes, container, size: file.size, ...(await readTracks(input, video, file.size)) }
  } catch {
    // If the reader fails, the file is to blame.
    return null
  }
}

async function readTracks(input: Input, video: InputVideoTrack, size: number) {
  const audio = await input.getPrimaryAudioTrack()
  const tracks = audio ? [video, audio] : [video]
  const durationSeconds =
    (await input.getDurationFromMetadata(tracks)) ?? (await input.computeDuration(tracks))
  const { averagePacketRate } = await video.computePacketStats(RATE_PACKETS)
  return {
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    durationSeconds,
    frameRate: averagePacketRate,
    bitsPerSecond: (size * 8) / durationSeconds,
    videoCodec: await video.getCodec(),
    audioCodec: audio && ((await audio.getCodec()) ?? 'unknown'),
    streams: await readStreams(video, audio),
  }
}

interface BoxOrder {
  /** The index (`moov`) lies in front of the media data. */
  readonly indexInFront: boolean
  /** Index and data come in pieces, as live streams are written. */
  readonly isFragmented: boolean
}

/** No camera or editor writes more top-level boxes than this. */
const MAX_BOXES = 1000
const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

/** Walks the top level of an MP4 or MOV. Null when the file is neither. */
async function readBoxes(file: StoredFile): Promise<BoxOrder | null> {
  const seen: string[] = []
  let at = 0
  while (seen.length < MAX_BOXES && at + 8 <= file.size) {
    const { type, size } = await readBox(file, at)
    if (seen.length === 0 && !FIRST_BOXES.has(type)) return null
    seen.push(type)
    // Zero means to the end of the file; less than a header would never move on.
    if (size < 8) break
    at += size
  }
  const index = seen.indexOf('moov')
  const data = seen.indexOf('mdat')
  if (index === -1 && data === -1) return null
  return { indexInFront: index !== -1 && (data === -1 || index < data), isFragmented: seen.includes('moof') }
}

async function readBox(file: StoredFile, at: number): Promise<{ type: string; size: number }> {
  const bytes = await file.read(at, Math.min(at + 16, file.size))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = String.fromCharCode(...bytes.subarray(4, 8))
  const size = view.getUint32(0)
  if (size !== 1 || bytes.length < 16) return { type, size }
  return { type, size: Number(view.getBigUint64(8)) }
}
