// Does the media process cost more than the picture library alone, and do requests notice? Normalises a 12 megapixel
// photograph-like JPEG in our process and with bare sharp in a fork of its own, in turn, while small requests are timed.
//   node test/bench/normalise.ts [--rounds 7]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { createDiskBlobStore } from '../../local-server/disk/disk-blob-store.ts'
import { createMediaProcess } from '../../local-server/media/media-process.ts'
import { describeMachine, runAlternately, median, printTable, quantile, verdict } from './parts/measure.ts'

const GOAL_RATIO = 1.15
const GOAL_P99 = 10

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
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

console.log(`${describeMachine()}; ${values.rounds} rounds`)
for (let warmUp = 0; warmUp < 2; warmUp++) await runAlternately(1, { ours, theirs })
const runs = await runAlternately(Number(values.rounds), { ours, theirs })
const ratio = median((runs.ours ?? []).map((took, round) => took / (runs.theirs?.[round] ?? Number.NaN)))
const times = await requestTimes(runAlternately(10, { ours }))
const p99 = quantile(times, 0.99)
printTable(
  ['what', 'value', 'goal', ''],
  [
    ['12 MP normalise + thumbnail, media process, ms', median(runs.ours ?? []).toFixed(0), '', ''],
    ['the same with bare sharp, ms', median(runs.theirs ?? []).toFixed(0), '', ''],
    ['ratio, round by round', ratio.toFixed(2), `≤ ${GOAL_RATIO}`, verdict(ratio, GOAL_RATIO)],
    [
      `small requests meanwhile, p99 ms (${times.length})`,
      p99.toFixed(1),
      `≤ ${GOAL_P99}`,
      verdict(p99, GOAL_P99),
    ],
  ],
)
bare.kill()
await rm(folder, { recursive: true })
