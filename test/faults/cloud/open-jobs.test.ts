// What the server hears of all jobs that wait, however many there are.
import { expect, it } from 'vitest'
import { createWorkerLink } from '../../../core/features/cloud/worker-link/worker-client.ts'
import { createWorkerModules } from '../../../core/engine/worker/worker-modules.ts'
import { createWorkerApp } from '../../../core/http/worker/worker-app.ts'
import { DAY } from '../../../core/time.ts'
import { ACCOUNTS, aJobEnvelope, aMediaKey } from '../../fakes/cloud/cloud-jobs.ts'
import { START } from '../../factories.ts'
import { createObjectsWorld, INDEX, putAccounts } from './objects-world.ts'
import { NO_KV_MIRROR, SILENT } from './worker-ground.ts'

const MANY = 3_600

it('three hundred carousels of each of twelve accounts are listed in one answer', async () => {
  const world = await createObjectsWorld()
  await putAccounts(world.index())
  const keys = Array.from({ length: 10 }, aMediaKey)
  const job = aJobEnvelope({
    accountId: ACCOUNTS.demo.id,
    publishAt: START + DAY,
    keys,
    caption: 'x'.repeat(2_200),
    under: { firstComment: 'y'.repeat(500) },
  })
  await world.index().putJob(job)
  world.sql(INDEX)
    .exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MANY})
    INSERT INTO entries SELECT 'job ' || n, kind, account_id, state, of_seq, json_set(body, '$.jobId', 'job ' || n), seq + n, updated_at
    FROM entries, numbers WHERE kind = 'job'`)
  const { clock } = world
  const media = { facts: async () => null, open: async () => null, remove: async () => {} }
  const ports = { scheduler: world.index(), kv: NO_KV_MIRROR, media, version: '', keyId: async () => null }
  const modules = createWorkerModules({ ...ports, clock, log: SILENT })
  const app = createWorkerApp(modules, { clock, log: SILENT, workerKey: 'key' })
  const link = createWorkerLink({
    fetch: async (input, init) => app.request(new Request(input, init)),
    workerUrl: 'https://worker.example',
    workerKey: 'key',
  })

  const reply = await link.openJobs()

  expect(reply).toMatchObject({ kind: 'ok', value: { isWhole: true } })
  expect(reply.kind === 'ok' && reply.value.jobs.length).toBe(MANY + 1)
})
