// A hand-over that another program, a newer version or a disk left unreadable. `b` is that other program.
import { expect, it } from 'vitest'
import { OPEN_JOBS_SEEN } from '../../../../core/features/cloud/delegation/handovers.ts'
import { webCryptoRandom as random } from '../../../../core/random.ts'
import { createSqliteHandoverStore } from '../../../../local-server/sqlite/cloud/sqlite-handover-store.ts'
import { createSqlitePostStore } from '../../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { watchRows } from '../../../../local-server/sqlite/quarantine/quarantine.ts'
import { createSqliteSettingsStore } from '../../../../local-server/sqlite/settings/sqlite-settings-store.ts'
import { aCloudPost, aHandover, AT_WORKER } from '../../../contracts/handover-builders.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { openBesideOther } from '../open-two.ts'

it('an unreadable hand-over leaves its post in doubt until the next look at what waits at the Worker, which is soon', async () => {
  const { a, b, close } = openBesideOther()
  const { db } = a
  const look = watchRows({ db, clock: createManualClock(), random, log: createMemoryLog() })
  const [handovers, posts] = [createSqliteHandoverStore(db), createSqlitePostStore(db)]
  const settings = createSqliteSettingsStore(db)
  await settings.put({ [OPEN_JOBS_SEEN]: { keyId: 'key', at: 1, held: false } })
  const post = aCloudPost({ handover: 'cloud' })
  const handover = aHandover(post, AT_WORKER)
  await handovers.accept(post, handover)
  b.raw.prepare(`UPDATE handovers SET record = '{'`).run()
  look()
  const doubted = { status: 'FAILED', publishOutcome: 'unconfirmed', handover: 'cloud' }
  expect(await posts.get(post.id)).toMatchObject(doubted)
  expect(await settings.get(OPEN_JOBS_SEEN)).toBeNull()
  expect(await handovers.addUnknown(post, handover)).toBe('added')
  expect(await posts.get(post.id)).toMatchObject({ status: 'SCHEDULED', publishOutcome: null })
  await close()
})
