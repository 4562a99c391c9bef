// Each mutation of the product must break a promise within 300 histories, or else the weights are wrong.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../../local-server/paths.ts'
import { readMutants } from './mutate.ts'

const MOST_HISTORIES = 300

/** Resolves with the exit code. */
export async function tryMutants(say: (line: string) => void): Promise<number> {
  const waiting = readMutants()
  const counts = { passed: 0, failed: 0 }
  const work = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const caught = await histories(mutant.name)
      counts[caught ? 'passed' : 'failed'] += 1
      say(
        `${caught ? `after ${String(caught.after).padStart(3)}  ${caught.promise}` : 'NOT CAUGHT'}  ← ${mutant.name}`,
      )
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  say(`${counts.passed} passed, ${counts.failed} failed`)
  return counts.failed > 0 ? 1 : 0
}

/** Null when nothing broke, or what broke breaks without the mutation, too. */
async function histories(name: string): Promise<{ after: number; promise: string } | null> {
  const text = await run(['--histories', String(MOST_HISTORIES), '--first'], name)
  const promise = /^ {2}(.+)$/m.exec(text)?.[1]
  if (promise === undefined) return null
  const seeds = [...text.matchAll(/^seed (\d+)(?: {2}like (\d+))?/gm)]
  const [, seed = '', like = seed] = seeds.at(-1) ?? []
  const without = await run(['--seed', seed, '--like', like, '--first'])
  return without.includes('1 passed') ? { after: seeds.length, promise } : null
}

async function run(args: readonly string[], mutant?: string): Promise<string> {
  const here = (file: string) => join(repositoryRoot, 'test', 'world', file)
  const loaded = mutant === undefined ? [] : ['--import', here('mutate.ts')]
  const child = spawn(process.execPath, [...loaded, here('run.ts'), ...args], {
    env: { ...process.env, ...(mutant !== undefined && { WORLD_MUTANT: mutant }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await new Promise((resolve) => child.on('exit', resolve))
  return text
}
