// Accounts that are delegated to the Worker and recalled: one of the two looks for mentions, no story is reposted twice, none is forgotten.
import { describe, expect, it } from 'vitest'
import { NEVER_ASKED } from '../../../core/rules/ownership/ownership.ts'
import { applyChanges } from '../../../core/features/cloud/delegation/changes/apply-changes.ts'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import { recallAll, abandonAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import { applyRepostChanges } from '../../../core/features/cloud/delegation/reposts/apply-repost-changes.ts'
import { claimFromWorker } from '../../../core/features/cloud/delegation/reposts/repost-delegation.ts'
import { recallMentions } from '../../../core/features/cloud/delegation/reposts/recall.ts'
import { noteStop } from '../../../core/features/reposts/note-stop.ts'
import { reportedRecord } from '../../../core/engine/reposts/stored-record.ts'
import { changeConfig } from '../../../core/engine/reposts/change-config.ts'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { safeText } from '../../../core/redact.ts'
import { START } from '../../factories.ts'
import { aRepostRecord } from '../../fakes/reposts/repost-records.ts'
import { createDelegationWorld, type DelegationWorld } from './delegation-world.ts'

let world: DelegationWorld

/** Reposted by the Worker, with ids and addresses as long as the platform's. */
const longRecords = (count: number, at: number) =>
  Array.from({ length: count }, (_one, index) =>
    aRepostRecord({
      accountId: world.accountId,
      itemId: 'm'.repeat(160) + index,
      threadId: 't'.repeat(140) + index,
      mediaUrl: `https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=${index}&signature=${'s'.repeat(400)}`,
      igPermalink: `https://www.instagram.com/stories/demo.kitchen/${index}/`,
      status: 'PUBLISHED',
      auto: true,
      runner: 'cloud',
      postId: crypto.randomUUID(),
      mentionedAt: at,
      detectedAt: at,
      expiresAt: at + DAY,
      updatedAt: at,
    }),
  )

/** The author of the story; the desktop has not heard of it yet. */
async function repostedWhileClosed(): Promise<string> {
  world = await createDelegationWorld()
  await world.run(MINUTE)
  world.open(false)
  const name = world.inbox.mention()
  await world.run(8 * HOUR)
  expect(world.liveCountOf(name)).toBe(1)
  return name
}

/** The Worker does. */
function loseMemory(): void {
  for (const table of ['post_jobs', 'accounts', 'repost_configs', 'reposts', 'meta'])
    world.cloud.sql.exec(`DELETE FROM ${table}`)
}

const owners = () => new Set(world.inbox.looks.map(({ owner }) => owner))

describe('an account whose stories are reposted, with a Worker', () => {
  it('is delegated, and the Worker reposts what is found while the desktop is closed', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    expect(await world.config()).toMatchObject({ ownership: { state: 'worker' }, revision: 1 })
    world.open(false)
    const name = world.inbox.mention()
    await world.run(8 * HOUR)

    expect(world.liveCountOf(name)).toBe(1)
    expect(await world.records()).toEqual([])
    world.open(true)
    await world.run(2 * MINUTE)

    const [record] = await world.records()
    expect(record).toMatchObject({ status: 'PUBLISHED', originalUsername: name, runner: 'cloud' })
    expect(await world.post(record?.postId ?? '')).toMatchObject({
      sourceType: 'AUTO_REPOST',
      mediaType: 'STORIES',
      status: 'PUBLISHED',
      handover: null,
      cloudJobId: record?.postId,
      remoteMedia: { kind: 'image', url: `https://cdn.example/${name}` },
      userTags: JSON.stringify([{ username: name, x: 0.5, y: 0.5 }]),
    })
    expect(await world.config()).toMatchObject({ ownership: { state: 'worker' }, repostsToday: 1 })
  })

  it('keeps the post of what was reposted there, although its disconnection here was interrupted', async () => {
    const name = await repostedWhileClosed()
    await world.stores.reposts.removeConfig(world.accountId)
    world.open(true)
    await world.run(2 * MINUTE)
    const [record] = await world.records()
    expect(record).toMatchObject({ status: 'PUBLISHED', originalUsername: name })
    expect(await world.post(record?.postId ?? '')).toMatchObject({ status: 'PUBLISHED' })
  })

  it('stays here where only this computer can do it: off, by the private API, painted, or of a partner’s login', async () => {
    for (const change of [{ isEnabled: false }, { source: 'native' }, { signatureOverlay: '{}' }] as const) {
      world = await createDelegationWorld(change)
      await world.run(2 * MINUTE)
      expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
      expect(world.calls).not.toContain('delegateReposts')
    }
    world = await createDelegationWorld()
    await world.stores.accounts.update(world.accountId, { loginMethod: 'partner' })
    await world.run(2 * MINUTE)
    expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
  })

  it('stays here when the Worker is an older one, and goes on being looked after', async () => {
    world = await createDelegationWorld()
    world.fates((call) => (call === 'delegateReposts' ? 'refused' : 'ok'))
    const name = world.inbox.mention()
    await world.run(30 * MINUTE)

    expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
    expect(owners()).toEqual(new Set(['here']))
    expect(world.liveCountOf(name)).toBe(1)
  })

  it('goes along with what waits for its turn, and what is known already is not found again', async () => {
    world = await createDelegationWorld({ lastRepostAt: START })
    const name = world.inbox.mention()
    await world.engine().reposts.addRecords([])
    world.fates(() => 'unreachable')
    await world.run(2 * MINUTE)
    expect(await world.records()).toMatchObject([{ status: 'PENDING', auto: true, runner: 'here' }])
    world.fates(() => 'ok')
    await world.run(12 * MINUTE)
    expect(await world.records()).toMatchObject([{ runner: 'cloud' }])
    world.open(false)
    await world.run(HOUR)

    expect(world.liveCountOf(name)).toBe(1)
  })

  it('goes along with what was reposted yesterday although this computer’s clock is two days ahead', async () => {
    world = await createDelegationWorld()
    world.fates(() => 'unreachable')
    await world.run(MINUTE)
    await world.engine().reposts.addRecords(longRecords(2, world.clock.now() - 3 * DAY))
    world.fates(() => 'ok')
    await world.run(12 * MINUTE)
    expect(await world.config()).toMatchObject({ ownership: { state: 'worker' } })
    const sent = world.cloud.sql.exec('SELECT count(*) AS records FROM reposts').toArray()
    expect(sent).toEqual([{ records: 2 }])
  })

  it('leaves to a person what it returns and this version cannot read: it may be reposted', async () => {
    world = await createDelegationWorld({ lastRepostAt: START })
    world.inbox.mention()
    world.fates(() => 'unreachable')
    await world.run(2 * MINUTE)
    world.fates(() => 'ok')
    await world.run(12 * MINUTE)
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const worker: typeof connection.worker = {
      ...connection.worker,
      async recallReposts(...asked) {
        const reply = await connection.worker.recallReposts(...asked)
        if (reply.kind !== 'ok' || reply.value === null) return reply
        const records = reply.value.records.map((record) => ({ ...record, status: 'QUESTIONED' as never }))
        return { ...reply, value: { config: { ...reply.value.config, memory: 'all read' }, records } }
      },
    }
    const ports = { ...world.ports, cloudConnection: async () => ({ ...connection, worker }) }
    await recallMentions(ports, world.accountId)
    expect(await world.records()).toMatchObject([{ status: 'PENDING', runner: 'here', auto: false }])
    expect((await world.config())?.memory).toBeNull()
  })

  it('is heard of again when the disk was full at the first report of its repost', async () => {
    const name = await repostedWhileClosed()
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const full = async () => Promise.reject(new Error('disk full'))
    await applyChanges({ ...world.ports, reposts: { ...world.ports.reposts, addRecords: full } }, connection)
    expect(await world.records()).toEqual([])
    world.open(true)
    await world.run(2 * MINUTE)
    expect(await world.records()).toMatchObject([{ status: 'PUBLISHED', originalUsername: name }])
  })

  it('comes back with a look that the Worker has begun and never ended, which counts as interrupted', async () => {
    world = await createDelegationWorld()
    await world.run(2 * MINUTE)
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const begun = { lastPollAt: START + MINUTE, askingSince: START + MINUTE }
    const worker: typeof connection.worker = {
      ...connection.worker,
      async recallReposts(...asked) {
        const reply = await connection.worker.recallReposts(...asked)
        if (reply.kind !== 'ok' || reply.value === null) return reply
        return { ...reply, value: { ...reply.value, config: { ...reply.value.config, ...begun } } }
      },
    }
    const ports = { ...world.ports, cloudConnection: async () => ({ ...connection, worker }) }
    await recallMentions(ports, world.accountId)
    world.open(false)
    world.open(true)
    await world.run(MINUTE)
    expect(await world.config()).toMatchObject({ lastPollAt: START + MINUTE, lastPollStatus: 'FAILED' })
  })

  it('takes what the user changes, and is recalled when it is disabled or given another source', async () => {
    for (const change of [
      { isEnabled: false, nextPollAt: null },
      { source: 'native' },
      { signatureOverlay: '{}' },
    ] as const) {
      world = await createDelegationWorld()
      await world.run(MINUTE)
      await world.change({ pollIntervalHours: 12 })
      await world.run(11 * MINUTE)
      const { repostConfigs } = await world.cloud.engine().changes(0)
      expect(repostConfigs).toMatchObject([{ pollIntervalHours: 12, revision: 2 }])

      await world.change(change)
      await world.run(11 * MINUTE)
      expect(await world.config()).toMatchObject({ ownership: { state: 'local' }, ...change })
      expect((await world.cloud.engine().status()).counts.repostConfigs).toBe(0)
    }
  })

  it.each([
    ['of the last weeks', 'known there', 3 * DAY],
    ['of today', 'known there', HOUR],
    ['of today', 'new there', HOUR],
  ])('takes what the user changes beside 200 mentions %s, %s', async (_when, known, age) => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    await world.stores.reposts.addRecords(longRecords(200, world.clock.now() - age))
    await world.change({ autoRepostEnabled: false })
    if (known === 'new there') {
      const ownership = { state: 'delegating', sent: 1, confirmed: null, keyId: 'key' } as const
      await changeConfig(world.ports, world.accountId, () => ({ ownership }))
    }
    await world.run(11 * MINUTE)
    expect(await world.config()).toMatchObject({ revision: 2, ownership: { state: 'worker', confirmed: 2 } })
  })

  it('takes what the user changes while it is asked whether it still has the account', async () => {
    world = await createDelegationWorld()
    await world.run(12 * MINUTE)
    world.restart()
    const { registration } = world.ports
    const registerById: typeof registration.registerById = async (...asked) => {
      await world.change({ pollIntervalHours: 12 })
      return registration.registerById(...asked)
    }
    await syncRound({ ...world.ports, registration: { ...registration, registerById } })
    await world.run(12 * MINUTE)
    const { repostConfigs } = await world.cloud.engine().changes(0)
    expect(repostConfigs).toMatchObject([{ pollIntervalHours: 12, revision: 2, ignoreBefore: null }])
  })

  it('rests at the Worker, too, when the platform blocks what this computer publishes', async () => {
    world = await createDelegationWorld()
    await world.run(12 * MINUTE)
    expect(await world.config()).toMatchObject({ ownership: { state: 'worker' } })
    const message = safeText('Instagram has blocked actions of this account.')
    await noteStop(world.ports, world.accountId, { signal: 'action-blocked', message })
    const pausedUntil = (await world.config())?.pausedUntil ?? 0
    const looks = world.inbox.looks.length
    world.inbox.mention()
    await world.run(20 * HOUR)
    expect(world.inbox.looks).toHaveLength(looks)
    expect(await world.config()).toMatchObject({ pausedUntil, blockedAt: [pausedUntil - DAY] })
    expect(world.cloud.sandbox.live()).toEqual([])
  })

  it('stays delegated to the same Worker that was given another encryption key', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    world.changeKey('another key')
    await world.change({ autoRepostEnabled: false })
    await world.run(11 * MINUTE)
    const ownership = { state: 'worker', confirmed: 2, keyId: 'another key' }
    expect(await world.config()).toMatchObject({ revision: 2, ownership })
  })

  it('comes back once it is connected by the partner, with whose token the Worker cannot look', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    await world.ports.accounts.update(world.accountId, { loginMethod: 'partner' })
    await world.run(11 * MINUTE)
    expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
    const before = world.inbox.looks.length
    await world.run(7 * HOUR)
    expect(new Set(world.inbox.looks.slice(before).map(({ owner }) => owner))).toEqual(new Set(['here']))
  })

  it('is forgotten when it was removed, after the Worker has let go', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    await world.change({ isEnabled: false, removedAt: START })
    world.fates((call) => (call === 'recallReposts' ? 'lost' : 'ok'))
    await world.run(11 * MINUTE)
    expect(await world.config()).toMatchObject({ ownership: { state: 'recalling' } })
    world.fates(() => 'ok')
    await world.run(2 * MINUTE)

    expect(await world.config()).toMatchObject({ ownership: NEVER_ASKED, removedAt: START, isEnabled: false })
    world.inbox.mention()
    await world.run(8 * HOUR)
    expect(world.cloud.sandbox.live()).toEqual([])
  })
})

