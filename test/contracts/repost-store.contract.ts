// What every RepostStore does, fake or real, seen through two handles on one store.
import { beforeEach, describe, expect, it } from 'vitest'
import { NEVER_ASKED, type Ownership } from '../../core/rules/ownership/ownership.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../../core/ports/reposts/repost-store.ts'
import { DAY, MINUTE } from '../../core/time.ts'
import { aWarning, START } from '../factories.ts'
import { aRepostConfig, aRepostRecord, moveConfig, moveRecord } from '../fakes/reposts/repost-records.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

/** `ownership`: of each configuration; a Worker has only its own. */
export function describeRepostStore(
  name: string,
  open: () => Promise<TwoHandles<RepostStore>>,
  ownership: Ownership = NEVER_ASKED,
): void {
  describe(`${name} as a RepostStore`, () => {
    const store = openEach(open)
    let accountId: string
    beforeEach(() => void (accountId = crypto.randomUUID()))
    const handles = { a: () => store.a, b: () => store.b }

    describeConfigurations(handles, ownership)
    describeRecords(handles, () => accountId)
    describeHistory(handles, () => accountId)
  })
}

/** One version on. */
export function nextOf<T extends { readonly version: number }>(kept: T, change: Partial<T> = {}): T {
  return { ...kept, ...change, version: kept.version + 1 }
}

interface Handles {
  a(): RepostStore
  b(): RepostStore
}

function describeConfigurations({ a, b }: Handles, ownership: Ownership): void {
  const aConfig = (change: Partial<RepostConfig> = {}) => aRepostConfig({ ownership, ...change })
  describe('a configuration', () => {
    it('is the only one of its account, and comes back whole', async () => {
      const config = aConfig({
        signatureOverlay: '{"text":"Grüße 🌙"}',
        challengedAt: [START, START + 1],
        memory: '{"cursor":"17841400000000000001"}',
        pausedUntil: START + DAY,
      })
      expect(await a().config(config.accountId)).toBeNull()
      expect(await a().addConfig(config)).toBe(true)
      expect(await b().addConfig(aConfig({ accountId: config.accountId }))).toBe(false)
      expect(await b().config(config.accountId)).toEqual(config)
    })

    it('is told among all of them oldest first', async () => {
      const younger = aConfig({ createdAt: START + 1 })
      const older = aConfig({ createdAt: START })
      for (const config of [younger, older]) await a().addConfig(config)
      const ours = [older.id, younger.id]
      const told = (await b().configs()).map(({ id }) => id)
      expect(told.filter((id) => ours.includes(id))).toEqual(ours)
    })

    it('is moved by the one who continues it, and by nobody else', async () => {
      const config = aConfig()
      await a().addConfig(config)
      const next = nextOf(config, { pollIntervalHours: 12, updatedAt: START + 1 })
      expect(await moveConfig(a(), next)).toBe(true)
      expect(await moveConfig(b(), nextOf(config, { pollIntervalHours: 48 }))).toBe(false)
      expect(await moveConfig(b(), { ...next, version: next.version + 2 })).toBe(false)
      expect(await b().config(config.accountId)).toEqual(next)
    })

    it('is moved by only one of two that continue it at once', async () => {
      const config = aConfig()
      await a().addConfig(config)
      const [byA, byB] = [nextOf(config, { memory: 'a' }), nextOf(config, { memory: 'b' })]
      const moved = await Promise.all([moveConfig(a(), byA), moveConfig(b(), byB)])
      expect(moved.toSorted()).toEqual([false, true])
      expect(await a().config(config.accountId)).toEqual(moved[0] ? byA : byB)
    })

    it('loses no change of many that are decided at once', async () => {
      const config = aConfig({ challengedAt: [] })
      await a().addConfig(config)
      const times = Array.from({ length: 20 }, (_, n) => START + n)
      const add = (at: number) => (stored: RepostConfig) =>
        nextOf(stored, { challengedAt: [...stored.challengedAt, at] })
      await Promise.all(
        times.map((at, n) => (n % 2 === 0 ? a() : b()).updateConfig(config.accountId, add(at))),
      )
      const after = await b().config(config.accountId)
      expect(after?.version).toBe(1 + times.length)
      expect(after?.challengedAt.toSorted()).toEqual(times)
    })

    it('stays as it is when no change is wanted, or when it does not exist', async () => {
      const config = aConfig()
      await a().addConfig(config)
      expect(await a().updateConfig(config.accountId, () => null)).toBe(false)
      expect(await a().updateConfig(crypto.randomUUID(), (stored) => nextOf(stored))).toBe(false)
      expect(await b().config(config.accountId)).toEqual(config)
    })

    it('does not come back once it is removed, nor into the place of the one that followed it', async () => {
      const config = aConfig()
      await a().addConfig(config)
      await a().removeConfig(config.accountId)
      await b().removeConfig(config.accountId)
      expect(await b().config(config.accountId)).toBeNull()
      expect(await moveConfig(b(), nextOf(config))).toBe(false)
      const anew = aConfig({ accountId: config.accountId })
      expect(await a().addConfig(anew)).toBe(true)
      expect(await moveConfig(b(), nextOf(config))).toBe(false)
      expect(await b().config(config.accountId)).toEqual(anew)
    })

    it('leaves its records there when it is removed', async () => {
      const config = aConfig()
      const record = aRepostRecord({ accountId: config.accountId })
      await a().addConfig(config)
      await a().addRecords([record])
      await a().removeConfig(config.accountId)
      expect(await b().record(record.id)).toEqual(record)
    })
  })
}

