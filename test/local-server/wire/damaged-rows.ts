// A folder with a row in each table, and each value that a column of it cannot hold, one at a time: what a server that is wired on
// it must keep is asked afterwards.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { DAY, toIso } from '../../../core/time.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { aHandover } from '../../contracts/handover-builders.ts'
import { aPost } from '../../factories.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

/** Every list, and what the page asks for to draw itself. */
export const LISTS = [
  '/api/v1/health',
  '/api/v1/auth/me',
  '/api/v1/posts',
  '/api/v1/posts/deleted',
  '/api/v1/posts/recent-completions?since=2020-01-01T00:00:00Z',
  '/api/v1/schedule',
  '/api/v1/schedule/queue/status',
  '/api/v1/media',
  '/api/v1/attention',
  '/api/v1/cloud/status',
  '/api/v1/story-repost/status',
  '/api/v1/settings/api-keys',
  '/api/planner/accounts',
  '/api/planner/last-outcome',
  '/api/queue/state',
  '/api/setup',
  '/api/system',
] as const

export interface FilledFolder {
  readonly dataDir: string
  /** The post whose rows are damaged, and the account whose rows are. */
  readonly damaged: string
  readonly accountId: string
  /** Of the same account, with files of their own. */
  readonly untouched: readonly string[]
}

/** What is damaged: this column of a row of this table gets this value. */
interface Damage {
  readonly table: string
  readonly column: string
  readonly value: unknown
}

/** Nothing in it is due: whatever is published afterwards was not to be. */
export async function fillFolder(): Promise<FilledFolder> {
  const server = await wireServer()
  const me = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const accountId = me.accounts[0]?.id ?? expect.unreachable()
  const post = async (path: string, caption: string, when: object = {}) => {
    const { id: mediaFileId } = await server.upload()
    const body = { accountId, mediaType: 'IMAGE', mediaFileId, caption, ...when }
    const options = path.endsWith('draft') ? {} : { userTags: [{ username: 'ada', x: 0.5, y: 0.5 }] }
    const answer = (await (await server.send('POST', path, { ...body, ...options })).json()) as {
      id?: string
      postId?: string
    }
    return answer.postId ?? answer.id ?? expect.unreachable()
  }
  const later = { scheduledFor: toIso(Date.now() + 3 * DAY), timezone: 'Europe/Berlin' }
  const [live, gone] = [
    await post('/api/v1/posts/publish', 'Live'),
    await post('/api/v1/posts/publish', 'Gone'),
  ]
  await server.publishDue()
  expect(await liveIds(server)).toHaveLength(2)
  await server.send('DELETE', `/api/v1/posts/${gone}`, {})
  const damaged = await post('/api/v1/schedule', 'Damaged', later)
  const others = [
    await post('/api/v1/schedule', 'Untouched', later),
    await post('/api/v1/posts/draft', 'Draft'),
  ]
  await server.send('PUT', `/api/v1/posts/${damaged}/recurrence`, { every: 'weekly' })
  await server.send('PUT', `/api/v1/accounts/${accountId}/slots`, {
    timezone: 'Europe/Berlin',
    weekly: { monday: ['09:30'] },
  })
  await server.send('POST', '/api/v1/settings/api-keys', { name: 'a script' })
  addRowsOfTheCloud(server, accountId)
  await server.close()
  return { dataDir: server.dataDir, damaged, accountId, untouched: [...others, live] }
}

/** The Worker is not there: its rows are written as they would have been. */
function addRowsOfTheCloud(server: WiredServer, accountId: string): void {
  const handover = aHandover(aPost({ platformAccountId: accountId }), { isEnded: true, nextAt: null })
  const { id, postId, version } = handover
  const record = JSON.stringify(handover)
  server.damage(
    `INSERT INTO handovers VALUES (?, ?, ?, 'ended', NULL, ?, ?)`,
    id,
    postId,
    accountId,
    version,
    record,
  )
  server.damage(`INSERT INTO bucket_objects VALUES ('media/1.jpg', NULL, 1)`)
  server.damage(`INSERT INTO cloud_accounts VALUES (?, 'fingerprint')`, accountId)
}

