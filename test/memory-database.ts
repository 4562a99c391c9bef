// The server's stores for tests of the domain: SQLite in memory, which refuses what the file of a server would. Opening one and
// preparing its statements is most of its cost, so a connection serves one test after the other: what a test writes is never
// committed, and rolled back when it has ended.
import Database from 'better-sqlite3'
import { onTestFinished, TestRunner } from 'vitest'
import { webCryptoRandom } from '../core/random.ts'
import { prepareConnection, wrapDatabase, type Db } from '../local-server/sqlite/open-database.ts'
import { EXPECTED } from '../local-server/sqlite/quarantine/expected-rows.ts'
import { refuseUnreadableRows } from '../local-server/sqlite/quarantine/unreadable-rows.ts'
import { createStores } from '../local-server/sqlite/stores.ts'
import { migratedImage } from './migrated-database.ts'
import { viewRows, type ViewedRows } from './stored-rows.ts'

export type Stores = ReturnType<typeof createStores> & {
  readonly db: Db
  /** Shows what is stored, and changes it as no store would. */
  readonly data: ViewedRows
  /** To be called where one test opens many. */
  close(): void
}

interface Connection {
  readonly db: Db
  readonly data: ViewedRows
  readonly stores: ReturnType<typeof createStores>
  /** By which SQLite dates what it writes itself: events. */
  readonly clock: { now(): number }
}

const idle: Connection[] = []

/** An empty database until its test ends, dated by `now`. One that is opened outside of tests is nobody else's. */
export function openStores(now: () => number = Date.now): Stores {
  const isInTest = TestRunner.getCurrentTest() !== undefined
  const connection = (isInTest ? idle.pop() : undefined) ?? connect()
  const { db, data, stores, clock } = connection
  clock.now = now
  const ends: (() => void)[] = []
  const close = () => {
    if (ends.length === 0) return
    for (const end of ends.splice(0)) end()
  }
  db.$client.exec('begin')
  ends.push(() => {
    db.$client.exec('rollback')
    if (isInTest) idle.push(connection)
  })
  if (isInTest) onTestFinished(close)
  const open = untilEnd(stores, ends)
  const onWritten: typeof stores.events.onWritten = (listener) => {
    const leave = stores.events.onWritten(listener)
    ends.push(leave)
    return leave
  }
  return { ...open, events: { ...open.events, onWritten }, db, data, close }
}

/** What a test has left under way stops at its next call: the rows are another test's by then. */
function untilEnd<T extends object>(stores: T, ends: readonly unknown[]): T {
  const calls = (store: object) =>
    Object.entries(store).map(([name, call]) => {
      const around = (...given: unknown[]): unknown =>
        ends.length === 0 ? new Promise(() => {}) : (call as (...given: unknown[]) => unknown)(...given)
      return [name, around] as const
    })
  const open = Object.entries(stores).map(
    ([name, store]) => [name, Object.fromEntries(calls(store))] as const,
  )
  return Object.fromEntries(open) as T
}

let image: Buffer | undefined

function connect(): Connection {
  const raw = new Database((image ??= inMemory(migratedImage())))
  prepareConnection(raw)
  const clock = { now: Date.now }
  raw.function('unixepoch', { varargs: true }, () => clock.now() / 1000)
  const db = wrapDatabase(raw)
  refuseUnreadableRows(db, Object.values(EXPECTED))
  return { db, data: viewRows(db), stores: createStores({ db, raw }, webCryptoRandom), clock }
}

/** Its header says that there is a log beside the file. */
function inMemory(file: Buffer): Buffer {
  return Buffer.from(file).fill(1, 18, 20)
}
