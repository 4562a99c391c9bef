// `nightpost`: the one command line of the installed program, and `npm run nightpost --` in a clone.
import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { StartFailure } from '../terminal/start-failure.ts'

/** Programs of their own, which read their flags themselves. */
const PROGRAMS = {
  start: { description: 'start the server, or say where it runs', load: () => import('../main.ts') },
  key: { description: 'print a new API key of the running server', load: () => import('./key.ts') },
  worker: {
    description: 'run on this computer the Worker that publishes while Nightpost is stopped',
    load: () => import('./worker.ts').catch(explainMissingRuntime),
  },
  sandbox: { description: 'run the stand-in for Instagram on its own', load: () => import('./sandbox.ts') },
}

const nightpost = new Command('nightpost')
  .description(manifest.description)
  .version(manifest.version)
  .enablePositionalOptions()
  .showHelpAfterError('nightpost --help lists the commands.')

for (const [name, { description, load }] of Object.entries(PROGRAMS)) {
  nightpost
    .command(`${name} [flags...]`)
    .description(description)
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (flags: string[]) => {
      process.argv.splice(2, Infinity, ...flags)
      await load()
    })
}

try {
  await nightpost.parseAsync()
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n${error.whatToDo}\n`)
  process.exitCode = 1
}

/** The Worker's runtime is three times as large as everything else, so an installation brings it only when it is asked for. */
function explainMissingRuntime(error: unknown): never {
  if (!(error instanceof Error && error.message.includes("'miniflare'"))) throw error
  const runtime = `miniflare@${manifest.devDependencies.miniflare}`
  throw new StartFailure(
    'The Worker’s runtime (160 MB) is not installed.',
    `Install it beside Nightpost, npm install --global ${runtime}, or run npx --package=nightpost --package=${runtime} nightpost worker`,
  )
}
