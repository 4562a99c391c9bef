// A post that an earlier run may have published, and that another program or a disk left unreadable. `b` is that other program.
import { expect, it } from 'vitest'
import { planRetry } from '../../../../core/features/posts/post-updates.ts'
import { planPublication } from '../../../../core/engine/publishing/claim.ts'
import { webCryptoRandom as random } from '../../../../core/random.ts'
import { createSqliteMediaStore } from '../../../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { watchRows } from '../../../../local-server/sqlite/quarantine/quarantine.ts'
import { accept } from '../../../contracts/publishing-stores.ts'
import { aJob, inDueLane, START } from '../../../factories.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { openBesideOther } from '../open-two.ts'

it.each([
  ['its job', `UPDATE jobs SET status = 'ASLEEP'`],
  ['its file', `UPDATE media SET processed_facts = '{"how":"by magic"}'`],
  ['its caption', `UPDATE posts SET caption = x'00ff'`],
])('a marked post is left in doubt where %s cannot be read, and a retry looks first', async (_, damage) => {
  const { a, b, close } = openBesideOther()
  const { db } = a
  const look = watchRows({ db, clock: createManualClock(), random, log: createMemoryLog() })
  const ledger = createSqlitePublicationLedger(db, createMemoryLog())
  const picture = aMediaRecord()
  await createSqliteMediaStore(db).add(picture)
  const { post } = await accept({ ledger }, { mediaFileIds: [picture.id] })
  await ledger.markWaiting(START)
  b.raw.exec(damage)
  look()
  const doubted = { status: 'FAILED', publishOutcome: 'unconfirmed' }
  expect(await createSqlitePostStore(db).get(post.id)).toMatchObject(doubted)
  expect(await ledger.update(post.id, planRetry(aJob(post)))).toBe(true)
  const claim = { claimId: 'c', newPublicationId: 'p', now: START, monotonic: 0 }
  const again = await ledger.claim(inDueLane(), (due) => planPublication(due, claim))
  expect(again).toMatchObject({ postId: post.id, sought: { since: expect.any(Number) } })
  await close()
})
