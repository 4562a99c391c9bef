import { statSync } from 'node:fs'

/** Tells a file from another one under the same name; undefined when there is none. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}
