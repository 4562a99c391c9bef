// What a video's own headers say, whatever runtime reads them. Nothing is decoded.
import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { StoredFile } from '../state/store.ts'
import { readBoxes, type BoxOrder } from './box-order.ts'

export interface FileFacts extends BoxOrder {
  readonly container: 'mp4' | 'mov'
  readonly size: number
  readonly width: number
  readonly height: number
  readonly durationSeconds: number
  readonly frameRate: number
  /** Of the whole file. */
  readonly bitsPerSecond: number
  /** As the library calls it; null when it has no name for it. */
  readonly videoCodec: string | null
  readonly audio: AudioFacts | null
}

export interface AudioFacts {
  readonly codec: string | null
  readonly sampleRate: number
  readonly channels: number
}

/** Enough packets for a frame rate, few enough to come from one read. */
const RATE_PACKETS = 120
/** The index of the longest video that the platform takes is smaller. */
const CACHE_BYTES = 8 * 2 ** 20

/** Null when the file is no MP4 or MOV with a picture in it. */
export async function readVideo(file: StoredFile): Promise<FileFacts | null> {
  const boxes = await readBoxes(file)
  if (!boxes) return null
  // Loaded with the first video: a server that meets none does not pay for it.
  const { CustomSource, Input, Logging, LogLevel, MP4, QTFF } = await import('mediabunny')
  // What is wrong with a stranger's file is for the stranger, not for the terminal of whoever runs the server.
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
    // Whatever trips the reader, it is the file that tripped it.
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
    audio: audio && (await readAudio(audio)),
  }
}

async function readAudio(audio: InputAudioTrack): Promise<AudioFacts> {
  return {
    codec: await audio.getCodec(),
    sampleRate: await audio.getSampleRate(),
    channels: await audio.getNumberOfChannels(),
  }
}
