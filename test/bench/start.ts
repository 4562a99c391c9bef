// From the start of a process to its first answer next to an empty program of the same Node, which has ended by then, and the memory
// of a server that waits, with 10,000 posts: the server alone, and behind the launcher, as `npm start` runs it on the pinned Node.
// A start uses what processors there are, so nothing is pinned.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { START_FLAGS } from '../../local-server/launch/go-on-in-node24.mjs'
import { freePort } from '../process-harness/free-port.ts'
import { compare, printFigures } from './parts/compare.ts'
import { memoryOf } from './parts/measure.ts'
import { LAUNCHER, SERVER, startServer, stop } from './parts/programs.ts'
import { folderWithPosts } from './parts/server-with-posts.ts'

const POSTS = 10_000
const LOOK_EVERY_MS = 3
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
  const floor = { floorIs: 'an empty program', unit: 'ms', floor: untilEmptyProgramEnded }
  await compare(`${POSTS} posts, to the first answer`, [
    { what: 'server alone', ...floor, goal: { atMost: 5 }, ours: () => untilFirstAnswer(SERVER) },
    { what: 'launcher', ...floor, goal: { atMost: 6.5 }, ours: () => untilFirstAnswer(LAUNCHER) },
  ])
  const { now, own } = await settledMemory()
  // The rest are pages of Node's file, which the kernel maps in larger pieces from a file that was just written than from one
  // that it has read: some 8 MiB more until the machine starts again.
  const what = `resident ${SETTLED_MS / 1000} s after the start, of which ${own.toFixed(0)} its own`
  printFigures([{ what, unit: 'MiB', values: [now], atMost: 100 }])
}

function run(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function untilEmptyProgramEnded(): Promise<number> {
  const began = performance.now()
  await once(run([...START_FLAGS, '--eval', '0']), 'exit')
  return performance.now() - began
}

async function untilFirstAnswer(program: readonly string[]): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = run([...program, '--port', String(port), '--data-dir', dataDir, '--no-open', '--no-demo'])
  while (!(await isHealthy(port))) await pause(LOOK_EVERY_MS)
  const took = performance.now() - began
  await stop(child)
  return took
}

/** Asked without a connection that is kept: a look that finds nobody costs next to nothing. */
async function isHealthy(port: number): Promise<boolean> {
  const asking = get({ host: '127.0.0.1', port, path: '/api/v1/health', agent: false })
  try {
    const [answer] = await once(asking, 'response')
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}

async function settledMemory() {
  const { child } = await startServer(dataDir)
  await pause(SETTLED_MS)
  const memory = memoryOf(child.pid ?? 0)
  await stop(child)
  return memory
}
