//   npm run world -- [--seed N] [--histories N] [--like N] [--until EVENT] [--trace] [--cells] [--mutants]
//
// Histories from that seed on; a closing line `N passed, N failed`. A broken promise is shown with a small history that breaks it, the
// last events, and the command that replays it. `--until` stops at the first event that contains the text and shows what led to it.
// `--like` takes acts and kinds of fault from another seed, as every tenth history does from one that reached what is rarely reached.
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { realNow, replaceBuiltins } from './builtins.ts'
import { rarelyReached, type Cells } from './cover.ts'
import { dice } from './dice.ts'
import { replaceStatements } from './disk.ts'
import type { Outcome, Plan } from './history.ts'
import { Died } from './machine.ts'
import { A_NIGHT, runNight } from './night.ts'
import { preload } from './preload.ts'
import { shrink } from './shrink.ts'
import { tryMutants } from './try-mutants.ts'

const LAST_EVENTS = 200
/** Every so many histories, one is like another that reached something rare. */
const STEERED = 10

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '1' },
    like: { type: 'string' },
    until: { type: 'string' },
    trace: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    /** Says which cells the histories have reached. */
    cells: { type: 'boolean', default: false },
    /** For `--mutants`: ends at the first failure, without making it small. */
    first: { type: 'boolean', default: false },
    /** This process has a batch of a night. */
    batch: { type: 'boolean', default: false },
  },
})
const say = (text: string) => void process.stdout.write(`${text}\n`)
const [firstSeed, histories] = [Number(values.seed), Number(values.histories)]
const code = await main()
// An exit drops what a busy reader has not taken yet, such as the closing line.
process.stdout.write('', () => process.exit(code))

function main(): Promise<number> {
  if (values.mutants) return tryMutants(say)
  return histories >= A_NIGHT && !values.batch ? runNight(firstSeed, histories, say) : runHistories()
}

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
  const reachedBy = new Map<string, number>()
  const began = realNow()
  for (let nth = 1; nth <= histories; nth += 1) {
    const seed = firstSeed + nth - 1
    const rare = nth % STEERED === 0 ? dice(seed, 'rare').one(rarelyReached(cells)) : ''
    const outcome = await run(planOf(seed, Number(values.like ?? reachedBy.get(rare) ?? seed)))
    sayOutcome(outcome)
    for (const [cell, times] of outcome.cells) {
      cells.set(cell, (cells.get(cell) ?? 0) + times)
      if (!reachedBy.has(cell)) reachedBy.set(cell, outcome.plan.like)
    }
    counts[outcome.broken.length > 0 ? 'failed' : 'passed'] += 1
    if (outcome.broken.length === 0) continue
    if (values.first) break
    saySmall(await shrink(outcome, run))
  }
  if (values.cells)
    for (const [cell, times] of [...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      say(`${String(times).padStart(7)}  ${cell}`)
  say(`\n${((realNow() - began) / 1000).toFixed(1)} s`)
  say(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed > 0 ? 1 : 0
}

function sayOutcome({ plan, hash, trace, struck, states, broken }: Outcome): void {
  const counted = `${plan.acts.length} acts, ${struck.length} faults, ${trace.length} events`
  say(`${nameOf(plan)}  ${hash.slice(0, 16)}  ${counted}  ${states.join(', ')}`)
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
  say(`  Replay: npm run world -- --${nameOf(plan).replace('  ', ' --')}\n`)
}

function nameOf({ seed, like }: Plan): string {
  return like === seed ? `seed ${seed}` : `seed ${seed}  like ${like}`
}
