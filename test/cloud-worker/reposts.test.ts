// What the server may do with an account's reposts at the Worker, over its real routes.
import { runInDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import type {
  WorkerChanges,
  RepostAnswer,
  RepostClaim,
  RecalledReposts,
} from '../../core/engine/worker/protocol.ts'
import { isRepostRecord } from '../../core/engine/worker/repost-shapes.ts'
import type { RepostConfig, RepostRecord } from '../../core/ports/reposts/repost-store.ts'
import { createSqlRepostStore } from '../../cloud-worker/reposts/repost-rows.ts'
import { ACCOUNTS } from '../fakes/cloud/cloud-jobs.ts'
import { aRepostConfig, aRepostRecord, moveRecord } from '../fakes/reposts/repost-records.ts'
import { accountObject, call, indexObject, onAccount, put, putNewAccount } from './worker-world.ts'

/** Far enough ahead that no check runs during a test. */
const NEXT_POLL = Date.now() + 36_000_000
let accountId = ''
let path = ''

const aConfig = (change: Partial<RepostConfig> = {}) =>
  aRepostConfig({ accountId, nextPollAt: NEXT_POLL, ...change })
const aRecord = (change: Partial<RepostRecord> = {}) =>
  aRepostRecord({ accountId, runner: 'cloud', expiresAt: NEXT_POLL, ...change })

async function delegate(config: RepostConfig, records: readonly RepostRecord[] = [], change: object = {}) {
  const response = await put(path, { version: 1, accountId, config, records, ...change })
  return { ...((await response.json()) as RepostAnswer), status: response.status }
}

async function takeBack(revision: number) {
  const response = await call(`${path}?revision=${revision}`, { method: 'DELETE' })
  return { ...((await response.json()) as RecalledReposts), status: response.status }
}

async function claim(id: string, as: 'repost' | 'dismiss' = 'repost') {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ id, as })
  const response = await call(`${path}/claims`, { method: 'POST', headers, body })
  return { ...((await response.json()) as RepostClaim), status: response.status }
}

/** Of this account. */
async function changes(since = 0): Promise<WorkerChanges> {
  const all: WorkerChanges = await (await call(`/changes?since=${since}`)).json()
  const isOwn = (one: { accountId: string }) => one.accountId === accountId
  const reposts = all.reposts.filter(({ record }) => isOwn(record))
  return { ...all, repostConfigs: all.repostConfigs.filter(isOwn), reposts }
}

beforeEach(async () => {
  accountId = await putNewAccount('demo')
  path = `/reposts/${accountId}`
})

