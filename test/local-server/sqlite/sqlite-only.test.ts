// What the contracts of the ports cannot show: rows that no port leaves behind, and questions that only SQLite answers.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { planPublication } from '../../../core/engine/publishing/claim.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { loadIdentity } from '../../../local-server/data-folder/identity.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import { preparePublishTimes } from '../../../local-server/sqlite/posts/media-ownership.ts'
import { createSqlitePlannerStore } from '../../../local-server/sqlite/posts/sqlite-planner-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRecurrenceStore } from '../../../local-server/sqlite/posts/sqlite-recurrence-store.ts'
import { createSqliteSlotStore } from '../../../local-server/sqlite/posts/sqlite-slot-store.ts'
import { countWaitingPosts } from '../../../local-server/sqlite/posts/queue-counts.ts'
import { readInstance, writeInstance } from '../../../local-server/sqlite/settings/instance-values.ts'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { safeText } from '../../../core/redact.ts'
import { HOUR } from '../../../core/time.ts'
import {
  accept,
  claimAt,
  INTENT,
  mustClaim,
  mustCommit,
  next,
  PUBLISHED,
} from '../../contracts/publishing-stores.ts'
import { anAccountRecord, inDueLane, START } from '../../factories.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { openTwo, type TwoConnections } from './open-two.ts'

let connections: TwoConnections
let stores: ReturnType<typeof storesOn>

beforeEach(() => {
  connections = openTwo()
  stores = storesOn(connections)
})
afterEach(() => connections.close())

function storesOn({ a: { db } }: TwoConnections) {
  return {
    accounts: createSqliteAccountStore(db),
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    ledger: createSqlitePublicationLedger(db),
  }
}

const sql = (text: string, ...values: unknown[]) => connections.b.raw.prepare(text).run(...values)
const row = (text: string, ...values: unknown[]) => connections.b.raw.prepare(text).get(...values)

it('the step log of a post goes with it, and what is still learned of it adds nothing', async () => {
  const { post } = await accept(stores)
  const made = { at: START, engine: 'local', call: 'publish', httpStatus: 200, nextAt: null } as const
  const said = { platformCode: null, platformSubcode: null, platformTitle: null, traceId: null }
  const step = { ...made, ...said, outcome: safeText('ok'), step: 'publishing', next: 'uncertain' } as const
  const stepLog = { steps: [step], pauseAccountUntil: null, endedPause: null }
  const publishing = { step: 'publishing', intent: INTENT, nextAt: null } as const
  const sent = await mustCommit(stores, await mustClaim(stores), publishing)
  const doubted = next(sent, { step: 'uncertain', nextAt: START + HOUR })
  expect(await stores.ledger.commit(doubted, stepLog)).toBe('kept')
  expect(await stores.ledger.listAttempts(post.id)).toHaveLength(1)
  await stores.ledger.archive(post.id, { at: START, from: 'LOCAL' })
  expect(await stores.ledger.listAttempts(post.id)).toEqual([])
  const look = next(await mustClaim(stores, START + HOUR), { nextAt: START + 2 * HOUR })
  expect(await stores.ledger.commit(look, stepLog)).toBe('archived')
  expect(await stores.ledger.listAttempts(post.id)).toEqual([])
})

describe('a second open job of one post, which no port makes', () => {
  const claimed = (now = START) => {
    const claim = { claimId: crypto.randomUUID(), newPublicationId: crypto.randomUUID(), now, monotonic: 0 }
    return stores.ledger.claim({ now, busyAccounts: [], queue: 'publish' }, (due) =>
      planPublication(due, claim),
    )
  }
  const twin = (jobId: string) =>
    sql(
      `INSERT INTO jobs (id, type, post_id, account_id, status, run_at, wake_at, attempts, max_attempts, created_at, updated_at)
       SELECT 'twin', type, post_id, account_id, 'PENDING', run_at, wake_at, 0, 1, created_at, updated_at FROM jobs WHERE id = ?`,
      jobId,
    )
  const statuses = () => connections.b.raw.prepare('SELECT status FROM jobs').pluck().all()

  it('ends with the publication that ended already, at the first claim', async () => {
    const { post, job } = await accept(stores)
    twin(job.id)
    const publication = (await claimed()) ?? expect.unreachable()
    await mustCommit(stores, publication, PUBLISHED)
    expect(await claimed()).toMatchObject({ id: publication.id, step: 'done' })
    expect(await claimed()).toBeNull()
    expect(await stores.ledger.nextDue(inDueLane())).toBeNull()
    expect(statuses()).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await stores.posts.get(post.id)).toMatchObject({
      status: 'PUBLISHED',
      igMediaId: PUBLISHED.mediaId,
    })
  })

  it('goes on with the publication that waits, and both end with it', async () => {
    const { job } = await accept(stores)
    twin(job.id)
    const publication = (await claimed()) ?? expect.unreachable()
    await mustCommit(stores, publication, { step: 'confirmed', mediaId: '18', nextAt: START + 5 })
    const second = (await claimed()) ?? expect.unreachable()
    expect(second.id).toBe(publication.id)
    await mustCommit(stores, second, PUBLISHED)
    expect(await claimed(START + 9)).toBeNull()
    expect(statuses()).toEqual(['COMPLETED', 'COMPLETED'])
  })
})

