import { pathToFileURL } from 'node:url'
import { PAGE, SERVER } from './build.mjs'
import { runOnNode24 } from './node24.mjs'
import { prepare } from './prepare.mjs'
import { inRepository } from './repository.mjs'

/** @typedef {import('./report.mjs').Report} Report */

/** Node writes times since its own start; the person waits since this one's. */
const LAUNCHED_AT = Math.round(Date.now() - process.uptime() * 1000)

/**
 * Runs one of the bundled programs in the terminal it was called from.
 * @param {Report} report
 * @param {'main' | 'cli/key' | 'cli/sandbox'} program
 * @param {string[]} args
 */
export async function runProgram(report, program, args) {
  const node24 = await prepare(report, program === 'main' ? [PAGE, SERVER] : [SERVER])
  return inForeground(node24, [inRepository('local-server', 'dist', `${program}.js`), ...args])
}

/**
 * @param {Report} report
 * @param {string[]} args
 */
export async function runBench(report, args) {
  const node24 = await prepare(report, [PAGE, SERVER])
  return inForeground(node24, [inRepository('test', 'bench', 'run.ts'), ...args])
}

/**
 * The program owns the terminal's streams; the channel beside them tells it when this launcher is gone.
 * @param {string} node24
 * @param {string[]} args
 */
function inForeground(node24, args) {
  const follow = pathToFileURL(inRepository('local-server', 'launch', 'in-program.mjs')).href
  return runOnNode24(node24, [`--import=${follow}`, ...args], {
    env: { NIGHTPOST_LAUNCHED_AT: String(LAUNCHED_AT) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
