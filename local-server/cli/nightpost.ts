// `nightpost`: the one command line of the installed program, and `npm run nightpost --` in a clone.
import { Argument, InvalidArgumentError, Option } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import type { BackupFlags } from './backup.ts'
import type { Shell } from './completion.ts'
import { addContractCommands } from './contract-commands.ts'
import { defaultDataDir, readAgentSettings } from '../config.ts'
import { createCommand } from '../terminal/create-command.ts'
import { endWithOutput } from '../terminal/closed-output.ts'
import { readFolder } from './flag-values.ts'
import { asFailure, endWithFailure, StartFailure } from '../terminal/start-failure.ts'

/** Programs of their own, which read their flags themselves and know what to do without output. */
const PROGRAMS = {
  start: { description: 'start the server, or say where it runs', load: () => import('../main.ts') },
  key: { description: 'print a new API key of the running server', load: () => import('./key.ts') },
  worker: {
    description: 'run on this computer the Worker that publishes while Nightpost is stopped',
    load: () => import('./worker.ts').catch(explainMissingRuntime),
  },
  sandbox: { description: 'run the stand-in for Instagram on its own', load: () => import('./sandbox.ts') },
}

const nightpost = createCommand('nightpost')
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

const dataDir = new Option('--data-dir <dir>', 'the data folder')
  .default(defaultDataDir())
  .argParser(readFolder)
const asJson = new Option('--json', 'for programs: one line of JSON')

interface InFolder {
  readonly dataDir: string
}

nightpost
  .command('stop')
  .description('stop the running server as Ctrl+C does, with nothing interrupted')
  .addOption(dataDir)
  .action(async (options: InFolder) => (await import('./running.ts')).stop(options.dataDir))

nightpost
  .command('status')
  .description('say whether it runs and what comes next; exit code 3 when it does not run')
  .addOption(dataDir)
  .addOption(asJson)
  .action(async (options: InFolder & { json?: true }) =>
    (await import('./running.ts')).printStatus(options.dataDir, options.json === true),
  )

nightpost
  .command('open')
  .description('open the page in your browser, signed in')
  .option('--print', 'print the link instead; it is good once, for ten minutes')
  .addOption(dataDir)
  .action(async (options: InFolder & { print?: true }) =>
    (await import('./running.ts')).open(options.dataDir, options.print === true),
  )

nightpost
  .command('logs')
  .description('show the log')
  .option('-n, --lines <number>', 'how many of the newest lines', wholeNumber, 50)
  .option('-f, --follow', 'and those to come, until Ctrl+C')
  .addOption(dataDir)
  .action(async (options: InFolder & { lines: number; follow?: true }) =>
    (await import('./running.ts')).logs(options.dataDir, options.lines, options.follow === true),
  )

nightpost
  .command('mcp')
  .description('serve an agent over standard input and output; NIGHTPOST_KEY is the API key that it may use')
  .addOption(dataDir)
  .action(async (options: InFolder) =>
    (await import('./mcp.ts')).serveAgent(options.dataDir, readAgentSettings()),
  )

nightpost
  .command('doctor')
  .description('say what works, what does not and what helps; exit code 1 when something is broken')
  .addOption(dataDir)
  .addOption(asJson)
  .action(async (options: InFolder & { json?: true }) =>
    (await import('./doctor.ts')).doctor(options.dataDir, options.json === true),
  )

nightpost
  .command('update')
  .description('ask npm’s registry, once, whether there is a newer version and what has changed in it')
  .requiredOption('--check', 'nothing is changed here')
  .addOption(dataDir)
  .action(async (options: InFolder) => (await import('./update.ts')).checkForUpdate(options.dataDir))

const service = nightpost
  .command('service')
  .description('run it from your login on, and again after a crash')
  .enablePositionalOptions()
service
  .command('install [flags...]')
  .description('install and start the service; the flags are those of nightpost start')
  .allowUnknownOption()
  .passThroughOptions()
  .action(async (flags: string[]) => (await import('./service.ts')).install(flags))
service
  .command('remove')
  .description('stop the service and remove it')
  .action(async () => (await import('./service.ts')).uninstall())
service
  .command('status')
  .description('say whether it is installed and runs; exit code 3 when it does not run')
  .addOption(asJson)
  .action(async ({ json }: { json?: true }) =>
    (await import('./service.ts')).printServiceStatus(json === true),
  )

const passphraseFile = new Option(
  '--passphrase-file <file>',
  'its first line is the passphrase; otherwise NIGHTPOST_BACKUP_PASSPHRASE is, or you are asked',
)

nightpost
  .command('backup <file>')
  .description('copy the data folder, also while the server runs, into one file encrypted with a passphrase')
  .option('--media', 'with all pictures and videos')
  .option('--check', 'only open a backup that is there, and say whether it could be restored')
  .addOption(passphraseFile)
  .addOption(dataDir)
  .addHelpText(
    'after',
    '\nThe file is in the age format: age --decrypt FILE | tar --list opens it without Nightpost.',
  )
  .action(async (file: string, flags: BackupFlags) => (await import('./backup.ts')).runBackup(file, flags))

nightpost
  .command('restore <file>')
  .description('make a new data folder of a backup; nothing is published before you confirm on the page')
  .addOption(passphraseFile)
  .addOption(dataDir)
  .action(async (file: string, flags: BackupFlags) => (await import('./backup.ts')).runRestore(file, flags))

addContractCommands(nightpost, [dataDir, asJson])

nightpost
  .command('completion')
  .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
  .description('print what makes your shell complete the commands')
  .addHelpText('after', '\nExample, for ~/.bashrc:\n  eval "$(nightpost completion bash)"')
  .action(async (shell: Shell) => (await import('./completion.ts')).printCompletion(nightpost, shell))

const isProgram = Object.hasOwn(PROGRAMS, process.argv[2] ?? '')
if (!isProgram) endWithOutput()
try {
  await nightpost.parseAsync()
} catch (error) {
  endWithFailure(isProgram ? error : asFailure(error))
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
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
