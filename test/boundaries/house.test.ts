// A count that has stopped counting looks exactly like a house in order. So it counts a small one, in which every file but the clean
// ones spoils one figure.
import { describe, expect, it } from 'vitest'
import { countHouse, type House } from './house/count-house.ts'
import { passedLimits, tellFigures } from './house/limits.ts'

const CLEAN = {
  'core/time.ts': 'export type Instant = number\nexport const DAY = 1',
  'core/ports/clock.ts':
    "import type { Instant } from '../time.ts'\nexport interface Clock { now(): Instant }",
  'core/rules/life.ts':
    "import { DAY } from '../time.ts'\nimport type { Clock } from '../ports/clock.ts'\nexport const life = (clock: Clock) => clock.now() + DAY",
  'core/api/posts.ts': "import { life } from '../rules/life.ts'\nexport const posts = [life]",
  'core/engine/publish.ts': "import { life } from '../rules/life.ts'\nexport const publish = () => life",
  'core/features/posts/retry.ts':
    "import { publish } from '../../engine/publish.ts'\nexport const retry = publish",
  'core/features/slots/find.ts': "import { retry } from '../posts/retry.ts'\nexport const findSlot = retry",
  'core/http/worker/app.ts': "import { publish } from '../../engine/publish.ts'\nexport const app = publish",
  'cloud-worker/main.ts': "import { app } from '../core/http/worker/app.ts'\nexport default app",
}

function counted(spoiled: Readonly<Record<string, string>>): House {
  return countHouse(new Map(Object.entries({ ...CLEAN, ...spoiled })))
}

describe('a house in order', () => {
  it('has nothing to count', () => {
    expect(Object.values(counted({})).flat()).toEqual([])
  })

  it('passes no limit, and tells each figure with its limit', () => {
    expect(passedLimits(counted({}))).toEqual([])
    expect(tellFigures(counted({}))).toContain('0 imports that go up a floor (at most 0)')
  })
})

describe('an import that goes up a floor is counted', () => {
  it.each([
    ['core/rules/reads.ts', "import { publish } from '../engine/publish.ts'\nexport const reads = publish"],
    [
      'core/rules/names.ts',
      "import type { Publish } from '../engine/publish.ts'\nexport type Names = Publish",
    ],
    ['core/rules/loads-clock.ts', "import { clock } from '../ports/clock.ts'\nexport const loads = clock"],
    ['core/api/asks.ts', "import { retry } from '../features/posts/retry.ts'\nexport const asks = retry"],
    ['core/engine/later.ts', "export const later = async () => import('../features/posts/retry.ts')"],
    ['core/features/posts/gives.ts', "export { app } from '../../http/worker/app.ts'"],
    ['core/words.ts', "import './engine/publish.ts'"],
  ])('%s', (file, text) => {
    expect(counted({ [file]: text }).upward).toEqual([expect.stringContaining(`${file} → `)])
  })
})

it('what the Worker loads of the server is counted, however far away', () => {
  const { beyondWorker } = counted({
    'core/engine/publish.ts':
      "import { retry } from '../features/posts/retry.ts'\nexport const publish = retry",
    'core/features/posts/retry.ts': 'export const retry = 1',
  })
  expect(beyondWorker).toEqual(['core/features/posts/retry.ts'])
})

it('two rooms that load each other are counted as a pair and as a circle; types do not make one', () => {
  const back = (text: string) => counted({ 'core/features/posts/back.ts': text })
  const loads = back("import { findSlot } from '../slots/find.ts'\nexport const back = findSlot")
  expect(loads.mutualRooms).toEqual(['features/posts ⇄ features/slots'])
  expect(loads.roomsInCircles).toEqual(['features/posts', 'features/slots'])
  const names = back("import type { findSlot } from '../slots/find.ts'\nexport type Back = typeof findSlot")
  expect([names.mutualRooms, names.roomsInCircles]).toEqual([[], []])
})

it('a circle of files is counted, also by a type', () => {
  const { circlesOfFiles } = counted({
    'local-server/a.ts': "import type { B } from './b.ts'\nexport type A = B",
    'local-server/b.ts': "import { c } from './c.ts'\nexport type B = typeof c",
    'local-server/c.ts': "import type { A } from './a.ts'\nexport const c: A = 1",
  })
  expect(circlesOfFiles).toEqual(['local-server/a.ts → local-server/b.ts → local-server/c.ts'])
})

it('an exported name that two files define is counted', () => {
  const { namesWithTwoHomes } = counted({
    'local-server/a.ts': 'export function open() {}\nexport const close = 1',
    'local-server/b.ts': 'export class open {}\nconst close = 2',
  })
  expect(namesWithTwoHomes).toEqual(['open (local-server/a.ts, local-server/b.ts)'])
})

it('an interface of dependencies is counted, also as the alias of a type', () => {
  const { dependencyInterfaces } = counted({
    'local-server/a.ts':
      'export interface OpenDeps { a: 1 }\ninterface ClosePorts { b: 1 }\ntype EndDeps = OpenDeps & { c: 1 }',
  })
  expect(dependencyInterfaces).toHaveLength(3)
})

it('a figure over its limit is told with all of its members', () => {
  const names = "import type { Publish } from '../engine/publish.ts'\nexport type Names = Publish"
  expect(passedLimits(counted({ 'core/rules/names.ts': names }))).toEqual([
    '1 imports that go up a floor, where 0 are allowed:\n  core/rules/names.ts → core/engine/publish.ts',
  ])
})
