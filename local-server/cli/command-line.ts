// The commands of `nightpost`. Their code is loaded when one is used.
import { Argument, Option, type Command, type CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { defaultDataDir, readAgentSettings, readDataDir, usageSentence } from '../config.ts'
import { createCommand } from '../terminal/create-command.ts'
import { UsageFailure } from '../terminal/start-failure.ts'
import { AGENT_CLIENTS, type AgentClient } from './agents/agent-clients.ts'
import type { BackupFlags } from './backup.ts'
import type { Shell } from './completion.ts'
import { addContractCommands, type CommonFlags } from './contract/contract-commands.ts'
import { readFolder, wholeNumber } from './contract/flag-values.ts'
import type { LogFlags } from './log-lines.ts'

/** A program of its own, which reads its flags itself and knows what to do without output. */
export interface Program {
  readonly description: string
  load(): Promise<unknown>
}

interface InFolder {
  readonly dataDir: string
}

interface McpFlags extends InFolder {
  readonly printConfig?: AgentClient
  readonly http?: true
}

export function createCommandLine(programs: Readonly<Record<string, Program>> = {}): Command {
  const nightpost = createCommand('nightpost')
    .description(manifest.description)
    .version(manifest.version)
    .enablePositionalOptions()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', EXIT_HELP)
  const dataDir = new Option('--data-dir <dir>', 'the data folder')
    .default(defaultDataDir())
    .argParser(readFolder)
  const flags = {
    dataDir,
    asJson: new Option('--json', 'for programs: one line of JSON'),
    asJsonLines: new Option('--json', 'for programs: a line of JSON for each entry'),
  }
  addPrograms(nightpost, programs)
  addRunningCommands(nightpost, flags)
  addHelperCommands(nightpost, flags)
  addServiceCommands(nightpost, flags)
  addBackupCommands(nightpost, flags)
  addContractCommands(nightpost, flags)
  nightpost
    .command('completion')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .description('print what makes your shell complete the commands')
    .addHelpText('after', COMPLETION_HELP)
    .action(async (shell: Shell) => (await import('./completion.ts')).printCompletion(nightpost, shell))
  // Not before: help is printed whatever the variable holds.
  nightpost.hook('preAction', (_nightpost, command) => {
    refuseFlagsOfGroup(command)
    if (command.getOptionValueSource('dataDir') === 'default')
      command.setOptionValue('dataDir', readDataDir())
  })
  refuseWrongWords(nightpost)
  return nightpost
}

const COMPLETION_HELP = `
Examples:
  eval "$(nightpost completion bash)"       in ~/.bashrc
  eval "$(nightpost completion zsh)"        in ~/.zshrc, after compinit
  nightpost completion fish | source        in ~/.config/fish/config.fish`

const EXIT_HELP = `
Exit codes: 0 done, 1 failed or not all of it, 2 wrong usage, 3 refused by Nightpost, 4 no server, 5 accepted and has to
wait, 6 wrong passphrase.`

/** What stands before `import` in `nightpost schedule --zone X import` is read for `schedule`, and would be left out. */
function refuseFlagsOfGroup(command: Command): void {
  const { parent } = command
  const isGiven = (option: Option) => parent?.getOptionValueSource(option.attributeName()) === 'cli'
  const flag = parent?.options.find(isGiven)?.long
  if (flag === undefined) return
  const words = `nightpost ${parent?.name()} ${command.name()}`
  throw new UsageFailure(`${flag} belongs after ${words}.`, `${words} --help says more.`)
}

/** Each with the usage of the command that they were given to. */
function refuseWrongWords(command: Command): void {
  const usage = command.createHelp().commandUsage(command)
  command.exitOverride((error) => {
    if (error.exitCode === 0) process.exit(0)
    throw wrongWords(error, usage)
  })
  for (const below of command.commands) refuseWrongWords(below)
}

function wrongWords(error: CommanderError, usage: string): UsageFailure {
  // Its help has been printed.
  if (error.code === 'commander.help') return new UsageFailure('A command is missing.', `Usage: ${usage}`)
  return new UsageFailure(
    usageSentence(error),
    `Usage: ${usage}\n${usage.replace(/ [[<].*/, '')} --help says more.`,
  )
}

function addPrograms(nightpost: Command, programs: Readonly<Record<string, Program>>): void {
  for (const [name, { description, load }] of Object.entries(programs)) {
    nightpost
      .command(`${name} [flags...]`)
      .description(description)
      .helpOption(false)
      .allowUnknownOption()
      .passThroughOptions()
      .addHelpText('after', `\nnightpost ${name} --help lists its flags.`)
      .action(async (flags: string[]) => {
        process.argv.splice(2, Infinity, ...flags)
        await load()
      })
  }
}

/** What is asked of, or read about, the server that runs on a folder. */
function addRunningCommands(nightpost: Command, { dataDir, asJson, asJsonLines }: CommonFlags): void {
  nightpost
    .command('stop')
    .description('stop the running server as Ctrl+C does, with nothing interrupted')
    .addOption(dataDir)
    .action(async (options: InFolder) => (await import('./running.ts')).stop(options.dataDir))

  nightpost
    .command('status')
    .description('say whether it runs and what comes next; exit code 4 when it does not run')
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
    .addOption(asJsonLines)
    .action(async (options: LogFlags) => (await import('./running.ts')).logs(options.dataDir, options))
}

function addHelperCommands(nightpost: Command, { dataDir, asJson }: CommonFlags): void {
  nightpost
    .command('mcp')
    .description(
      'serve an agent over standard input and output; NIGHTPOST_KEY is the API key that it may use',
    )
    .addOption(
      new Option('--print-config <client>', 'print what a client of agents is configured with').choices(
        AGENT_CLIENTS,
      ),
    )
    .option('--http', 'with --print-config: by the address of the running server, not as a program')
    .addOption(dataDir)
    .action(async ({ dataDir: folder, printConfig: client, http }: McpFlags) => {
      if (client === undefined) await (await import('./mcp.ts')).serveAgent(folder, readAgentSettings())
      else
        (await import('./agents/agent-config.ts')).printAgentConfig(
          { dataDir: folder, client, overHttp: http === true },
          readAgentSettings(),
        )
    })

  nightpost
    .command('doctor')
    .description('say what works, what does not and what helps; exit code 1 when something is broken')
    .addOption(dataDir)
    .addOption(asJson)
    .action(async (options: InFolder & { json?: true }) =>
      (await import('./doctor.ts')).doctor(options.dataDir, options.json === true),
    )

  nightpost
    .command('places')
    .description('list all that Nightpost keeps, here and in the cloud, and how each of it is removed')
    .addOption(dataDir)
    .addOption(asJson)
    .action(async (options: InFolder & { json?: true }) =>
      (await import('./places.ts')).printPlaces(options.dataDir, options.json === true),
    )

  nightpost
    .command('update')
    .description('ask npm’s registry, once, whether there is a newer version and what has changed in it')
    .requiredOption('--check', 'nothing is changed here')
    .addOption(dataDir)
    .action(async (options: InFolder) => (await import('./update.ts')).checkForUpdate(options.dataDir))
}

function addServiceCommands(nightpost: Command, { asJson }: Pick<CommonFlags, 'asJson'>): void {
  const service = nightpost
    .command('service')
    .description('start it when you log in, and again after a crash (not on Windows)')
    .enablePositionalOptions()
  service
    .command('install [flags...]')
    .description('install and start the service; the flags are those of nightpost start')
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText('after', SERVICE_HELP)
    .action(async (flags: string[]) => (await import('./service.ts')).install(flags))
  service
    .command('remove')
    .description('stop the service and remove it')
    .action(async () => (await import('./service.ts')).uninstall())
  service
    .command('status')
    .description('say whether it is installed and runs; exit code 4 when it does not run')
    .addOption(asJson)
    .action(async ({ json }: { json?: true }) =>
      (await import('./service.ts')).printServiceStatus(json === true),
    )
}

const SERVICE_HELP = `
nightpost start --help lists the flags. Without any, a service that is there keeps those it has. Variables without a flag
are read from service.env in the data folder.`

function addBackupCommands(nightpost: Command, { dataDir }: Pick<CommonFlags, 'dataDir'>): void {
  const passphraseFile = new Option(
    '--passphrase-file <file>',
    'its first line is the passphrase; otherwise NIGHTPOST_BACKUP_PASSPHRASE is, or you are asked',
  )

  nightpost
    .command('backup <file>')
    .description(
      'copy the data folder, also while the server runs, into one file encrypted with a passphrase',
    )
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
}
