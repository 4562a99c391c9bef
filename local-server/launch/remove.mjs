import { rmSync } from 'node:fs'

/**
 * Removes a file or a folder that may be missing. On Windows, programs that scan each new file hold it for a moment.
 * @param {string} path
 */
export function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 })
}
