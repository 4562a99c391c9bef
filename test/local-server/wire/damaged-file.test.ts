// A database file that is damaged while the server runs, as a worn-out memory card does it: found by the first who reads there.
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

const PAGE_BYTES = 4_096

it('that is damaged while the server runs publishes nothing more, and says so', async () => {
  const server = await wireServer()
  const { get, send, upload, publishDue } = server
  const me = (await (await get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const post = { accountId: me.accounts[0]?.id, mediaType: 'IMAGE', mediaFileId: (await upload()).id }
  const due = (await (await send('POST', '/api/v1/posts/publish', post)).json()) as { postId: string }
  const draft = (await (await send('POST', '/api/v1/posts/draft', post)).json()) as PostBody
  addDrafts(server, draft.id, 400)
  damageLastPage(server, 'posts')

  expect((await get('/api/v1/posts?limit=100')).status).toBe(500)
  await publishDue()
  expect(await (await get(`/api/v1/posts/${due.postId}`)).json()).toMatchObject({ status: 'QUEUED' })
  expect(await (await get('/api/v1/health')).json()).toMatchObject({
    services: { database: 'damaged' },
    problems: [
      { code: 'DISK_FAILING', cause: 'damaged', message: expect.stringContaining('publishes nothing') },
    ],
  })
  await server.close()
})

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
