import { existsSync } from 'node:fs'
import { STEPS } from './check-steps.mjs'
import { captureOnNode24 } from '../on-node24.mjs'
import { prepare } from '../prepare.mjs'
import { stoppedBy } from '../processes.mjs'
import { seconds } from '../report.mjs'
import { inRepository, ROOT } from '../repository.mjs'

/** @typedef {import('../report.mjs').Report} Report */

const AT_ONCE = 2

/**
 * Runs every step, also after one has failed, and says how each went.
 * @param {Report} report
 * @returns {Promise<import('../processes.mjs').Ending>}
 */
export async function check(report) {
  await prepare(report, 'all', [])
  const waiting = [...STEPS]
  /** @type {string[]} */
  const failed = []
  const worker = async () => {
    for (let step = waiting.shift(); step && !stoppedBy(); step = waiting.shift()) {
      if (!(await runStep(report, step))) failed.push(step.name)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (stoppedBy()) throw new Error('stopped')
  report.line(
    failed.length === 0
      ? `\nAll ${STEPS.length} checks passed.`
      : `\n${failed.length} of ${STEPS.length} checks failed: ${failed.join(', ')}.`,
  )
  return { code: failed.length === 0 ? 0 : 1, signal: null }
}

/**
 * @param {Report} report
 * @param {import('./check-steps.mjs').Step} step
 */
async function runStep(report, step) {
  if (step.needs && !existsSync(inRepository(step.needs))) {
    report.line(`  – ${step.name}: there is no ${step.needs} yet`)
    return true
  }
  const started = Date.now()
  let output = ''
  let passed = true
  for (const command of step.commands) {
    const result = await captureOnNode24(command, { cwd: ROOT, env: step.env ?? {} })
    output += result.output
    passed = result.code === 0
    if (!passed) break
  }
  if (stoppedBy()) return false
  report.line(`  ${passed ? '✔' : '✖'} ${step.name} (${seconds(Date.now() - started)})`)
  if (!passed) report.line(`\n${output.trimEnd()}\n`)
  return passed
}
