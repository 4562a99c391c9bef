// Is an upload as fast as the disk and the socket allow, and does memory stay flat? Sends the same bytes to our intake and to
// a raw PUT that is streamed to the disk and flushed, each in a fresh process, in turn.
//   node test/bench/upload.ts [--rounds 5]
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  describeMachine,
  runAlternately,
  median,
  memoryOf,
  printTable,
  quantile,
  verdict,
} from './parts/measure.ts'

const GOAL_RATIO = 1.2
const GOAL_GROWTH = 75

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
/** NIGHTPOST_BENCH_DIR must lie on a real disk: a flush to memory costs nothing. */
const folder = await mkdtemp(join(process.env.NIGHTPOST_BENCH_DIR ?? tmpdir(), 'nightpost-bench-'))
const block = crypto.getRandomValues(new Uint8Array(65_536))

interface Run {
  /** Of the second upload: the first one pays for code that is compiled on the way. */
  readonly seconds: number
  /** MiB that the process grew beyond its size before the first upload. */
  readonly growth: number
}

async function measure(variant: 'raw' | 'intake', megabytes: number, source = 'node'): Promise<Run> {
  const server = fork(join(import.meta.dirname, 'parts/upload-server.ts'), [variant, folder, source])
  try {
    const [port] = (await once(server, 'message')) as [number]
    const before = memoryOf(server.pid ?? 0).now
    await send(port, megabytes, variant === 'raw')
    const started = performance.now()
    await send(port, megabytes, variant === 'raw')
    const seconds = (performance.now() - started) / 1000
    return { seconds, growth: memoryOf(server.pid ?? 0).peak - before }
  } finally {
    server.kill()
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

console.log(`${describeMachine()}; ${rounds} rounds in ${folder}`)
const rows: string[][] = []
for (const megabytes of [100, 400]) {
  const runs = await runAlternately(rounds, {
    raw: () => measure('raw', megabytes),
    intake: () => measure('intake', megabytes),
    web: () => measure('intake', megabytes, 'web'),
  })
  const raw = runs.raw ?? []
  for (const [name, label] of [
    ['raw', 'raw PUT + fdatasync'],
    ['intake', 'intake, node stream'],
    ['web', 'intake, web stream'],
  ] as const) {
    const own = runs[name] ?? []
    const ratios = own.map((run, round) => run.seconds / (raw[round]?.seconds ?? Number.NaN))
    const ratio = median(ratios)
    const spread = `${ratio.toFixed(2)} [${quantile(ratios, 0).toFixed(2)}..${quantile(ratios, 1).toFixed(2)}]`
    const growth = median(own.map((run) => run.growth))
    const goal = name === 'intake' ? `${verdict(ratio, GOAL_RATIO)}, ${verdict(growth, GOAL_GROWTH)}` : ''
    const seconds = median(own.map((run) => run.seconds))
    rows.push([`${megabytes} MB`, label, seconds.toFixed(3), spread, growth.toFixed(0), goal])
  }
}
printTable(
  ['size', 'variant', 's', `× raw (goal ${GOAL_RATIO})`, `growth MiB (goal ${GOAL_GROWTH})`, 'goals'],
  rows,
)
await rm(folder, { recursive: true })
