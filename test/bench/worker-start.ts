// How long the Worker's bundle takes until it is ready, next to the largest library inside it alone. Both are compiled and run
// by the same engine, with an empty class in the place of the runtime's own.
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { workerBundle } from '../../local-server/paths.ts'
import { compare } from './parts/compare.ts'

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

await compare('until the module is ready', [
  {
    what: "the Worker's bundle",
    floorIs: 'zod alone, not bundled',
    unit: 'ms',
    goal: { atMost: 1 },
    ours: async () => millisecondsOf(pathToFileURL(workerBundle).href),
    floor: async () => millisecondsOf(import.meta.resolve('zod')),
  },
])
