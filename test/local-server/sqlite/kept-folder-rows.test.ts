// The rows of the first data folder, after the migrations. A field that is added needs a migration that adds it to them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webCryptoRandom as random } from '../../../core/random.ts'
import { Publication } from '../../../core/rules/publication/publication-schema.ts'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase, type OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { watchRows } from '../../../local-server/sqlite/quarantine/quarantine.ts'
import { unpackFolder } from '../../data-folder/packed-folder.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'

let database: OpenDatabase

beforeAll(() => {
  database = openDatabase(`${unpackFolder().folder('data')}/nightpost.db`, migrationsDir)
})
afterAll(() => database.close())

const texts = (query: string) => database.raw.prepare(query).pluck().all() as string[]

it('every publication, also one that has ended, is of the shape of today', () => {
  const states = texts('select state from publications').map((state) => JSON.parse(state) as unknown)
  expect(states.length).toBeGreaterThan(50)
  for (const state of states) expect(Publication.safeParse(state).error?.issues).toBeUndefined()
})

it('no row is quarantined', () => {
  const log = createMemoryLog()
  watchRows({ db: database.db, clock: createManualClock(), random, log })
  expect(log.lines).toEqual([])
})

it('every sentence became a code', () => {
  const told = texts(`select error_detail from posts where error_detail is not null
    union all select warnings from posts where warnings is not null
    union all select state from publications`)
  expect(told.length).toBeGreaterThan(80)
  expect(told.filter((text) => text.includes('"TEXT"'))).toEqual([])
})
