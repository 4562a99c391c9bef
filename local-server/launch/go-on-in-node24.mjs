import { realpathSync } from 'node:fs'
import { inTurn } from './in-turn.mjs'
import { SINCE_LAUNCH } from './launched.mjs'
import { ensureNode24, findNode24, hasNode24 } from './node24.mjs'
import { run } from './processes.mjs'

/**
 * With 32 MB for new objects from the beginning, instead of 1, the server's start collects no garbage before its first answer and
 * takes a sixth less time; what an idle server does not need of it is given back (`after-start.ts`).
 */
export const START_FLAGS = ['--min-semi-space-size=32']

/**
 * Null when this process runs on it already. Where the system lets a process become another program, this one does and
 * never returns; elsewhere, and on a Node that cannot do it yet, it waits beside that program and ends as it ends.
 * @param {import('./report.mjs').Report} report
 * @returns {Promise<import('./processes.mjs').Ending | null>}
 */
export async function goOnInNode24(report) {
  if (!hasNode24()) await inTurn(report, () => ensureNode24(report))
  const node24 = findNode24()
  if (realpathSync(node24) === realpathSync(process.execPath)) return null
  const args = [...START_FLAGS, ...process.argv.slice(1)]
  const env = { ...process.env, ...SINCE_LAUNCH }
  becomeOn(process)?.(node24, [node24, ...args], env)
  // The program learns from the channel beside the streams when this launcher is gone.
  return run(node24, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}

/**
 * How this process becomes another program; undefined where it cannot. Node has the function on Windows, too, where all it does is
 * throw.
 * @param {Pick<NodeJS.Process, 'platform' | 'execve'>} host
 */
export function becomeOn({ platform, execve }) {
  return platform === 'win32' ? undefined : execve
}
