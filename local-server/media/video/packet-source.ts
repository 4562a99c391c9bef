// The encoded packets of a video file, track by track, whatever container they come from.
import { EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import type {
  EncodedPacket,
  InputAudioTrack,
  InputVideoTrack,
  PacketRetrievalOptions,
  VideoTrackMetadata,
} from 'mediabunny'
import { aacSteps, toEvenTimes, FRAME_STEPS } from './packet-times.ts'
import type { TrackTimes } from './packet-times.ts'
import { CONTAINERS } from './probe-video.ts'

export interface PacketTrack<Config> {
  readonly config: Config
  /** When its packets are shown. Read first: writing needs to know how many there are and where they begin. */
  times(): Promise<TrackTimes>
  /** Yields as many packets as there are times, in the same order. */
  packets(): AsyncIterable<EncodedPacket>
}

export interface VideoPackets extends PacketTrack<VideoDecoderConfig> {
  readonly codec: 'avc' | 'hevc'
  /** The turn of the picture for display. */
  readonly metadata: VideoTrackMetadata
}

export interface PacketSource extends Disposable {
  readonly video: VideoPackets
  /** Null when there is no sound. */
  readonly audio: PacketTrack<AudioDecoderConfig> | null
  /** Seconds that the header promises; null when it does not say. */
  readonly promisedDuration: number | null
}

/** Null when a track has another codec than the platform takes, or a header that decoders need is missing. */
export async function openContainer(path: string): Promise<PacketSource | null> {
  const input = new Input({ source: new FilePathSource(path), formats: [...CONTAINERS.keys()] })
  const source = await describe(input).catch(() => null)
  if (source === null) input.dispose()
  return source
}

async function describe(input: Input): Promise<PacketSource | null> {
  const [videoTrack, audioTrack] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (videoTrack === null) return null
  // MP4 counts in fine units; MKV and WebM round to milliseconds.
  const rounds = !['mp4', 'mov'].includes(CONTAINERS.get(await input.getFormat()) ?? '')
  const video = await videoPackets(videoTrack, rounds)
  const audio = audioTrack && (await audioPackets(audioTrack, rounds))
  if (video === null || (audioTrack !== null && audio === null)) return null
  const tracks = audioTrack ? [videoTrack, audioTrack] : [videoTrack]
  const promisedDuration = await input.getDurationFromMetadata(tracks)
  return { video, audio, promisedDuration, [Symbol.dispose]: () => input.dispose() }
}

async function videoPackets(track: InputVideoTrack, rounds: boolean): Promise<VideoPackets | null> {
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

/** Times that are rounded are brought back to one of `steps`. */
function readingOf(track: InputVideoTrack | InputAudioTrack, steps: readonly number[]) {
  const sink = new EncodedPacketSink(track)
  return {
    async times(): Promise<TrackTimes> {
      const times: number[] = []
      let [latest, lastDuration] = [-Infinity, 0]
      for await (const { timestamp, duration } of readPackets(sink, { metadataOnly: true })) {
        times.push(timestamp)
        if (timestamp > latest) [latest, lastDuration] = [timestamp, duration]
      }
      return { times: toEvenTimes(Float64Array.from(times), steps), lastDuration }
    },
    packets: () => readPackets(sink),
  }
}

/** One at a time: the library's own `packets()` reads ahead by as many as it gave out in a second, which may be all of them. */
async function* readPackets(sink: EncodedPacketSink, options?: PacketRetrievalOptions) {
  for (let packet = await sink.getFirstPacket(options); packet;) {
    yield packet
    packet = await sink.getNextPacket(packet, options)
  }
}
