// The page and the bundles of server and Worker are built when something they are made of has changed. Whether it has is
// told by size and time of each source file: a few milliseconds, paid on every start.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { excerpt, Failure } from './failure.mjs'
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
  except: ['local-server/dist', 'local-server/ui', 'local-server/launch'],
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
/** What a server needs to run: it also deploys the Worker. */
export const EVERYTHING = [PAGE, SERVER, WORKER]

/**
 * Those that something has changed for since they were made, or that were never made.
 * @param {Build[]} builds
 */
export function staleBuilds(builds) {
  return builds.filter((build) => readStamp(build) !== fingerprint(ROOT, build))
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
  await report.step(`Building the ${names}`, done, async () => {
    await Promise.all(stale.map(buildOne))
  })
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

/** @param {Build} build */
async function buildOne(build) {
  // Taken before the build: a file saved meanwhile makes the next start build again.
  const stamp = fingerprint(ROOT, build)
  const vite = inRepository('node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', build.config, '--configLoader', 'native']
  const { code, output } = await captureOnNode24(args, { cwd: ROOT })
  if (stoppedBy()) throw new Error('stopped')
  if (code !== 0) {
    throw new Failure(
      `The ${build.what} could not be built from ${build.sources[0]}/.`,
      'The cause is below. If you changed nothing here, delete node_modules and run the same command again.',
      excerpt(output),
    )
  }
  mkdirSync(inRepository(build.output), { recursive: true })
  writeFileSync(stampPath(build), stamp)
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
 */
export function fingerprint(root, { sources, except }) {
  const hash = createHash('sha1')
  const add = (/** @type {string} */ name) => {
    const path = join(root, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile()) hash.update(`${name}\0${stats.size}\0${stats.mtimeMs}\n`)
    if (!stats?.isDirectory()) return
    for (const entry of readdirSync(path).sort()) {
      if (!except.includes(`${name}/${entry}`)) add(`${name}/${entry}`)
    }
  }
  for (const source of sources) add(source)
  return hash.digest('hex')
}