/** What the schema of every table lets be tried: nothing, another kind, no JSON, JSON of another shape, an unknown word. */
export function listDamages({ dataDir }: FilledFolder): Damage[] {
  const database = new Database(join(dataDir, 'nightpost.db'), { readonly: true })
  const tables = database
    .prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'`,
    )
    .pluck()
    .all() as string[]
  const filled = tables.filter((table) => database.prepare(`select 1 from ${table}`).get() !== undefined)
  const damages = filled.flatMap((table) => {
    const columns = database
      .prepare(
        `select name, "notnull" as isNeeded, lower(type) = 'integer' and pk and sum(pk) over () = 1 as isRowId
         from pragma_table_info(?)`,
      )
      .all(table)
    // SQLite itself lets only a number be a row's number.
    return (columns as { name: string; isNeeded: number; isRowId: number }[])
      .filter(({ isRowId }) => !isRowId)
      .flatMap(({ name: column, isNeeded }) =>
        [...(isNeeded ? [] : [null]), 'HOLOGRAM', '{"a":', '{"a":1}', 9e18, Buffer.from([0, 255])].map(
          (value) => ({
            table,
            column,
            value,
          }),
        ),
      )
  })
  database.close()
  return damages
}

interface Before {
  readonly bodies: readonly unknown[]
  readonly live: readonly string[]
}

/** Throws what does not hold on a copy of the folder with this damage. */
export async function tryDamage(folder: FilledFolder, before: Before, damage: Damage): Promise<void> {
  const dataDir = copyOf(folder.dataDir)
  damageFile(dataDir, folder, damage)
  const server = await wireServer({ dataDir })
  try {
    const what = JSON.stringify(damage)
    for (const path of LISTS) {
      const { status } = await server.get(path)
      expect(status < 500 ? '' : `${status} ${path}`, what).toBe('')
    }
    // They belong to the account whose row is damaged.
    if (damage.table !== 'accounts') expect(await bodiesOf(server, folder), what).toEqual(before.bodies)
    await server.publishDue()
    expect(await liveIds(server), what).toEqual(before.live)
  } finally {
    await server.close()
  }
}

export async function lookBefore(folder: FilledFolder): Promise<Before> {
  const server = await wireServer({ dataDir: copyOf(folder.dataDir) })
  const before = { bodies: await bodiesOf(server, folder), live: await liveIds(server) }
  await server.close()
  return before
}

function damageFile(dataDir: string, { damaged, accountId }: FilledFolder, { table, column, value }: Damage) {
  const database = new Database(join(dataDir, 'nightpost.db'))
  database.pragma('foreign_keys = OFF')
  const names = database.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[]
  const where =
    table === 'posts'
      ? `id = '${damaged}'`
      : table === 'media'
        ? `id = (select media_id from post_media where post_id = '${damaged}')`
        : names.includes('post_id')
          ? `post_id = '${damaged}'`
          : names.includes('account_id')
            ? `account_id = '${accountId}'`
            : '1'
  const row = `select rowid from ${table} where ${where} limit 1`
  const fallback = `select rowid from ${table} limit 1`
  const rowid: unknown = database.prepare(row).pluck().get() ?? database.prepare(fallback).pluck().get()
  database.prepare(`update ${table} set ${column} = ? where rowid = ?`).run(value, rowid)
  database.close()
}

function copyOf(dataDir: string): string {
  const copy = join(newFolder(), 'data')
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

async function bodiesOf(server: WiredServer, { untouched }: FilledFolder): Promise<unknown[]> {
  const ask = async (id: string) => {
    const response = await server.get(`/api/v1/posts/${id}`)
    const { mediaFiles: _, ...body } = (await response.json()) as Record<string, unknown>
    return body
  }
  return Promise.all(untouched.map(ask))
}

async function liveIds({ origin, server }: WiredServer): Promise<string[]> {
  const headers = { authorization: `Bearer ${SANDBOX_ACCESS_TOKEN}` }
  const response = await server.app.fetch(new Request(`${origin}/sandbox/live`, { headers }))
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}
