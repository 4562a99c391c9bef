// A data folder with posts that are out and posts that wait, and ways to damage copies of its database as disks and people do.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqliteKeyStore } from '../../../local-server/sqlite/accounts/sqlite-key-store.ts'
import { createSqlitePublicationLedger } from '../../../local-server/sqlite/posts/sqlite-publication-ledger.ts'
import { anApiKeyRecord, aPost } from '../../factories.ts'
import type { Chance } from '../../process-harness/chance.ts'
import { accountId, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { addFault } from '../../process-harness/sandbox-process.ts'
import { startServer } from '../../process-harness/server-process.ts'

const DRAFTS = 300

export const OUT = ['out 1', 'out 2', 'out 3']
export const WAITING = ['waits 1', 'waits 2', 'waits 3', 'waits 4']

export interface Origins {
  /** Killed at work: what waits stands in the log of the database only. */
  readonly killed: string
  /** The same, with the log moved into the database. */
  readonly whole: string
}

export async function makeOrigins(): Promise<Origins> {
  let server = await startServer()
  const [account, media] = [await accountId(server), await uploaded(server)]
  const post = (caption: string) => publish(server, { accountId: account, mediaFileId: media.id, caption })
  for (const caption of OUT) await terminalPost(server, await post(caption))
  await server.stop()
  await fillUp(server.dataDir)
  server = await server.again()
  await addFault(server.origin, { on: 'create', mode: 'delay', ms: 600_000, times: 50 })
  for (const caption of WAITING) await post(caption)
  await server.kill9()
  const whole = copyOf(server.dataDir)
  new Database(join(whole, 'nightpost.db')).close()
  return { killed: server.dataDir, whole }
}

/** Enough for most of the file to be rows and their indexes. */
async function fillUp(dataDir: string): Promise<void> {
  const { db, raw, close } = openDatabase(join(dataDir, 'nightpost.db'), migrationsDir)
  raw.pragma('synchronous = OFF')
  const [ledger, keys] = [createSqlitePublicationLedger(db), createSqliteKeyStore(db)]
  for (let n = 0; n < DRAFTS; n += 1) {
    await ledger.saveDraft(aPost({ status: 'DRAFT', caption: `draft ${n} ${'and so on '.repeat(20)}` }))
    await keys.add(anApiKeyRecord())
  }
  close()
}

export function copyOf(dataDir: string): string {
  const copy = join(newFolder(), 'data')
  mkdirSync(copy)
  for (const name of ['nightpost.db', 'nightpost.db-wal', 'sandbox.db', 'sandbox.db-wal', 'secrets.json'])
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(copy, name))
  cpSync(join(dataDir, 'uploads'), join(copy, 'uploads'), { recursive: true })
  return copy
}

/** What was done to the copy, in words. */
export type Damage = (dataDir: string) => string

const FLIPS = 100
const CUTS = 20
const LOGS = 20

export function damages(chance: Chance, { killed, whole }: Origins): { origin: string; damage: Damage }[] {
  const times = (count: number, origin: string, damage: Damage) =>
    Array.from({ length: count }, () => ({ origin, damage }))
  return [
    ...times(FLIPS, whole, (dataDir) => flipByte(join(dataDir, 'nightpost.db'), chance)),
    ...times(CUTS, whole, (dataDir) => cut(join(dataDir, 'nightpost.db'), chance)),
    ...times(LOGS / 4, killed, (dataDir) => removeLog(dataDir)),
    ...times(LOGS / 4, killed, (dataDir) => cut(join(dataDir, 'nightpost.db-wal'), chance)),
    ...times(LOGS / 4, killed, (dataDir) => flipByte(join(dataDir, 'nightpost.db-wal'), chance)),
    ...times(LOGS / 4, killed, (dataDir) => strangeLog(dataDir, chance)),
  ]
}

function flipByte(file: string, chance: Chance): string {
  const bytes = readFileSync(file)
  const [at, change] = [chance.between(0, bytes.length - 1), chance.between(1, 255)]
  bytes[at] = (bytes[at] ?? 0) ^ change
  writeFileSync(file, bytes)
  return `byte ${at} of ${file.slice(-4)} changed by ${change}`
}

function cut(file: string, chance: Chance): string {
  const size = chance.between(0, readFileSync(file).length - 1)
  truncateSync(file, size)
  return `${file.slice(-4)} cut to ${size} bytes`
}

function removeLog(dataDir: string): string {
  rmSync(join(dataDir, 'nightpost.db-wal'))
  return 'without its log'
}

/** The log of another database of the same shape. */
function strangeLog(dataDir: string, chance: Chance): string {
  const stranger = new Database(join(dataDir, 'stranger.db'))
  stranger.pragma('journal_mode = WAL')
  stranger.exec('CREATE TABLE posts (id TEXT PRIMARY KEY, caption TEXT)')
  const insert = stranger.prepare('INSERT INTO posts VALUES (?, ?)')
  for (let n = chance.between(1, 200); n > 0; n -= 1) insert.run(`id ${n}`, 'of a stranger')
  copyFileSync(join(dataDir, 'stranger.db-wal'), join(dataDir, 'nightpost.db-wal'))
  stranger.close()
  for (const name of ['stranger.db', 'stranger.db-wal', 'stranger.db-shm'])
    rmSync(join(dataDir, name), { force: true })
  return 'with the log of another database'
}
