import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode24 } from './node24.mjs'

/**
 * Everything a command needs before its own work: packages, Node 24, and these builds.
 * @param {import('./report.mjs').Report} report
 * @param {import('./build.mjs').Build[]} builds
 * @returns {Promise<string>} the path of Node 24
 */
export async function prepare(report, builds) {
  await ensureInstalled(report)
  const node24 = findNode24()
  await ensureBuilt(report, node24, builds)
  return node24
}
