import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { EVERYTHING } from '../build.mjs'
import { BROWSERS, findChromium } from './chromium.mjs'
import { runOnNode24 } from '../on-node24.mjs'
import { prepare } from '../prepare.mjs'
import { stoppedBy } from '../processes.mjs'
import { inRepository, ROOT } from '../repository.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const CONFIGS = {
  test: 'test/vitest.config.ts',
  e2e: 'test/e2e/vitest.config.ts',
  faults: 'test/faults/vitest.config.ts',
}

/**
 * Runs a suite and ends with one line that says how it went. No test at all counts as a failure: a suite that silently
 * finds nothing would be green for ever.
 * @param {import('../report.mjs').Report} report
 * @param {keyof typeof CONFIGS} suite
 * @param {string[]} args
 * @returns {Promise<import('../processes.mjs').Ending>}
 */
export async function runTests(report, suite, args) {
  if (suite === 'e2e' && !findChromium()) {
    const required = Boolean(process.env.CI)
    report.line(`No Chromium found on PATH (${BROWSERS.join(', ')}), so the browser tests did not run.`)
    return { code: required ? 1 : 0, signal: null }
  }
  await prepare(report, 'all', EVERYTHING)
  const countsFile = inRepository('.cache', `${suite}-counts.json`)
  mkdirSync(inRepository('.cache'), { recursive: true })
  rmSync(countsFile, { force: true })

  const vitest = inRepository('node_modules', 'vitest', 'vitest.mjs')
  const ending = await runOnNode24([vitest, 'run', '--config', CONFIGS[suite], ...args], {
    cwd: ROOT,
    // What one process has compiled is there for the next, also in the next run.
    env: { NIGHTPOST_TEST_COUNTS: countsFile, NODE_COMPILE_CACHE: inRepository('.cache', 'compiled-tests') },
    stdio: 'inherit',
  })
  if (stoppedBy()) return ending
  const { counts, code } = verdict(ending, readCounts(countsFile))
  report.line(`\n${closingLine(counts)}`)
  return { code, signal: null }
}

/**
 * @param {import('../processes.mjs').Ending} ending
 * @param {Counts | null} counted what the reporter saw; null when the run broke off before it could say
 * @returns {{ counts: Counts, code: number }}
 */
export function verdict(ending, counted) {
  const counts = counted ?? { passed: 0, failed: 0, skipped: 0 }
  const nothingRan = counts.passed + counts.failed === 0
  const code = ending.code || (ending.signal || nothingRan || counts.failed > 0 ? 1 : 0)
  // The line shows a red run even when no single test failed.
  return { code, counts: code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts }
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {string} file
 * @returns {Counts | null}
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
