// Runs one npm script beside four busy loops for each processor, and ends with its exit code:
//
//   node test/bench/under-load.mjs test                    npm test
//   node test/bench/under-load.mjs e2e -- test/e2e/plan    npm run e2e -- test/e2e/plan
//
// A loop ends when this program does, however that ends, and at the latest after two hours. Plain JavaScript: it runs on
// whatever Node there is.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const LOOPS = 4 * availableParallelism()
/** It looks up from time to time: without its parent, or after two hours, it has no reason to go on. */
const LOOP = `
  const end = Date.now() + 7_200_000
  process.on('disconnect', () => process.exit())
  const burn = () => {
    for (const until = Date.now() + 200; Date.now() < until; );
    if (Date.now() < end) setImmediate(burn)
    else process.exit()
  }
  burn()`

const [script, ...args] = process.argv.slice(2)
if (script === undefined) {
  console.error('Name the script to run, such as: node test/bench/under-load.mjs test')
  process.exit(2)
}
const stdio = ['ignore', 'ignore', 'inherit', 'ipc']
const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ['--eval', LOOP], { stdio }))
const endLoops = () => loops.forEach((loop) => loop.kill('SIGKILL'))
process.once('exit', endLoops)

console.log(`${LOOPS} busy loops beside: npm run ${script} ${args.join(' ')}`)
const startedAt = Date.now()
const npm = spawn('npm', ['run', script, ...args], { stdio: 'inherit', shell: process.platform === 'win32' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => npm.kill(signal))
npm.once('error', (error) => {
  console.error(`npm could not be started: ${error.message}`)
  process.exit(1)
})
npm.once('exit', (code, signal) => {
  console.log(`\n${Math.round((Date.now() - startedAt) / 1000)} s beside ${LOOPS} busy loops`)
  process.exit(signal ? 1 : (code ?? 1))
})
