// A row that cannot be read, found while it cannot be put right. `b` is the program that has left it.
import { expect, it } from 'vitest'
import { webCryptoRandom as random } from '../../../../core/random.ts'
import { createSqlitePostStore } from '../../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { watchRows } from '../../../../local-server/sqlite/quarantine/quarantine.ts'
import { SECOND } from '../../../../core/time.ts'
import { accept } from '../../../contracts/publishing-stores.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { openBesideOther } from '../open-two.ts'

it('an unreadable row is quarantined as soon as that can be stored, although nobody has written since', async () => {
  const { a, b, close } = openBesideOther()
  const { db } = a
  const [log, clock] = [createMemoryLog(), createManualClock()]
  const look = watchRows({ db, clock, random, log })
  const { post } = await accept({ ledger: createSqlitePublicationLedger(db) })
  const read = () => createSqlitePostStore(db).get(post.id)
  a.endStart()
  b.raw.prepare('UPDATE posts SET options = ?').run('{')
  b.raw.exec('BEGIN IMMEDIATE')
  look()
  expect(log.lines.map(({ level }) => level)).toEqual(['error'])
  expect(await read()).toMatchObject({ status: 'QUEUED', options: '{' })
  b.raw.exec('ROLLBACK')
  clock.advance(5 * SECOND)
  look()
  expect(await read()).toMatchObject({ status: 'FAILED', options: null })
  await close()
})
