// Loaded before a program: one mutation of `mutants.json` in the place of the shipped text. The files stay as they are. What is decided at
// two places, so that one of them alone may be wrong, is changed at both.
//   node --import ./test/world/mutate.ts test/world/run.ts …      with WORLD_MUTANT=<its name>
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { repositoryRoot } from '../../local-server/paths.ts'

const Place = z.strictObject({ file: z.string(), before: z.string(), after: z.string() })
const Mutants = z.array(Place.extend({ name: z.string(), also: Place.optional() }))

interface Mutant {
  readonly name: string
  readonly places: readonly z.infer<typeof Place>[]
}

export function readMutants(): Mutant[] {
  const file = join(repositoryRoot, 'test', 'world', 'mutants.json')
  const all = Mutants.parse(JSON.parse(readFileSync(file, 'utf8')))
  return all.map(({ name, also, ...first }) => ({ name, places: also ? [first, also] : [first] }))
}

const wanted = process.env['WORLD_MUTANT']
if (wanted !== undefined) {
  const mutant = readMutants().find(({ name }) => name === wanted)
  if (!mutant) throw new Error(`mutants.json has no "${wanted}"`)
  const urlOf = (file: string) => pathToFileURL(join(repositoryRoot, file)).href
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const places = mutant.places.filter(({ file }) => urlOf(file) === url)
      if (places.length === 0) return loaded
      const text = Buffer.from(loaded.source as Uint8Array).toString()
      const source = places.reduce((mutated, { file, before, after }) => {
        if (!mutated.includes(before)) throw new Error(`${file} does not contain what "${wanted}" changes`)
        return mutated.replace(before, () => after)
      }, text)
      return { ...loaded, source }
    },
  })
}
