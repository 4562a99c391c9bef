import { InvalidArgumentError } from 'commander'
import { resolve } from 'node:path'

/** For `--data-dir`. A shell makes an empty one of a variable that is not set, and the current folder is not meant then. */
export function readFolder(text: string): string {
  if (text === '') throw new InvalidArgumentError('Give the path of a folder, or leave the flag out.')
  return resolve(text)
}
