import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { wrapDatabase } from '../../../local-server/sqlite/open-database.ts'

it('a database answers the same text again, and more texts than it keeps compiled', () => {
  const raw = new Database(':memory:')
  const compiled: string[] = []
  const db = wrapDatabase(
    Object.assign(Object.create(raw), {
      prepare: (source: string) => (compiled.push(source), raw.prepare(source)),
    }),
  )
  const read = (number: number) => db.get<{ n: number }>(sql.raw(`select ${number} as n`))
  expect([read(0), read(0)]).toEqual([{ n: 0 }, { n: 0 }])
  expect(compiled).toEqual(['select 0 as n'])
  for (let number = 1; number < 1200; number += 1) expect(read(number)).toEqual({ n: number })
  expect(read(0)).toEqual({ n: 0 })
  raw.close()
})
