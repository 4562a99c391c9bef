// The one door to everything this repository can do: `npm start`, `npm test`, `npm run check`, …
// Plain JavaScript and `node:` modules only, because it runs on the Node that happens to be on the machine (18 or
// later), before anything is installed. It installs, builds what changed, and hands over to Node 24 from the lockfile.
import { check } from './launch/check.mjs'
import { develop } from './launch/develop.mjs'
import { Failure } from './launch/failure.mjs'
import { exitLike, passSignals, stopAll, stoppedBy } from './launch/processes.mjs'
import { createReport } from './launch/report.mjs'
import { runBench } from './launch/run-bench.mjs'
import { runProgram } from './launch/run-program.mjs'
import { runTests } from './launch/run-tests.mjs'

/** @typedef {import('./launch/report.mjs').Report} Report */
/** @typedef {import('./launch/processes.mjs').Ending} Ending */
/** @type {Record<string, { output: NodeJS.WriteStream, run: (report: Report, args: string[]) => Promise<Ending> }>} */
const COMMANDS = {
  start: { output: process.stdout, run: (report, args) => runProgram(report, 'main', args) },
  dev: { output: process.stdout, run: develop },
  test: { output: process.stdout, run: (report, args) => runTests(report, 'test', args) },
  e2e: { output: process.stdout, run: (report, args) => runTests(report, 'e2e', args) },
  faults: { output: process.stdout, run: (report, args) => runTests(report, 'faults', args) },
  check: { output: process.stdout, run: check },
  bench: { output: process.stdout, run: runBench },
  // The standard output of these belongs to the program: scripts read it.
  key: { output: process.stderr, run: (report, args) => runProgram(report, 'cli/key', args) },
  sandbox: { output: process.stderr, run: (report, args) => runProgram(report, 'cli/sandbox', args) },
  worker: { output: process.stderr, run: (report, args) => runProgram(report, 'cli/worker', args) },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
const report = createReport(command?.output ?? process.stderr)
passSignals()

try {
  if (!command)
    throw new Failure(`There is no command "${name}".`, `Use one of: ${Object.keys(COMMANDS).join(', ')}.`)
  if (name === 'start') report.line('\nNightpost – your posts, once and on time\n')
  exitLike(await command.run(report, args))
} catch (error) {
  report.clear()
  stopAll()
  const signal = stoppedBy()
  if (signal) exitLike({ code: null, signal })
  else if (error instanceof Failure) {
    process.stderr.write(
      `${error.message}\n${error.remedy}\n${error.evidence ? `\n${error.evidence}\n` : ''}`,
    )
    process.exitCode = 1
  } else throw error
}
