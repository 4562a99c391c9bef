// Builds the page and the bundles of server and Worker when their sources have changed. It compares size and time of
// each source file: a few milliseconds at every start.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainInWords } from './failed-writing.mjs'
import { excerpt, LaunchFailure } from './failure.mjs'
import { isInUse } from './in-use.mjs'
import { captureOnNode24 } from './on-node24.mjs'
import { stoppedBy } from './processes.mjs'
import { inRepository, ROOT } from './repository.mjs'

/** @typedef {{ what: string, done: string, config: string, output: string, sources: string[], except: string[] }} Build */

/** @type {Build} */
export const PAGE = {
  what: 'page',
  done: 'Page built',
  config: 'local-server/ui/vite.config.ts',
  output: 'local-server/ui/dist',
  sources: ['local-server/ui', 'core', 'package-lock.json'],
  except: ['local-server/ui/dist'],
}
/** @type {Build} */
export const SERVER = {
  what: 'server',
  done: 'Server bundled',
  config: 'local-server/bundle.config.ts',
  output: 'local-server/dist',
  sources: ['local-server', 'core', 'package-lock.json', 'package.json'],
  // Nothing of these is bundled, and `npm pack` writes into two: the types of the client, and the tarball for a container.
  except: [
    'local-server/dist',
    'local-server/ui',
    'local-server/launch',
    'local-server/client',
    'local-server/container',
    'local-server/guide',
    'local-server/recipes',
  ],
}
/** @type {Build} */
export const WORKER = {
  what: 'Worker',
  done: 'Worker bundled',
  config: 'cloud-worker/bundle.config.ts',
  output: 'cloud-worker/dist',
  sources: ['cloud-worker', 'core', 'package-lock.json'],
  except: ['cloud-worker/dist'],
}
/** The builds that a server needs to run: it also deploys the Worker. */
export const EVERYTHING = [PAGE, SERVER, WORKER]
/** Marks the stamp of a build that left older files for the programs that run. */
const WITH_OLDER_FILES = ' with older files'

/**
 * Builds whose sources have changed since they were made, that were never made, or that hold files which nothing needs any
 * more.
 * @param {Build[]} builds
 */
export function staleBuilds(builds) {
  const seen = new Map()
  return builds.filter((build) => {
    const [stamp, current] = [readStamp(build), fingerprint(ROOT, build, seen)]
    return stamp !== current && !(stamp === current + WITH_OLDER_FILES && isInUse())
  })
}

/**
 * @param {import('./report.mjs').Report} report
 * @param {Build[]} builds
 */
export async function ensureBuilt(report, builds) {
  const stale = staleBuilds(builds)
  if (stale.length === 0) return
  const names = inWords(stale.map(({ what }) => what))
  const done = stale.length === 1 ? (stale[0]?.done ?? '') : `${capital(names)} built`
  const inUse = isInUse()
  await report.step(`Building the ${names}`, done, async () => {
    await Promise.all(stale.map((build) => buildOne(build, inUse)))
  })
  if (inUse) report.line('  ! What runs from this folder already stays in its version until you restart it.')
}

/** @param {string[]} names */
function inWords(names) {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * @param {Build} build
 * @param {boolean} inUse keeps the files of the build before
 */
async function buildOne(build, inUse) {
  // Taken before the build: a file saved meanwhile makes the next start build again.
  const stamp = fingerprint(ROOT, build)
  // A build that is cut off has none.
  rmSync(stampPath(build), { force: true })
  const vite = inRepository('node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', build.config, '--configLoader', 'native']
  if (inUse) args.push('--no-emptyOutDir')
  const { code, output } = await captureOnNode24(args, { cwd: ROOT })
  if (stoppedBy()) throw new Error('stopped')
  if (code !== 0) {
    throw (
      explainInWords(output) ??
      new LaunchFailure(
        `The ${build.what} could not be built from ${build.sources[0]}/.`,
        'The cause is below. If you changed nothing here, delete node_modules and run the same command again.',
        excerpt(output),
      )
    )
  }
  mkdirSync(inRepository(build.output), { recursive: true })
  writeFileSync(stampPath(build), inUse ? stamp + WITH_OLDER_FILES : stamp)
}

/** @param {Build} build */
function stampPath(build) {
  return inRepository(build.output, '.stamp')
}

/** @param {Build} build */
function readStamp(build) {
  try {
    return readFileSync(stampPath(build), 'utf8')
  } catch {
    return null
  }
}

/**
 * One value for the state of all source files below these paths; it differs after any change, addition or removal.
 * @param {string} root
 * @param {{ sources: string[], except: string[] }} paths
 * @param {Map<string, string>} seen what is known of folders by now: most of `core/` goes into every build
 */
export function fingerprint(root, { sources, except }, seen = new Map()) {
  /** @type {(name: string) => string} */
  const fileState = (name) => {
    const stats = statSync(join(root, name), { throwIfNoEntry: false })
    if (stats?.isDirectory()) return folderState(name)
    return stats ? `${name}\0${stats.size}\0${stats.mtimeMs}\n` : ''
  }
  /** @type {(name: string) => string} */
  const folderState = (name) => {
    const isWhole = !except.some((path) => path.startsWith(`${name}/`))
    const known = isWhole && seen.get(name)
    if (known) return known
    const entries = readdirSync(join(root, name), { withFileTypes: true })
      .map((entry) => ({ path: `${name}/${entry.name}`, isFolder: entry.isDirectory() }))
      .filter(({ path }) => !except.includes(path))
      .sort((one, other) => (one.path < other.path ? -1 : 1))
    const state = entries
      .map(({ path, isFolder }) => (isFolder ? folderState(path) : fileState(path)))
      .join('')
    if (isWhole) seen.set(name, state)
    return state
  }
  return createHash('sha1').update(sources.map(fileState).join('')).digest('hex')
}
