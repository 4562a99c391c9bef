// Many histories on all cores, a batch in each process, and what they have reached is added up.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '../../local-server/paths.ts'
import { compareCells, type Cells } from './cover.ts'

/** From so many on, every cell has to be reached. */
export const A_NIGHT = 1_000
/** What was under way on a machine when it died never ends, and is held as long as its process lives: a few megabytes a history. */
const BATCH = 200

const CELL = /^ *(\d+) {2}(\D.*)$/
const CLOSING = /^(\d+) passed, (\d+) failed$/

/** Resolves with the exit code. */
export async function runNight(
  first: number,
  histories: number,
  say: (line: string) => void,
): Promise<number> {
  const counts = { passed: 0, failed: 0 }
  const cells: Cells = new Map()
  const end = first + histories
  let next = first
  const takeBatches = async () => {
    while (next < end) {
      const seed = next
      next += BATCH
      await take(seed, Math.min(BATCH, end - seed))
    }
  }
  const take = async (seed: number, count: number) => {
    for await (const line of runBatch(seed, count)) {
      const [, times, cell = ''] = CELL.exec(line) ?? []
      const [, passed, failed] = CLOSING.exec(line) ?? []
      if (times !== undefined) cells.set(cell, (cells.get(cell) ?? 0) + Number(times))
      else if (passed === undefined) say(line)
      counts.passed += Number(passed ?? 0)
      counts.failed += Number(failed ?? 0)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, takeBatches))
  const unfinished = histories - counts.passed - counts.failed
  if (unfinished > 0) say(`${unfinished} histories did not end: their process did`)
  counts.failed += unfinished + sayMissing(cells, say)
  say(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0
}

/** The lines that a process of its own writes about its histories. */
function runBatch(seed: number, histories: number): AsyncIterable<string> {
  const args = ['--seed', String(seed), '--histories', String(histories), '--cells', '--batch']
  const { stdout } = spawn(process.execPath, [join(repositoryRoot, 'test', 'world', 'run.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return createInterface({ input: stdout })
}

/** How many cells no history has reached. */
function sayMissing(cells: Cells, say: (line: string) => void): number {
  const { missing, unlisted } = compareCells(cells)
  for (const cell of missing) say(`never reached: ${cell}`)
  for (const cell of unlisted) say(`reached, and not in cells.json: ${cell} (${cells.get(cell)} times)`)
  return missing.length
}
