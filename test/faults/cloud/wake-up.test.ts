// When the Worker's one alarm is set, apart from posts: objects.test.ts has those.
import { expect, it } from 'vitest'
import { writeDelegation } from '../../../cloud-worker/reposts/repost-rows.ts'
import { createTables } from '../../../cloud-worker/storage/tables.ts'
import { createWakeUp } from '../../../cloud-worker/wake-up.ts'
import { MINUTE, SECOND, type Instant } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { openSqlStorage } from '../../fakes/cloud/sql-storage.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { aRepostConfig } from '../../fakes/reposts/repost-records.ts'

// A call that nobody answers holds up a check for a minute, while which its account may become due again. Set for then, the alarm
// would ring all that time, many times a second.
it('a check that is due and cannot be made now lets the alarm rest for some seconds', async () => {
  const sql = openSqlStorage()
  createTables(sql)
  writeDelegation(sql, aRepostConfig(), START - MINUTE)
  const set: Instant[] = []
  const wakeUp = createWakeUp({
    sql,
    alarm: { get: async () => null, set: async (at) => void set.push(at) },
    runner: {
      isFull: () => false,
      busyAccounts: () => [],
      heldJobs: () => [],
      run: async () => {},
      wake() {},
    },
    clock: createManualClock(START),
    isOnItsOwn: true,
  })
  await wakeUp.rearm()
  sql.close()
  expect(set).toEqual([START + 5 * SECOND])
})
