import { existsSync } from 'node:fs'
import { PAGE } from '../build.mjs'
import { writeClientTypes } from '../client-types.mjs'
import { captureOnNode24 } from '../on-node24.mjs'
import { prepare } from '../prepare.mjs'
import { stoppedBy } from '../processes.mjs'
import { seconds } from '../report.mjs'
import { inRepository, ROOT } from '../repository.mjs'

/** @typedef {import('../report.mjs').Report} Report */
/**
 * `isShown`: what it prints is shown when it passes, too.
 * @typedef {{ name: string, commands: string[][], env?: Record<string, string>, needs?: string, isShown?: boolean }} Step
 */

const AT_ONCE = 2

const tsc = (/** @type {string} */ project) => ['node_modules/typescript/bin/tsc', '-p', project]

/**
 * The steps of `npm run check`, and the only place to add to it. They run two at a time; each is a list of commands on Node 24,
 * in order, ending at the first that fails. A path below node_modules is a package's own program.
 * @type {Step[]}
 */
const STEPS = [
  { name: 'format', commands: [['node_modules/oxfmt/bin/oxfmt', '--check']] },
  {
    name: 'lint and boundaries',
    commands: [['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']],
  },
  { name: 'house', commands: [['test/boundaries/house/check-house.ts']], isShown: true },
  { name: 'types: core', commands: [tsc('core')] },
  { name: 'types: local-server', commands: [tsc('local-server')] },
  { name: 'types: page', commands: [tsc('local-server/ui')], needs: 'local-server/ui/src' },
  { name: 'types: cloud-worker', commands: [tsc('cloud-worker')] },
  { name: 'types: test', commands: [tsc('test')] },
  { name: 'types: test/cloud-worker', commands: [tsc('test/cloud-worker')] },
  {
    name: 'OpenAPI document',
    commands: [
      ['test/api/write-openapi.ts', '.cache/openapi.json'],
      [
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        '.cache/openapi.json',
        '--extends',
        'recommended-strict',
        // The contract has /posts/draft/{id} beside /posts/{id}/retry. Ids are UUIDs, so no request is in doubt.
        '--skip-rule',
        'no-ambiguous-paths',
      ],
    ],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
  {
    name: 'frozen contract',
    commands: [['test/api/frozen-contract/compare-with-released.ts']],
  },
  {
    name: 'Worker deploys by hand',
    commands: [['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run']],
    // Without the banner it does not ask the registry for a newer version of itself.
    env: { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', WRANGLER_WRITE_LOGS: 'false' },
  },
  { name: 'weight of the page', commands: [['test/local-server/ui/weight/check-weight.ts']] },
  { name: 'dead code', commands: [['node_modules/knip/bin/knip.js', '--config', '.knip.json']] },
]

/**
 * Runs every step, even after one has failed, and reports each.
 * @param {Report} report
 * @returns {Promise<import('../processes.mjs').Ending>}
 */
export async function check(report) {
  await prepare(report, 'all', [PAGE])
  await writeClientTypes()
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
 * @param {Step} step
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
  else if (step.isShown) report.line(output.trimEnd().replaceAll(/^/gm, '      '))
  return passed
}