describe('a delegation without an answer', () => {
  it('keeps this computer from looking, for the Worker may do so', async () => {
    world = await createDelegationWorld()
    world.fates((call) => (call === 'delegateReposts' ? 'lost' : 'ok'))
    await world.run(MINUTE)
    await world.cloud.run(7 * HOUR)
    await world.run(2 * MINUTE)

    expect(await world.config()).toMatchObject({ ownership: { state: 'delegating' } })
    expect(owners()).toEqual(new Set(['here', 'cloud']))
    expect(world.inbox.looks.filter(({ owner }) => owner === 'here')).toHaveLength(1)
  })
})

describe('a mention that the Worker has found', () => {
  it('of an account of another computer that has the same Worker does not come here', async () => {
    world = await createDelegationWorld()
    const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
    const [ours, theirs] = [aRepostRecord({ accountId: world.accountId }), aRepostRecord()]
    const reposts = [ours, theirs].map((record) => ({ record: reportedRecord(record), jobId: null }))
    expect(await applyRepostChanges(world.ports, connection, { repostConfigs: [], reposts })).toBe(true)
    expect(await world.stores.reposts.records({ limit: 10 })).toMatchObject([{ id: ours.id }])
  })

  const found = async () => {
    world = await createDelegationWorld({ autoRepostEnabled: false })
    await world.run(MINUTE)
    world.inbox.mention()
    await world.run(7 * HOUR)
    const [record] = await world.records()
    if (!record) throw new Error('nothing was found')
    expect(record).toMatchObject({ status: 'PENDING', runner: 'cloud' })
    return record
  }

  it('is claimed once, counted there, and is this computer’s from then on', async () => {
    const record = await found()
    expect(await claimFromWorker(world.ports, record, 'repost')).toBe('yours')
    expect(await claimFromWorker(world.ports, record, 'repost')).toBe('yours')
    await world.run(11 * MINUTE)

    expect(await world.records()).toMatchObject([{ status: 'PENDING', runner: 'here' }])
    expect(await world.config()).toMatchObject({ repostsToday: 1 })
  })

  it('is nobody’s to say while the Worker does not answer, and the answer that was lost is applied later', async () => {
    const record = await found()
    for (const fate of ['unreachable', 'never', 'lost'] as const) {
      world.fates((call) => (call === 'claimRepost' ? fate : 'ok'))
      await expect(claimFromWorker(world.ports, record, 'dismiss')).rejects.toMatchObject({
        code: 'WORKER_UNREACHABLE',
      })
    }
    await world.run(11 * MINUTE)
    expect(await world.records()).toMatchObject([{ status: 'PENDING', runner: 'here' }])
  })

  it('can be dismissed although it is damaged there, and is not to be reposted', async () => {
    const record = await found()
    world.cloud.sql.exec(`UPDATE reposts SET record = '{' WHERE id = ?`, record.id)
    await expect(claimFromWorker(world.ports, record, 'repost')).rejects.toMatchObject({
      code: 'WORKER_UNREACHABLE',
    })
    for (const _click of [1, 2]) expect(await claimFromWorker(world.ports, record, 'dismiss')).toBe('yours')
    await world.run(11 * MINUTE)
    expect(await world.records()).toMatchObject([{ status: 'PENDING', runner: 'here' }])
    world.cloud.sql.exec(`UPDATE reposts SET status = 'REPOSTING', runner = 'cloud' WHERE id = ?`, record.id)
    await expect(claimFromWorker(world.ports, record, 'dismiss')).rejects.toMatchObject({
      code: 'WORKER_UNREACHABLE',
    })
  })

  it('is not claimed beyond the limit of the day, nor once its repost has begun', async () => {
    const record = await found()
    await world.change({ dailyRepostLimit: 0 })
    await world.run(11 * MINUTE)
    expect(await claimFromWorker(world.ports, record, 'repost')).toBe('limit')

    await world.change({ dailyRepostLimit: 5, autoRepostEnabled: true })
    world.inbox.mention()
    await world.run(7 * HOUR)
    const [reposted] = (await world.records()).filter(({ status }) => status === 'PUBLISHED')
    if (!reposted) throw new Error('nothing was reposted')
    expect(await claimFromWorker(world.ports, reposted, 'repost')).toBe('too-late')
  })

  it('whose post the user has deleted does not come back', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    world.inbox.mention()
    await world.run(7 * HOUR)
    const [record] = await world.records()
    world.data.posts.delete(record?.postId ?? '')
    await world.ports.settings.put({ cloudCursor: null })
    await world.run(11 * MINUTE)

    expect(await world.post(record?.postId ?? '')).toBeNull()
  })
})

