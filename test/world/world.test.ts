import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../local-server/paths.ts'
import { readMutants } from './mutate.ts'

const here = (file: string) => join(repositoryRoot, 'test', 'world', file)

interface Ran {
  readonly code: number
  readonly text: string
}

/** In a process of its own: time and chance are replaced in all of it. */
async function runWorld(args: readonly string[], mutant?: string): Promise<Ran> {
  const loaded = ['../find-drizzle-once.ts', ...(mutant === undefined ? [] : ['mutate.ts'])].flatMap(
    (file) => ['--import', here(file)],
  )
  const env = { ...process.env, ...(mutant !== undefined && { WORLD_MUTANT: mutant }) }
  const command = [...loaded, here('run.ts'), ...args]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 2 ** 26 })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, text: stdout }
  }
}

const seeds = ({ text }: Ran) => text.match(/^seed .*$/gm) ?? []

describe('a history', () => {
  it('is the same in two processes to the last event, whatever was run before it', async () => {
    // Short ones, with many faults.
    const [three, two] = await Promise.all([
      runWorld(['--seed', '16', '--histories', '3']),
      runWorld(['--seed', '17', '--histories', '2']),
    ])
    expect(seeds(three)).toHaveLength(3)
    expect(seeds(two)).toEqual(seeds(three).slice(1))
    expect(three.text).toMatch(/^3 passed, 0 failed$/m)
  })

  it('fails when a promise breaks, and says which', async () => {
    const broken = await runWorld(['--seed', '5', '--first'], 'the key of a request is forgotten')
    expect(broken.text).toMatch(/^ {2}N\d post \d/m)
    expect(broken.text).toMatch(/^0 passed, 1 failed$/m)
    expect(broken.code).toBe(1)
  })
})

describe('the mutations', () => {
  it('each change places of files that are there', () => {
    const places = readMutants().flatMap(({ name, places }) => places.map((place) => ({ ...place, name })))
    for (const { file, before, name } of places) {
      const text = readFileSync(join(repositoryRoot, file), 'utf8')
      expect(text.split(before).length - 1, name).toBe(1)
    }
  })
})
