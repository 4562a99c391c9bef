// Rows that another program, an older version or a disk left unreadable. `b` is that other program.
import type { AttemptStep } from '../../../../core/ports/posts/job-record.ts'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { planRetry } from '../../../../core/features/posts/post-updates.ts'
import type { DuePost } from '../../../../core/ports/posts/publication-ledger.ts'
import { planPublication } from '../../../../core/engine/publishing/claim.ts'
import { postBody } from '../../../../core/features/posts/show-post.ts'
import { safeText } from '../../../../core/redact.ts'
import { toIso } from '../../../../core/time.ts'
import { webCryptoRandom as random } from '../../../../core/random.ts'
import { snakeCase } from '../../../../local-server/sqlite/table-shapes.ts'
import { watchRows } from '../../../../local-server/sqlite/quarantine/quarantine.ts'
import { createSqliteAccountStore } from '../../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { fileProblem } from '../../../../core/rules/notices/file-problems.ts'
import { createSqliteMediaStore } from '../../../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRecurrenceStore } from '../../../../local-server/sqlite/posts/sqlite-recurrence-store.ts'
import { createSqliteSlotStore } from '../../../../local-server/sqlite/posts/sqlite-slot-store.ts'
import { prepareLostPlans } from '../../../../local-server/sqlite/quarantine/lost-plans.ts'
import { standInRepost } from '../../../../local-server/sqlite/quarantine/stand-ins.ts'
import { createSqliteRepostStore } from '../../../../local-server/sqlite/reposts/sqlite-repost-store.ts'
import { recurrences } from '../../../../local-server/sqlite/schema/planning-schema.ts'
import { reposts } from '../../../../local-server/sqlite/schema/repost-schema.ts'
import { aRepostRecord } from '../../../fakes/reposts/repost-records.ts'
import {
  accounts,
  apiKeys,
  deletedPosts,
  jobs,
  media,
  posts,
} from '../../../../local-server/sqlite/schema/schema.ts'
import { createSqliteSettingsStore } from '../../../../local-server/sqlite/settings/sqlite-settings-store.ts'
import {
  accept,
  claimAt,
  mustClaim,
  mustCommit,
  next,
  PUBLISHED,
} from '../../../contracts/publishing-stores.ts'
import {
  aWarning,
  aFailureDetail,
  anAccountRecord,
  aJob,
  aPost,
  inDueLane,
  START,
} from '../../../factories.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { openBesideOther, type TwoConnections } from '../open-two.ts'
import { EMPTY_WEEK, withoutOneField } from './stored-values.ts'

let connections: TwoConnections
let world: ReturnType<typeof worldOn>

beforeEach(() => {
  connections = openBesideOther()
  world = worldOn(connections)
})
afterEach(() => connections.close())

function worldOn({ a: { db } }: TwoConnections) {
  const log = createMemoryLog()
  const clock = createManualClock()
  const accounts = createSqliteAccountStore(db)
  const ledger = createSqlitePublicationLedger(db, log)
  const slots = createSqliteSlotStore(db)
  const recurrences = createSqliteRecurrenceStore(db)
  /** Gives the account slots, and lets the post recur, where that is not so. */
  async function plan<P extends { accountId: string; postId: string }>(planned: P): Promise<P> {
    const { accountId, postId } = planned
    const rhythm = {
      every: 'weekly',
      comesBackAs: 'draft',
      dayOfMonth: 3,
      timezone: 'UTC',
      dueAt: START,
      plannedFor: START,
    } as const
    await recurrences.put({ postId, ...rhythm }, null)
    await slots.replace({ accountId, version: 0, plan: PLAN, from: START }, () => true)
    return planned
  }
  return {
    log,
    look: watchRows({ db, clock, random, log }),
    accounts,
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    ledger,
    reposts: createSqliteRepostStore(db),
    settings: createSqliteSettingsStore(db),
    slots,
    recurrences,
    listLostPlans: prepareLostPlans(db),
    plan,
    async plannedPost() {
      const account = await accounts.put(anAccountRecord())
      const post = aPost({ platformAccountId: account.id, status: 'DRAFT' })
      await ledger.saveDraft(post)
      return plan({ accountId: account.id, postId: post.id })
    },
  }
}

