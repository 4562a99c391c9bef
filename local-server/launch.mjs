// The one entry to everything in this repository: `npm start`, `npm test`, `npm run check`, … Plain JavaScript and
// `node:` modules only, because it starts on the machine's own Node (18 or later), before anything is installed.
// There it only fetches Node 24 and continues in it: installs, builds what changed, and becomes the program or runs
// the suite.
import { LaunchFailure } from './launch/failure.mjs'
import { goOnInNode24 } from './launch/go-on-in-node24.mjs'
import { isSecondProcess } from './launch/launched.mjs'
import { exitLike, passSignals, stopAll, stoppedBy } from './launch/processes.mjs'
import { createReport } from './launch/report.mjs'

/** @typedef {import('./launch/report.mjs').Report} Report */
/** @typedef {import('./launch/processes.mjs').Ending} Ending */
/** @typedef {(report: Report, args: string[]) => Promise<Ending | null>} Run null: this process has become the program */

/** @type {Record<string, { output: NodeJS.WriteStream, run: Run }>} */
const COMMANDS = {
  start: { output: process.stdout, run: program('main') },
  dev: {
    output: process.stdout,
    run: async (report, args) => (await import('./launch/commands/develop.mjs')).develop(report, args),
  },
  test: { output: process.stdout, run: suite('test') },
  e2e: { output: process.stdout, run: suite('e2e') },
  faults: { output: process.stdout, run: suite('faults') },
  check: {
    output: process.stdout,
    run: async (report) => (await import('./launch/commands/check.mjs')).check(report),
  },
  bench: {
    output: process.stdout,
    run: async (report, args) => (await import('./launch/commands/run-bench.mjs')).runBench(report, args),
  },
  world: {
    output: process.stdout,
    run: async (report, args) => (await import('./launch/commands/run-world.mjs')).runWorld(report, args),
  },
  mutants: {
    output: process.stdout,
    run: async (report, args) => (await import('./launch/commands/run-mutants.mjs')).runMutants(report, args),
  },
  // The standard output of these belongs to the program: scripts read it.
  pack: {
    output: process.stderr,
    run: async (report, args) => (await import('./launch/commands/pack.mjs')).pack(report, args),
  },
  nightpost: { output: process.stderr, run: program('cli/nightpost') },
  key: { output: process.stderr, run: program('cli/key') },
  sandbox: { output: process.stderr, run: program('cli/sandbox') },
  worker: { output: process.stderr, run: program('cli/worker') },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
const report = createReport(command?.output ?? process.stderr)
passSignals()

try {
  if (!command)
    throw new LaunchFailure(
      `There is no command "${name}".`,
      `Use one of: ${Object.keys(COMMANDS).join(', ')}.`,
    )
  if (name === 'start' && !isSecondProcess) report.line('\nNightpost – your posts, once and on time\n')
  const ending = (!isSecondProcess && (await goOnInNode24(report))) || (await command.run(report, args))
  if (ending) exitLike(ending)
} catch (error) {
  report.clear()
  stopAll()
  const signal = stoppedBy()
  if (signal) exitLike({ code: null, signal })
  else if (error instanceof LaunchFailure) {
    process.stderr.write(
      `${error.message}\n${error.remedy}\n${error.evidence ? `\n${error.evidence}\n` : ''}`,
    )
    process.exitCode = 1
  } else throw error
}

/**
 * @param {Parameters<typeof import('./launch/commands/run-program.mjs').becomeProgram>[1]} file
 * @returns {Run}
 */
function program(file) {
  return async (report, args) =>
    (await import('./launch/commands/run-program.mjs')).becomeProgram(report, file, args)
}

/**
 * @param {Parameters<typeof import('./launch/commands/run-tests.mjs').runTests>[1]} name
 * @returns {Run}
 */
function suite(name) {
  return async (report, args) =>
    (await import('./launch/commands/run-tests.mjs')).runTests(report, name, args)
}
