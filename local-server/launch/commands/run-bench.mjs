import { EVERYTHING } from '../build.mjs'
import { LaunchFailure } from '../failure.mjs'
import { runOnNode24 } from '../on-node24.mjs'
import { prepare } from '../prepare.mjs'
import { stoppedBy } from '../processes.mjs'
import { inRepository, ROOT } from '../repository.mjs'

/** The programs of test/bench, in the order they run when none is named. */
const SCENARIOS = [
  'start',
  'list',
  'listeners',
  'bulk',
  'publication',
  'upload',
  'normalise',
  'remux',
  'lateness',
  'lateness-cloud',
  'lateness-accounts',
  'accounts',
  'idle-day',
  'worker-start',
  'files-run',
  'page',
]

/**
 * `npm run bench` measures everything, `npm run bench -- upload --pairs 3` tries one thing out.
 * @param {import('../report.mjs').Report} report
 * @param {string[]} args
 * @returns {Promise<import('../processes.mjs').Ending>}
 */
export async function runBench(report, args) {
  const [name, ...rest] = args
  if (name && !SCENARIOS.includes(name)) {
    throw new LaunchFailure(
      `There is nothing called "${name}" to measure.`,
      `Name one of: ${SCENARIOS.join(', ')}.`,
    )
  }
  await prepare(report, 'all', EVERYTHING)
  let code = 0
  for (const scenario of name ? [name] : SCENARIOS) {
    report.line(`\n${scenario}`)
    const program = inRepository('test', 'bench', `${scenario}.ts`)
    const ending = await runOnNode24([program, ...rest], { cwd: ROOT, stdio: 'inherit' })
    if (stoppedBy()) return ending
    code ||= ending.code ?? 1
  }
  return { code, signal: null }
}