/** What another program does to the file. */
function damage(text: string, ...values: unknown[]): void {
  connections.b.raw.prepare(text).run(...values)
  world.look()
}
/** SQLite itself makes a number of a text that is written to a column of numbers. */
function asTexts(table: string, columns: readonly string[]): void {
  const { raw } = connections.b
  const declare = (type: string) => {
    const { sql } = raw.prepare('SELECT sql FROM sqlite_master WHERE name = ?').get(table) as { sql: string }
    const changed = sql.replaceAll(new RegExp(`(\`(?:${columns.join('|')})\`) \\w+`, 'g'), `$1 ${type}`)
    raw.unsafeMode().pragma('writable_schema = ON')
    raw.prepare('UPDATE sqlite_master SET sql = ? WHERE name = ?').run(changed, table)
    raw.pragma('writable_schema = RESET')
  }
  declare('text')
  raw.exec(`UPDATE ${table} SET ${columns.map((column) => `${column} = '1'`).join(', ')}`)
  declare('integer')
  world.look()
}
const row = (text: string, ...values: unknown[]) => connections.b.raw.prepare(text).get(...values)
const stateOf = (postId: string, state: string) =>
  damage('UPDATE publications SET state = ? WHERE post_id = ?', state, postId)

const anew = (due: DuePost) =>
  planPublication(due, { claimId: 'c', newPublicationId: 'p', now: START, monotonic: 0 })

const INTENT = {
  at: START,
  platformAt: null,
  monotonicAt: 0,
  sends: 1,
  lastPossibleSend: START,
  lastRefusal: null,
  onlyLagReplies: false,
  lagLooks: 1,
}
const STEP: AttemptStep = {
  at: START,
  engine: 'cloud',
  step: 'claimed',
  call: 'create container',
  httpStatus: 400,
  platformCode: 36_003,
  platformSubcode: 2_207_009,
  platformTitle: safeText('Too tall'),
  traceId: safeText('AbC'),
  outcome: safeText('refused'),
  next: 'failed',
  nextAt: START + 1,
}
const PLAN = { timezone: 'UTC', weekly: EMPTY_WEEK, exceptions: [] }
const MENTION = { id: 'r', accountId: 'a', key: 'k', detectedAt: 1 }
const UNFIT = fileProblem('INDEX_AT_END')
const UNREADABLE_STATES = ['{not json', 'null', '[]', '{}', '{"step":"claimed"}', '']

describe('a publication that cannot be read', () => {
  it.each(UNREADABLE_STATES)('fails its post when nothing was sent: %j', async (state) => {
    const { post } = await accept(world)
    await mustClaim(world)
    const { post: next } = await accept(world)
    stateOf(post.id, state)
    expect(await world.posts.get(post.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'INTERNAL_ERROR',
      publishOutcome: 'confirmed',
    })
    expect((await mustClaim(world)).postId).toBe(next.id)
  })

  it.each(UNREADABLE_STATES)('leaves its post in doubt when it may have been sent: %j', async (state) => {
    const { post } = await accept(world)
    await mustCommit(world, await mustClaim(world), {
      step: 'publishing',
      containerId: '17900000000000001',
      intent: INTENT,
    })
    stateOf(post.id, state)
    expect(await world.posts.get(post.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'INTERNAL_ERROR',
      publishOutcome: 'unconfirmed',
      recovery: 'check_platform',
    })
    // What is looked for is what was sent; a second container is never made.
    const looked = await claimAt(world)
    expect(looked).toMatchObject({ postId: post.id, step: 'uncertain', containerId: '17900000000000001' })
    expect(looked?.payload.caption).toBe(post.caption)
  })

  it('is looked after before a retry sends anything', async () => {
    const { post } = await accept(world)
    const failure = {
      code: 'UNKNOWN_ERROR',
      detail: aFailureDetail('x'),
      recovery: 'retry',
      transient: false,
    } as const
    await mustCommit(world, await mustClaim(world), {
      step: 'failed',
      intent: INTENT,
      failure: { ...failure, unconfirmed: true },
    })
    stateOf(post.id, '{')
    expect(await world.ledger.update(post.id, planRetry(aJob(post)))).toBe(true)
    const again = await world.ledger.claim(inDueLane(), anew)
    expect(again).toMatchObject({ postId: post.id, step: 'uncertain' })
  })

  it('leaves a live post live', async () => {
    const { post } = await accept(world)
    await mustCommit(world, await mustClaim(world), { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 })
    const before = await world.posts.get(post.id)
    stateOf(post.id, '{')
    expect(await world.posts.get(post.id)).toEqual(before)
    expect(await claimAt(world, START + 5)).toBeNull()
  })

  it.each(['confirmed', 'done'].flatMap((step) => UNREADABLE_STATES.map((state) => [step, state] as const)))(
    'confirms nothing when its column alone says that it is live: %s %j',
    async (step, state) => {
      const { post } = await accept(world)
      await mustCommit(world, await mustClaim(world), {
        step: 'publishing',
        containerId: '17900000000000001',
        intent: INTENT,
      })
      damage('UPDATE publications SET step = ?, state = ? WHERE post_id = ?', step, state, post.id)
      await world.ledger.releaseOrphans(START)
      expect(await claimAt(world)).toMatchObject({ postId: post.id, step: 'uncertain', mediaId: null })
      expect(await world.posts.get(post.id)).toMatchObject({
        status: 'FAILED',
        publishOutcome: 'unconfirmed',
        igMediaId: null,
      })
    },
  )

  it('is read from its state when only its columns are unreadable', async () => {
    const { post } = await accept(world)
    const publication = await mustClaim(world)
    damage(`UPDATE publications SET step = 'dancing', held = 'x' WHERE post_id = ?`, post.id)
    expect(await world.ledger.latestPublication(post.id)).toEqual(publication)
    expect(row('SELECT step FROM publications')).toEqual({ step: 'claimed' })
  })
})

