import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The first has no window at all, so its tests take two thirds of the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The path of a Chromium on PATH, or undefined. Nothing is ever downloaded. */
export function findChromium(path = process.env.PATH ?? '') {
  const folders = path.split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
