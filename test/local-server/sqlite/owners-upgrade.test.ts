// The upgrade of a database whose accounts had their owner in two places.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NEVER_ASKED } from '../../../core/cloud/ownership/ownership.ts'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase, type OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqliteRepostStore } from '../../../local-server/sqlite/reposts/sqlite-repost-store.ts'
import { aRepostConfig } from '../../fakes/reposts/repost-records.ts'
import { olderMigrations } from './older-migrations.ts'

let dir: string
let database: OpenDatabase | null

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nightpost-owners-'))
  database = null
})
afterEach(() => {
  database?.close()
  rmSync(dir, { recursive: true })
})

/** The migration by which an owner is one field. */
const OWNERS = 18
const { ownership: _ownership, ...CONFIG } = aRepostConfig({ accountId: 'account' })

function upgraded(...rows: readonly (readonly [sql: string, ...values: string[]])[]): OpenDatabase {
  const file = join(dir, 'nightpost.db')
  const old = openDatabase(file, olderMigrations(dir, OWNERS - 1))
  for (const [statement, ...values] of rows) old.raw.prepare(statement).run(...values)
  old.close()
  database = openDatabase(file, migrationsDir)
  return database
}

const configRow = (record: string) =>
  [
    `INSERT INTO repost_configs (account_id, version, record, created_at) VALUES ('account', 1, ?, 1)`,
    record,
  ] as const
const settingRow = (value: string) =>
  [`INSERT INTO settings (name, value) VALUES ('lentReposts/account', ?)`, value] as const

describe('the owner of an account', () => {
  const asked = { keyId: 'key', sent: 3, confirmed: 2 }

  it.each([
    ['here', 'local'],
    ['lending', 'delegating'],
    ['cloud', 'worker'],
    ['fetching', 'recalling'],
  ])('that was stored as %s is %s, with what its Worker was asked', async (runner, state) => {
    const { db, raw } = upgraded(
      configRow(JSON.stringify({ ...CONFIG, runner })),
      settingRow(JSON.stringify(asked)),
    )
    const ownership = state === 'local' ? NEVER_ASKED : { state, ...asked }
    expect(await createSqliteRepostStore(db).config('account')).toEqual({ ...CONFIG, ownership })
    expect(raw.prepare('SELECT count(*) FROM settings').pluck().get()).toBe(0)
  })

  it.each(['lending', 'cloud', 'fetching'])(
    'is asked for it again when %s is all that is known',
    async (runner) => {
      const { db } = upgraded(configRow(JSON.stringify({ ...CONFIG, runner })), settingRow('damaged'))
      const ownership = { ...NEVER_ASKED, state: 'recalling' }
      expect(await createSqliteRepostStore(db).config('account')).toMatchObject({ ownership })
    },
  )

  it('that nobody can read stays as it is', () => {
    const { raw } = upgraded(configRow('{damaged'))
    expect(raw.prepare('SELECT record FROM repost_configs').pluck().get()).toBe('{damaged')
  })
})
