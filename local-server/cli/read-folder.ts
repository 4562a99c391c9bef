import { InvalidArgumentError } from 'commander'
import { resolve } from 'node:path'
import { isFolderPath } from '../config-variables.ts'

/** For `--data-dir`. */
export function readFolder(text: string): string {
  if (!isFolderPath(text))
    throw new InvalidArgumentError(
      'Give the path of a folder that does not begin with ~, or leave the flag out.',
    )
  return resolve(text)
}