describe('a Worker that is left', () => {
  it('is not left while it may still look for mentions', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    world.fates((call) => (call === 'recallReposts' ? 'never' : 'ok'))
    expect(await recallAll(world.ports)).toMatchObject({ posts: 0, accounts: 1 })
    world.fates(() => 'ok')
    expect(await recallAll(world.ports)).toMatchObject({ posts: 0, accounts: 0 })
    expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
  })

  it('gets no account again until it is left, however long that takes', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    let round: Promise<unknown> | undefined
    world.fates((call) => {
      if (call !== 'removeAccount' || round) return 'ok'
      world.clock.advance(2 * MINUTE)
      round = syncRound(world.ports)
      return 'ok'
    })
    await world.disconnect()
    await round
    expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
    expect((await world.cloud.engine().status()).counts.repostConfigs).toBe(0)
  })

  it('has nothing old reposted from here automatically, when nobody knows what it did', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    const before = world.inbox.mention()
    world.fates(() => 'never')
    world.clock.advance(MINUTE)
    await abandonAll(world.ports)
    world.fates(() => 'unreachable')
    const after = world.inbox.mention()
    await world.cloud.engine().recallReposts(world.accountId, 99)
    await world.run(DAY / 2)

    expect(await world.config()).toMatchObject({ ownership: { state: 'local' } })
    expect([world.liveCountOf(before), world.liveCountOf(after)]).toEqual([0, 1])
  })

  it('is left above every request that was sent, also those of while it waited for its turn', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    let abandoned: Promise<void> | undefined
    await world.ports.mutex.runExclusive(world.accountId, async () => {
      abandoned = abandonAll(world.ports)
      await new Promise(setImmediate)
      await changeConfig(world.ports, world.accountId, ({ ownership }) => ({
        ownership: { ...ownership, sent: 7 },
      }))
    })
    await abandoned

    expect(await world.config()).toMatchObject({ ownership: { state: 'local' }, revision: 8 })
  })

  it('that has lost its memory gets the account again, and reposts no earlier mention automatically', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    world.inbox.mention()
    loseMemory()
    await world.run(11 * MINUTE)
    expect(await world.config()).toMatchObject({
      ownership: { state: 'worker' },
      ignoreBefore: expect.any(Number),
    })
    world.open(false)
    await world.run(8 * HOUR)

    expect((await world.cloud.engine().status()).counts.repostConfigs).toBe(1)
    expect(world.cloud.sandbox.live()).toEqual([])
  })

  it('that has lost its memory is believed again, although this version cannot read all that it tells', async () => {
    world = await createDelegationWorld()
    await world.run(12 * MINUTE)
    // As after many changes.
    await world.ports.settings.put({ cloudCursor: { keyId: 'key', until: 50 } })
    loseMemory()
    const { cloudJobId } = await world.newPost('newer', 20 * HOUR)
    world.cloud.sql.exec(`UPDATE post_jobs SET state = 'asked' WHERE id = ?`, cloudJobId)
    await world.run(12 * MINUTE)
    for (const _mention of [1, 2]) world.inbox.mention()
    await world.run(8 * HOUR)
    expect(await world.records()).toMatchObject([{ status: 'PUBLISHED' }, { status: 'PUBLISHED' }])
  })

  it('that has lost its memory leaves to a person what it may have reposted, also where a click finds that first', async () => {
    const name = await repostedWhileClosed()
    loseMemory()
    await recallMentions(world.ports, world.accountId)
    world.open(true)
    await world.run(8 * HOUR)
    expect(await world.records()).toMatchObject([{ originalUsername: name, auto: false }])
    expect(world.liveCountOf(name)).toBe(1)
  })

  it('is asked to let go of an account that this computer has for its own: data of an older day', async () => {
    world = await createDelegationWorld()
    await world.run(MINUTE)
    const stored = world.data.repostConfigs.get(world.accountId)
    if (stored)
      world.data.repostConfigs.set(world.accountId, { ...stored, ownership: NEVER_ASKED, revision: 1 })
    await world.ports.settings.put({ cloudCursor: null })
    world.calls.length = 0
    await world.run(11 * MINUTE)

    expect(world.calls.indexOf('recallReposts')).toBeLessThan(world.calls.indexOf('delegateReposts'))
    expect(await world.config()).toMatchObject({ ownership: { state: 'worker' } })
  })
})

it('an account for which nothing is set up here is recalled, also where the Worker cannot be asked at first', async () => {
  world = await createDelegationWorld()
  await world.run(12 * MINUTE)
  await world.stores.reposts.removeConfig(world.accountId)
  await world.ports.settings.put({ cloudCursor: null })
  world.fates((call) => (call === 'recallReposts' ? 'unreachable' : 'ok'))
  await world.run(12 * MINUTE)
  world.fates(() => 'ok')
  await world.run(12 * MINUTE)
  expect((await world.cloud.engine().status()).counts.repostConfigs).toBe(0)
})

describe('records of an account that was disconnected', () => {
  it('do not stay the Worker’s for ever', async () => {
    world = await createDelegationWorld({ isEnabled: false })
    const record = aRepostRecord({ accountId: crypto.randomUUID(), auto: true, runner: 'cloud' })
    await world.ports.reposts.addRecords([record])
    await world.run(MINUTE)
    expect(await world.ports.reposts.record(record.id)).toMatchObject({ runner: 'here', auto: false })
  })
})