function describeRecords({ a, b }: Handles, accountId: () => string): void {
  const aRecord = (change: Partial<RepostRecord> = {}) => aRepostRecord({ accountId: accountId(), ...change })

  describe('a record', () => {
    it('comes back whole, its address byte for byte', async () => {
      const record = aRecord({
        mediaUrl: 'https://cdn.example/a%2Fb?sig=%3D+%20é',
        posterId: null,
        note: aWarning('naïve “quote”'),
      })
      expect(await a().addRecords([record])).toEqual([record])
      expect(await b().record(record.id)).toEqual(record)
      expect(await b().record(crypto.randomUUID())).toBeNull()
    })

    it('is added once for each mention of an account, whichever reader finds it', async () => {
      const known = aRecord()
      const again = aRecord({ key: known.key })
      const fresh = aRecord()
      await a().addRecords([known])
      expect(await b().addRecords([again, fresh, known, aRecord({ key: fresh.key })])).toEqual([fresh])
      expect(await b().record(again.id)).toBeNull()
    })

    it('is added by one of two who find it at once', async () => {
      const [mine, theirs] = [aRecord(), aRecord()].map((one) => ({ ...one, key: 'official:1' }))
      const added = await Promise.all([
        a().addRecords(mine ? [mine] : []),
        b().addRecords(theirs ? [theirs] : []),
      ])
      expect(added.flat()).toHaveLength(1)
    })

    it('is a separate record for another account with the same story', async () => {
      const mine = aRecord()
      const theirs = aRepostRecord({ accountId: crypto.randomUUID(), key: mine.key })
      expect(await a().addRecords([mine, theirs])).toEqual([mine, theirs])
    })

    it('is moved by the one who continues it, and by nobody else', async () => {
      const record = aRecord()
      await a().addRecords([record])
      const next = nextOf(record, { status: 'DISMISSED', updatedAt: START + 1 })
      expect(await moveRecord(b(), next)).toBe(true)
      expect(await moveRecord(a(), nextOf(record, { status: 'FAILED' }))).toBe(false)
      expect(await a().record(record.id)).toEqual(next)
      expect(await moveRecord(a(), nextOf(aRecord()))).toBe(false)
    })

    it('is decided upon as it is stored, and stays when nothing is wanted of it', async () => {
      const record = aRecord()
      await a().addRecords([record])
      const failOnce = (stored: RepostRecord) =>
        stored.status === 'FAILED' ? null : nextOf(stored, { status: 'FAILED' })
      const changed = await Promise.all([a(), b(), a()].map((one) => one.updateRecord(record.id, failOnce)))
      expect(changed.filter(Boolean)).toHaveLength(1)
      expect(await b().record(record.id)).toEqual(nextOf(record, { status: 'FAILED' }))
      expect(await b().updateRecord(crypto.randomUUID(), failOnce)).toBe(false)
    })

    it('is moved by only one of two that continue it at once', async () => {
      const record = aRecord()
      await a().addRecords([record])
      const [byA, byB] = [nextOf(record, { status: 'DISMISSED' }), nextOf(record, { status: 'EXPIRED' })]
      const moved = await Promise.all([moveRecord(a(), byA), moveRecord(b(), byB)])
      expect(moved.toSorted()).toEqual([false, true])
      expect(await b().record(record.id)).toEqual(moved[0] ? byA : byB)
    })
  })
}