describe('a job whose post is gone', () => {
  it('is cancelled and does not stand in the way of the others', async () => {
    const lost = await accept(stores, {}, { runAt: START - 2 })
    const lostToo = await accept(stores, {}, { runAt: START - 1 })
    const { post } = await accept(stores)
    for (const { id } of [lost.post, lostToo.post]) sql('DELETE FROM posts WHERE id = ?', id)
    expect((await mustClaim(stores)).postId).toBe(post.id)
    expect(await claimAt(stores)).toBeNull()
    expect(row('SELECT status FROM jobs WHERE id = ?', lost.job.id)).toEqual({ status: 'CANCELLED' })
    expect(await stores.ledger.nextDue(inDueLane())).toBeNull()
  })

  it('ends its follow-up, too', async () => {
    const { post } = await accept(stores)
    const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
    await mustCommit(stores, await mustClaim(stores), live)
    sql('DELETE FROM posts WHERE id = ?', post.id)
    expect(await claimAt(stores, START + 5)).toBeNull()
    expect(await stores.ledger.nextDue(inDueLane())).toBeNull()
  })

  it('takes its links to media with it, and its place in the counts', async () => {
    const picture = aMediaRecord()
    await stores.media.add(picture)
    const { post } = await accept(stores, { mediaFileIds: [picture.id] })
    sql('DELETE FROM posts WHERE id = ?', post.id)
    expect(row('SELECT count(*) AS n FROM post_media')).toEqual({ n: 0 })
    expect((await stores.posts.list({ limit: 10, offset: 0 })).total).toBe(0)
    expect(await stores.media.get(picture.id)).toEqual(picture)
  })
})

describe('a write while another connection writes', () => {
  it('leaves nothing behind when its patience ends, and works when the other is done', async () => {
    connections.b.raw.exec('BEGIN IMMEDIATE')
    connections.a.raw.pragma('busy_timeout = 50')
    await expect(accept(stores)).rejects.toThrow(/locked/)
    connections.b.raw.exec('ROLLBACK')
    await accept(stores)
    expect((await stores.posts.list({ limit: 10, offset: 0 })).total).toBe(1)
  })
})

describe('what waits when the server ends', () => {
  it('is the number of pending jobs, with the first one’s time and account', async () => {
    expect(countWaitingPosts(connections.b.db)).toEqual({ count: 0, nextAt: null, username: null })
    const account = await stores.accounts.put(anAccountRecord({ username: 'night.owl' }))
    await accept(stores, {}, { runAt: START + 9 })
    await accept(stores, { platformAccountId: account.id }, { runAt: START + 5 })
    expect(countWaitingPosts(connections.b.db)).toEqual({
      count: 2,
      nextAt: START + 5,
      username: 'night.owl',
    })
  })
})

describe('the facts about an installation', () => {
  it('are written once and never replaced', () => {
    writeInstance(connections.a.db, { instanceId: 'first', userId: 'me' })
    writeInstance(connections.b.db, { instanceId: 'second', other: 'new' })
    expect(readInstance(connections.a.db)).toEqual({ instanceId: 'first', userId: 'me', other: 'new' })
  })

  it.each(['instanceId', 'userId'] as const)('get a new %s, once, for one that is no text', (name) => {
    const { db } = connections.a
    const whole = loadIdentity(db, webCryptoRandom)
    sql('UPDATE instance SET value = ? WHERE name = ?', Buffer.from([0, 255]), name)
    const mended = loadIdentity(db, webCryptoRandom)
    expect(mended).toEqual({ ...whole, [name]: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(loadIdentity(db, webCryptoRandom)).toEqual(mended)
  })
})

describe('a calendar', () => {
  it('reads only what lies in its view, in order, by an index', async () => {
    const { db } = connections.a
    const statements = recordStatements()
    const view = { accountIds: [], statuses: [], mediaTypes: [], from: START, until: START + 1, limit: 9 }
    await createSqlitePlannerStore(db).between(view)
    const text = statements.at(-1) ?? ''
    const nothing = Array.from(text.matchAll(/\?/g), () => 0)
    const plan = explain(text, ...nothing)
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH posts USING INDEX posts_by_time/))
    expect(plan).not.toContainEqual(expect.stringMatching(/SCAN|TEMP B-TREE/))
  })
})

