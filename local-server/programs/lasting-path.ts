// A name of the running Node that outlives its updates, which may remove the folder that it was started from.
import { realpathSync } from 'node:fs'

/** Homebrew and snap keep each version in a folder of its own, which a later update removes, and link to the newest. */
const LINKS_TO_NEWEST: readonly (readonly [versioned: RegExp, newest: string])[] = [
  [/\/Cellar\/([^/]+)\/[^/]+\//, '/opt/$1/'],
  [/\/snap\/node\/\d+\//, '/snap/node/current/'],
]

/** The same file under its lasting name; `path` itself where it has none. */
export function lastingPathOf(path: string): string {
  const names = LINKS_TO_NEWEST.map(([versioned, newest]) => path.replace(versioned, newest))
  return names.find((name) => isSameFile(name, path)) ?? path
}

function isSameFile(name: string, path: string): boolean {
  try {
    return name !== path && realpathSync(name) === realpathSync(path)
  } catch {
    return false
  }
}
