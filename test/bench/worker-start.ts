// How long the Worker's bundle takes until it is ready, next to the largest library inside it alone. Both are compiled and run
// by the same engine, with an empty class in the place of the runtime's own.
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { workerBundle } from '../../local-server/paths.ts'
import { describeMachine, runAlternately, median, printTable, verdict } from './parts/measure.ts'

const ROUNDS = 15
const AT_MOST = 1

function millisecondsOf(module: string): number {
  const program = `
    import { registerHooks } from 'node:module'
    const runtime = 'data:text/javascript,export class DurableObject{};export class WorkerEntrypoint{};export const env={}'
    registerHooks({
      resolve: (name, context, next) =>
        name.startsWith('cloudflare:') ? { url: runtime, shortCircuit: true } : next(name, context),
    })
    const before = performance.now()
    await import(${JSON.stringify(module)})
    console.log(performance.now() - before)`
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  )
}

const results = await runAlternately(ROUNDS, {
  zod: async () => millisecondsOf(import.meta.resolve('zod')),
  bundle: async () => millisecondsOf(pathToFileURL(workerBundle).href),
})
const [zod = [], bundle = []] = [results['zod'], results['bundle']]
const ratio = median(bundle.map((time, round) => time / (zod[round] ?? 1)))
console.log(`${describeMachine()}; ${ROUNDS} rounds, milliseconds, median\n`)
printTable(
  ['case', 'ready after', 'ratio', 'goal'],
  [
    ['zod alone, not bundled', median(zod).toFixed(1), '1', ''],
    [
      "the Worker's bundle",
      median(bundle).toFixed(1),
      `${ratio.toFixed(2)} × zod`,
      `≤ ${AT_MOST} ${verdict(ratio, AT_MOST)}`,
    ],
  ],
)