describe('what went live lately', () => {
  it('is read by the index of what ended, of one account as of all', () => {
    const statements = recordStatements()
    const listPublishTimes = preparePublishTimes(connections.a.db)
    listPublishTimes(START)
    listPublishTimes(START, 'an account')
    const texts = statements.filter((one) => one.includes('from "posts"'))
    expect(texts).toHaveLength(2)
    for (const text of texts) {
      const plan = explain(text, ...Array.from(text.matchAll(/\?/g), () => 0))
      expect(plan).toEqual([expect.stringMatching(/INDEX posts_by_completion \(completed_at>\?\)/)])
    }
  })
})

describe('asking whose some media are', () => {
  it('reads them by their index, which has only what is live', async () => {
    const statements = recordStatements()
    await stores.ledger.listOwnedMediaIds(['17', '18'])
    const text = statements.find((one) => one.includes('"ig_media_id" in')) ?? expect.unreachable()
    expect(explain(text, '17', '18')).toEqual([
      'SEARCH posts USING COVERING INDEX posts_by_media (ig_media_id=?)',
    ])
    const { partial } = row(
      "select partial from pragma_index_list('posts') where name = 'posts_by_media'",
    ) as {
      partial: number
    }
    expect(partial).toBe(1)
  })
})

describe('looking for failures', () => {
  it('reads only those of its days and those that may be live, by their indexes', async () => {
    const statements = recordStatements()
    await createSqlitePlannerStore(connections.a.db).failures({ since: START, limit: 9 })
    const plan = explain(statements.at(-1) ?? '', START, 9)
    expect(plan).toContainEqual(expect.stringMatching(/USING INDEX posts_by_completion \(completed_at>\?\)/))
    expect(plan).toContainEqual(expect.stringMatching(/INDEX posts_unconfirmed$/))
  })
})

describe('looking for a lookalike', () => {
  it('reads only the days around it, by the index of the calendar', async () => {
    const { db } = connections.a
    const statements = recordStatements()
    createSqlitePostStore(db)
    const text = statements.find((one) => one.includes('@mediaIds')) ?? expect.unreachable()
    const values = {
      caption: 'x',
      mediaIds: '[]',
      accountId: 'a',
      exceptPostId: null,
      at: 2,
      from: 1,
      until: 3,
    }
    const plan = explain(text, values)
    expect(plan).toContainEqual(
      expect.stringMatching(/^SEARCH posts USING INDEX posts_by_time \(<expr>>\? AND <expr><\?\)/),
    )
    expect(plan).not.toContainEqual(expect.stringMatching(/^SCAN posts/))
  })
})

describe('looking for a free slot', () => {
  it('reads only what is still to go out, by its index', () => {
    const { db } = connections.a
    const statements = recordStatements()
    createSqliteSlotStore(db)
    const text = statements.find((one) => one.includes('from posts')) ?? expect.unreachable()
    const plan = explain(text, { accountId: 'a', from: 1, until: 2 })
    expect(plan).toContainEqual(
      expect.stringMatching(
        /^SEARCH posts USING INDEX posts_scheduled \(scheduled_for>\? AND scheduled_for<\?\)/,
      ),
    )
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH handovers USING INDEX handovers_by_account/))
  })
})

describe('looking for series whose next draft is due', () => {
  it('reads the posts of series only, however many are published', async () => {
    const statements = recordStatements()
    await createSqliteRecurrenceStore(connections.a.db).listDue()
    const plan = explain(statements.at(-1) ?? '', 'PUBLISHED', 100)
    expect(plan).toContainEqual(expect.stringMatching(/^SEARCH posts USING INDEX \S+ \(id=\?\)/))
  })
})

describe('asking which published posts still wait for their link', () => {
  it('reads the posts that were completed lately, however many are published', () => {
    const statements = recordStatements()
    createSqlitePostStore(connections.a.db)
    const text = statements.find((one) => one.includes('ig_permalink is null')) ?? expect.unreachable()
    expect(explain(text, 1, 2)).toEqual([
      'SEARCH posts USING INDEX posts_by_completion (completed_at>? AND completed_at<?)',
    ])
  })
})

describe('the outlook of the accounts', () => {
  it('reads the failures of the last days, however many there are', async () => {
    const statements = recordStatements()
    await createSqlitePlannerStore(connections.a.db).outlook(START)
    const plan = explain(statements.at(-1) ?? '', START)
    expect(plan).toContainEqual(
      expect.stringMatching(/^SEARCH posts USING INDEX posts_by_completion \(completed_at>\?\)/),
    )
  })
})

/** The texts that connection a prepares from now on. */
function recordStatements(): string[] {
  const statements: string[] = []
  const { raw } = connections.a
  const prepare = raw.prepare.bind(raw)
  raw.prepare = ((text: string) => {
    statements.push(text)
    return prepare(text)
  }) as typeof raw.prepare
  return statements
}

/** The steps of SQLite's plan for a statement. */
function explain(text: string, ...values: unknown[]): string[] {
  const steps = connections.b.raw.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
  return steps.all(...values).map(({ detail }) => detail)
}
