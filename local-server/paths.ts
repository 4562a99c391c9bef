// Paths of the files that are read or started at run time. The same answers hold for the sources and for the bundle in
// local-server/dist, in any of the bundle's chunks: the root is the nearest folder above that has a package.json.
import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

export const repositoryRoot = nearestPackage(here)
export const migrationsDir = join(repositoryRoot, 'local-server', 'sqlite', 'migrations')
export const pageDir = join(repositoryRoot, 'local-server', 'ui', 'dist')
/** The Markdown of the pages below /help. */
export const guideDir = join(repositoryRoot, 'local-server', 'guide')
/** Roboto Medium, Apache License 2.0: the text that is written into stories. */
export const storyFont = join(repositoryRoot, 'local-server', 'media', 'image', 'font', 'Roboto-Medium.woff')
/** The Worker as one ES module. */
export const workerBundle = join(repositoryRoot, 'cloud-worker', 'dist', 'worker.js')

const distDir = join(repositoryRoot, 'local-server', 'dist')
const bundled = `${here}${sep}`.startsWith(`${distDir}${sep}`)
/** The folder of the bundle when this is one. */
export const programDir = bundled ? distDir : null

/** The file to start another program of Nightpost from: its bundle when this is one, its source otherwise. */
export function programFile(name: 'media/child' | 'cli/nightpost'): string {
  return bundled ? join(distDir, `${name}.js`) : join(repositoryRoot, 'local-server', `${name}.ts`)
}

function nearestPackage(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const above = dirname(folder)
  if (above === folder) throw new Error(`${here} lies in no folder with a package.json`)
  return nearestPackage(above)
}
