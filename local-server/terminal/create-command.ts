import { Command } from 'commander'
import { print, printAside } from './say.ts'

/** A command line whose help and refusals are printed like everything else: they quote what was typed. */
export function createCommand(name: string): Command {
  return new Command(name).configureOutput({ writeOut: print, writeErr: printAside })
}