describe('work that cannot be understood', () => {
  it('is given up, and what comes after it is taken up', async () => {
    const { post } = await accept(world, {}, { runAt: START - 1 })
    const state = JSON.stringify({ ...(await mustClaim(world)), version: 1 })
    const { post: next } = await accept(world)
    // Of the right shape, as far as that is checked.
    stateOf(post.id, state.replace('"items":[', '"items":[null'))
    await world.ledger.releaseOrphans(START)
    expect((await mustClaim(world)).postId).toBe(next.id)
    expect(await world.posts.get(post.id)).toMatchObject({ status: 'FAILED', errorCode: 'INTERNAL_ERROR' })
  })
})

describe('a post that cannot be read', () => {
  it('is never published without what could not be read, not even by a retry', async () => {
    const picture = aMediaRecord()
    await world.media.add(picture)
    const { post } = await accept(world, { mediaFileIds: [picture.id] })
    damage(`UPDATE posts SET caption = x'00ff' WHERE id = ?`, post.id)
    expect(await world.ledger.update(post.id, planRetry(aJob(post)))).toBe(true)
    const again = await world.ledger.claim(inDueLane(), (due) => {
      expect(due.payload?.items).toEqual([])
      return anew(due)
    })
    expect(again?.postId).toBe(post.id)
  })

  it.each(['{', '[]', '7', 'null'])('never goes out without its options: %s', async (options) => {
    const { post } = await accept(world, { options: '{"aiGenerated":true}' })
    damage('UPDATE posts SET options = ? WHERE id = ?', options, post.id)
    expect(await world.posts.get(post.id)).toMatchObject({ status: 'FAILED', options: null })
    expect(await claimAt(world)).toBeNull()
  })

  it('keeps an option of a newer version in its row, and is not sent without it, not even by a retry', async () => {
    const options = '{"aiGenerated":true,"ofTomorrow":[1]}'
    const { post } = await accept(world)
    damage('UPDATE posts SET options = ? WHERE id = ?', options, post.id)
    const claims = () => world.ledger.claim(inDueLane(), (due) => ({ ...anew(due), id: random.uuid() }))
    expect(await claims()).toMatchObject({ step: 'failed', failure: { detail: { code: 'POST_UNREADABLE' } } })
    expect(await world.posts.get(post.id)).toMatchObject({ status: 'FAILED', options })
    expect(await world.ledger.update(post.id, planRetry(aJob(post)))).toBe(true)
    expect(await claims()).toMatchObject({ step: 'failed' })
    expect(await world.posts.get(post.id)).toMatchObject({ status: 'FAILED', options })
  })

  it('stays a draft when it is one, and says what is missing', async () => {
    const draft = aPost({ status: 'DRAFT' })
    await world.ledger.saveDraft(draft)
    damage(`UPDATE posts SET user_tags = 5.5e0, caption = x'01' WHERE id = ?`, draft.id)
    expect(await world.posts.get(draft.id)).toMatchObject({
      status: 'DRAFT',
      caption: null,
      warnings: [{ code: 'DRAFT_INCOMPLETE', params: {} }],
    })
  })

  it('stays published when it is, and when it may be live its own publication decides', async () => {
    const { post: live } = await accept(world)
    await mustCommit(world, await mustClaim(world), PUBLISHED)
    const { post: sent } = await accept(world)
    await mustCommit(world, await mustClaim(world), { step: 'uncertain', intent: INTENT, nextAt: START + 9 })
    damage(`UPDATE posts SET warnings = '{'`)
    expect((await world.posts.get(live.id))?.status).toBe('PUBLISHED')
    expect((await world.posts.get(sent.id))?.status).toBe('PUBLISHING')
    expect(await claimAt(world, START + 9)).toMatchObject({ postId: sent.id, step: 'uncertain' })
  })

  it('is kept as it was, and the log says where without saying what', async () => {
    const { post } = await accept(world)
    damage(`UPDATE posts SET warnings = 'IGAAsecret', caption = x'00ff' WHERE id = ?`, post.id)
    const { fields } = world.log.lines.find(({ level }) => level === 'error') ?? {}
    expect(fields).toMatchObject({ table: 'posts', columns: ['caption', 'warnings'] })
    expect(JSON.stringify(world.log.lines)).not.toContain('IGAAsecret')
    expect(await world.settings.get(String(fields?.['copy']))).toMatchObject({
      id: post.id,
      warnings: 'IGAAsecret',
      caption: { base64: 'AP8=' },
    })
  })
})

