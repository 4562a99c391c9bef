import { statSync } from 'node:fs'

/** Identifies a file among others that had the same name; undefined when there is none. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}
