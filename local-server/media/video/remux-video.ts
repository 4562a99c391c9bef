// The same encoded packets in another file: an MP4 with its index in front, without edit lists and fragments. Two passes over
// the packets, the first for their times alone, so that memory holds a few numbers for each packet and never the file.
import { stat } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { CodedError } from '../../../core/coded-error.ts'
import { openAvi } from './avi/avi-packets.ts'
import type { JobOf, RemuxFacts } from '../jobs.ts'
import { runInterleaved } from './interleave.ts'
import type { Feed } from './interleave.ts'
import { openContainer } from './packet-source.ts'
import type { PacketSource, PacketTrack } from './packet-source.ts'
import { alignTracks } from './packet-times.ts'
import type { PlannedTrack, TrackTimes } from './packet-times.ts'
import { probeVideo } from './probe-video.ts'

/** 15 minutes at 60 frames a second are 54,000; a table of millions is a trap. */
const MAX_PACKETS = 500_000
/** Pictures that are there but hidden, as a trim without encoding leaves them: no file without an edit list can hide them. */
const HIDDEN_SECONDS = 0.1
/** A header may round its promise, and sound may end a little before the picture. */
const MISSING_SECONDS = 1

export async function remuxVideo(job: JobOf<'remux'>): Promise<RemuxFacts> {
  try {
    using source =
      job.container === 'avi' ? await openAvi(job.input) : await openContainer(new FilePathSource(job.input))
    if (source === null) throw impossibleError(job.container, 'something in it cannot stand in an MP4')
    await rewriteVideo(source, job)
    const { rewriteAdvised: _, ...facts } = await probeVideo(job.output)
    return { facts, size: (await stat(job.output)).size }
  } catch (error) {
    // Our own disk errors have a code; anything else is the fault of the file.
    if (error instanceof CodedError || (error instanceof Error && 'code' in error)) throw error
    throw impossibleError(job.container, 'it is damaged', error)
  }
}

async function rewriteVideo(source: PacketSource, job: { output: string; container: string }): Promise<void> {
  const times = await source.times()
  checkTracks(times, source.promisedDuration, job.container)
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    // The library writes half a second of a track at a time; gathering that into larger chunks only copies it once more.
    target: new FilePathTarget(job.output, { chunked: false }),
  })
  try {
    await writePackets(output, source, alignTracks(times))
  } catch (error) {
    // Why the writing failed matters more than how closing went.
    await output.cancel().catch(() => {})
    throw error
  }
}

async function writePackets(
  output: Output,
  { video, audio }: PacketSource,
  [plannedVideo, plannedAudio]: readonly PlannedTrack[],
): Promise<void> {
  const videoSink = new EncodedVideoPacketSource(video.codec)
  const audioSink = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(videoSink, { ...video.metadata, maximumPacketCount: plannedVideo?.times.length ?? 0 })
  if (audio) output.addAudioTrack(audioSink, { maximumPacketCount: plannedAudio?.times.length ?? 0 })
  await output.start()
  const feeds = [
    feedTrack(video, plannedVideo, (packet) => videoSink.add(packet, { decoderConfig: video.config })),
  ]
  if (audio)
    feeds.push(
      feedTrack(audio, plannedAudio, (packet) => audioSink.add(packet, { decoderConfig: audio.config })),
    )
  await runInterleaved(feeds)
  await output.finalize()
}

/** Each step writes one packet, so that the tracks lie interleaved. */
async function* feedTrack<Config>(
  track: PacketTrack<Config>,
  planned: PlannedTrack | undefined,
  add: (packet: EncodedPacket) => Promise<void>,
): Feed {
  let index = 0
  for await (const { data, type } of track.packets()) {
    const [time, duration] = [planned?.times[index], planned?.durations[index]]
    if (time === undefined || duration === undefined) throw new Error('more packets than before')
    yield time
    await add(new EncodedPacket(data, type, time, duration))
    index += 1
  }
  if (index !== planned?.times.length) throw new Error('fewer packets than before')
}

function checkTracks(
  tracks: readonly TrackTimes[],
  promisedDuration: number | null,
  container: string,
): void {
  if (tracks.some(({ times }) => times.length === 0))
    throw impossibleError(container, 'one of its tracks is empty')
  if (tracks.some(({ times }) => times.length > MAX_PACKETS))
    throw impossibleError(container, 'it has more frames than any video that the platform takes')
  const [pictures] = tracks
  const first = pictures?.times.reduce((least, time) => Math.min(least, time), Infinity) ?? 0
  if (first < -HIDDEN_SECONDS) throw impossibleError(container, 'it was trimmed and hides pictures')
  const end = Math.max(...tracks.map(({ times }) => times.reduce((most, time) => Math.max(most, time), 0)))
  if (promisedDuration !== null && end < promisedDuration * 0.98 - MISSING_SECONDS)
    throw impossibleError(container, 'it ends before the video does')
}

function impossibleError(container: string, why: string, cause?: unknown): CodedError {
  const message = `The ${container.toUpperCase()} file could not be rewritten for the platform: ${why}. Export the video as MP4 with H.264 and AAC, and upload that.`
  return new CodedError('MEDIA_INVALID', message, { cause })
}
