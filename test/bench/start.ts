// From the start of a process to its first answer, and the memory of a server that waits, with 10,000 posts: the server alone, and
// behind the launcher, as `npm start` runs it on the pinned Node.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { describeMachine, median, memoryOf, printTable, runAlternately, verdict } from './parts/measure.ts'
import { folderWithPosts, LAUNCHER, SERVER, startServer, stopServer } from './parts/server-with-posts.ts'
import { freePort } from '../process-harness/free-port.ts'

const POSTS = 10_000
const ROUNDS = 7
const LOOK_EVERY_MS = 5
/** What only the start needed has been released ten seconds after it. */
const SETTLED_MS = 15_000

const dataDir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
try {
  await main()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  await folderWithPosts(dataDir, POSTS)
  const waits = await runAlternately(ROUNDS, {
    server: () => untilFirstAnswer(SERVER),
    launcher: () => untilFirstAnswer(LAUNCHER),
  })
  console.log(`${describeMachine()}; ${POSTS} posts, ${ROUNDS} rounds, median [from..to]\n`)
  printTable(
    ['case', 'figure', 'goal'],
    [
      waitRow('server alone to its first answer, ms', waits['server'] ?? [], 300),
      waitRow('launcher to the first answer, ms', waits['launcher'] ?? [], 400),
      await memoryRow(),
    ],
  )
}

async function untilFirstAnswer(program: readonly string[]): Promise<number> {
  const port = await freePort()
  const flags = ['--port', String(port), '--data-dir', dataDir, '--no-open', '--no-demo']
  const began = performance.now()
  const child = spawn(process.execPath, [...program, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await pause(LOOK_EVERY_MS)
  const took = performance.now() - began
  await stopServer(child)
  return took
}

async function memoryRow(): Promise<string[]> {
  const { child } = await startServer(dataDir)
  await pause(SETTLED_MS)
  const { now, own } = memoryOf(child.pid ?? 0)
  await stopServer(child)
  return [
    `resident memory ${SETTLED_MS / 1000} s after the start, MiB`,
    // The rest are pages of Node's file, which the kernel maps in larger pieces from a file that was just written than from one
    // that it has read: some 8 MiB more until the machine starts again.
    `${now.toFixed(0)}, of which ${own.toFixed(0)} its own`,
    `≤ 100 ${verdict(now, 100)}`,
  ]
}

function waitRow(what: string, waits: readonly number[], atMost: number): string[] {
  const [middle, least, most] = [median(waits), Math.min(...waits), Math.max(...waits)].map(Math.round)
  return [what, `${middle} [${least}..${most}]`, `≤ ${atMost} ${verdict(median(waits), atMost)}`]
}
