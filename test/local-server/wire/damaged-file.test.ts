// A database file that is damaged while the server runs, as a worn-out memory card does it: found by whoever reads there first, or
// by the look at all of it once a day.
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { DAY } from '../../../core/time.ts'
import { startDailyCheck } from '../../../local-server/loops/chores.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

const PAGE_BYTES = 4_096

let server: WiredServer
let due: { postId: string }
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = await wireServer()
  const me = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const { id: mediaFileId } = await server.upload()
  const post = { accountId: me.accounts[0]?.id, mediaType: 'IMAGE', mediaFileId }
  due = (await (await server.send('POST', '/api/v1/posts/publish', post)).json()) as typeof due
  const draft = (await (await server.send('POST', '/api/v1/posts/draft', post)).json()) as PostBody
  addDrafts(server, draft.id, 400)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

describe('a database that is damaged while the server runs', () => {
  it('publishes nothing more once somebody has read there, and says so', async () => {
    damageLastPage(server, 'posts')
    expect((await server.get('/api/v1/posts?limit=100')).status).toBe(500)
    await expectNothingPublished()
  })

  it('publishes nothing more once all of it was looked at, which is done each day', async () => {
    const { checkDatabase, log } = server.server.parts
    const loop = startDailyCheck(checkDatabase, log)
    await vi.advanceTimersByTimeAsync(DAY)
    expect(await (await server.get('/api/v1/health')).json()).toMatchObject({
      services: { database: 'healthy' },
    })
    damageLastPage(server, 'posts_by_time')
    await vi.advanceTimersByTimeAsync(DAY)
    await expectNothingPublished()
    await loop.stop()
  })
})

async function expectNothingPublished(): Promise<void> {
  await server.publishDue()
  expect(await (await server.get(`/api/v1/posts/${due.postId}`)).json()).toMatchObject({ status: 'QUEUED' })
  const message = expect.stringContaining('publishes nothing')
  expect(await (await server.get('/api/v1/health')).json()).toMatchObject({
    services: { database: 'damaged' },
    problems: [{ code: 'DISK_FAILING', cause: 'damaged', message }],
  })
}

function addDrafts({ rows, damage }: WiredServer, like: string, count: number): void {
  const columns = rows<{ name: string }>('select name from pragma_table_info(?)', 'posts').map(
    ({ name }) => name,
  )
  const copied = columns.filter((name) => name !== 'seq' && name !== 'id').join(', ')
  damage(
    `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ?)
      insert into posts (id, ${copied}) select 'like it ' || n, ${copied} from posts, counted where id = ?`,
    count,
    like,
  )
}

function damageLastPage({ rows, dataDir }: WiredServer, table: string): void {
  rows('pragma wal_checkpoint(truncate)')
  const [last] = rows<{ pageno: number }>(
    "select pageno from dbstat where name = ? and pagetype = 'leaf' order by path desc limit 1",
    table,
  )
  const file = openSync(join(dataDir, 'nightpost.db'), 'r+')
  writeSync(
    file,
    new Uint8Array(PAGE_BYTES).fill(0x5a),
    0,
    PAGE_BYTES,
    ((last?.pageno ?? 0) - 1) * PAGE_BYTES,
  )
  closeSync(file)
}
