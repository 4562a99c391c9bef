import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { ensureBuilt, staleBuilds } from './build.mjs'
import { ensureInstalled, isInstalled } from './install.mjs'
import { inTurn } from './in-turn.mjs'
import { inRepository } from './repository.mjs'

/**
 * Everything a command needs before its own work: packages, and these builds.
 * @param {import('./report.mjs').Report} report
 * @param {import('./install.mjs').Parts} parts
 * @param {import('./build.mjs').Build[]} builds
 */
export async function prepare(report, parts, builds) {
  if (!isInstalled(parts) || staleBuilds(builds).length > 0) {
    await inTurn(report, async () => {
      await ensureInstalled(report, parts)
      await ensureBuilt(report, builds)
    })
  }
  linkNode24()
}

/** npm puts this folder first in the path of scripts: the next `npm start` begins on Node 24 and needs no second process. */
function linkNode24() {
  if (process.platform === 'win32') return
  const link = inRepository('node_modules', '.bin', 'node')
  const target = relative(dirname(link), process.execPath)
  try {
    if (lstatSync(link, { throwIfNoEntry: false }) && readlinkSync(link) === target) return
    mkdirSync(dirname(link), { recursive: true })
    rmSync(link, { force: true })
    symlinkSync(target, link)
  } catch {
    // A folder that may not be written: the next start takes the longer way again.
  }
}
