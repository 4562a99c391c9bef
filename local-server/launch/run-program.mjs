import { pathToFileURL } from 'node:url'
import { EVERYTHING, SERVER, WORKER } from './build.mjs'
import { runOnNode24 } from './node24.mjs'
import { prepare } from './prepare.mjs'
import { inRepository } from './repository.mjs'

/** What each program is made of. */
const BUILDS = {
  main: EVERYTHING,
  'cli/key': [SERVER],
  'cli/sandbox': [SERVER],
  'cli/worker': [SERVER, WORKER],
}

/**
 * Runs one of the bundled programs in the terminal it was called from. The program owns the terminal's streams; the
 * channel beside them tells it when this launcher is gone.
 * @param {import('./report.mjs').Report} report
 * @param {keyof typeof BUILDS} program
 * @param {string[]} args
 */
export async function runProgram(report, program, args) {
  const node24 = await prepare(report, BUILDS[program])
  const follow = pathToFileURL(inRepository('local-server', 'launch', 'in-program.mjs')).href
  const file = inRepository('local-server', 'dist', `${program}.js`)
  // The person waits since this process began, not since the program's own start.
  const launchedAt = Math.round(Date.now() - process.uptime() * 1000)
  return runOnNode24(node24, [`--import=${follow}`, file, ...args], {
    env: { NIGHTPOST_LAUNCHED_AT: String(launchedAt) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
