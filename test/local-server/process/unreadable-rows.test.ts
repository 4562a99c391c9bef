// SQLite keeps any value in any column. A row that cannot be read is quarantined; its post fails and says so, and nothing else
// is late, refused or lost for it.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountId, postOf, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { share } from '../../faults/share.ts'

const FAR = () => new Date(Date.now() + 86_400_000).toISOString()
const LISTS = [
  '/health',
  '/auth/me',
  '/posts',
  '/posts?status=FAILED',
  '/posts/deleted',
  '/posts/recent-completions?since=2020-01-01T00:00:00Z',
  '/schedule',
  '/schedule/queue/status',
  '/media',
  '/cloud/status',
  '/story-repost/status',
]

function damage(dataDir: string, ...statements: readonly string[]): void {
  const database = new Database(join(dataDir, 'nightpost.db'))
  for (const statement of statements) database.exec(statement)
  database.close()
}

async function scheduled(
  server: ServerProcess,
  caption: string,
): Promise<{ id: string; mediaFileId: string }> {
  const mediaFileId = (await uploaded(server)).id
  const post = { accountId: await accountId(server), mediaFileId, mediaType: 'IMAGE', caption }
  const answer = await server.api('/schedule', { json: { ...post, scheduledFor: FAR(), timezone: 'UTC' } })
  if (answer.status !== 201) throw new Error(await answer.text())
  return { id: ((await answer.json()) as { postId: string }).postId, mediaFileId }
}

/** Every list answers, and a fresh post goes out. */
async function expectAllElse(server: ServerProcess): Promise<void> {
  for (const path of LISTS) expect([path, (await server.api(path)).status]).toEqual([path, 200])
  const mediaFileId = (await uploaded(server)).id
  const id = await publish(server, {
    accountId: await accountId(server),
    mediaFileId,
    caption: 'the next one',
  })
  expect((await terminalPost(server, id)).status).toBe('PUBLISHED')
}

const LOST = { status: 'FAILED', errorCode: 'INTERNAL_ERROR', publishOutcome: 'confirmed' }

/** What makes the post with this id unreadable, or the file that it needs. */
const DAMAGE: readonly (readonly [string, (id: string, mediaFileId: string) => string])[] = [
  ['warnings that are no JSON', (id) => `update posts set warnings = '{not json' where id = '${id}'`],
  ['warnings of another shape', (id) => `update posts set warnings = '{"a":1}' where id = '${id}'`],
  ['a warning of another shape', (id) => `update posts set warnings = '[7]' where id = '${id}'`],
  ['a reason of another shape', (id) => `update posts set error_detail = '"no"' where id = '${id}'`],
  ['a time that is text', (id) => `update posts set scheduled_for = 'tomorrow' where id = '${id}'`],
  ['a time beyond all calendars', (id) => `update posts set scheduled_for = 9e18 where id = '${id}'`],
  ['an unknown kind', (id) => `update posts set media_type = 'HOLOGRAM' where id = '${id}'`],
  ['a caption of bytes', (id) => `update posts set caption = x'00ff' where id = '${id}'`],
  ['an unknown status', (id) => `update posts set status = 'NONSENSE' where id = '${id}'`],
  ['its file: facts', (_id, file) => `update media set processed_facts = '[' where id = '${file}'`],
  ['its file: width', (_id, file) => `update media set width = 'wide' where id = '${file}'`],
  ['its file: name', (_id, file) => `update media set storage_path = x'2e2e' where id = '${file}'`],
  ['its job', (id) => `update jobs set run_at = 'soon' where post_id = '${id}'`],
]

let server: ServerProcess
beforeAll(async () => {
  server = await startServer()
})

describe('a stored value that cannot be read', () => {
  it.each(share(DAMAGE, 3))('fails its own post while the server runs: %s', async (_name, statement) => {
    const healthy = await scheduled(server, 'healthy')
    const { id, mediaFileId } = await scheduled(server, 'damaged')
    damage(server.dataDir, statement(id, mediaFileId))
    expect(await postOf(server, id)).toMatchObject(LOST)
    expect((await postOf(server, healthy.id)).status).toBe('SCHEDULED')
    await expectAllElse(server)
  })

  it('stops no start, whatever it is in', async () => {
    const first = await startServer()
    const healthy = await scheduled(first, 'healthy')
    const damaged = await Promise.all(DAMAGE.map(() => scheduled(first, 'damaged')))
    const account = await accountId(first)
    await first.stop()
    damage(
      first.dataDir,
      ...damaged.map(({ id, mediaFileId }, at) => DAMAGE[at]?.[1](id, mediaFileId) ?? ''),
      `insert into settings values ('cloud', '{'), ('platformAppId', 'not json'), ('setupCompleted', x'00')`,
      `insert into repost_configs values ('${account}', 1, '{"id":', 0)`,
    )
    const next = await first.again()
    for (const { id } of damaged) expect(await postOf(next, id)).toMatchObject(LOST)
    expect((await postOf(next, healthy.id)).status).toBe('SCHEDULED')
    await expectAllElse(next)
  })
})
