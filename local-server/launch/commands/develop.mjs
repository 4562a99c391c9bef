import { PAGE, WORKER } from '../build.mjs'
import { runOnNode24 } from '../on-node24.mjs'
import { prepare } from '../prepare.mjs'
import { stopAll } from '../processes.mjs'
import { inRepository, ROOT } from '../repository.mjs'

/**
 * The server from its sources, started again on each change, and the page built again on each change.
 * @param {import('../report.mjs').Report} report
 * @param {string[]} args
 */
export async function develop(report, args) {
  await prepare(report, 'all', [PAGE, WORKER])
  const env = { NODE_ENV: 'development' }
  const vite = inRepository('node_modules', 'vite', 'bin', 'vite.js')
  const page = [
    vite,
    'build',
    '--watch',
    '--logLevel',
    'warn',
    '--config',
    PAGE.config,
    '--configLoader',
    'native',
  ]
  const server = [
    '--watch',
    '--watch-preserve-output',
    '--enable-source-maps',
    inRepository('local-server', 'main.ts'),
  ]
  const ending = await Promise.race([
    runOnNode24(page, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] }),
    runOnNode24([...server, ...args], { cwd: ROOT, env, stdio: 'inherit' }),
  ])
  stopAll()
  return ending
}
