// Mutation testing: each small change of a source must turn one of the tests beside it red. Stryker is a tool of its own below
// .cache, so nobody installs it who does not mutate.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LaunchFailure } from '../failure.mjs'
import { inTurn } from '../in-turn.mjs'
import { npm24 } from '../install.mjs'
import { runOnNode24 } from '../on-node24.mjs'
import { prepare } from '../prepare.mjs'
import { stoppedBy } from '../processes.mjs'
import { inRepository, ROOT } from '../repository.mjs'
import { closingLine } from './run-tests.mjs'

/** @typedef {{ line: number, column: number }} Place */
/** @typedef {{ status: string, replacement?: string, location: { start: Place, end: Place } }} Mutant */
/** @typedef {Record<string, { source: string, mutants: Mutant[] }>} Mutated by file */
/** @typedef {{ file: string, line: string, mutation: string }} Survivor `line`: in which the mutation begins */
/** @typedef {Survivor & { why: string }} Listed */

const PINNED = inRepository('test', 'mutants')
const FOLDER = inRepository('.cache', 'mutants')
const LOCKFILE = 'package-lock.json'
const REPORT = inRepository('.cache', 'mutants.json')

/**
 * Small tests that stand in another room, which they go through.
 * @type {[source: string, test: string][]}
 */
const ELSEWHERE = [['core/rules/ownership', 'test/core/features/cloud/ownership/every-order.test.ts']]

/**
 * `npm run mutants -- core/rules/ownership`: a folder, a file, or several.
 * @param {import('../report.mjs').Report} report
 * @param {string[]} paths
 * @returns {Promise<import('../processes.mjs').Ending>}
 */
export async function runMutants(report, paths) {
  const sources = paths.map(toSource)
  if (sources.length === 0) {
    throw new LaunchFailure('No source was named.', 'Name a folder or file, such as core/rules/ownership.')
  }
  await prepare(report, 'all', [])
  await inTurn(report, () => ensureStryker(report))
  rmSync(REPORT, { force: true })
  const stryker = join(FOLDER, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const mutate = sources.map(({ pattern }) => pattern).join(',')
  const tests = sources.flatMap(({ path, folder }) => testsOf(path, folder)).join(',')
  const ending = await runOnNode24(
    [stryker, 'run', join('test', 'mutants', 'stryker.config.ts'), '--mutate', mutate],
    { cwd: ROOT, env: { NIGHTPOST_MUTANTS_TESTS: tests }, stdio: 'inherit' },
  )
  if (stoppedBy() || ending.code !== 0 || !existsSync(REPORT)) return { ...ending, code: ending.code || 1 }
  return conclude(report, JSON.parse(readFileSync(REPORT, 'utf8')).files)
}

/** @param {string} path */
function toSource(path) {
  const stat = statSync(inRepository(path), { throwIfNoEntry: false })
  if (!stat || !path.startsWith('core/')) {
    throw new LaunchFailure(
      `${path} is no source of core.`,
      'Name a folder or file, such as core/rules/ownership.',
    )
  }
  const plain = path.replace(/\/$/, '')
  return stat.isDirectory()
    ? { path: plain, folder: plain, pattern: `${plain}/**/*.ts` }
    : { path: plain, folder: dirname(plain), pattern: plain }
}

/**
 * The test of that name where there is one, else those of the folder.
 * @param {string} path
 * @param {string} folder
 */
function testsOf(path, folder) {
  const own = `test/${path.replace(/\.ts$/, '.test.ts')}`
  const here = path !== folder && existsSync(inRepository(own)) ? own : `test/${folder}/**/*.test.ts`
  const elsewhere = ELSEWHERE.filter(([source]) => isWithin(source, path) || isWithin(path, source))
  return [here, ...elsewhere.map(([, test]) => test)]
}

/**
 * @param {string} path
 * @param {string} folder
 */
function isWithin(path, folder) {
  return path === folder || path.startsWith(`${folder}/`)
}

/** @param {import('../report.mjs').Report} report */
async function ensureStryker(report) {
  const wanted = readFileSync(join(PINNED, LOCKFILE), 'utf8')
  /** Written last. */
  const mark = join(FOLDER, 'installed.json')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  await report.step('Adding Stryker (60 MB, once)', 'Stryker added', async () => {
    mkdirSync(FOLDER, { recursive: true })
    for (const file of ['package.json', LOCKFILE]) copyFileSync(join(PINNED, file), join(FOLDER, file))
    await npm24(FOLDER, ['ci', '--omit=peer', '--prefer-offline'])
    writeFileSync(mark, wanted)
  })
}

/**
 * @param {import('../report.mjs').Report} report
 * @param {Mutated} mutated
 */
function conclude(report, mutated) {
  const listed = JSON.parse(readFileSync(join(PINNED, 'survivors.json'), 'utf8'))
  const { killed, survivors, excused, outdated } = judgeMutants(mutated, listed)
  for (const survivor of survivors) report.line(`\nNo test notices: ${JSON.stringify(survivor, null, 2)}`)
  for (const entry of outdated) {
    report.line(`\nNo survivor any more, so it leaves survivors.json: ${JSON.stringify(entry, null, 2)}`)
  }
  const failed = survivors.length + outdated.length
  report.line(`\n${excused} survive for a reason that survivors.json names.`)
  report.line(closingLine({ passed: killed, failed, skipped: 0 }))
  return { code: failed > 0 || killed === 0 ? 1 : 0, signal: null }
}

/**
 * Stryker's score leaves out what does not run at all, and so does this.
 * @param {Mutated} mutated
 * @param {Listed[]} listed
 */
export function judgeMutants(mutated, listed) {
  const all = Object.entries(mutated).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ status: mutant.status, survivor: toSurvivor(file, source, mutant) })),
  )
  const survivors = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const left = survivors.map(({ survivor }) => survivor)
  const unlisted = left.filter((one) => !listed.some((entry) => isSame(entry, one)))
  return {
    killed: all.filter(({ status }) => status === 'Killed' || status === 'Timeout').length,
    survivors: unlisted,
    excused: left.length - unlisted.length,
    outdated: listed.filter((entry) => entry.file in mutated && !left.some((one) => isSame(entry, one))),
  }
}

/**
 * @param {string} file
 * @param {string} source
 * @param {Mutant} mutant
 * @returns {Survivor}
 */
function toSurvivor(file, source, { replacement = '', location: { start, end } }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const [line = ''] = lines
  const last = lines.length - 1
  const before = lines.map((text, index) =>
    text.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
  )
  return { file, line: line.trim(), mutation: `${inOneLine(before.join('\n'))} → ${inOneLine(replacement)}` }
}

/** @param {string} code */
function inOneLine(code) {
  return code.replace(/\s+/g, ' ').trim()
}

/**
 * @param {Survivor} one
 * @param {Survivor} other
 */
function isSame(one, other) {
  return one.file === other.file && one.line === other.line && one.mutation === other.mutation
}
