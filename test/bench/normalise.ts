// Does the media process cost more than the picture library alone, and do requests notice? Normalises a 12 megapixel
// photograph-like JPEG in our process and with bare sharp in a fork of its own, in turn, while small requests are timed.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { createDiskBlobStore } from '../../local-server/disk/disk-blob-store.ts'
import { createMediaProcess } from '../../local-server/media/media-process.ts'
import { compare, printFigures } from './parts/compare.ts'
import { quantile } from './parts/measure.ts'

const GOAL_RATIO = 1.05
const GOAL_P99 = 7

const folder = await mkdtemp(join(tmpdir(), 'nightpost-bench-'))
const blobs = createDiskBlobStore(folder)
const source = join(folder, 'source.jpg')
await makePhotograph(source)

await using media = createMediaProcess({
  entry: join(import.meta.dirname, '../../local-server/media/child.ts'),
  stagingDir: blobs.stagingDir,
  ffmpegPath: null,
  idleMs: 60_000,
  timeoutMs: 30_000,
  maxResidentBytes: 2 ** 30,
})
const bare = fork(join(import.meta.dirname, 'parts/bare-sharp.ts'), {
  execArgv: ['--max-old-space-size=256'],
})
await once(bare, 'message')

async function ours(): Promise<number> {
  const stagingKey = crypto.randomUUID()
  await copyFile(source, join(blobs.stagingDir, stagingKey))
  const started = performance.now()
  await media.normalise(stagingKey)
  const took = performance.now() - started
  await createDiskBlobStore(folder).sweepStaging()
  return took
}

async function theirs(): Promise<number> {
  bare.send({
    input: source,
    output: join(folder, 'bare.jpg'),
    thumbnail: join(folder, 'bare-thumbnail.jpg'),
  })
  const [took] = (await once(bare, 'message')) as [number]
  return took
}

/** Photograph-like: smooth light, detail and grain, so that the decoder and the encoder have something to do. */
async function makePhotograph(path: string): Promise<void> {
  const noise = await sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .blur(2)
    .png()
    .toBuffer()
  const picture = sharp(noise).resize(4000, 3000, { kernel: 'cubic' })
  await picture.withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toFile(path)
}

async function requestTimes(while_: Promise<unknown>): Promise<number[]> {
  const server = createServer((_request, response) => response.end('{"status":"healthy"}')).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const times: number[] = []
  let running = true
  const done = while_.finally(() => (running = false))
  while (running) {
    const started = performance.now()
    const [response] = await once(get({ host: '127.0.0.1', port }), 'response')
    response.resume()
    await once(response, 'end')
    times.push(performance.now() - started)
    await delay(4)
  }
  await done
  server.close()
  return times
}

await compare('12 megapixels', [
  {
    what: 'normalise + thumbnail, in the media process',
    floorIs: 'the same with bare sharp',
    unit: 'ms',
    goal: { atMost: GOAL_RATIO },
    ours,
    floor: theirs,
  },
])
const times = await requestTimes(tenOfOurs())
printFigures([
  {
    what: `small requests meanwhile (${times.length}), p99`,
    unit: 'ms',
    values: [quantile(times, 0.99)],
    atMost: GOAL_P99,
  },
])
bare.kill()
await rm(folder, { recursive: true })

async function tenOfOurs(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await ours()
}
