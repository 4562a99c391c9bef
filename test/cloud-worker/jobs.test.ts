// What the server may do with jobs and accounts at the Worker, and the changes that it reads.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WorkerChanges, JobEnvelope, JobView, WorkerStatus } from '../../core/engine/worker/protocol.ts'
import { WorkerStatus as WorkerStatusShape } from '../../core/engine/worker/protocol.ts'
import { ACCOUNTS, aJobEnvelope, anAccountEnvelope } from '../fakes/cloud/cloud-jobs.ts'
import { failureDetail } from '../../core/rules/notices/failure-details.ts'
import { aPublication } from '../factories.ts'
import {
  accountObject,
  call,
  cancelJob,
  ENCRYPTION_KEY,
  onAccount,
  put,
  putAccount,
  putJob,
  putNewAccount,
  readJob,
  tick,
} from './worker-world.ts'

const HOUR = 3_600_000
const later = () => Date.now() + HOUR
const sql = (query: string, ...bindings: unknown[]) => onAccount(ACCOUNTS.demo.id, query, ...bindings)
const edited = (job: JobEnvelope, caption = 'edited'): JobEnvelope => ({
  ...job,
  revision: job.revision + 1,
  payload: { ...job.payload, caption },
})
const read = async <T>(path: string): Promise<T> => (await call(path)).json()

/** The row as a publish intent leaves it. */
async function beginPublishing({ jobId, postId, accountId }: JobEnvelope): Promise<void> {
  const intent = {
    at: 1,
    platformAt: null,
    monotonicAt: 0,
    sends: 1,
    lastPossibleSend: 1,
    lastRefusal: null,
    onlyLagReplies: true,
    lagLooks: 1,
  }
  const publication = aPublication(
    { id: jobId, postId, accountId },
    { step: 'uncertain', intent, containerId: '1' },
  )
  await onAccount(
    accountId,
    `UPDATE post_jobs SET state = 'publishing', publication = ?, due_at = ?, run_at = ? WHERE id = ?`,
    JSON.stringify(publication),
    later(),
    later(),
    jobId,
  )
}

beforeEach(() => putAccount('demo'))

describe('creating a job', () => {
  it('stores it, shows it, and writes it to the KV mirror', async () => {
    const job = aJobEnvelope({ publishAt: later() })

    expect(await putJob(job)).toMatchObject({ status: 200, outcome: 'accepted', job: { state: 'waiting' } })

    const { jobs } = await read<{ jobs: JobView[] }>('/jobs')
    expect(jobs.find(({ jobId }) => jobId === job.jobId)).toMatchObject({
      postId: job.postId,
      accountId: job.accountId,
      revision: 1,
      publishAt: job.publishAt,
      isEnded: false,
      publication: null,
      attempts: [],
    })
    const mirrored = JSON.parse((await env.KV.get(`job:${job.jobId}`)) ?? '{}') as Record<string, unknown>
    expect(mirrored).toMatchObject({ postId: job.postId, payload: { caption: job.payload.caption } })
  })

  it('does nothing when it is repeated, and refuses different content under the same revision', async () => {
    const job = aJobEnvelope({ publishAt: later() })
    await putJob(job)
    const { until } = await read<WorkerChanges>('/changes?since=0')

    expect(await putJob(job)).toMatchObject({ status: 200, outcome: 'accepted' })
    expect((await read<WorkerChanges>(`/changes?since=${until}`)).jobs).toEqual([])
    const other = { ...job, payload: { ...job.payload, caption: 'another' } }
    expect(await putJob(other)).toMatchObject({ status: 409, outcome: 'stale', job: { revision: 1 } })
  })

  it('may begin with any revision', async () => {
    const job = aJobEnvelope({ publishAt: later(), revision: 7 })
    expect(await putJob(job)).toMatchObject({ outcome: 'accepted', job: { revision: 7 } })
  })

  it('comes too late for a job that was cancelled before it arrived', async () => {
    const job = aJobEnvelope({ publishAt: later() })
    expect(await cancelJob(job.jobId)).toMatchObject({
      status: 200,
      outcome: 'accepted',
      job: { state: 'cancelled' },
    })

    expect(await putJob(job)).toMatchObject({ status: 409, outcome: 'too-late', job: { state: 'cancelled' } })
    expect(await readJob(job.jobId)).toMatchObject({ state: 'cancelled', isEnded: true })
  })
})

