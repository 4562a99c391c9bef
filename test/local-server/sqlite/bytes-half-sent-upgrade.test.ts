// The upgrade of a database whose publication an older version has stored with a field too many.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase, type OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { accept, mustClaim } from '../../contracts/publishing-stores.ts'
import { migrateRows } from './older-migrations.ts'

let dir: string
let database: OpenDatabase

/** The migration that removes the field. */
const FIELD_REMOVED = '0022_bytes_half_sent'

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nightpost-half-sent-'))
  database = openDatabase(join(dir, 'nightpost.db'), migrationsDir)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true })
})

const ledger = () => createSqlitePublicationLedger(database.db)

it('reads the publication of a video whose bytes were half sent, and leaves all others as they were', async () => {
  const { post: spoilt } = await accept({ ledger: ledger() })
  const before = await mustClaim({ ledger: ledger() })
  const { post: damaged } = await accept({ ledger: ledger() })
  await mustClaim({ ledger: ledger() })
  const store = database.raw.prepare('UPDATE publications SET state = ? WHERE post_id = ?')
  store.run(JSON.stringify({ ...before, finished: false }), spoilt.id)
  store.run('{"finished":', damaged.id)

  migrateRows(database, FIELD_REMOVED)
  expect(await ledger().latestPublication(spoilt.id)).toEqual(before)
  const stored = database.raw.prepare('SELECT state FROM publications WHERE post_id = ?').pluck()
  expect(stored.get(damaged.id)).toBe('{"finished":')
})
