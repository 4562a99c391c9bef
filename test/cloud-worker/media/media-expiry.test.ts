import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { putJob } from '../../../cloud-worker/jobs/job-api.ts'
import { expireMedia } from '../../../cloud-worker/media/media-expiry.ts'
import type { Sql } from '../../../cloud-worker/storage/sql.ts'
import { createTables } from '../../../cloud-worker/storage/tables.ts'
import { DAY } from '../../../core/time.ts'
import { aJobEnvelope, aMediaKey } from '../../fakes/cloud/cloud-jobs.ts'
import { createMeter, meteredExec } from '../../fakes/cloud/free-plan.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'

it('a carousel that leaves the bucket reads no rows of posts that are long over', async () => {
  await runInDurableObject(env.SCHEDULER.getByName(crypto.randomUUID()), async (_object, { storage }) => {
    const clock = createManualClock()
    const meter = createMeter(clock)
    const sql: Sql = {
      exec: meteredExec(storage.sql, meter),
      transaction: (act) => storage.transactionSync(act),
    }
    createTables(sql)
    const publishAt = clock.now() + DAY
    const put = (keys: readonly string[]) => putJob(sql, aJobEnvelope({ publishAt, keys }), clock.now()).job
    for (let n = 0; n < 100; n += 1) put([aMediaKey()])
    sql.exec(`UPDATE post_jobs SET state = 'published', ended = 1, due_at = NULL`)
    const shared = aMediaKey()
    const keys = [shared, ...Array.from({ length: 9 }, aMediaKey)]
    const { jobId } = put(keys)
    put([shared])
    sql.exec(`UPDATE post_jobs SET ended = 1, due_at = NULL, media_until = 1 WHERE id = ?`, jobId)
    const removed: string[] = []
    const before = meter.used()['rows read']
    await expireMedia(sql, { remove: async (gone) => void removed.push(...gone) }, clock)
    expect(removed.toSorted()).toEqual(keys.slice(1).toSorted())
    expect(meter.used()['rows read'] - before).toBeLessThan(100)
  })
})
