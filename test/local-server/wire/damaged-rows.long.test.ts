import { expect, it } from 'vitest'
import { fillFolder, listDamages, lookBefore, tryDamage } from './damaged-rows.ts'

it('no value in any column stops a list, changes another post or publishes anything, whichever it is', async () => {
  const folder = await fillFolder()
  const before = await lookBefore(folder)
  const broken: string[] = []
  for (const damage of listDamages(folder))
    await tryDamage(folder, before, damage).catch((error: unknown) => broken.push(String(error)))
  expect(broken).toEqual([])
})
