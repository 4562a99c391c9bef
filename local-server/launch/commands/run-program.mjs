import { pathToFileURL } from 'node:url'
import { EVERYTHING, SERVER, WORKER } from '../build.mjs'
import { noteRunning } from '../in-use.mjs'
import { SINCE_LAUNCH } from '../launched.mjs'
import { prepare } from '../prepare.mjs'
import { leaveSignals, stoppedBy } from '../processes.mjs'
import { inRepository } from '../repository.mjs'

/** @typedef {{ parts: import('../install.mjs').Parts, builds: import('../build.mjs').Build[] }} Needs */

/** @satisfies {Record<string, Needs>} */
const PROGRAMS = {
  /** It also deploys the Worker. */
  main: { parts: 'run', builds: EVERYTHING },
  'cli/key': { parts: 'run', builds: [SERVER] },
  'cli/sandbox': { parts: 'run', builds: [SERVER] },
  /** Any of its commands: it starts the server, too. */
  'cli/nightpost': { parts: 'run', builds: EVERYTHING },
  'cli/worker': { parts: 'worker', builds: [SERVER, WORKER] },
}

/**
 * Becomes one of the bundled programs: its signals, streams and exit code are this process's own.
 * @param {import('../report.mjs').Report} report
 * @param {keyof typeof PROGRAMS} program
 * @param {string[]} args
 */
export async function becomeProgram(report, program, args) {
  const { parts, builds } = PROGRAMS[program]
  await prepare(report, parts, builds)
  noteRunning()
  leaveSignals()
  if (stoppedBy()) throw new Error('stopped')
  const file = inRepository('local-server', 'dist', `${program}.js`)
  Object.assign(process.env, SINCE_LAUNCH)
  process.argv.splice(1, Infinity, file, ...args)
  if (program === 'cli/nightpost') goWhereItWasTyped(process.env)
  await import('../in-program.mjs')
  await import(pathToFileURL(file).href)
  return null
}

/**
 * npm runs a script in the folder of its package.json, and the names of files that follow a command are meant where its user is.
 * @param {NodeJS.ProcessEnv} env
 */
function goWhereItWasTyped({ npm_lifecycle_event: script, INIT_CWD: folder }) {
  if (script !== 'nightpost' || !folder) return
  try {
    process.chdir(folder)
  } catch {
    // It is gone.
  }
}
