// The same sample every day; damaged-rows.long.test.ts tries everything.
import fc from 'fast-check'
import { beforeAll, it } from 'vitest'
import { fillFolder, listDamages, lookBefore, tryDamage, type FilledFolder } from './damaged-rows.ts'

const RUNS = 12
const SEED = 17

let folder: FilledFolder
beforeAll(async () => {
  folder = await fillFolder()
})

it('no value in any column stops a list, changes another post or publishes anything', async () => {
  const before = await lookBefore(folder)
  const damages = fc.constantFrom(...listDamages(folder))
  await fc.assert(
    fc.asyncProperty(damages, (damage) => tryDamage(folder, before, damage)),
    { numRuns: RUNS, seed: SEED },
  )
})
