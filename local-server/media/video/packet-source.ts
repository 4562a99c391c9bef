// The encoded packets of a video file, track by track, from any container.
import { EncodedPacketSink, Input } from 'mediabunny'
import type {
  EncodedPacket,
  InputAudioTrack,
  InputVideoTrack,
  PacketRetrievalOptions,
  Source,
  VideoTrackMetadata,
} from 'mediabunny'
import { runInterleaved } from './interleave.ts'
import type { Feed } from './interleave.ts'
import { aacSteps, toEvenTimes, FRAME_STEPS } from './packet-times.ts'
import type { TrackTimes } from './packet-times.ts'
import { CONTAINERS, soundOf } from './probe-video.ts'

export interface PacketTrack<Config> {
  readonly config: Config
  /** Yields as many packets as there are times, in the same order. */
  packets(): AsyncIterable<EncodedPacket>
}

/** A track whose times are known once it is opened. */
export interface Timed {
  readonly times: TrackTimes
}

export interface VideoPackets extends PacketTrack<VideoDecoderConfig> {
  readonly codec: 'avc' | 'hevc'
  /** The rotation of the picture for display. */
  readonly metadata: VideoTrackMetadata
}

export interface PacketSource extends Disposable {
  readonly video: VideoPackets
  /** Null when there is no sound. */
  readonly audio: PacketTrack<AudioDecoderConfig> | null
  /** When the packets of each track are shown, pictures first. Writing needs to know how many there are and where they begin. */
  times(): Promise<TrackTimes[]>
  /** Seconds that the header promises; null when it does not say. */
  readonly promisedDuration: number | null
}

/** Null when a track has another codec than the platform takes, or a header that decoders need is missing. */
export async function openContainer(file: Source): Promise<PacketSource | null> {
  const input = new Input({ source: file, formats: [...CONTAINERS.keys()] })
  const source = await describe(input).catch(() => null)
  if (source === null) input.dispose()
  return source
}

async function describe(input: Input): Promise<PacketSource | null> {
  const [videoTrack, audioTrack] = [await input.getPrimaryVideoTrack(), await soundOf(input)]
  if (videoTrack === null) return null
  // MP4 counts in fine units; MKV and WebM round to milliseconds.
  const rounds = !['mp4', 'mov'].includes(CONTAINERS.get(await input.getFormat()) ?? '')
  const video = await videoPackets(videoTrack, rounds)
  const audio = audioTrack && (await audioPackets(audioTrack, rounds))
  if (video === null || (audioTrack !== null && audio === null)) return null
  const promisedDuration = await input.getDurationFromMetadata(
    audioTrack ? [videoTrack, audioTrack] : [videoTrack],
  )
  const tracks = audio ? [video, audio] : [video]
  return {
    video,
    audio,
    times: () => readTimes(tracks),
    promisedDuration,
    [Symbol.dispose]: () => input.dispose(),
  }
}

async function videoPackets(track: InputVideoTrack, rounds: boolean) {
  const codec = await track.getCodec()
  const config = await track.getDecoderConfig()
  if ((codec !== 'avc' && codec !== 'hevc') || config?.description === undefined) return null
  const metadata = { rotation: await track.getRotation(), flip: await track.getFlip() }
  return { codec, config, metadata, ...readingOf(track, rounds ? FRAME_STEPS : []) }
}

async function audioPackets(track: InputAudioTrack, rounds: boolean) {
  const config = await track.getDecoderConfig()
  if ((await track.getCodec()) !== 'aac' || config === null) return null
  return { config, ...readingOf(track, rounds ? aacSteps(config.sampleRate) : []) }
}

interface Reading {
  readonly sink: EncodedPacketSink
  /** Times that are rounded are brought back to one of these. */
  readonly steps: readonly number[]
}

function readingOf(track: InputVideoTrack | InputAudioTrack, steps: readonly number[]) {
  const sink = new EncodedPacketSink(track)
  return { sink, steps, packets: () => readPackets(sink) }
}

interface TrackReading extends Reading {
  times: number[]
  latest: number
  lastDuration: number
}

/** One pass for all tracks: MKV is read in pieces that hold packets of all of them, and no packet without its piece. */
async function readTimes(tracks: readonly Reading[]): Promise<TrackTimes[]> {
  const found = tracks.map((track) => ({
    ...track,
    times: [] as number[],
    latest: -Infinity,
    lastDuration: 0,
  }))
  await runInterleaved(found.map((track) => collectTimes(track)))
  return found.map(({ times, steps, lastDuration }) => ({
    times: toEvenTimes(Float64Array.from(times), steps),
    lastDuration,
  }))
}

async function* collectTimes(found: TrackReading): Feed {
  for await (const { timestamp, duration } of readPackets(found.sink, { metadataOnly: true })) {
    found.times.push(timestamp)
    if (timestamp > found.latest) [found.latest, found.lastDuration] = [timestamp, duration]
    yield timestamp
  }
}

/** One at a time: the library's own `packets()` reads ahead by as many as it returned in a second, which may be all of them. */
async function* readPackets(sink: EncodedPacketSink, options?: PacketRetrievalOptions) {
  for (let packet = await sink.getFirstPacket(options); packet;) {
    yield packet
    packet = await sink.getNextPacket(packet, options)
  }
}
