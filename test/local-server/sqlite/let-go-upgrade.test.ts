// The upgrade of a database in which a post that the cloud let go of is said to be surely not live.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { failureDetail } from '../../../core/rules/notices/failure-details.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase, type OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { aJob, aPost } from '../../factories.ts'
import { migrateRows } from './older-migrations.ts'

let dir: string
let database: OpenDatabase

/** The migration that says that they may be live. */
const IN_DOUBT = '0021_let_go_in_doubt'

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nightpost-let-go-'))
  database = openDatabase(join(dir, 'nightpost.db'), migrationsDir)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true })
})

async function failed(code: 'CLOUD_LET_GO' | 'DISCONNECTED_BEFORE'): Promise<PostRecord> {
  const post = aPost()
  await createSqlitePublicationLedger(database.db).accept(post, aJob(post))
  database.raw
    .prepare(
      `UPDATE posts SET status = 'FAILED', publish_outcome = 'confirmed', recovery = 'retry', error_code = 'CLOUD_ERROR', error_detail = ?`,
    )
    .run(JSON.stringify(failureDetail(code)))
  database.raw.prepare(`UPDATE jobs SET status = 'FAILED'`).run()
  return (await createSqlitePostStore(database.db).get(post.id)) ?? expect.unreachable()
}

it('says of what the cloud let go of that it may be live, and sends nothing', async () => {
  const post = await failed('CLOUD_LET_GO')
  migrateRows(database, IN_DOUBT)
  expect(await createSqlitePostStore(database.db).get(post.id)).toEqual({
    ...post,
    publishOutcome: 'unconfirmed',
    recovery: 'check_platform',
  })
  expect(database.raw.prepare('SELECT status FROM jobs').pluck().all()).toEqual(['FAILED'])
})

it('leaves what failed for another reason as it was', async () => {
  const post = await failed('DISCONNECTED_BEFORE')
  migrateRows(database, IN_DOUBT)
  expect(await createSqlitePostStore(database.db).get(post.id)).toEqual(post)
})

it.each(['no JSON with "CLOUD_LET_GO"', '"CLOUD_LET_GO"'])('leaves %s to the quarantine', async (text) => {
  await failed('CLOUD_LET_GO')
  database.raw.prepare('UPDATE posts SET error_detail = ?').run(text)
  migrateRows(database, IN_DOUBT)
  expect(database.raw.prepare('SELECT publish_outcome FROM posts').pluck().get()).toBe('confirmed')
})
