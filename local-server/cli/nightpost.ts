// `nightpost`: the one command line of the installed program, and `npm run nightpost --` in a clone.
import manifest from '../../package.json' with { type: 'json' }
import { lastingPathOf } from '../programs/lasting-path.ts'
import { endWithOutput } from '../terminal/closed-output.ts'
import { endCommand, endWithFailure, StartFailure } from '../terminal/start-failure.ts'
import { createCommandLine } from './command-line.ts'

const PROGRAMS = {
  start: { description: 'start the server, or say where it runs', load: () => import('../main.ts') },
  key: { description: 'print a new API key of the running server', load: () => import('./key.ts') },
  worker: {
    description: 'run on this computer the Worker that publishes while Nightpost is stopped',
    load: () => import('./worker.ts').catch(explainMissingRuntime),
  },
  sandbox: { description: 'run the stand-in for Instagram on its own', load: () => import('./sandbox.ts') },
}

// Services and agents are told to start it by this path, and a server starts others by it for months.
process.execPath = lastingPathOf(process.execPath)

const isProgram = Object.hasOwn(PROGRAMS, process.argv[2] ?? '')
if (!isProgram) endWithOutput()
try {
  await createCommandLine(PROGRAMS).parseAsync()
} catch (error) {
  if (isProgram) endWithFailure(error)
  else endCommand(error, process.argv.includes('--json'))
}

/** The Worker's runtime is three times as large as everything else, so an installation brings it only when it is asked for. */
function explainMissingRuntime(error: unknown): never {
  if (!(error instanceof Error && error.message.includes("'miniflare'"))) throw error
  const runtime = `miniflare@${manifest.devDependencies.miniflare}`
  throw new StartFailure(
    'The Worker’s runtime (160 MB) is not installed.',
    `Install it beside Nightpost: npm install --global ${runtime}`,
  )
}
