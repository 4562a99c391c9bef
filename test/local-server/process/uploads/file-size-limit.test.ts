// Writes that fail although the disk has space: the process may not let its files grow. Nothing is acknowledged that is not
// kept, what is there can still be read, and when the limit is gone so is the trouble.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../../../core/errors.ts'
import {
  accountId,
  postOf,
  publish,
  smallPicture,
  terminalPost,
  upload,
  uploaded,
} from '../../../process-harness/client.ts'
import { openReadOnly } from '../../../process-harness/database.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

const PRLIMIT = 'prlimit'
const CLIENTS = 10
/** More than a commit or two, less than what the clients write. */
const ROOM = 40_000

function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync(PRLIMIT, ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

function hasPrlimit(): boolean {
  try {
    execFileSync(PRLIMIT, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface Said {
  readonly keys: string[]
  readonly posts: string[]
  readonly refusals: { readonly status: number; readonly code: string }[]
}

async function note(
  said: Said,
  into: string[],
  answer: Response,
  idOf: (body: never) => string,
): Promise<void> {
  const body = (await answer.json()) as { code?: string }
  if (answer.ok) into.push(idOf(body as never))
  else said.refusals.push({ status: answer.status, code: body.code ?? 'none' })
}

async function client(server: ServerProcess, said: Said, post: { accountId: string; mediaFileId: string }) {
  const picture = await smallPicture()
  for (let n = 0; n < 6; n += 1) {
    const key = await server.api('/settings/api-keys', { json: { name: `limited ${n}` } })
    await note(said, said.keys, key, ({ key: { id } }: { key: { id: string } }) => id)
    const json = { ...post, mediaType: 'IMAGE', caption: `limited ${crypto.randomUUID()}` }
    await note(said, said.posts, await server.api('/posts/draft', { json }), ({ id }: { id: string }) => id)
    await note(said, [], await upload(server, picture), ({ id }: { id: string }) => id)
  }
}

describe('a process that may not let its files grow', () => {
  it('refuses writes, answers reads, and recovers automatically', async ({ skip }) => {
    if (process.platform !== 'linux' || !hasPrlimit())
      return skip('limits of a running process are set with prlimit')
    const server = await startServer()
    const [account, media] = [await accountId(server), await uploaded(server)]
    const post = { accountId: account, mediaFileId: media.id }
    const log = statSync(join(server.dataDir, 'nightpost.db-wal')).size
    limitFiles(server.pid, log + ROOM)
    const said: Said = { keys: [], posts: [], refusals: [] }
    await Promise.all(Array.from({ length: CLIENTS }, () => client(server, said, post)))

    expect(said.refusals.length).toBeGreaterThan(CLIENTS)
    const odd = said.refusals.filter(({ status, code }) => !(code in ERRORS) || status < 400)
    expect(odd).toEqual([])
    for (const path of [
      '/health',
      '/posts',
      '/media',
      `/media/${media.id}`,
      '/settings/api-keys',
      '/auth/me',
    ])
      expect([path, (await server.api(path)).status]).toEqual([path, 200])

    limitFiles(server.pid, 'unlimited')
    await expect.poll(async () => (await upload(server, await smallPicture())).status).toBe(201)
    const id = await publish(server, { ...post, caption: 'after' })
    expect(await terminalPost(server, id)).toMatchObject({ status: 'PUBLISHED' })
    for (const one of said.posts) expect((await postOf(server, one)).id).toBe(one)
    await server.kill9()
    using database = openReadOnly(server.dataDir)
    expect(database.problems()).toEqual([])
    const kept = new Set(
      database
        .rows<{ id: string }>('SELECT id FROM api_keys UNION SELECT id FROM posts')
        .map((row) => row.id),
    )
    expect([...said.keys, ...said.posts].filter((one) => !kept.has(one))).toEqual([])
  })
})
