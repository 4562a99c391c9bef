// The other ways in which a hand-over ends: the post is deleted, retried, or left by its account, the cloud is disconnected,
// and what the Worker learned by itself reaches this computer.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { tokenOwner } from '../../../core/engine/access/token-vault.ts'
import { removeAccount } from '../../../core/features/accounts/disconnect.ts'
import { applyJobState } from '../../../core/features/cloud/delegation/changes/apply-job-state.ts'
import { applyChanges } from '../../../core/features/cloud/delegation/changes/apply-changes.ts'
import { recallAll, abandonAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import { createCloudRunner } from '../../../core/features/cloud/delegation/cloud-runner.ts'
import { fingerprintOf } from '../../../core/features/cloud/delegation/account-registration.ts'
import type { CloudConnection } from '../../../core/features/cloud/connection/connection.ts'
import {
  cloudTokenOwner,
  ENVELOPE_VERSION,
  type WorkerChanges,
} from '../../../core/engine/worker/protocol.ts'
import { reportedPublication } from '../../../core/engine/publishing/stored.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { deletePost } from '../../../core/features/posts/delete-post.ts'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { claimPublication } from '../../../core/engine/publishing/claim.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { readAccount } from '../../../cloud-worker/accounts/account-rows.ts'
import { INTENT, accept, claimAt, mustClaim, mustCommit } from '../../contracts/publishing-stores.ts'
import { aFailureDetail, aPublication } from '../../factories.ts'
import { createMemoryBlobStore } from '../../fakes/media/memory-blob-store.ts'
import { publishElsewhere } from '../other-app.ts'
import { createHandoverWorld, type Call, type Fate, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

function once(call: Call, fate: Fate): void {
  let met = false
  world.fates((one) => {
    if (met || one !== call) return 'ok'
    met = true
    return fate
  })
}

const silent = (): void => world.fates(() => 'unreachable')
const well = (): void => world.fates(() => 'ok')
const atTheWorker = (jobId: string | null) => world.cloud.engine().job(jobId ?? '')

describe('deleting a post that the Worker has', () => {
  it('keeps it from appearing', async () => {
    const post = await world.newPost('deleted')
    await deletePost(world.schedule, post.id)
    expect(await world.post(post.id)).toBeNull()
    expect(await atTheWorker(post.cloudJobId)).toMatchObject({ state: 'cancelled' })
    await world.run(20 * MINUTE)
    expect(world.liveCount('deleted')).toBe(0)
  })

  it('is refused while nobody can say that it will not appear, and is done later if it may have been', async () => {
    const post = await world.newPost('perhaps')
    silent()
    await expect(deletePost(world.schedule, post.id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED' })
    once('cancelJob', 'never')
    await expect(deletePost(world.schedule, post.id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    await world.run(2 * MINUTE)
    expect(await world.post(post.id)).toBeNull()
    expect(world.data.deleted.get(post.id)).toMatchObject({ deletedFrom: 'LOCAL' })
  })

  it('comes too late after its time: it goes to the archive, and so does what became of it', async () => {
    const post = await world.newPost('too late')
    world.open(false)
    await world.run(11 * MINUTE)
    await deletePost(world.schedule, post.id)
    expect(await world.post(post.id)).toBeNull()
    world.open(true)
    await world.run(2 * MINUTE)
    expect(world.liveCount('too late')).toBe(1)
    expect(world.data.deleted.get(post.id)?.post).toMatchObject({
      status: 'PUBLISHED',
      igMediaId: expect.any(String),
      handover: null,
    })
    expect(await world.post(post.id)).toBeNull()
  })

  it('is not sent once more there, although the Worker reports it again before it is told', async () => {
    world.cloud.sandbox.faults.add({ on: 'publish', mode: 'server-error', effect: 'before', times: 2 })
    const post = await world.newPost('amid')
    await world.run(10 * MINUTE + 20 * SECOND)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHING' })
    world.open(false)
    await world.run(MINUTE)
    await deletePost(world.schedule, post.id)
    world.open(true)
    await world.run(HOUR)
    expect(world.liveCount('amid')).toBe(0)
  })

  it('is told there as soon as it can be, whatever the Worker reports meanwhile', async () => {
    world.cloud.sandbox.faults.add({ on: 'publish', mode: 'server-error', effect: 'before', times: 3 })
    const post = await world.newPost('amid')
    await world.run(10 * MINUTE + 20 * SECOND)
    world.fates((call) => (call === 'cancelJob' ? 'unreachable' : 'ok'))
    await world.run(MINUTE)
    await deletePost(world.schedule, post.id)
    const asked = () => world.calls.filter((call) => call === 'cancelJob').length
    const runOn = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) await world.run(5 * SECOND)
    }
    await runOn(14)
    const before = asked()
    expect(before).toBeGreaterThan(0)
    well()
    await runOn(9)
    expect(asked()).toBeGreaterThan(before)
  })
})

describe('a post that the Worker gave up', () => {
  it('is FAILED and in doubt, because nobody here asked for that, and is sent by a retry that finds nothing', async () => {
    const post = await world.newPost('failed')
    await world.cloud.engine().removeAccount(world.accountId)
    await world.run(12 * MINUTE)
    const failed = await world.post(post.id)
    expect(failed).toMatchObject({ status: 'FAILED', handover: null, publishOutcome: 'unconfirmed' })
    await retryPost(world.schedule, post.id)
    expect(await world.post(post.id)).toMatchObject({
      status: 'QUEUED',
      cloudJobId: null,
      bucketMediaKey: null,
    })
    await world.run(2 * MINUTE)
    expect(world.liveCount('failed')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
  })
})

/** With each answer of changes. */
const UNDERSTOOD = { timestamp: 0, envelopeVersion: ENVELOPE_VERSION }

describe('a post of which the Worker does not know whether it is live', () => {
  const MEDIA_GONE_DARK = { intent: INTENT, containerId: '17900000000000001', step: 'uncertain' } as const

  /** As the Worker tells it while it still looks, and what it answers to being told to stop. */
  async function inDoubt(answer: { readonly outcome: 'accepted' | 'too-late'; readonly isEnded: boolean }) {
    const post = await world.newPost('in doubt', HOUR)
    const job = { id: post.cloudJobId ?? '', postId: post.id, accountId: post.platformAccountId }
    const failure = {
      code: 'UNKNOWN_ERROR',
      detail: aFailureDetail('no word'),
      recovery: 'check_platform',
      transient: false,
    } as const
    const key = post.bucketMediaKey ?? ''
    const items = [{ mediaFileId: '', kind: 'image', publicKey: key, blobKey: key }] as const
    const stored = aPublication(job, {
      ...MEDIA_GONE_DARK,
      payload: { ...aPublication(job).payload, items },
      id: crypto.randomUUID(),
      version: 9,
      failure: { ...failure, unconfirmed: true },
      nextAt: world.clock.now() + HOUR,
    })
    const reported = (await atTheWorker(post.cloudJobId)) ?? expect.unreachable()
    const publication = reportedPublication(stored)
    const view = { ...reported, state: 'failed', isEnded: false, publication } as const
    await applyJobState(world.ports, job.id, view)
    expect(await world.post(post.id)).toMatchObject({
      status: 'FAILED',
      publishOutcome: 'unconfirmed',
      handover: 'cloud',
    })
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const cancelJob = async () => ({
      kind: 'ok' as const,
      value: { outcome: answer.outcome, job: { ...view, isEnded: answer.isEnded } },
    })
    const ports = {
      ...world.ports,
      cloudConnection: async () => ({ ...connection, worker: { ...connection.worker, cancelJob } }),
    }
    return { post, schedule: { ...world.schedule, cloud: createCloudRunner(ports) } }
  }

  it.each([
    { outcome: 'accepted', isEnded: false },
    { outcome: 'too-late', isEnded: true },
  ] as const)(
    'is retried here after the Worker let go of it ($outcome), and then looked for first',
    async (answer) => {
      const { post, schedule } = await inDoubt(answer)
      await retryPost(schedule, post.id)
      expect(await world.post(post.id)).toMatchObject({ status: 'QUEUED', handover: null })
      const claimed = await claimPublication(schedule, [])
      expect(claimed).toMatchObject({
        step: 'uncertain',
        intent: { sends: 1 },
        containerId: '17900000000000001',
      })
      // The file is the one that this computer has.
      expect(claimed?.payload.items[0]?.publicKey).toBe([...world.data.media.values()][0]?.publicKey)
    },
  )

  it('is not retried here while the Worker may still send it again', async () => {
    const { post, schedule } = await inDoubt({ outcome: 'too-late', isEnded: false })
    await expect(retryPost(schedule, post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    expect(await world.post(post.id)).toMatchObject({ status: 'FAILED', handover: 'cloud' })
    expect(world.data.jobs.size).toBe(0)
  })
})

describe('disconnecting an account', () => {
  const leave = () => {
    const { reposts } = world.stores
    const others = { reposts, privateApi: { remove: async () => {} }, blobs: createMemoryBlobStore() }
    return removeAccount({ ...world.ports, ...world.schedule, ...others } as never, world.accountId)
  }

  it('fails its posts once the Worker has let go of them, and takes its token away from there', async () => {
    const post = await world.newPost('gone')
    await leave()
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'NOT_FOUND',
      handover: null,
    })
    expect(world.calls).toContain('removeAccount')
    expect((await world.ports.registeredAccounts.list()).size).toBe(0)
    await world.run(15 * MINUTE)
    expect(world.liveCount('gone')).toBe(0)
  })

  it('does not wait for a Worker that does not answer', async () => {
    const post = await world.newPost('gone')
    silent()
    await leave()
    await world.run(2 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
    expect(await world.ports.accounts.get(world.accountId)).toBeNull()
    well()
    await world.run(6 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'FAILED', errorCode: 'NOT_FOUND' })
    await world.run(15 * MINUTE)
    expect(world.liveCount('gone')).toBe(0)
  })
})

describe('disconnecting the cloud', () => {
  it('recalls every waiting post, each after the Worker has let go of it', async () => {
    const posts = [await world.newPost('one', HOUR), await world.newPost('two', 2 * HOUR)]
    expect(await recallAll(world.ports)).toEqual({ posts: 0, accounts: 0 })
    for (const { id, cloudJobId } of posts) {
      expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', handover: null, cloudJobId: null })
      expect(await atTheWorker(cloudJobId)).toMatchObject({ state: 'cancelled' })
    }
    await world.run(2 * HOUR + 5 * MINUTE)
    expect([world.liveCount('one'), world.liveCount('two')]).toEqual([1, 1])
  })

  it('leaves nothing there that is scheduled while the posts come back', async () => {
    await world.newPost('before', HOUR)
    let scheduled: Promise<PostRecord> | undefined
    world.fates((call) => {
      if (call === 'cancelJob') scheduled ??= world.newPost('meanwhile', HOUR)
      return 'ok'
    })
    await world.disconnect()
    expect(await scheduled).toMatchObject({ status: 'SCHEDULED', handover: null })
    await world.run(HOUR + 5 * MINUTE)
    expect([world.liveCount('before'), world.liveCount('meanwhile')]).toEqual([1, 1])
  })

  it('counts what could not be recalled, and asks a silent Worker once', async () => {
    const posts = [await world.newPost('one', HOUR), await world.newPost('two', 2 * HOUR)]
    silent()
    const before = world.calls.length
    expect(await recallAll(world.ports)).toEqual({ posts: 2, accounts: 0 })
    expect(world.calls.length - before).toBeLessThanOrEqual(2)
    for (const { id } of posts) expect(await world.post(id)).toMatchObject({ handover: 'cloud' })
    // The user insists: nobody will ever know more of them here.
    await abandonAll(world.ports)
    for (const { id } of posts) {
      expect(await world.post(id)).toMatchObject({
        status: 'FAILED',
        publishOutcome: 'unconfirmed',
        recovery: 'check_platform',
        handover: null,
      })
    }
  })

  it('counts jobs that this computer does not know', async () => {
    await world.newPost('another copy’s', HOUR)
    world.data.handovers.clear()
    expect(await recallAll(world.ports)).toEqual({ posts: 1, accounts: 0 })
  })
})

/** The Worker reports its accounts so, with whatever else is new. */
async function reportAccounts(
  connection: CloudConnection,
  accounts: WorkerChanges['accounts'],
): Promise<void> {
  const worker: CloudConnection['worker'] = {
    ...connection.worker,
    async changes(since) {
      const reply = await connection.worker.changes(since)
      return reply.kind === 'ok' ? { ...reply, value: { ...reply.value, accounts } } : reply
    },
  }
  expect(await applyChanges(world.ports, { ...connection, worker })).toBeNull()
}

describe('tokens', () => {
  it('that were renewed here reach the Worker, once', async () => {
    await world.newPost('first', 2 * HOUR)
    const registrations = world.calls.filter((call) => call === 'putAccount').length
    const sealedToken = await world.ports.vault.seal('a renewed token', tokenOwner(world.accountId))
    await world.ports.accounts.update(world.accountId, { sealedToken, tokenIssuedAt: world.clock.now() })
    await world.run(5 * MINUTE)
    expect(world.calls.filter((call) => call === 'putAccount').length).toBe(registrations + 1)
  })

  /** The Worker reports them of the account. */
  const report = async (
    ...tokens: readonly { token: string; issuedAt: number; loginMethod?: 'platform' | 'partner' }[]
  ) => {
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const { accountId } = world
    const accounts = await Promise.all(
      tokens.map(async ({ token, issuedAt, ...login }) => ({
        accountId,
        sealedToken: await connection.vault.seal(token, cloudTokenOwner(accountId)),
        tokenIssuedAt: issuedAt,
        tokenExpiresAt: issuedAt + 60 * DAY,
        loginMethod: 'platform' as const,
        pausedUntil: null,
        ...login,
      })),
    )
    await reportAccounts(connection, accounts)
    return connection
  }
  const accountHere = async () => (await world.ports.accounts.get(world.accountId)) ?? expect.unreachable()
  const tokenHere = async () =>
    world.ports.vault.open((await accountHere()).sealedToken, tokenOwner(world.accountId))

  it('that the Worker renewed reach this computer when they are newer, and are not sent back', async () => {
    await world.newPost('first', 2 * HOUR)
    const issuedAt = world.clock.now()
    const life = { tokenIssuedAt: issuedAt, tokenExpiresAt: issuedAt + 30 * DAY }
    await world.ports.accounts.update(world.accountId, life)
    await world.run(2 * MINUTE)
    const connection = await report(
      { token: 'older', issuedAt: issuedAt - 1 },
      { token: 'newer', issuedAt: issuedAt + MINUTE },
    )
    const account = await accountHere()
    expect(await tokenHere()).toBe('newer')
    expect(account.tokenExpiresAt).toBe(issuedAt + MINUTE + 60 * DAY)
    expect((await world.ports.registeredAccounts.list()).get(account.id)).toBe(
      await fingerprintOf(world.ports, connection, account, null),
    )
  })

  it.each<['platform' | 'partner', { loginMethod: 'platform' | 'partner' }]>([
    ['partner', { loginMethod: 'platform' }],
    ['platform', { loginMethod: 'partner' }],
  ])('of another login than the account has by now are not taken: %s, %j', async (loginMethod, login) => {
    const sealedToken = await world.ports.vault.seal('of this login', tokenOwner(world.accountId))
    const tokenIssuedAt = world.clock.now()
    await world.ports.accounts.update(world.accountId, { loginMethod, sealedToken, tokenIssuedAt })
    await report({ token: 'of the other login', issuedAt: tokenIssuedAt + MINUTE, ...login })
    expect(await tokenHere()).toBe('of this login')
  })
})

describe('a job that only a newer Worker understands', () => {
  it('stops no news of others, and is read once it is understood', async () => {
    const [newer, other] = [await world.newPost('newer'), await world.newPost('other')]
    const becomes = (state: string) =>
      world.cloud.sql.exec('UPDATE post_jobs SET state = ? WHERE id = ?', state, newer.cloudJobId)
    silent()
    await world.run(20 * MINUTE)
    becomes('asked')
    well()
    await world.run(20 * MINUTE)
    expect(await world.post(other.id)).toMatchObject({ status: 'PUBLISHED' })
    expect(await world.post(newer.id)).toMatchObject({ status: 'SCHEDULED' })
    becomes('published')
    await world.run(20 * MINUTE)
    expect(await world.post(newer.id)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('is asked for again with everything after it', async () => {
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const asked: number[] = []
    const nothing = { jobs: [], accounts: [], repostConfigs: [], reposts: [], ...UNDERSTOOD }
    const changes = async (since: number) => {
      asked.push(since)
      const value = { ...nothing, until: since + 1, hasMore: since < 3, isWhole: since !== 1 }
      return { kind: 'ok', value } as const
    }
    const worker = { ...connection.worker, changes }
    for (const _round of [1, 2]) await applyChanges(world.ports, { ...connection, worker })
    expect(asked).toEqual([0, 1, 2, 3, 1, 2, 3])
  })

  it('hides no news of others, however many come after it', async () => {
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const asked: number[] = []
    const nothing = { jobs: [], accounts: [], repostConfigs: [], reposts: [], ...UNDERSTOOD }
    const last = 45
    const changes = async (since: number) => {
      asked.push(since)
      const until = Math.min(since + 1, last)
      return {
        kind: 'ok',
        value: { ...nothing, until, hasMore: until < last, isWhole: since !== 1 },
      } as const
    }
    const worker = { ...connection.worker, changes }
    const begins: (number | undefined)[] = []
    for (const _round of [1, 2, 3, 4]) {
      await applyChanges(world.ports, { ...connection, worker })
      begins.push(asked.splice(0)[0])
    }
    // The last one asks again for what could not be read.
    expect(begins).toEqual([0, 20, 40, 1])
  })
})

describe('an account that the platform wants left alone', () => {
  const reportPause = async (pausedUntil: number | null) => {
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const account = (await world.ports.accounts.get(world.accountId)) ?? expect.unreachable()
    const { id: accountId, loginMethod, sealedToken, tokenIssuedAt, tokenExpiresAt } = account
    const accounts = [{ accountId, loginMethod, sealedToken, tokenIssuedAt, tokenExpiresAt, pausedUntil }]
    await reportAccounts(connection, accounts)
  }
  const pausedUntil = async () => (await world.ports.accounts.get(world.accountId))?.pausedUntil

  it('is left alone here, too, until the Worker says that it need not be', async () => {
    const until = world.clock.now() + DAY
    await reportPause(until)
    expect(await pausedUntil()).toBe(until)
    await reportPause(null)
    expect(await pausedUntil()).toBeNull()
  })

  it('lets what was put off here go on then', async () => {
    const now = world.clock.now()
    const { ports, accountId: platformAccountId } = world
    await reportPause(now + DAY)
    const { post } = await accept(ports, { platformAccountId }, { runAt: now })
    await mustCommit(ports, await mustClaim(ports, now), { step: 'created', nextAt: now + DAY })
    await reportPause(null)
    expect((await claimAt(ports, now))?.postId).toBe(post.id)
  })

  it('stays so for a longer time that began here while the Worker was heard', async () => {
    const until = world.clock.now() + DAY
    const { settings, ledger } = world.ports
    const put = vi.spyOn(settings, 'put').mockImplementationOnce(async (change) => {
      await ledger.extendPause(world.accountId, until + HOUR)
      return settings.put(change)
    })
    await reportPause(until)
    expect(put).toHaveBeenCalled()
    await reportPause(null)
    expect(await pausedUntil()).toBe(until + HOUR)
  })

  it('stays so for what began here', async () => {
    const until = world.clock.now() + DAY
    await reportPause(until)
    await world.ports.accounts.update(world.accountId, { pausedUntil: until + HOUR })
    await reportPause(until)
    await reportPause(null)
    expect(await pausedUntil()).toBe(until + HOUR)
  })
})

describe('the bucket', () => {
  it('loses what was cancelled at once, and is empty a day after the others have ended', async () => {
    await world.newPost('published')
    const cancelled = await world.newPost('cancelled')
    await world.cancel(cancelled.id)
    await world.run(12 * MINUTE)
    // What was cancelled is gone already.
    expect(world.bucket.size).toBe(1)
    world.clock.advance(DAY)
    await world.run(11 * MINUTE)
    expect([...world.bucket.keys()]).toEqual([])
    expect(world.data.bucketObjects.size).toBe(0)
  })
})

describe('what becomes of posts while the publishing limit is full', () => {
  it('reaches the Worker when the choice changes, once each time', async () => {
    await world.newPost('first', 2 * HOUR)
    const registrations = () => world.calls.filter((call) => call === 'putAccount').length
    const before = registrations()
    const chosen = () => readAccount(world.cloud.sql, world.accountId)?.whenLimitIsFull
    expect(chosen()).toBeUndefined()
    for (const whenLimitIsFull of ['wait', 'fail'] as const) {
      await world.ports.accounts.update(world.accountId, { whenLimitIsFull })
      await world.run(5 * MINUTE)
      expect(chosen()).toBe(whenLimitIsFull === 'wait' ? 'wait' : undefined)
    }
    expect(registrations()).toBe(before + 2)
  })

  it('is known here of a post that failed there: its retry waits, and spends no refusal', async () => {
    world = await createHandoverWorld({ behaviour: { quota: 25 } })
    await publishElsewhere(world.cloud, 25, 'https://worker.example/media/picture.jpg')
    const { id } = await world.newPost('Beyond the limit')
    await world.run(20 * MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', recovery: 'wait', handover: null })
    await retryPost(world.schedule, id)
    await world.run(10 * MINUTE)
    expect(await world.post(id)).toMatchObject({
      status: 'SCHEDULED',
      warnings: [{ code: 'WAITS_FOR_ROOM' }],
    })
    const steps = await world.schedule.ledger.listAttempts(id)
    const refusals = steps.filter(({ platformSubcode }) => platformSubcode === 2_207_042)
    // The Worker's: nobody had asked before.
    expect(refusals.map(({ engine }) => engine)).toEqual(['cloud'])
  })
})
