import { Command } from 'commander'
import { EXIT_CODES } from './exit-codes.ts'
import { print, printAside } from './say.ts'

/** A command line whose help and refusals are printed like everything else: they quote what was typed. */
export function createCommand(name: string): Command {
  return new Command(name)
    .configureOutput({ writeOut: print, writeErr: printAside })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_CODES.usage))
}