describe('a job that cannot be read', () => {
  const UNKNOWN = [
    ['type', 'REMIND'],
    ['status', 'ASLEEP'],
  ] as const
  /** Posts of which nothing is to go out from here, whatever a job says; by what the other program does to them. */
  const RESTING = [`status = 'DRAFT'`, `status = 'SCHEDULED', handover = 'cloud'`, `status = 'FAILED'`]
  const cases = UNKNOWN.flatMap((word) => RESTING.map((post) => [...word, post] as const))

  it.each(cases)('sends nothing of a post that rests: %s %s, %s', async (column, word, post) => {
    await accept(world)
    connections.b.raw.exec(`UPDATE posts SET ${post}`)
    damage(`UPDATE jobs SET ${column} = ?`, word)
    expect(await claimAt(world)).toBeNull()
    expect(row('SELECT status FROM jobs')).toEqual({ status: 'CANCELLED' })
  })

  it.each(UNKNOWN)('still finds out what may have been sent: %s %s', async (column, word) => {
    const { post } = await accept(world)
    await mustCommit(world, await mustClaim(world), { step: 'uncertain', intent: INTENT, nextAt: START + 9 })
    damage(`UPDATE jobs SET ${column} = ?`, word)
    expect(await claimAt(world, START + 9)).toMatchObject({ postId: post.id, step: 'uncertain' })
  })

  it('fails its post also where it does not say which one it was', async () => {
    const [{ post }, { post: other }] = [await accept(world), await accept(world)]
    damage(`UPDATE jobs SET post_id = x'00' WHERE post_id = ?`, post.id)
    expect(await world.posts.get(post.id)).toMatchObject({ status: 'FAILED', errorCode: 'INTERNAL_ERROR' })
    expect((await mustClaim(world)).postId).toBe(other.id)
  })
})

