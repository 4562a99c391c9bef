import { ensureBuilt, staleBuilds } from './build.mjs'
import { ensureInstalled, isInstalled } from './install.mjs'
import { inTurn } from './in-turn.mjs'
import { findNode24 } from './node24.mjs'

/**
 * Everything a command needs before its own work: packages, Node 24, and these builds.
 * @param {import('./report.mjs').Report} report
 * @param {import('./build.mjs').Build[]} builds
 * @returns {Promise<string>} the path of Node 24
 */
export async function prepare(report, builds) {
  if (isInstalled() && staleBuilds(builds).length === 0) return findNode24()
  await inTurn(report, async () => {
    await ensureInstalled(report)
    await ensureBuilt(report, findNode24(), builds)
  })
  return findNode24()
}