function describeHistory({ a, b }: Handles, accountId: () => string): void {
  const add = async (...changes: Partial<RepostRecord>[]) => {
    const records = changes.map((change) => aRepostRecord({ accountId: accountId(), ...change }))
    await a().addRecords(records)
    return records.map(({ id }) => id)
  }
  const ids = async (query: Partial<Parameters<RepostStore['records']>[0]> = {}) =>
    (await b().records({ accountId: accountId(), limit: 100, ...query })).map(({ id }) => id)

  describe('the history', () => {
    it('lists the latest finds first, and within one check what was added last', async () => {
      const [early, late] = await add({ detectedAt: START }, { detectedAt: START + MINUTE })
      const [middle, middleToo] = await add({ detectedAt: START + 1 }, { detectedAt: START + 1 })
      expect(await ids()).toEqual([late, middleToo, middle, early])
      expect(await ids({ limit: 2 })).toEqual([late, middleToo])
    })

    it('tells of one account or of all, of some statuses or of any', async () => {
      const [pending] = await add({ status: 'PENDING', detectedAt: START + 3 })
      const [reposting] = await add({ status: 'REPOSTING', detectedAt: START + 2 })
      const [failed] = await add({ status: 'FAILED', detectedAt: START + 1 })
      const theirs = aRepostRecord({ accountId: crypto.randomUUID(), detectedAt: START + DAY })
      await a().addRecords([theirs])
      expect(await ids({ statuses: ['PENDING', 'REPOSTING'] })).toEqual([pending, reposting])
      expect(await ids({ statuses: ['FAILED', 'PENDING'] })).toEqual([pending, failed])
      expect(await ids({ statuses: ['REPOSTING'], limit: 1 })).toEqual([reposting])
      expect(await ids({ statuses: ['PUBLISHED'] })).toEqual([])
      expect(await ids({ statuses: [] })).toEqual([])
      expect(await ids({ accountId: undefined, limit: 1 })).toEqual([theirs.id])
      expect(await ids({ accountId: undefined, statuses: ['PENDING'], limit: 2 })).toEqual([
        theirs.id,
        pending,
      ])
    })

    it('follows a record that moves', async () => {
      const record = aRepostRecord({ accountId: accountId() })
      await a().addRecords([record])
      expect(await b().countPending(accountId())).toBe(1)
      await moveRecord(a(), nextOf(record, { status: 'DISMISSED' }))
      expect(await b().countPending(accountId())).toBe(0)
      expect(await ids({ statuses: ['PENDING'] })).toEqual([])
      expect(await ids({ statuses: ['DISMISSED'] })).toEqual([record.id])
    })

    it('counts what is pending, of one account or of all', async () => {
      const before = await b().countPending()
      await add({ status: 'PENDING' }, { status: 'PENDING' }, { status: 'REPOSTING' })
      await a().addRecords([aRepostRecord({ accountId: crypto.randomUUID() })])
      expect(await b().countPending(accountId())).toBe(2)
      expect(await b().countPending()).toBe(before + 3)
    })

    it('forgets what ended before, and never what is still open', async () => {
      const old = { detectedAt: START, updatedAt: START }
      const statuses = ['PUBLISHED', 'FAILED', 'EXPIRED', 'DISMISSED', 'PENDING', 'REPOSTING'] as const
      const records = statuses.map((status) => aRepostRecord({ accountId: accountId(), ...old, status }))
      await a().addRecords(records)
      const [endedLately] = await add({ status: 'PUBLISHED', detectedAt: START, updatedAt: START + DAY })
      const [foundLately] = await add({ status: 'EXPIRED', detectedAt: START + DAY })
      await b().prune(START)
      expect(await ids()).toHaveLength(8)
      await b().prune(START + 1)
      const open = records.filter(({ status }) => status === 'PENDING' || status === 'REPOSTING')
      const kept = [...open.map(({ id }) => id), endedLately, foundLately]
      expect(new Set(await ids())).toEqual(new Set(kept))
      expect(await a().addRecords(records.slice(0, 1))).toHaveLength(1)
    })
  })
}
