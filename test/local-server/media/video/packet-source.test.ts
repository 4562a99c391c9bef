import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BufferTarget,
  CustomSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MATROSKA,
  MkvOutputFormat,
  Output,
} from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { openContainer } from '../../../../local-server/media/video/packet-source.ts'

const fixture = (name: string) => join(import.meta.dirname, '../../../fixtures', name)

/** A file none of whose bytes is remembered, and what was read of it. */
function countedSource(bytes: Uint8Array) {
  const read = { total: 0, most: 0 }
  const source = new CustomSource({
    getSize: () => bytes.length,
    read(start, end) {
      read.total += end - start
      read.most = Math.max(read.most, end - start)
      return bytes.subarray(start, end)
    },
    maxCacheSize: 0,
  })
  return { source, read }
}

/** The clip with pictures of the size that a camera makes: the library reads across gaps of less. */
async function clipOfLargePictures(): Promise<Uint8Array> {
  using input = new Input({ source: new FilePathSource(fixture('clip.mkv')), formats: [MATROSKA] })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const [pictures, sounds] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('aac')]
  const target = new BufferTarget()
  const output = new Output({ format: new MkvOutputFormat(), target })
  output.addVideoTrack(pictures)
  output.addAudioTrack(sounds)
  await output.start()
  const [shown, heard] = [await video?.getDecoderConfig(), await audio?.getDecoderConfig()]
  if (!video || !audio || !shown || !heard) throw new Error('the clip lacks a track')
  for await (const { data, type, timestamp, duration } of new EncodedPacketSink(video).packets()) {
    const large = Buffer.concat([data, Buffer.alloc(50_000)])
    await pictures.add(new EncodedPacket(large, type, timestamp, duration), {
      decoderConfig: shown,
    })
  }
  pictures.close()
  for await (const packet of new EncodedPacketSink(audio).packets())
    await sounds.add(packet, { decoderConfig: heard })
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

describe('the times of a video', () => {
  it('are found for all tracks of an MKV in one pass, and never with the whole of it at once', async () => {
    const bytes = await clipOfLargePictures()
    const { source, read } = countedSource(bytes)
    using opened = await openContainer(source)
    const before = read.total
    const times = await opened?.times()
    expect(times?.map((track) => track.times.length)).toEqual([96, 139])
    expect((read.total - before) / bytes.length).toBeCloseTo(1, 1)
    expect(read.most).toBeLessThan(bytes.length / 2)
  })

  it('are in the index of an MP4, none of whose packets is read for them', async () => {
    const { source, read } = countedSource(await readFile(fixture('clip-index-last.mp4')))
    using opened = await openContainer(source)
    const before = read.total
    const times = await opened?.times()
    expect(times?.length).toBe(2)
    expect(read.total - before).toBe(0)
  })
})
