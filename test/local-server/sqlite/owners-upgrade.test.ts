// The upgrade of a database whose posts and accounts stored their owner in words of their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NEVER_ASKED } from '../../../core/rules/ownership/ownership.ts'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase, type OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqliteHandoverStore } from '../../../local-server/sqlite/cloud/sqlite-handover-store.ts'
import { countPostsAtWorker } from '../../../local-server/sqlite/posts/queue-counts.ts'
import { createSqliteRepostStore } from '../../../local-server/sqlite/reposts/sqlite-repost-store.ts'
import { aHandover } from '../../contracts/handover-builders.ts'
import { aPost } from '../../factories.ts'
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

/** The migrations by which accounts and posts store their owner in one shape. */
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

describe('the owner of a post', () => {
  const { ownership: _own, isEnded: _isEnded, ...rest } = aHandover(aPost())
  const before = { ...rest, revision: 2, keyId: 'key' }
  const handoverRow = (phase: string, asked: object | null = null) =>
    [
      `INSERT INTO handovers (id, post_id, account_id, phase, next_at, version, record) VALUES (?, ?, 'account', ?, 1, 1, ?)`,
      rest.id,
      rest.postId,
      phase,
      JSON.stringify({ ...before, phase, asked }),
    ] as const
  const edit = { kind: 'edit', revision: 5, after: aPost() }
  const cancel = { kind: 'cancel', to: 'taken-over' }

  it.each([
    ['uploading', null, NEVER_ASKED],
    ['asking', null, { state: 'delegating', sent: 2, confirmed: null, keyId: 'key' }],
    ['asking', edit, { state: 'delegating', sent: 5, confirmed: null, keyId: 'key' }],
    ['cloud', null, { state: 'worker', sent: 2, confirmed: 2, keyId: 'key' }],
    ['cloud', edit, { state: 'worker', sent: 5, confirmed: 2, keyId: 'key' }],
    ['cloud', cancel, { state: 'recalling', sent: 2, confirmed: 2, keyId: 'key' }],
    ['asking', cancel, { state: 'recalling', sent: 2, confirmed: null, keyId: 'key' }],
  ])('that was %s, with %o pending, is as it was', async (phase, asked, ownership) => {
    const { db } = upgraded(handoverRow(phase, asked))
    const store = createSqliteHandoverStore(db)
    const pending = asked === edit ? { kind: 'edit', after: edit.after } : asked
    expect(await store.open()).toEqual([{ ...rest, asked: pending, ownership, isEnded: false }])
    expect(countPostsAtWorker(db).count).toBe(ownership.state === 'local' ? 0 : 1)
  })

  it('that has ended stays so', async () => {
    const { db } = upgraded(handoverRow('ended'))
    const store = createSqliteHandoverStore(db)
    expect(await store.open()).toEqual([])
    expect(await store.get(rest.id)).toMatchObject({ isEnded: true })
  })
})