describe('other rows that cannot be read', () => {
  it('in the archive tell that a post was deleted, and nothing else', async () => {
    const { post } = await accept(world)
    const { post: other } = await accept(world)
    for (const { id } of [post, other]) await world.ledger.archive(id, { at: START, from: 'LOCAL' })
    damage(`UPDATE deleted_posts SET post = '{"id":' WHERE id = ?`, post.id)
    const { records, total } = await world.posts.listDeleted({ limit: 10, offset: 0 })
    expect(total).toBe(2)
    expect(records.map((entry) => entry.post.id)).toEqual([other.id, post.id])
  })

  it('in the step log and the archive lose the field that cannot be read, and no other', async () => {
    const { post } = await accept(world, {
      caption: 'Figs',
      publishedAt: START,
      warnings: [aWarning('told')],
    })
    const moved = next(await mustClaim(world), { step: 'created' })
    await world.ledger.commit(moved, { steps: [STEP], pauseAccountUntil: null, endedPause: null })
    for (const [stored, others, field] of withoutOneField(STEP)) {
      damage('UPDATE attempt_steps SET entry = ?', stored)
      const [read] = await world.ledger.listAttempts(post.id)
      expect(read, field).toMatchObject(others)
      expect(() => toIso(read?.at ?? Number.NaN), field).not.toThrow()
    }
    await world.ledger.archive(post.id, { at: START, from: 'LOCAL' })
    const [archived] = (await world.posts.listDeleted({ limit: 1, offset: 0 })).records
    const whole = archived?.post ?? expect.unreachable()
    for (const [stored, others, field] of withoutOneField(whole)) {
      damage('UPDATE deleted_posts SET post = ?', stored)
      const { records } = await world.posts.listDeleted({ limit: 1, offset: 0 })
      expect(records[0]?.post, field).toMatchObject(others)
      expect(() => postBody(records[0]?.post ?? expect.unreachable(), START), field).not.toThrow()
    }
  })

  it('of a mention stay known, so that it is not reposted twice', async () => {
    damage(
      `INSERT INTO reposts (id, account_id, key, status, detected_at, version, record) VALUES ('r', 'a', 'k', 'PENDING', 1, 4, '{')`,
    )
    expect(await world.reposts.addRecords([aRepostRecord({ accountId: 'a', key: 'k' })])).toEqual([])
    expect(await world.reposts.record('r')).toMatchObject({ status: 'FAILED', key: 'k' })
    expect(await world.reposts.countPending()).toBe(0)
  })

  it.each(['status', 'transport'])(
    'of a mention send nothing of it and tell: an unknown %s',
    async (field) => {
      const mention = { ...standInRepost(MENTION, START), status: 'PENDING', [field]: 'HOLOGRAM' }
      damage(
        `INSERT INTO reposts (id, account_id, key, status, detected_at, version, record) VALUES ('r', 'a', 'k', 'PENDING', 1, 4, ?)`,
        JSON.stringify(mention),
      )
      expect(await world.reposts.record('r')).toMatchObject({
        status: 'FAILED',
        errorDetail: { code: 'MENTION_UNREADABLE' },
      })
      expect(await world.reposts.countPending()).toBe(0)
    },
  )

  it.each([
    ['validation_errors', '[5]'],
    ['validation_errors', '[{"code":"INDEX_AT_END"}]'],
    ['alt_text', Buffer.from('x')],
    ['thumbnail_path', Buffer.from('x')],
  ])('of a file leave the file and its posts where they can be spared: %s %s', async (column, value) => {
    const picture = aMediaRecord({ validationErrors: [UNFIT], altText: 'A boat.', thumbnailPath: 't.jpg' })
    await world.media.add(picture)
    const { post } = await accept(world, { mediaFileIds: [picture.id] })
    damage(`UPDATE media SET ${column} = ?`, value)
    expect(await world.media.get(picture.id)).toMatchObject({ id: picture.id, publicKey: picture.publicKey })
    expect(await world.posts.get(post.id)).toMatchObject({ status: 'QUEUED', mediaFileIds: [picture.id] })
  })

  it('of a file are gone where nothing can be made of the file without them, and its posts fail', async () => {
    const picture = aMediaRecord()
    await world.media.add(picture)
    const { post } = await accept(world, { mediaFileIds: [picture.id] })
    damage(`UPDATE media SET processed_facts = '{"how":"by magic"}'`)
    expect(await world.media.get(picture.id)).toBeNull()
    expect(await world.posts.get(post.id)).toMatchObject({ status: 'FAILED', errorCode: 'INTERNAL_ERROR' })
  })

  it.each([
    ['recurrences', 'timezone', 'Mars/Olympus'],
    ['recurrences', 'timezone', 7],
    ['recurrences', 'every', 'fortnightly'],
    ['recurrences', 'due_at', -9e15],
    ['recurrences', 'planned_for', 'tomorrow'],
    ['recurrences', 'day_of_month', 32],
    ['slot_plans', 'plan', '{'],
    ['slot_plans', 'plan', 'null'],
    ['slot_plans', 'plan', JSON.stringify({ ...PLAN, timezone: 'Mars/Olympus' })],
    ['slot_plans', 'plan', JSON.stringify({ ...PLAN, weekly: { ...EMPTY_WEEK, monday: ['25:00'] } })],
    ['slot_plans', 'plan', JSON.stringify({ ...PLAN, exceptions: [{ date: '2026-02-30', times: [] }] })],
    ['slot_plans', 'version', 'first'],
  ])(
    'of a plan leave all others, and are known to be lost until they are set again: %s %s %s',
    async (table, column, value) => {
      const [broken, sound] = [await world.plannedPost(), await world.plannedPost()]
      const isBroken = table === 'recurrences' ? 'post_id = ?' : 'account_id = ?'
      const key = table === 'recurrences' ? broken.postId : broken.accountId
      damage(`UPDATE ${table} SET ${column} = ? WHERE ${isBroken}`, value, key)
      expect((await world.recurrences.get(sound.postId))?.postId).toBe(sound.postId)
      expect(await world.slots.get(sound.accountId)).toMatchObject({ plan: PLAN })
      const postId = table === 'recurrences' ? broken.postId : null
      expect(await world.listLostPlans()).toEqual([{ accountId: broken.accountId, postId, at: START }])

      await world.plan(broken)
      expect(await world.listLostPlans()).toEqual([])
    },
  )

  it('hold a number or a flag as its text, as only a damaged page can', async () => {
    const { post } = await accept(world)
    asTexts('posts', ['retry_count', 'cross_post_to_partner'])

    expect(await world.posts.get(post.id)).toMatchObject({ retryCount: 0, crossPostToPartner: false })
  })

  it('of a configuration or a setting count as not set', async () => {
    damage(`INSERT INTO repost_configs (account_id, version, record, created_at) VALUES ('a', 1, '[]', 0)`)
    damage(`INSERT INTO settings (name, value) VALUES ('cloud', '{')`)
    expect(await world.reposts.configs()).toEqual([])
    expect(await world.settings.get('cloud')).toBeNull()
  })
})

