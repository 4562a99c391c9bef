// The packages of this repository, from its lockfile: those that running needs first, the others when a command needs
// them. What is there stays there: only a first install, and one that was cut off, begin with nothing.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { NPM_24 } from './node24.mjs'
import { runNpm, settingsOfAllUsers } from './npm.mjs'
import { captureOnNode24 } from './on-node24.mjs'
import { inRepository, ROOT } from './repository.mjs'
import { removeDevPackages, tidyPackages } from './tidy.mjs'

/**
 * The parts that are installed, each with all of the one before: what building and running the server takes, the Worker's
 * runtime, what tests and checks take.
 * @typedef {'run' | 'worker' | 'all'} Parts
 */
/** @typedef {{ parts: Parts, unfinished?: boolean, lock?: string, at?: number }} Note */

/** @type {Parts[]} */
const PARTS = ['run', 'worker', 'all']
const LOCKFILE = inRepository('package-lock.json')
/** npm's record of what is installed, written last. */
const NPMS_RECORD = inRepository('node_modules', '.package-lock.json')
const NOTE = inRepository('.cache', 'packages.json')

/** @type {Record<Parts, [doing: string, done: string]>} */
const FIRST = {
  run: ['Installing packages (200 MB, first start only)', 'Packages installed'],
  worker: ['Installing packages (400 MB, first start only)', 'Packages installed'],
  all: ['Installing packages (600 MB, first start only)', 'Packages installed'],
}
/** @type {Record<Parts, [doing: string, done: string]>} */
const MORE = {
  run: ['Updating packages', 'Packages updated'],
  worker: ['Adding the Worker’s runtime (160 MB, once)', 'Worker’s runtime added'],
  all: ['Adding what development needs (about 400 MB, once)', 'Packages for development added'],
}

/** @param {Parts} needed */
export function isInstalled(needed) {
  return plan(needed).how === 'nothing'
}

/**
 * @param {import('./report.mjs').Report} report
 * @param {Parts} needed
 */
export async function ensureInstalled(report, needed) {
  const { how, parts, adding } = plan(needed)
  if (how === 'nothing') return
  const [doing, done] = how === 'anew' ? FIRST[parts] : adding ? MORE[parts] : MORE.run
  await report.step(doing, done, async () => {
    note({ parts, unfinished: true })
    if (how === 'anew' || !lockfileAgrees()) await npm('ci', parts === 'all' ? [] : ['--omit=dev'])
    if (how === 'add' || parts === 'worker') await npm('install', ['--no-save', ...SELECTION[parts]()])
    if (parts === 'run') removeDevPackages(inRepository('node_modules'), NPMS_RECORD)
    tidyPackages(inRepository('node_modules'), NPMS_RECORD)
    note({ parts, lock: digestOf(LOCKFILE), at: modifiedAt(NPMS_RECORD) ?? 0 })
  })
}

/** @type {Record<Parts, () => string[]>} */
const SELECTION = {
  run: () => ['--omit=dev'],
  // For this one installation it is not for development only.
  worker: () => ['--omit=dev', '--save-prod', `miniflare@${manifest().devDependencies?.miniflare}`],
  all: () => ['--include=dev'],
}

/** @param {Parts} needed */
function plan(needed) {
  const noted = readNote()
  const at = modifiedAt(NPMS_RECORD)
  const found = at === null ? null : { at, parts: noted?.at === at ? noted.parts : partsFound() }
  return planInstall({ needed, noted, found, lock: digestOf(LOCKFILE) })
}

/**
 * @param {{ needed: Parts, noted: Note | null, found: { at: number, parts: Parts } | null, lock: string }} state
 * `noted` after our last install, `found` in npm's own record: somebody may have run npm by hand
 * @returns {{ how: 'nothing' | 'add' | 'anew', parts: Parts, adding: boolean }}
 */
export function planInstall({ needed, noted, found, lock }) {
  if (!found || noted?.unfinished) {
    return { how: 'anew', parts: larger(needed, noted?.unfinished ? noted.parts : needed), adding: false }
  }
  const parts = larger(needed, found.parts)
  const adding = parts !== found.parts
  const current = noted?.lock === lock && noted.at === found.at && !adding
  return { how: current ? 'nothing' : 'add', parts, adding }
}

/**
 * @param {Parts} one
 * @param {Parts} other
 */
function larger(one, other) {
  return PARTS.indexOf(one) > PARTS.indexOf(other) ? one : other
}

/** @returns {Parts} */
function partsFound() {
  const packages = readJson(NPMS_RECORD)?.packages ?? {}
  if (Object.values(packages).some((entry) => entry.dev)) return 'all'
  return 'node_modules/miniflare' in packages ? 'worker' : 'run'
}

/** `npm ci` refuses what disagrees, and says how; `npm install` would quietly take other versions. */
function lockfileAgrees() {
  const locked = readJson(LOCKFILE)?.packages?.['']
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
    (kind) => JSON.stringify(locked?.[kind]) === JSON.stringify(manifest()[kind]),
  )
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function npm(command, args) {
  // Compilers come as optional packages, which somebody may have left out for other projects.
  await npm24(ROOT, [command, ...args, '--prefer-offline', '--include=optional'])
}

/**
 * Runs the fetched npm in that folder.
 * @param {string} folder
 * @param {string[]} command
 */
export async function npm24(folder, command) {
  const env = await settingsOfAllUsers(process.env)
  await runNpm((all) => captureOnNode24([NPM_24, ...all], { cwd: folder, env }), command)
}

function manifest() {
  return readJson(inRepository('package.json')) ?? {}
}

/** @returns {Note | null} */
function readNote() {
  return readJson(NOTE)
}

/** @param {Note} text */
function note(text) {
  mkdirSync(dirname(NOTE), { recursive: true })
  writeFileSync(NOTE, JSON.stringify(text))
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} file */
function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}
