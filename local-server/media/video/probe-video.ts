// The facts of a video's own headers. Reads containers, never decodes a frame, and follows no reference to anything outside
// the file: playlists are not among the formats, and where the samples lie is not asked.
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, MP4, prefer, QTFF, WEBM } from 'mediabunny'
import type { InputFormat, InputTrack, InputVideoTrack, InputAudioTrack } from 'mediabunny'
import { CodedError } from '../../../core/coded-error.ts'
import type { ProbedVideo, VideoFacts } from '../../../core/ports/media/video-probe.ts'
import { readAviHeader } from './avi/avi-header.ts'
import { AVI_HEADER_BYTES } from './avi/avi-streams.ts'
import { readMp4Layout } from './mp4-layout.ts'
import type { Mp4Layout } from './mp4-layout.ts'
import { readStreams } from './stream-facts.ts'

export const CONTAINERS: ReadonlyMap<InputFormat, VideoFacts['container']> = new Map<
  InputFormat,
  VideoFacts['container']
>([
  [MP4, 'mp4'],
  [QTFF, 'mov'],
  [MATROSKA, 'mkv'],
  [WEBM, 'webm'],
])
/** Enough packets for a frame rate to two digits, few enough to come from one read. */
const RATE_PACKETS = 120

export async function probeVideo(path: string): Promise<ProbedVideo> {
  const file = await open(path, 'r')
  try {
    const head = await readHead(file)
    const isAvi = head.toString('latin1', 0, 4) === 'RIFF'
    const facts = isAvi ? toProbedAvi(readAviHeader(head)) : await readContainer(path, file)
    if (facts === null) throw unreadableError()
    return requireSane(facts)
  } finally {
    await file.close()
  }
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(AVI_HEADER_BYTES), 0, AVI_HEADER_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

function toProbedAvi(facts: VideoFacts | null): ProbedVideo | null {
  return facts && { ...facts, rewriteAdvised: false }
}

async function readContainer(path: string, file: FileHandle): Promise<ProbedVideo | null> {
  using input = new Input({ source: new FilePathSource(path), formats: [...CONTAINERS.keys()] })
  try {
    const container = CONTAINERS.get(await input.getFormat())
    const layout = container === 'mp4' || container === 'mov' ? await readMp4Layout(file) : null
    if (layout !== null) checkLayout(layout)
    const video = await input.getPrimaryVideoTrack()
    if (container === undefined || video === null) return null
    const audio = await soundOf(input)
    if (layout?.fragmented === false) await checkData(audio === null ? [video] : [video, audio])
    return {
      container,
      width: Math.round(await video.getDisplayWidth()),
      height: Math.round(await video.getDisplayHeight()),
      durationSeconds: await durationOf(input, [video, ...(audio ? [audio] : [])]),
      videoCodec: await codecName(video),
      audioCodec: audio === null ? null : await codecName(audio),
      frameRate: await frameRateOf(video),
      indexInFront: layout && layout.indexInFront,
      // Cutting edits are left alone: without them the video would show what its maker has cut away.
      streams: await readStreams(video, audio),
      rewriteAdvised:
        layout !== null && (layout.fragmented || layout.named3gp || layout.edits === 'aligning'),
    }
  } catch (error) {
    // Our own disk errors have a code; anything else is the fault of the file.
    if (error instanceof Error && 'code' in error) throw error
    throw unreadableError(error)
  }
}

/** Phones put spatial sound, which nothing else plays, beside the sound that everything does. */
export const soundOf = (input: Input): Promise<InputAudioTrack | null> =>
  input.getPrimaryAudioTrack({ sortBy: async (track) => prefer((await track.getCodec()) !== null) })

function checkLayout({ external, absurd }: Mp4Layout): void {
  if (absurd) throw unreadableError()
  if (!external) return
  throw new CodedError(
    'MEDIA_INVALID',
    'The video only points at data in another file. Export it as a self-contained MP4 and upload that.',
  )
}

/** Checks that the data is there, which an index that promises frames does not prove: the last one of each track must be. */
async function checkData(tracks: readonly InputTrack[]): Promise<void> {
  for (const track of tracks) {
    const last = await new EncodedPacketSink(track).getPacket(Infinity)
    if (last === null || last.data.length < last.byteLength) throw unreadableError()
  }
}

async function durationOf(input: Input, tracks: InputTrack[]): Promise<number> {
  return (await input.getDurationFromMetadata(tracks)) ?? (await input.computeDuration(tracks))
}

async function frameRateOf(video: InputVideoTrack): Promise<number | null> {
  const { averagePacketRate } = await video.computePacketStats(RATE_PACKETS)
  return Number.isFinite(averagePacketRate) && averagePacketRate > 0 ? averagePacketRate : null
}

/** A header may claim anything; a file whose claims cannot be true is refused here, so that nothing divides by zero later. */
function requireSane(facts: ProbedVideo): ProbedVideo {
  const sides = [facts.width, facts.height].every(
    (side) => Number.isInteger(side) && side > 0 && side <= 65_536,
  )
  const lasts = Number.isFinite(facts.durationSeconds) && facts.durationSeconds > 0
  if (!sides || !lasts) throw unreadableError()
  return { ...facts, durationSeconds: Math.round(facts.durationSeconds * 1000) / 1000 }
}

function unreadableError(cause?: unknown): CodedError {
  const message =
    'The video cannot be read: it is damaged or incomplete, or has no picture. Export it again as MP4.'
  return new CodedError('MEDIA_INVALID', message, { cause })
}

/** The names in containers of codecs that the library leaves unnamed. */
const BY_CONTAINER_ID: readonly (readonly [RegExp, string])[] = [
  [/^(mp4v|xvid|divx|dx50|V_MPEG4\/(ISO|MS))/i, 'mpeg4'],
  [/^(jpeg|mjp[abg]|mjpeg|V_MJPEG)/i, 'mjpeg'],
  [/^(m2v1|mp2v|hdv|xdv|V_MPEG2)/i, 'mpeg2'],
  [/^(V_MPEG1|mp1v)/i, 'mpeg1'],
  [/^(ap[a-z0-9]{2}|V_PRORES)/i, 'prores'],
  [/^(s263|h263)/i, 'h263'],
  [/^V_THEORA/i, 'theora'],
  [/^(samr|sawb)/i, 'amr'],
  [/^A_MPEG\/L3/i, 'mp3'],
  [/^A_MPEG\/L2/i, 'mp2'],
  [/^alac/i, 'alac'],
]

/** Lower-case codec name, `unknown` when neither the library nor we know what the header names. */
async function codecName(track: InputVideoTrack | InputAudioTrack): Promise<string> {
  const known = await track.getCodec()
  if (known !== null) return known.startsWith('pcm') ? 'pcm' : known
  const id = String(await track.getInternalCodecId())
  return BY_CONTAINER_ID.find(([pattern]) => pattern.test(id))?.[1] ?? 'unknown'
}
