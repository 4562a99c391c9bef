// Is an upload as fast as the disk and the socket allow, and does memory stay flat? Sends the same bytes to our intake and to
// a raw PUT that is streamed to the disk and flushed, each in a fresh process, in turn.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, printFigures, withoutWarmUp } from './parts/compare.ts'
import { memoryOf } from './parts/measure.ts'
import { keepFirstProcessor } from './parts/processors.ts'
import { forkPart, stop } from './parts/programs.ts'

const SIZES = [100, 400]
const GOAL_RATIO = 1.2
const GOAL_GROWTH = 75

/** NIGHTPOST_BENCH_DIR must lie on a real disk: a flush to memory costs nothing. */
const folder = await mkdtemp(join(process.env.NIGHTPOST_BENCH_DIR ?? tmpdir(), 'nightpost-bench-'))
const block = crypto.getRandomValues(new Uint8Array(65_536))
keepFirstProcessor()

/** MiB that the process of each run grew beyond its size before the first upload. */
const growths = new Map(SIZES.map((megabytes) => [megabytes, [] as number[]]))

/** Milliseconds of the second upload: the first one pays for code that is compiled on the way. */
async function measure(variant: 'raw' | 'intake', megabytes: number): Promise<number> {
  const server = forkPart('upload-server.ts', [variant, folder])
  try {
    const [port] = (await once(server, 'message')) as [number]
    const before = memoryOf(server.pid ?? 0).now
    await send(port, megabytes, variant === 'raw')
    const started = performance.now()
    await send(port, megabytes, variant === 'raw')
    const took = performance.now() - started
    if (variant === 'intake') growths.get(megabytes)?.push(memoryOf(server.pid ?? 0).peak - before)
    return took
  } finally {
    await stop(server)
  }
}

/** The sender is the same for all: 64 KiB blocks, waiting when the socket is full. */
async function send(port: number, megabytes: number, raw: boolean): Promise<void> {
  const [head, tail] = raw ? ['', ''] : [HEAD, TAIL]
  const length = megabytes * 2 ** 20 + head.length + tail.length
  const type = raw ? 'application/octet-stream' : `multipart/form-data; boundary=${BOUNDARY}`
  const headers = { 'content-type': type, 'content-length': length }
  const sending = request({ host: '127.0.0.1', port, method: 'POST', headers })
  const answered = once(sending, 'response')
  sending.write(head)
  for (let sent = 0; sent < megabytes * 16; sent++) if (!sending.write(block)) await once(sending, 'drain')
  sending.end(tail)
  const [response] = await answered
  if (response.statusCode !== 201) throw new Error(`the server answered ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
}

const BOUNDARY = 'nightpost-bench'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

await compare(
  `in ${folder}`,
  SIZES.map((megabytes) => ({
    what: `an upload of ${megabytes} MB`,
    floorIs: 'raw PUT + fdatasync',
    unit: 'ms',
    goal: { atMost: GOAL_RATIO },
    ours: () => measure('intake', megabytes),
    floor: () => measure('raw', megabytes),
  })),
)
printFigures(
  SIZES.map((megabytes) => ({
    what: `memory that the process grew by, ${megabytes} MB`,
    unit: 'MiB',
    values: withoutWarmUp(growths.get(megabytes) ?? []),
    atMost: GOAL_GROWTH,
  })),
)
await rm(folder, { recursive: true })
