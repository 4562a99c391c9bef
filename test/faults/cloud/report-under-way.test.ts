// A change at an account, at whatever moment of a report that is under way, is told to the index.
import { expect, it } from 'vitest'
import { createReporter } from '../../../cloud-worker/index/reporter.ts'
import { putJob } from '../../../cloud-worker/jobs/job-api.ts'
import { createTables, writeMeta } from '../../../cloud-worker/storage/tables.ts'
import { aJobEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { openSqlStorage } from '../../fakes/cloud/sql-storage.ts'

it.each(Array.from({ length: 12 }, (_, ticks) => ticks))('%i steps after the answer', async (ticks) => {
  const sql = openSqlStorage()
  createTables(sql)
  writeMeta(sql, 'accountId', 'a')
  const clock = createManualClock()
  const change = () => putJob(sql, aJobEnvelope({}), clock.now())
  change()
  const told: number[] = []
  const answer = Promise.withResolvers<void>()
  const reporter = createReporter({
    sql,
    index: {
      async report(_id, { changes }) {
        told.push(changes.until)
        await answer.promise
        return { day: 0, writes: 0 } as never
      },
    },
    wakeUp: { watchAt: () => null, wakeBy: async () => {} } as never,
    clock,
    log: createMemoryLog(),
  })
  const first = reporter.send()
  answer.resolve()
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve()
  change()
  const second = reporter.send()
  await Promise.all([first, second])
  expect(told.at(-1)).toBe(2)
  sql.close()
})
