// The process ends before or after anything that a request under a key waits for, and the request is sent again to the next one:
// one post, one file, one publication, and the same answer from then on. Events tell of just these. What is given a time, or is
// published at once, is repeated in the world. An edit has no key, and says the same again as another version.
import { expect, it } from 'vitest'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteRecurrenceStore } from '../../../local-server/sqlite/posts/sqlite-recurrence-store.ts'
import { createSqliteSlotStore } from '../../../local-server/sqlite/posts/sqlite-slot-store.ts'
import { createSqliteEventStore } from '../../../local-server/sqlite/requests/sqlite-event-store.ts'
import { createSqliteRequestStore } from '../../../local-server/sqlite/requests/sqlite-request-store.ts'
import type { Db, OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import type { EventStore } from '../../../core/ports/event-store.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { HOUR, toIso } from '../../../core/time.ts'
import { accept, FAILED, mustClaim, mustCommit } from '../../contracts/publishing-stores.ts'
import { anAccountRecord } from '../../factories.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { TINY_JPEG } from '../../fakes/media/tiny-image-pipeline.ts'
import type { MemoryBlobStore } from '../../fakes/media/memory-blob-store.ts'
import { createTestApp, fromPage, jsonRequest, type TestApp } from '../../fakes/test-app.ts'
import { openTwo } from '../../local-server/sqlite/open-two.ts'
import { oncePer } from '../../reused-databases.ts'
import { mortalAt } from './mortal-at.ts'
import { TRIES_ALL } from '../share.ts'

const ACCOUNT = anAccountRecord()
const IMAGE = aMediaRecord()
const OTHER = aMediaRecord()
const BODY = { accountId: ACCOUNT.id, mediaType: 'IMAGE', mediaFileId: IMAGE.id, caption: 'Once' }

const storesOf = oncePer((db: Db) => {
  return {
    accounts: createSqliteAccountStore(db),
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    ledger: createSqlitePublicationLedger(db),
    slots: createSqliteSlotStore(db),
    recurrences: createSqliteRecurrenceStore(db),
    requests: createSqliteRequestStore(db),
  }
})

type Stores = ReturnType<typeof storesOf>

/** One process; the disk is as the stored files say. */
async function aLife(stores: Stores): Promise<TestApp> {
  const test = createTestApp({ ...stores, random: webCryptoRandom })
  const blobs = test.ports.blobs as MemoryBlobStore
  for (const { storagePath } of [IMAGE, OTHER]) await blobs.keep(blobs.stage(TINY_JPEG), storagePath)
  return test
}

interface Case {
  readonly prepare?: (stores: Stores, test: TestApp) => Promise<string>
  readonly request: (id: string) => readonly [path: string, init: RequestInit]
  /** Of the post as it is answered, which tells the version. */
  readonly isEdit?: true
  /** In the end. */
  readonly rows: readonly [posts: number, jobs: number, files: number]
}

const WHEN = { scheduledFor: toIso(Date.UTC(2026, 10, 20, 12) + HOUR) }

async function aDraft(_stores: Stores, test: TestApp): Promise<string> {
  const init = jsonRequest('POST', BODY, fromPage(await test.signIn()))
  return ((await (await test.call('/api/posts/draft', init)).json()) as { id: string }).id
}

async function aScheduledPost(_stores: Stores, test: TestApp): Promise<string> {
  const init = jsonRequest('POST', { ...BODY, ...WHEN }, fromPage(await test.signIn()))
  return ((await (await test.call('/api/schedule', init)).json()) as { postId: string }).postId
}

async function aFailedPost(stores: Stores): Promise<string> {
  const { post } = await accept(stores, { platformAccountId: ACCOUNT.id, mediaFileIds: [IMAGE.id] })
  await mustCommit(stores, await mustClaim(stores), FAILED)
  return post.id
}

function anUpload(): RequestInit {
  const body = new FormData()
  body.append('file', new File([TINY_JPEG], 'photo.jpg', { type: 'image/jpeg' }))
  return { method: 'POST', body }
}

const CASES: Readonly<Record<string, Case>> = {
  'a draft': { request: () => ['/posts/draft', jsonRequest('POST', BODY)], rows: [1, 0, 1] },
  'a batch of drafts': {
    request: () => ['/posts/draft/bulk', jsonRequest('POST', { posts: [BODY, BODY] })],
    rows: [2, 0, 1],
  },
  'a change of many posts': {
    prepare: aScheduledPost,
    request: (id) => ['/posts/bulk', jsonRequest('POST', { posts: [{ id, action: 'unschedule' }] })],
    rows: [1, 1, 1],
  },
  'the publication of a draft': {
    prepare: aDraft,
    request: (id) => [`/posts/draft/${id}/publish`, jsonRequest('POST', {})],
    rows: [1, 1, 1],
  },
  'a swap of the file of a scheduled post': {
    async prepare(stores, test) {
      await stores.media.add(OTHER)
      return aScheduledPost(stores, test)
    },
    request: (id) => [`/schedule/${id}`, jsonRequest('PUT', { mediaFileId: OTHER.id })],
    isEdit: true,
    rows: [1, 1, 2],
  },
  'a retry': {
    prepare: aFailedPost,
    request: (id) => [`/posts/${id}/retry`, jsonRequest('POST', {})],
    rows: [1, 2, 1],
  },
  'an upload': { request: () => ['/media/upload', anUpload()], rows: [0, 0, 2] },
}

it.each(Object.entries(CASES))('%s is done once, wherever the process ends', async (_what, one) => {
  const step = TRIES_ALL ? 1 : 3
  for (let point = 1; ; point += step) {
    if (!(await endAt(point, one))) {
      expect(point).toBeGreaterThan(5)
      return
    }
  }
})

/** False when the request has fewer points. */
async function endAt(point: number, { prepare, request, isEdit, rows }: Case): Promise<boolean> {
  const { a, close } = openTwo()
  try {
    const stores = storesOf(a.db)
    await stores.accounts.put(ACCOUNT)
    await stores.media.add(IMAGE)
    const [path, init] = request((await prepare?.(stores, await aLife(stores))) ?? '')
    const send = async (test: TestApp) => {
      const headers = new Headers(init.headers)
      const named = { ...fromPage(await test.signIn()), 'idempotency-key': 'once' }
      for (const [name, value] of Object.entries(named)) headers.set(name, value)
      const answer = await test.call(`/api/v1${path}`, { ...init, headers })
      const body = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, body: isEdit ? { ...body, updatedAt: null } : body }
    }
    const { ports, points } = mortalAt(point, stores)
    await send(await aLife(ports))
    const isReached = points() >= point
    const first = await send(await aLife(stores))
    expect(first.status, `cut at point ${point}: ${JSON.stringify(first.body)}`).toBeLessThan(300)
    expect(await send(await aLife(stores)), `cut at point ${point}`).toEqual(first)
    const count = (table: string) => a.raw.prepare(`select count(*) from ${table}`).pluck().get()
    expect(['posts', 'jobs', 'media'].map(count), `cut at point ${point}`).toEqual(rows)
    expect(await heard(createSqliteEventStore(a)), `cut at point ${point}`).toEqual(stored(a))
    return isReached
  } finally {
    await close()
  }
}

/** What is there, as somebody knows it who has heard each event and read nothing. */
async function heard(events: EventStore): Promise<Record<string, string | null>> {
  const known: Record<string, string | null> = {}
  for (const { type, postId, mediaFileId, state } of (await events.after(0, 1_000)) ?? []) {
    const id = postId ?? mediaFileId
    if (id === null) continue
    const isNews = !(id in known)
    expect(type.endsWith('.created'), `${type} of ${isNews ? 'an unknown' : 'a known'} one`).toBe(isNews)
    known[id] = state
  }
  return known
}

function stored({ raw }: OpenDatabase): Record<string, string | null> {
  const rows = raw
    .prepare<[], { id: string; state: string | null }>(
      'select id, status as state from posts union all select id, null from media',
    )
    .all()
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
}
