// What the codecs' own headers say of the streams in a container, where the platform documents limits. Nothing is decoded.
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { StreamFacts } from '../../../core/ports/media/video-probe.ts'
import { readSequenceParameters } from './h264.ts'

type PictureFacts = Pick<StreamFacts, 'chroma' | 'bitDepth' | 'interlaced'>

export async function readStreams(
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
): Promise<StreamFacts> {
  const config = await video.getDecoderConfig()
  // The types of some runtimes leave out those beyond white.
  const transfer: string | null | undefined = (await video.getColorSpace()).transfer
  return {
    ...pictureFacts(await video.getCodec(), bytesOf(config?.description)),
    highDynamicRange: transfer === 'hlg' || transfer === 'pq' ? transfer : null,
    channels: audio && (await audio.getNumberOfChannels()),
    sampleRate: audio && (await audio.getSampleRate()),
    ...(audio && { soundTrack: audio.number - 1 }),
  }
}

function bytesOf(data: VideoDecoderConfig['description']): Uint8Array {
  if (data === undefined) return new Uint8Array()
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

const NOT_SAID: PictureFacts = { chroma: null, bitDepth: null, interlaced: false }
const CHROMA = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const

/** From the configuration record of the codec (ISO/IEC 14496-15). */
function pictureFacts(codec: string | null, record: Uint8Array): PictureFacts {
  try {
    if (codec === 'avc') return ofAvc(record)
    if (codec === 'hevc') return ofHevc(record)
  } catch {
    // A header that cannot be read says nothing; whether the file can be is decided elsewhere.
  }
  return NOT_SAID
}

/** Its first sequence parameters, which begin at the ninth byte. */
function ofAvc(record: Uint8Array): PictureFacts {
  const length = ((record[6] ?? 0) << 8) | (record[7] ?? 0)
  const parameters = readSequenceParameters(record.subarray(8, 8 + length))
  if (parameters === null) return NOT_SAID
  const { chroma, bitDepth, framesOnly } = parameters
  return { chroma: CHROMA[chroma] ?? null, bitDepth, interlaced: !framesOnly }
}

/** The record repeats what its parameter sets say. */
function ofHevc(record: Uint8Array): PictureFacts {
  const [constraints, chroma, depth] = [record[6], record[16], record[17]]
  if (constraints === undefined || chroma === undefined || depth === undefined) return NOT_SAID
  const [progressive, interlaced] = [(constraints & 0x80) !== 0, (constraints & 0x40) !== 0]
  return {
    chroma: CHROMA[chroma & 3] ?? null,
    bitDepth: (depth & 7) + 8,
    interlaced: interlaced && !progressive,
  }
}
