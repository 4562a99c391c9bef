import { EVERYTHING } from '../build.mjs'
import { runOnNode24 } from '../on-node24.mjs'
import { prepare } from '../prepare.mjs'
import { inRepository, ROOT } from '../repository.mjs'

/**
 * `npm run world -- --seed 1 --histories 100`: histories of the whole in one process, on virtual time.
 * @param {import('../report.mjs').Report} report
 * @param {string[]} args
 * @returns {Promise<import('../processes.mjs').Ending>}
 */
export async function runWorld(report, args) {
  await prepare(report, 'all', EVERYTHING)
  return runOnNode24([inRepository('test', 'world', 'run.ts'), ...args], { cwd: ROOT, stdio: 'inherit' })
}
