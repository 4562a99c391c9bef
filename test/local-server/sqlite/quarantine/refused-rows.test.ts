// What the server itself would leave unreadable is refused before it is stored; the quarantine repairs what others left.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { webCryptoRandom as random } from '../../../../core/random.ts'
import { EXPECTED } from '../../../../local-server/sqlite/quarantine/expected-rows.ts'
import { watchRows } from '../../../../local-server/sqlite/quarantine/quarantine.ts'
import { createSqliteMediaStore } from '../../../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { accept, begin } from '../../../contracts/publishing-stores.ts'
import { aWarning, inDueLane, START } from '../../../factories.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { MINUTE } from '../../../../core/time.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { actAsOtherProgram } from '../../../migrated-database.ts'
import { openBesideOther, type TwoConnections } from '../open-two.ts'

let connections: TwoConnections

beforeEach(() => {
  connections = openBesideOther()
})
afterEach(() => connections.close())

/** As the server does. */
function watch(): () => void {
  actAsOtherProgram(connections.a)
  return watchRows({ db: connections.a.db, clock: createManualClock(), random, log: createMemoryLog() })
}

it.each([
  ['a post', `UPDATE posts SET warnings = '[{"code":7}]'`, 'posts.warnings'],
  ['a post', `UPDATE posts SET timezone = x'00'`, 'posts.timezone'],
  ['a job', `UPDATE jobs SET status = 'ASLEEP'`, 'jobs.status'],
  ['a file', `UPDATE media SET processed_facts = '{"how":"by magic"}'`, 'media.processedFacts'],
  ['a setting', `INSERT INTO settings (name, value) VALUES ('s', '{')`, 'settings.value'],
  ['a login', `INSERT INTO sessions (id, created_at, expires_at) VALUES ('s', 1, 'x')`, 'sessions.expiresAt'],
])('%s that could not be read again is refused: %s', async (_, write, column) => {
  watch()
  const { db, raw } = connections.a
  const file = aMediaRecord()
  await createSqliteMediaStore(db).add(file)
  const { post } = await accept({ ledger: createSqlitePublicationLedger(db) }, { mediaFileIds: [file.id] })
  const before = await createSqlitePostStore(db).get(post.id)
  expect(() => raw.exec(write)).toThrow(`a row that could not be read again: ${column}`)
  expect(await createSqlitePostStore(db).get(post.id)).toEqual(before)
})

it('a claim that would leave its post unreadable is put off, and what comes next is taken up', async () => {
  watch()
  const ledger = createSqlitePublicationLedger(connections.a.db)
  const { post } = await accept({ ledger }, {}, { runAt: START - 1 })
  const { post: other } = await accept({ ledger })
  const spoilt = { ...aWarning('odd'), code: 7 as never }
  const claimed = await ledger.claim(inDueLane(), (due) => {
    const publication = begin()(due)
    return due.postId === post.id ? { ...publication, warnings: [spoilt] } : publication
  })
  expect(claimed?.postId).toBe(other.id)
  expect(await ledger.nextDue(inDueLane())).toBe(START + MINUTE)
})

it('every table that is examined is also checked in every test', () => {
  const tables = `SELECT DISTINCT tbl_name FROM sqlite_temp_master WHERE type = 'trigger'`
  const checked = connections.a.raw.prepare(tables).pluck().all()
  expect(checked).toHaveLength(Object.keys(EXPECTED).length)
})