describe('a value of a newer version', () => {
  const WORDS = [accounts, apiKeys, deletedPosts, jobs, media, posts, recurrences, reposts].flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter(({ enumValues }) => enumValues)
      .map((column) => `${getTableName(table)}.${snakeCase(column.name)}`),
  )

  const SENDS = new Set(['posts', 'jobs', 'media'])

  it.each(WORDS)('sends nothing of its post, and is repaired once: %s', async (place) => {
    const { accountId } = await world.plannedPost()
    const picture = aMediaRecord()
    await world.media.add(picture)
    const post = { platformAccountId: accountId, mediaFileIds: [picture.id] }
    await accept(world, post)
    const { post: deleted } = await accept(world, post)
    await world.ledger.archive(deleted.id, { at: START, from: 'LOCAL' })
    connections.b.raw.exec(`
      INSERT INTO api_keys (id, name, prefix, hash, rights, created_at) VALUES ('k', 'k', 'k', 'k', 'draft', 1);
      INSERT INTO reposts (id, account_id, key, status, detected_at, version, record)
        VALUES ('r', 'a', 'k', 'PENDING', 1, 4, '{}');`)
    const [table = '', column] = place.split('.')
    damage(`UPDATE ${table} SET ${column} = 'HOLOGRAM'`)
    const told = world.log.lines.length
    expect(told).toBeGreaterThan(0)
    damage(`INSERT INTO settings (name, value) VALUES ('unrelated', '1')`)
    expect(world.log.lines.slice(told)).toEqual([])
    if (SENDS.has(table)) expect(await claimAt(world)).toBeNull()
  })
})

it('nothing that we write ourselves is ever quarantined', async () => {
  const picture = aMediaRecord()
  await world.media.add(picture)
  for (let i = 0; i < 3; i += 1)
    await accept(world, { mediaFileIds: [picture.id], warnings: [aWarning('told')] })
  await mustCommit(world, await mustClaim(world), PUBLISHED)
  damage(`INSERT INTO settings (name, value) VALUES ('unrelated', '1')`)
  expect(world.log.lines).toEqual([])
})
