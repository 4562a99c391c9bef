import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** @param {string[]} parts */
export function inRepository(...parts) {
  return join(ROOT, ...parts)
}