describe('delegating an account', () => {
  it('is confirmed, counted, and the same when it is repeated', async () => {
    const config = aConfig()
    expect(await delegate(config, [aRecord()])).toMatchObject({
      status: 200,
      outcome: 'accepted',
      config: { accountId, revision: 1 },
    })
    const { until, repostConfigs, reposts } = await changes()
    expect(repostConfigs).toMatchObject([{ accountId, revision: 1 }])
    expect(reposts).toMatchObject([{ record: { status: 'PENDING' }, jobId: null }])

    expect(await delegate(config)).toMatchObject({ outcome: 'accepted' })
    expect(await changes(until)).toMatchObject({ repostConfigs: [], reposts: [] })
    const { counts } = await indexObject().status()
    expect(counts).toMatchObject({ repostConfigs: 1, pendingReposts: 1 })
  })

  it('of a higher revision changes what the user may change, and keeps what the Worker has found out', async () => {
    await delegate(aConfig({ memory: 'mine', repostsToday: 3 }))
    const changed = aConfig({ revision: 2, dailyRepostLimit: 9, memory: 'theirs', repostsToday: 0 })
    expect(await delegate(changed)).toMatchObject({
      outcome: 'accepted',
      config: { dailyRepostLimit: 9, memory: 'mine', repostsToday: 3, revision: 2 },
    })
    expect(await delegate(aConfig())).toMatchObject({
      status: 409,
      outcome: 'stale',
      config: { revision: 2 },
    })
  })

  it('is stale with other settings under the same revision, which come from two runs of the computer', async () => {
    await delegate(aConfig({ autoRepostEnabled: true }))
    const other = aConfig({ autoRepostEnabled: false })
    expect(await delegate(other)).toMatchObject({ status: 409, outcome: 'stale', config: { revision: 1 } })
    expect((await changes()).repostConfigs).toMatchObject([{ autoRepostEnabled: true }])
  })

  it.each(['let go of', 'never had, as after a loss of its data'])(
    'is stale where the computer says that the Worker has what it has %s',
    async (why) => {
      if (why === 'let go of') {
        await delegate(aConfig())
        await takeBack(2)
      }
      const changed = aConfig({ revision: 5 })
      expect(await delegate(changed, [], { isHeld: true })).toMatchObject({ status: 409, outcome: 'stale' })
      expect(await delegate(changed)).toMatchObject({ outcome: 'accepted' })
      expect(await delegate(changed, [], { isHeld: true })).toMatchObject({ outcome: 'accepted' })
    },
  )

  it('leaves known mentions where a click can still claim them, whichever side continues them', async () => {
    const theirs = aRecord({ runner: 'here' })
    await delegate(aConfig(), [theirs])
    expect(await claim(theirs.id)).toMatchObject({ outcome: 'yours', record: { version: 1 } })
  })

  it.each([
    ['of another account', { accountId: ACCOUNTS.noor.id }],
    ['of another version', { version: 2 }],
    ['whose configuration cannot be read', { config: { ...aConfig(), timezone: 'Mars' } }],
    ['whose source is asked from the owner’s computer only', { config: aConfig({ source: 'native' }) }],
    ['whose records cannot be read', { records: [{ ...aRecord(), status: 'LOST' }] }],
  ])('is refused for one %s', async (_why, change) => {
    expect(await delegate(aConfig(), [], change)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  })

  it('is refused for an account whose token the Worker does not have', async () => {
    await call(`/accounts/${accountId}`, { method: 'DELETE' })
    expect(await delegate(aConfig())).toMatchObject({ status: 404 })
  })
})

describe('taking an account back', () => {
  it('returns everything, also when it is repeated, and begins nothing any more', async () => {
    const record = aRecord()
    const before = (await indexObject().status()).counts.repostConfigs
    await delegate(aConfig(), [record])
    for (let n = 0; n < 2; n += 1)
      expect(await takeBack(1)).toMatchObject({
        status: 200,
        config: { revision: 1 },
        records: [{ id: record.id, status: 'PENDING' }],
      })
    expect((await changes()).repostConfigs).toEqual([])
    expect((await indexObject().status()).counts.repostConfigs).toBe(before)
  })

  it('names damaged records, which may have been reposted', async () => {
    const record = aRecord()
    const { id, key } = record
    await delegate(aConfig(), [record, aRecord()])
    await onAccount(accountId, `UPDATE reposts SET record = '{' WHERE id = ?`, id)
    await onAccount(accountId, `UPDATE repost_configs SET config = '{' WHERE id = ?`, accountId)
    const { config, records } = await takeBack(1)
    expect(config).toEqual({ accountId, revision: 1 })
    expect(records).toHaveLength(2)
    expect(records.filter((one) => !isRepostRecord(one))).toMatchObject([{ id, accountId, key }])
  })

  it('keeps a check that is still running from reading, moving or adding records', async () => {
    const record = aRecord()
    await delegate(aConfig(), [record])
    await takeBack(1)
    const late = await runInDurableObject(accountObject(accountId), async (_object, { storage }) => {
      const store = createSqlRepostStore({
        exec: (query, ...bindings) => storage.sql.exec(query, ...bindings),
        transaction: (work) => storage.transactionSync(work),
      })
      return [
        await store.config(accountId),
        await moveRecord(store, { ...record, status: 'REPOSTING', version: 2 }),
        await store.addRecords([aRecord()]),
      ]
    })
    expect(late).toEqual([null, false, []])
  })

  it('makes a delegation that it has overtaken stale, whether or not the account was known', async () => {
    expect(await takeBack(4)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await delegate(aConfig({ revision: 4 }))).toMatchObject({ status: 409, outcome: 'stale' })
    expect(await delegate(aConfig({ revision: 5 }))).toMatchObject({ outcome: 'accepted' })
    await takeBack(6)
    expect(await delegate(aConfig({ revision: 6 }))).toMatchObject({
      outcome: 'stale',
      config: { revision: 6 },
    })
  })

  it('that arrives late does not end a newer delegation', async () => {
    await delegate(aConfig({ revision: 7 }))
    expect(await takeBack(6)).toMatchObject({ status: 200, config: { revision: 7 } })
    expect((await changes()).repostConfigs).toHaveLength(1)
  })

  it('leaves no earlier mention to continue when the account is delegated again', async () => {
    const [old, known] = [aRecord(), aRecord()]
    await delegate(aConfig(), [old, known])
    await takeBack(1)
    await delegate(aConfig({ revision: 2 }), [{ ...known, status: 'PUBLISHED', runner: 'here', version: 9 }])

    expect(await claim(known.id)).toMatchObject({ outcome: 'yours', record: { status: 'PUBLISHED' } })
    expect((await changes()).reposts.map(({ record }) => record.runner)).toEqual(['here', 'here'])
  })
})

describe('claiming a mention', () => {
  it('takes it once, counts it once, and reports it', async () => {
    const record = aRecord()
    await delegate(aConfig(), [record])
    const { until } = await changes()
    for (let n = 0; n < 2; n += 1)
      expect(await claim(record.id)).toMatchObject({
        status: 200,
        outcome: 'yours',
        record: { runner: 'here' },
      })

    expect(await changes(until)).toMatchObject({
      repostConfigs: [{ repostsToday: 1 }],
      reposts: [{ record: { id: record.id, runner: 'here', status: 'PENDING' } }],
    })
  })

  it('counts nothing when it is dismissed, or after the account was recalled', async () => {
    const [dismissed, later] = [aRecord(), aRecord()]
    await delegate(aConfig({ dailyRepostLimit: 0 }), [dismissed, later])
    expect(await claim(dismissed.id, 'dismiss')).toMatchObject({ outcome: 'yours' })
    expect(await claim(later.id)).toMatchObject({
      status: 409,
      outcome: 'limit',
      record: { runner: 'cloud' },
    })
    expect(await takeBack(1)).toMatchObject({ config: { repostsToday: 0 } })
    expect(await claim(later.id)).toMatchObject({ outcome: 'yours' })
  })

  it.each(['REPOSTING', 'PUBLISHED', 'EXPIRED', 'DISMISSED'] as const)(
    'comes too late when it is %s',
    async (status) => {
      const record = aRecord({ status, postId: status === 'REPOSTING' ? crypto.randomUUID() : null })
      await delegate(aConfig(), [record])
      expect(await claim(record.id)).toMatchObject({ status: 409, outcome: 'too-late' })
    },
  )

  it('is refused for an unknown mention, or one of another account', async () => {
    await delegate(aConfig())
    expect(await claim(crypto.randomUUID())).toMatchObject({ status: 404 })
    const theirs = aRecord({ accountId: ACCOUNTS.noor.id })
    await runInDurableObject(accountObject(accountId), (_object, { storage }) =>
      storage.sql.exec(
        `INSERT INTO reposts VALUES (?, ?, ?, 'PENDING', 'cloud', 0, ?, 1)`,
        theirs.id,
        theirs.accountId,
        theirs.key,
        JSON.stringify(theirs),
      ),
    )
    expect(await claim(theirs.id)).toMatchObject({ status: 404 })
  })
})
