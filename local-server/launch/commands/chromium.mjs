import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What people have. */
export const WITH_WINDOW = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** The first has no window at all, so its tests take two thirds of the time. */
export const BROWSERS = ['chromium-headless-shell', ...WITH_WINDOW]

/** The path of the first of them on PATH, or undefined. Nothing is ever downloaded. */
export function findChromium(names = BROWSERS) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
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
