// The folder for what must not travel with the data folder, so that an older folder that was put back can be
// distinguished from the newest one.
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { findHome } from './find-home.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Never inside the data folder, where a backup would include it. Null for a user without a home. */
export function stateDirFor(dataDir: string, env: Env): string | null {
  const chosen = env['NIGHTPOST_STATE_DIR'] ?? usualStateDir(env)
  if (chosen === null) return null
  const stateDir = resolve(chosen)
  // A service account often has its data folder as its home.
  return isWithin(dataDir, stateDir) ? `${dataDir}-state` : stateDir
}

/** The usual folder of each operating system. macOS has none for state. */
function usualStateDir(env: Env): string | null {
  if (process.platform === 'linux' && env['XDG_STATE_HOME']) return join(env['XDG_STATE_HOME'], 'nightpost')
  const home = findHome()
  if (home === null) return null
  if (process.platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Nightpost State')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'Nightpost State')
  return join(home, '.local', 'state', 'nightpost')
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`)
}
