// The upgrade of a database whose posts kept the warnings that are derived today.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase, type OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqliteHandoverStore } from '../../../local-server/sqlite/cloud/sqlite-handover-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { aHandover } from '../../contracts/handover-builders.ts'
import { aJob, aPost } from '../../factories.ts'
import { migrateRows } from './older-migrations.ts'

let dir: string
let database: OpenDatabase

/** The migration that takes them out of the rows. */
const DERIVED = '0020_derived_warnings'

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nightpost-warnings-'))
  database = openDatabase(join(dir, 'nightpost.db'), migrationsDir)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true })
})

const of = (code: string) => ({ code, params: {} })
const [ENDED, ENDS_BEFORE, FAILED] = [of('ACCESS_ENDED'), of('ACCESS_ENDS_BEFORE'), of('PREPARATION_FAILED')]

it.each([
  [[ENDED], null],
  [
    [FAILED, ENDS_BEFORE, of('TALL_PICTURE')],
    [FAILED, of('TALL_PICTURE')],
  ],
  [[FAILED], [FAILED]],
  [null, null],
])('keeps of %j what was not derived: %j', async (stored, kept) => {
  const post = aPost()
  await createSqlitePublicationLedger(database.db).accept(post, aJob(post))
  const text = stored && JSON.stringify(stored)
  database.raw.prepare('UPDATE posts SET warnings = ?').run(text)
  migrateRows(database, DERIVED)
  expect((await createSqlitePostStore(database.db).get(post.id))?.warnings).toEqual(kept)
})

it.each(['no JSON with "ACCESS_ENDED"', '{"code":"ACCESS_ENDED"}'])(
  'leaves %s to the quarantine',
  async (text) => {
    const post = aPost()
    await createSqlitePublicationLedger(database.db).accept(post, aJob(post))
    database.raw.prepare('UPDATE posts SET warnings = ?').run(text)
    migrateRows(database, DERIVED)
    expect(database.raw.prepare('SELECT warnings FROM posts').pluck().get()).toBe(text)
  },
)

it('takes them out of an edit that the Worker has not answered yet', async () => {
  const post = aPost()
  const handover = aHandover(post)
  const after = { ...post, warnings: [ENDED] }
  const record = JSON.stringify({ ...handover, asked: { kind: 'edit', after } })
  database.raw
    .prepare(
      `INSERT INTO handovers (id, post_id, account_id, state, next_at, version, record) VALUES (?, ?, 'account', 'worker', 1, 1, ?)`,
    )
    .run(handover.id, post.id, record)
  migrateRows(database, DERIVED)
  const [open] = await createSqliteHandoverStore(database.db).open()
  expect(open?.asked).toMatchObject({ kind: 'edit', after: { warnings: null } })
})
