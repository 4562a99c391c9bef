// Events, calls by key and requests under a key that another program, a newer version or a disk left unreadable. `b` is that other program.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { webCryptoRandom as random } from '../../../../core/random.ts'
import { createSqliteKeyStore } from '../../../../local-server/sqlite/accounts/sqlite-key-store.ts'
import { createSqliteMediaStore } from '../../../../local-server/sqlite/media/sqlite-media-store.ts'
import { watchRows } from '../../../../local-server/sqlite/quarantine/quarantine.ts'
import { createSqliteEventStore } from '../../../../local-server/sqlite/requests/sqlite-event-store.ts'
import {
  createSqliteRequestStore,
  recordMade,
} from '../../../../local-server/sqlite/requests/sqlite-request-store.ts'
import { START } from '../../../factories.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { openBesideOther, type TwoConnections } from '../open-two.ts'

let connections: TwoConnections
beforeEach(() => {
  connections = openBesideOther()
})
afterEach(() => connections.close())

it.each([
  ['at', 'yesterday'],
  ['at', 9e15],
  ['status', 'fine'],
  ['route', Buffer.from('x')],
])('a call by key that cannot be read leaves the list of the others: %s %s', async (column, value) => {
  const { db } = connections.a
  const log = createMemoryLog()
  const examine = watchRows({ db, clock: createManualClock(), random, log })
  const keys = createSqliteKeyStore(db)
  const call = { keyId: 'k', at: START, method: 'GET', route: '/posts', tool: null, postId: null }
  const calls = [1, 2, 3].map((status) => ({ ...call, status }))
  await keys.addCalls(calls, 10)
  connections.b.raw.prepare(`UPDATE key_calls SET ${column} = ? WHERE id = 2`).run(value)
  examine()
  expect((await keys.listCalls('k', 9, 9)).map(({ status }) => status)).toEqual([3, 1])
  expect(log.lines).toMatchObject([{ level: 'error', fields: { table: 'key_calls', columns: [column] } }])
})

it.each([
  ['type', 'post.liked'],
  ['at', 'yesterday'],
  ['at', -9e15],
  ['media_file_id', Buffer.from('x')],
  ['state', Buffer.from('x')],
])(
  'an event that cannot be read counts as missing, so that all is read again: %s %s',
  async (column, value) => {
    const events = createSqliteEventStore(connections.a)
    for (let i = 0; i < 3; i += 1) await createSqliteMediaStore(connections.a.db).add(aMediaRecord())
    expect(await events.after(0, 100)).toHaveLength(3)
    connections.b.raw.prepare(`UPDATE events SET ${column} = ? WHERE id = 2`).run(value)
    expect(await events.after(0, 100)).toBeNull()
    expect(await events.after(2, 100)).toHaveLength(1)
  },
)

describe('a request under a key that cannot be read', () => {
  const REQUEST = { caller: 'user', key: 'k', part: 0, fingerprint: 'f', at: START }
  const ANSWER = { status: 201, body: '{}' }
  /** What is known of it once one of its columns is unreadable. */
  async function knownWith(column: string, value: unknown, isAnswered: boolean) {
    const { db } = connections.a
    const log = createMemoryLog()
    const examine = watchRows({ db, clock: createManualClock(), random, log })
    const requests = createSqliteRequestStore(db)
    recordMade(db, REQUEST, { id: 'post', jobId: 'job' })
    if (isAnswered) await requests.keepAnswer(REQUEST, ANSWER)
    connections.b.raw.prepare(`UPDATE keyed_requests SET ${column} = ?`).run(value)
    examine()
    expect(log.lines).toMatchObject([{ fields: { table: 'keyed_requests' } }])
    return requests.find('user', 'k', START - 1)
  }
  const MADE = new Map([[0, { id: 'post', jobId: 'job' }]])
  const BYTES = Buffer.from('x')

  it.each([
    ['made', BYTES],
    ['part', 'first'],
  ])('is refused when what it made is lost, and keeps its answer: %s', async (column, value) => {
    expect(await knownWith(column, value, false)).toMatchObject({ answer: 'lost' })
    connections.b.raw.prepare('DELETE FROM keyed_requests').run()
    expect(await knownWith(column, value, true)).toMatchObject({ answer: ANSWER })
  })

  it.each([
    ['status', 'fine'],
    ['body', BYTES],
  ])('is answered anew from what it made: %s', async (column, value) => {
    expect(await knownWith(column, value, true)).toMatchObject({ made: MADE, answer: null })
  })

  it.each([
    ['fingerprint', BYTES, { fingerprint: '', made: MADE }],
    ['at', 'yesterday', { made: MADE }],
    ['job_id', BYTES, { made: new Map([[0, { id: 'post', jobId: null }]]) }],
  ])('is known by the rest: %s', async (column, value, known) => {
    expect(await knownWith(column, value, false)).toMatchObject(known)
  })
})
