//   npm run world -- [--seed N] [--histories N] [--until EVENT] [--trace] [--cells] [--mutants]
//
// Histories from that seed on; a closing line `N passed, N failed`. A broken promise is shown with a small history that breaks it, the
// last events, and the command that replays it. `--until` stops at the first event that contains the text and shows what led to it.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { realNow, replaceBuiltins } from './builtins.ts'
import { compareCells, type Cells } from './cover.ts'
import { replaceStatements } from './disk.ts'
import type { Outcome, Plan } from './history.ts'
import { Died } from './machine.ts'
import { preload } from './preload.ts'
import { shrink } from './shrink.ts'
import { tryMutants } from './try-mutants.ts'

const LAST_EVENTS = 200
/** From so many on, every cell has to be reached. */
const A_NIGHT = 1_000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '1' },
    until: { type: 'string' },
    trace: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    /** Says which cells the histories have reached. */
    cells: { type: 'boolean', default: false },
    /** For `--mutants`: ends at the first failure, without making it small. */
    first: { type: 'boolean', default: false },
  },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)
process.exit(values.mutants ? await tryMutants(say) : await runHistories())

async function runHistories(): Promise<number> {
  replaceBuiltins()
  replaceStatements()
  // What was under way on a machine when it died has nobody left to hear of it.
  process.on('unhandledRejection', (error) => {
    if (!(error instanceof Died))
      say(`an error that nobody handles: ${error instanceof Error ? error.stack : String(error)}`)
  })
  // Nothing of the product is loaded before time is the world's.
  const { planOf, runHistory } = await import('./history.ts')
  await preload()
  const dir = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `nightpost-world-${process.pid}`)
  const run = (plan: Plan) => runHistory(plan, dir)
  const counts = { passed: 0, failed: 0 }
  const cells: Cells = new Map()
  const began = realNow()
  const first = Number(values.seed)
  for (let seed = first; seed < first + Number(values.histories); seed += 1) {
    const outcome = await run(planOf(seed))
    sayOutcome(outcome)
    for (const [cell, times] of outcome.cells) cells.set(cell, (cells.get(cell) ?? 0) + times)
    counts[outcome.broken.length > 0 ? 'failed' : 'passed'] += 1
    if (outcome.broken.length === 0) continue
    if (values.first) break
    saySmall(await shrink(outcome, run))
  }
  if (values.cells)
    for (const [cell, times] of [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      say(`${String(times).padStart(7)}  ${cell}`)
  if (Number(values.histories) >= A_NIGHT) counts.failed += sayMissing(cells)
  say(`\n${((realNow() - began) / 1000).toFixed(1)} s`)
  say(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed > 0 ? 1 : 0
}

/** How many cells no history has reached. */
function sayMissing(cells: Cells): number {
  const { missing, unlisted } = compareCells(cells)
  for (const cell of missing) say(`never reached: ${cell}`)
  for (const cell of unlisted) say(`reached, and not in cells.json: ${cell}`)
  return missing.length
}

function sayOutcome({ plan, hash, trace, struck, states, broken }: Outcome): void {
  const counted = `${plan.acts.length} acts, ${struck.length} faults, ${trace.length} events`
  say(`seed ${plan.seed}  ${hash.slice(0, 16)}  ${counted}  ${states.join(', ')}`)
  for (const sentence of broken) say(`  ${sentence}`)
  if (values.trace) say(trace.join('\n'))
  if (values.until === undefined) return
  const at = trace.findIndex((event) => event.includes(values.until ?? ''))
  if (at >= 0) say(trace.slice(Math.max(0, at - LAST_EVENTS), at + 1).join('\n'))
}

function saySmall({ plan, trace, broken, struck }: Outcome): void {
  say(
    `\n  Small: ${plan.acts.length} acts, ${struck.length} faults, of ${Object.keys(plan.mix).join(', ') || 'no kind'}`,
  )
  for (const event of trace.slice(-LAST_EVENTS)) say(`    ${event}`)
  for (const sentence of broken) say(`  ${sentence}`)
  say(`  Replay: npm run world -- --seed ${plan.seed}\n`)
}
