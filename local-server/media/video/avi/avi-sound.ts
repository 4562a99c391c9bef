// AAC in AVI: one raw packet in each piece with the configuration in the stream's format, or packets with ADTS headers,
// any number of them in a piece.
import type { FileHandle } from 'node:fs/promises'
import { EncodedPacket } from 'mediabunny'
import { formatExtra, readAt } from './avi-chunks.ts'
import type { Chunk } from './avi-chunks.ts'
import type { AviStream } from './avi-streams.ts'
import type { PacketTrack, Timed } from '../packet-source.ts'

/** WAVEFORMATEX; what follows belongs to the codec. */
const SOUND_FORMAT_BYTES = 18
const SAMPLES_PER_PACKET = 1024
const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

/** Null when it is neither form. */
export function aacTrack(
  file: FileHandle,
  stream: AviStream,
  chunks: readonly Chunk[],
): (PacketTrack<AudioDecoderConfig> & Timed) | null {
  const [first] = chunks.filter(({ size }) => size > 0)
  if (first === undefined || stream.format.byteLength < SOUND_FORMAT_BYTES) return null
  const configuration = formatExtra(stream, SOUND_FORMAT_BYTES)
  const opening = readAt(file, first)
  const withHeaders = isAdts(opening, 0)
  if (!withHeaders && configuration.length < 2) return null
  const frames = withHeaders ? framesIn(file, chunks) : chunks.filter(({ size }) => size > 0)
  const sampleRate = RATES[withHeaders ? ((opening[2] ?? 0) >> 2) & 15 : rateIndex(configuration)]
  const numberOfChannels = stream.format.getUint16(2, true)
  if (sampleRate === undefined || numberOfChannels === 0) return null
  const seconds = SAMPLES_PER_PACKET / sampleRate
  const start = stream.start * (stream.unitSeconds ?? 0)
  return {
    config: {
      codec: 'mp4a.40.2',
      sampleRate,
      numberOfChannels,
      ...(withHeaders ? {} : { description: configuration }),
    },
    times: {
      times: Float64Array.from(frames, (_, index) => start + index * seconds),
      lastDuration: seconds,
    },
    async *packets() {
      for (const frame of frames) yield new EncodedPacket(readAt(file, frame), 'key', 0, 0)
    },
  }
}

/** Behind the five bits of the object type. */
function rateIndex(configuration: Uint8Array): number {
  return (((configuration[0] ?? 0) & 7) << 1) | ((configuration[1] ?? 0) >> 7)
}

function isAdts(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0
}

function framesIn(file: FileHandle, chunks: readonly Chunk[]): Chunk[] {
  const frames: Chunk[] = []
  for (const chunk of chunks) {
    const bytes = readAt(file, chunk)
    for (let at = 0; at < bytes.length;) {
      const size = frameSize(bytes, at)
      if (!isAdts(bytes, at) || size < 7 || at + size > bytes.length)
        throw new Error('sound packets do not end where their pieces do')
      frames.push({ at: chunk.at + at, size })
      at += size
    }
  }
  return frames
}

function frameSize(bytes: Uint8Array, at: number): number {
  return (((bytes[at + 3] ?? 0) & 3) << 11) | ((bytes[at + 4] ?? 0) << 3) | ((bytes[at + 5] ?? 0) >> 5)
}
