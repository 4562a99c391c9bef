// The encoded packets of an AVI file, found by walking its data rather than by trusting its index. Takes the common forms:
// H.264 with start codes or lengths, and AAC raw or with ADTS headers. Anything else is left to a converter.
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { EncodedPacket } from 'mediabunny'
import { aacTrack } from './avi-sound.ts'
import { audioCodecOf, videoCodecOf } from './avi-header.ts'
import { chunksByStream, formatExtra, readAt, readInto } from './avi-chunks.ts'
import type { Chunk } from './avi-chunks.ts'
import { AVI_HEADER_BYTES, readAviStreams } from './avi-streams.ts'
import type { AviHeader, AviStream } from './avi-streams.ts'
import {
  displayOrder,
  nalType,
  readSequenceParameters,
  readSlice,
  SEQUENCE_PARAMETERS,
  unitsByLength,
  unitsByStartCode,
} from '../h264.ts'
import type { SequenceParameters, Slice } from '../h264.ts'
import type { PacketSource, Timed, VideoPackets } from '../packet-source.ts'

/** BITMAPINFOHEADER; what follows belongs to the codec. */
const PICTURE_FORMAT_BYTES = 40
/** Slices begin behind a few hundred bytes of parameters and remarks. */
const SLICE_SEARCH_BYTES = 4096

/** Null when the file is none of the common forms. */
export async function openAvi(path: string): Promise<PacketSource | null> {
  const file = await open(path, 'r')
  const source = await describe(file).catch(() => null)
  if (source === null) await file.close()
  return source
}

async function describe(file: FileHandle): Promise<PacketSource | null> {
  const head = readAt(file, { at: 0, size: AVI_HEADER_BYTES })
  const header = readAviStreams(head)
  const pictures = header?.streams.findIndex(({ type }) => type === 'vids') ?? -1
  const sounds = header?.streams.findIndex(({ type }) => type === 'auds') ?? -1
  const video = header?.streams[pictures]
  if (!header || !video || video.unitSeconds === null || videoCodecOf(video) !== 'avc') return null
  const chunks = chunksByStream(file, (await file.stat()).size)
  const sound = header.streams[sounds]
  if (sound && audioCodecOf(sound) !== 'aac') return null
  const [videoTrack, audioTrack] = [
    pictureTrack(file, { header, video, unitSeconds: video.unitSeconds }, chunks.get(pictures) ?? []),
    sound ? aacTrack(file, sound, chunks.get(sounds) ?? []) : null,
  ]
  if (videoTrack === null || (sound !== undefined && audioTrack === null)) return null
  const promisedDuration = video.length * video.unitSeconds
  return {
    video: videoTrack,
    audio: audioTrack,
    times: async () => (audioTrack ? [videoTrack.times, audioTrack.times] : [videoTrack.times]),
    promisedDuration,
    [Symbol.dispose]: () => void file.close(),
  }
}

interface Pictures {
  readonly header: AviHeader
  readonly video: AviStream
  readonly unitSeconds: number
}

function pictureTrack(
  file: FileHandle,
  about: Pictures,
  all: readonly Chunk[],
): (VideoPackets & Timed) | null {
  const { header, video, unitSeconds } = about
  const extra = formatExtra(video, PICTURE_FORMAT_BYTES)
  const byLength = extra[0] === 1
  const unitsOf = byLength ? unitsByLength : unitsByStartCode
  // An empty piece repeats the picture before: it takes its time but is no packet.
  const chunks = all.filter(({ size }) => size > 0)
  const slots = all.flatMap(({ size }, slot) => (size > 0 ? [slot] : []))
  const [first] = chunks
  if (first === undefined) return null
  const opening = readAt(file, first)
  const inside = parametersIn(unitsOf(opening))
  const sequence = inside ?? parametersIn(byLength ? unitsOfRecord(extra) : unitsByStartCode(extra))
  if (sequence === null) return null
  const slices = slicesOf(file, chunks, (packet) => unitsOf(packet), sequence)
  const places = displayOrder(slices, sequence.orderBits)
  const [slotBefore = -1, lastSlot = 0] = slots.slice(-2)
  // Decoders must find the parameters in the first packet, unless they get them with the configuration.
  const before = byLength || inside !== null ? new Uint8Array() : extra
  return {
    codec: 'avc',
    config: {
      codec: `avc1.${sequence.profile}`,
      codedWidth: header.width,
      codedHeight: header.height,
      ...(byLength ? { description: extra } : {}),
    },
    metadata: {},
    times: {
      times: Float64Array.from(places, (place) => ((slots[place] ?? 0) + video.start) * unitSeconds),
      // As long as the one before: units may be finer than pictures.
      lastDuration: slots.length < 2 ? unitSeconds : (lastSlot - slotBefore) * unitSeconds,
    },
    async *packets() {
      for (const [index, chunk] of chunks.entries()) {
        const data = readAt(file, chunk)
        const type = index === 0 || slices[index]?.isRefresh === true ? 'key' : 'delta'
        yield new EncodedPacket(index === 0 ? Buffer.concat([before, data]) : data, type, 0, 0)
      }
    },
  }
}

function parametersIn(units: Iterable<Uint8Array>): SequenceParameters | null {
  for (const unit of units) if (nalType(unit) === SEQUENCE_PARAMETERS) return readSequenceParameters(unit)
  return null
}

/** The first parameters of an AVCDecoderConfigurationRecord. */
function unitsOfRecord(record: Uint8Array): Uint8Array[] {
  const length = ((record[6] ?? 0) << 8) | (record[7] ?? 0)
  return [record.subarray(8, 8 + length)]
}

function slicesOf(
  file: FileHandle,
  chunks: readonly Chunk[],
  unitsOf: (packet: Uint8Array) => Iterable<Uint8Array>,
  sequence: SequenceParameters,
): Slice[] {
  const slices: Slice[] = []
  const start = Buffer.alloc(SLICE_SEARCH_BYTES)
  for (const chunk of chunks) {
    const slice =
      sliceIn(unitsOf(readInto(file, chunk, start)), sequence) ??
      sliceIn(unitsOf(readAt(file, chunk)), sequence)
    if (slice === null) throw new Error('a packet holds no picture')
    slices.push(slice)
  }
  return slices
}

function sliceIn(units: Iterable<Uint8Array>, sequence: SequenceParameters): Slice | null {
  for (const unit of units) {
    const slice = readSlice(unit, sequence)
    if (slice !== null) return slice
  }
  return null
}
