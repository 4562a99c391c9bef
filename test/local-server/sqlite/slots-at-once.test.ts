// Many requests for the next slot at once, on the stores of the server and over two connections to one file.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { webCryptoRandom } from '../../../core/random.ts'
import { createRateLimiter } from '../../../core/features/rate-limits/sliding-log.ts'
import { createSqliteAccountStore } from '../../../local-server/sqlite/accounts/sqlite-account-store.ts'
import { createSqliteMediaStore } from '../../../local-server/sqlite/media/sqlite-media-store.ts'
import type { Db } from '../../../local-server/sqlite/open-database.ts'
import { createSqlitePlannerStore } from '../../../local-server/sqlite/posts/sqlite-planner-store.ts'
import { createSqlitePostStore } from '../../../local-server/sqlite/posts/sqlite-post-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { createSqliteSlotStore } from '../../../local-server/sqlite/posts/sqlite-slot-store.ts'
import { anAccountRecord, START } from '../../factories.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { bearer, createTestApp, jsonRequest } from '../../fakes/test-app.ts'
import { openTwo, type TwoConnections } from './open-two.ts'

let connections: TwoConnections
beforeEach(() => {
  connections = openTwo()
})
afterEach(() => connections.close())

function storesOn(db: Db) {
  return {
    accounts: createSqliteAccountStore(db),
    media: createSqliteMediaStore(db),
    posts: createSqlitePostStore(db),
    ledger: createSqlitePublicationLedger(db),
    planner: createSqlitePlannerStore(db),
    slots: createSqliteSlotStore(db),
    random: webCryptoRandom,
    limiter: createRateLimiter({ perMinute: 100_000, perHour: 100_000 }),
  }
}

async function openServer({ db }: TwoConnections['a']) {
  const { ports, call, newKey } = createTestApp(storesOn(db))
  const headers = bearer(await newKey())
  const { blobs } = ports
  blobs.open = async () => ({ size: 9, stream: () => new Blob(['a picture']).stream() })
  return async (method: string, path: string, body: object) => {
    const response = await call(`/api/v1${path}`, jsonRequest(method, body, headers))
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
}

it('never gives two of fifty requests the same slot, also while the plan changes', async () => {
  const { accounts, media, slots } = storesOn(connections.a.db)
  const [{ id: accountId }, picture] = [await accounts.put(anAccountRecord()), aMediaRecord()]
  await media.add(picture)
  const [one, other] = [await openServer(connections.a), await openServer(connections.b)]
  const plan = { timezone: 'Europe/Berlin', weekly: { friday: ['14:00', '18:00'], monday: ['09:00'] } }
  const path = `/accounts/${accountId}/slots`
  expect((await one('PUT', path, plan)).status).toBe(200)
  const post = { accountId, mediaType: 'IMAGE', mediaFileId: picture.id, nextSlot: true }
  const asked = Array.from({ length: 50 }, (_, n) => (n % 2 ? one : other)('POST', '/schedule', post))
  const moved = { ...plan, weekly: { friday: ['15:00', '18:00'], monday: ['09:00'] }, posts: 'move' }
  const changed = await other('PUT', path, moved)
  const replies = await Promise.all(asked)
  expect([changed.status, ...new Set(replies.map(({ status }) => status))]).toEqual([200, 201])
  const waiting = await slots.listWaiting(accountId, START)
  expect(waiting).toHaveLength(50)
  expect(new Set(waiting.map(({ at }) => at)).size).toBe(50)
  const { upcoming } = (await one('PUT', path, moved)).body as { upcoming: { postId: string | null }[] }
  expect(upcoming.every(({ postId }) => postId !== null)).toBe(true)
})