describe('a job of an account whose token the Worker does not have', () => {
  it('is not taken while the account is unknown', async () => {
    await call(`/accounts/${ACCOUNTS.noor.id}`, { method: 'DELETE' })
    const job = aJobEnvelope({ publishAt: later(), accountId: ACCOUNTS.noor.id })
    expect(await putJob(job)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect((await call(`/jobs/${job.jobId}`)).status).toBe(404)
  })

  it('is not taken when its token was sealed under another key', async () => {
    const sealed = await anAccountEnvelope('noor', new Uint8Array(32).fill(9))
    await put(`/accounts/${ACCOUNTS.noor.id}`, sealed)
    const job = aJobEnvelope({ publishAt: later(), accountId: ACCOUNTS.noor.id })
    expect(await putJob(job)).toMatchObject({ status: 400, code: 'ENCRYPTION_KEY_MISMATCH' })
  })
})

describe('changing a job', () => {
  it('replaces it by a higher revision and refuses a lower one', async () => {
    const job = aJobEnvelope({ publishAt: later(), revision: 3 })
    await putJob(job)
    const next = { ...edited(job), publishAt: job.publishAt + HOUR }

    expect(await putJob(next)).toMatchObject({
      outcome: 'accepted',
      job: { revision: 4, publishAt: next.publishAt },
    })
    expect(await putJob(job)).toMatchObject({ status: 409, outcome: 'stale', job: { revision: 4 } })
    expect(await sql('SELECT run_at FROM post_jobs WHERE id = ?', job.jobId)).toEqual([
      { run_at: next.publishAt },
    ])
  })

  it('drops what was prepared for the old version', async () => {
    const job = aJobEnvelope({ publishAt: later() })
    await putJob(job)
    const staged = aPublication(
      { id: job.jobId, postId: job.postId, accountId: job.accountId },
      { step: 'staged', containerId: '1', publishAt: job.publishAt, nextAt: job.publishAt },
    )
    await sql('UPDATE post_jobs SET publication = ? WHERE id = ?', JSON.stringify(staged), job.jobId)

    expect(await putJob(edited(job))).toMatchObject({ outcome: 'accepted', job: { publication: null } })
  })

  it('is refused for another post or account', async () => {
    const job = aJobEnvelope({ publishAt: later() })
    await putJob(job)
    const moved = { ...edited(job), accountId: ACCOUNTS.noor.id }
    expect(await putJob(moved)).toMatchObject({ status: 409, outcome: 'stale' })
  })

  it('is too late once the publish intent is stored, and so is cancelling', async () => {
    const job = aJobEnvelope({ publishAt: later() })
    await putJob(job)
    await beginPublishing(job)

    expect(await putJob(edited(job))).toMatchObject({
      status: 409,
      outcome: 'too-late',
      job: { state: 'publishing' },
    })
    expect(await cancelJob(job.jobId)).toMatchObject({ status: 409, outcome: 'too-late' })
    expect(await putJob(job)).toMatchObject({
      status: 200,
      outcome: 'accepted',
      job: { state: 'publishing' },
    })
  })
})

describe('cancelling a job that is FAILED but may be live', () => {
  it('is too late, and ends the reconciling only for a retry, which is told what is known', async () => {
    const job = aJobEnvelope({ publishAt: later() })
    await putJob(job)
    await beginPublishing(job)
    const unconfirmed = {
      step: 'uncertain',
      nextAt: Date.now() + 3_600_000,
      failure: {
        code: 'UNKNOWN_ERROR',
        detail: failureDetail('NOT_CONFIRMED'),
        recovery: 'check_platform',
        transient: false,
        unconfirmed: true,
      },
    }
    const [row] = await sql('SELECT publication FROM post_jobs WHERE id = ?', job.jobId)
    const publication = { ...JSON.parse(row?.['publication'] as string), ...unconfirmed }
    const looking = "UPDATE post_jobs SET state = 'failed', held = 0, publication = ? WHERE id = ?"
    await sql(looking, JSON.stringify(publication), job.jobId)

    expect(await cancelJob(job.jobId)).toMatchObject({
      status: 409,
      outcome: 'too-late',
      job: { state: 'failed', isEnded: false },
    })
    expect(await cancelJob(job.jobId, '?retry=true')).toMatchObject({
      status: 200,
      outcome: 'accepted',
      job: {
        state: 'failed',
        isEnded: true,
        publication: { step: 'failed', intent: publication.intent, failure: { unconfirmed: true } },
      },
    })
    expect(await sql('SELECT due_at FROM post_jobs WHERE id = ?', job.jobId)).toEqual([{ due_at: null }])
  })
})

describe('cancelling a job', () => {
  it('ends it for good, also when it is repeated', async () => {
    const job = aJobEnvelope({ publishAt: later(), accountId: await putNewAccount('noor') })
    await putJob(job)

    expect(await cancelJob(job.jobId)).toMatchObject({
      outcome: 'accepted',
      job: { state: 'cancelled', isEnded: true },
    })
    expect(await cancelJob(job.jobId)).toMatchObject({ outcome: 'accepted' })
    expect(await putJob(edited(job))).toMatchObject({
      status: 409,
      outcome: 'too-late',
      job: { state: 'cancelled' },
    })
    expect(JSON.parse((await env.KV.get(`job:${job.jobId}`)) ?? '')).toMatchObject({ state: 'cancelled' })
  })
})

describe('a job of a version that this Worker does not know', () => {
  it('is left untouched and counted', async () => {
    const job = aJobEnvelope({ publishAt: later() })
    await putJob(job)
    await sql(
      `UPDATE post_jobs SET envelope_version = 3, envelope = json_set(envelope, '$.version', 3),
       due_at = 1, run_at = 1, wake_at = 1, seq = seq + 1000 WHERE id = ?`,
      job.jobId,
    )

    await accountObject(job.accountId).poke()

    expect(await readJob(job.jobId)).toMatchObject({ state: 'waiting', publication: null })
    expect(await putJob(edited(job))).toMatchObject({ status: 409 })
    expect(await cancelJob(job.jobId)).toMatchObject({ status: 409, job: { state: 'waiting' } })
    expect((await read<WorkerStatus>('/status')).counts.unknownVersion).toBe(1)
    await sql('DELETE FROM post_jobs WHERE id = ?', job.jobId)
  })
})

describe('changes of jobs', () => {
  it('are reported oldest first, fifty at a time, each job once as it is now', async () => {
    const { until: start } = await read<WorkerChanges>('/changes?since=0')
    const jobs = Array.from({ length: 60 }, () => aJobEnvelope({ publishAt: later() }))
    for (const job of jobs) await putJob(job)
    const [first] = jobs
    if (!first) expect.unreachable()
    await putJob(edited(first))

    const page = await read<WorkerChanges>(`/changes?since=${start}`)
    expect(page.jobs).toHaveLength(50)
    expect(page).toMatchObject({ hasMore: true })
    const rest = await read<WorkerChanges>(`/changes?since=${page.until}`)
    expect(rest.jobs.at(-1)).toMatchObject({ jobId: first.jobId, revision: 2 })
    expect([...page.jobs, ...rest.jobs].map(({ jobId }) => jobId)).toEqual(
      [...jobs.slice(1), first].map(({ jobId }) => jobId),
    )
    expect(await read<WorkerChanges>(`/changes?since=${rest.until}`)).toMatchObject({
      jobs: [],
      hasMore: false,
      until: rest.until,
    })
    await Promise.all(jobs.map(({ jobId }) => cancelJob(jobId)))
  })

  it('are reported from the beginning when the cursor is not one of this Worker', async () => {
    await putJob(aJobEnvelope({ publishAt: later() }))
    expect((await read<WorkerChanges>('/changes?since=999999')).jobs.length).toBeGreaterThan(0)
  })
})

describe('an account', () => {
  it('takes its waiting jobs along when it is removed', async () => {
    const account = await anAccountEnvelope('noor', ENCRYPTION_KEY)
    await put(`/accounts/${account.accountId}`, account)
    const [waiting, begun] = [1, 2].map(() =>
      aJobEnvelope({ publishAt: later(), accountId: account.accountId }),
    )
    if (!waiting || !begun) expect.unreachable()
    await putJob(waiting)
    await putJob(begun)
    await beginPublishing(begun)

    expect((await call(`/accounts/${account.accountId}`, { method: 'DELETE' })).status).toBe(200)

    expect(await readJob(waiting.jobId)).toMatchObject({ state: 'cancelled' })
    expect(await readJob(begun.jobId)).toMatchObject({ state: 'publishing' })
    expect(await onAccount(account.accountId, 'SELECT id FROM accounts')).toEqual([])
  })

  it('keeps a pause that the Worker learned of itself', async () => {
    const account = await anAccountEnvelope('demo', ENCRYPTION_KEY)
    await sql('UPDATE accounts SET paused_until = 5000 WHERE id = ?', account.accountId)
    await put(`/accounts/${account.accountId}`, account)
    expect(await sql('SELECT paused_until FROM accounts WHERE id = ?', account.accountId)).toEqual([
      { paused_until: 5000 },
    ])
    await sql('UPDATE accounts SET paused_until = NULL')
  })

  it('may name a sandbox on this computer only', async () => {
    const account = await anAccountEnvelope('demo', ENCRYPTION_KEY, {
      sandboxUrl: 'https://elsewhere.example',
    })
    const response = await put(`/accounts/${account.accountId}`, account)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('the status', () => {
  it('reports the version, the key check, the heartbeat and what there is', async () => {
    const before = Date.now()
    await tick()
    const status = WorkerStatusShape.parse(await read('/status'))
    expect(status.keyId).toMatch(/^[0-9a-f]{16}$/)
    expect(status.cron).toBe('* * * * *')
    expect(status.lastCronRun).toBeGreaterThanOrEqual(before)
    expect(status.recentJobs.length).toBeGreaterThan(0)
    expect(JSON.stringify(status)).not.toContain('caption')
    expect(await env.KV.get('meta:lastCronRun')).toMatch(/^\d{4}-/)
  })

  it('names the storage of the Worker, always by the same id', async () => {
    const { storeId } = await read<WorkerStatus>('/status')
    expect(storeId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await read<WorkerStatus>('/status')).storeId).toBe(storeId)
  })
})
