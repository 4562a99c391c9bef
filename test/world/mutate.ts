// Loaded before a program: one mutation of `mutants.json` in the place of the shipped text. The files stay as they are.
//   node --import ./test/world/mutate.ts test/world/run.ts …      with WORLD_MUTANT=<its name>
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { repositoryRoot } from '../../local-server/paths.ts'

export const Mutants = z.array(
  z.strictObject({ name: z.string(), file: z.string(), before: z.string(), after: z.string() }),
)

export function readMutants(): z.infer<typeof Mutants> {
  return Mutants.parse(
    JSON.parse(readFileSync(join(repositoryRoot, 'test', 'world', 'mutants.json'), 'utf8')),
  )
}

const wanted = process.env['WORLD_MUTANT']
if (wanted !== undefined) {
  const mutant = readMutants().find(({ name }) => name === wanted)
  if (!mutant) throw new Error(`mutants.json has no "${wanted}"`)
  const changed = pathToFileURL(join(repositoryRoot, mutant.file)).href
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (url !== changed) return loaded
      const source = Buffer.from(loaded.source as Uint8Array).toString()
      if (!source.includes(mutant.before))
        throw new Error(`${mutant.file} does not contain what "${wanted}" changes`)
      return { ...loaded, source: source.replace(mutant.before, () => mutant.after) }
    },
  })
}
