// Disks that fail in part, quotas and limits that are used up, and a database that another program holds: reads go on, the
// cause is named, and what was refused works again when it is over. (A full disk: uploads/disk-full.test.ts.)
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { STORAGE_TROUBLES, type StorageTrouble } from '../../../core/ports/data-storage.ts'
import { accountId, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { openSocket, readAnswers } from '../../process-harness/raw-http.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { breakDisk, traceProblem } from '../../process-harness/system-calls.ts'

const PRLIMIT = 'prlimit'
const logOf = ({ dataDir }: ServerProcess) => join(dataDir, 'nightpost.db-wal')

const health = async (server: ServerProcess) =>
  (await (await server.request('/api/v1/health')).json()) as {
    status: string
    services: { database: string; disk: string }
    problems: { cause?: string }[]
  }

async function saveDraft(
  server: ServerProcess,
  account: string,
): Promise<{ status: number; error: string | undefined }> {
  const json = { accountId: account, mediaType: 'IMAGE', caption: 'kept' }
  const answer = await server.api('/posts/draft', { json })
  return { status: answer.status, error: ((await answer.json()) as { error?: string }).error }
}

async function expectHealthy(server: ServerProcess): Promise<void> {
  await expect.poll(async () => (await health(server)).status).toBe('healthy')
}

const refusal = (trouble: StorageTrouble) => ({ status: 500, error: STORAGE_TROUBLES[trouble].message })

describe('a disk that takes every write and flushes none', () => {
  it('is told by health before and after a write was refused, and forgotten when it is over', async ({
    skip,
  }) => {
    const problem = traceProblem()
    if (problem !== null) return skip(problem)
    const server = await startServer()
    const account = await accountId(server)
    const fault = await breakDisk(server.pid, {
      calls: ['fsync', 'fdatasync'],
      error: 'EIO',
      paths: [logOf(server), join(server.dataDir, '.probe')],
    })
    expect(await health(server)).toMatchObject({
      status: 'degraded',
      services: { database: 'failing', disk: 'failing' },
      problems: [{ code: 'DISK_FAILING', cause: 'failing' }],
    })
    expect(await saveDraft(server, account)).toEqual(refusal('failing'))
    expect((await server.api('/posts')).status).toBe(200)
    for (let i = 0; i < 20; i += 1) expect((await health(server)).status).toBe('degraded')
    await fault.end()
    await expectHealthy(server)
    expect(await saveDraft(server, account)).toMatchObject({ status: 201 })
  })
})

describe('a disk that fails for the database alone', () => {
  it('is told by health as soon as a request has met it', async ({ skip }) => {
    const problem = traceProblem()
    if (problem !== null) return skip(problem)
    const server = await startServer()
    const account = await accountId(server)
    expect((await health(server)).status).toBe('healthy')
    const fault = await breakDisk(server.pid, { calls: ['pwrite64'], error: 'EIO', paths: [logOf(server)] })
    expect(await saveDraft(server, account)).toEqual(refusal('failing'))
    expect(await health(server)).toMatchObject({
      status: 'degraded',
      services: { database: 'failing', disk: 'healthy' },
    })
    await fault.end()
    await expectHealthy(server)
  })
})

describe('a spent quota', () => {
  it('is told as a quota, although the database cannot tell it from a broken disk', async ({ skip }) => {
    const problem = traceProblem()
    if (problem !== null) return skip(problem)
    const server = await startServer()
    const account = await accountId(server)
    const paths = [logOf(server), join(server.dataDir, '.probe')]
    const fault = await breakDisk(server.pid, { calls: ['write', 'pwrite64'], error: 'EDQUOT', paths })
    expect(await saveDraft(server, account)).toEqual(refusal('quota'))
    expect(await health(server)).toMatchObject({ services: { database: 'quota', disk: 'quota' } })
    await fault.end()
    await expectHealthy(server)
  })
})

describe('a log of the database that is deleted while the server runs', () => {
  it('takes nothing with it that was acknowledged, although the process is killed', async () => {
    const server = await startServer()
    const account = await accountId(server)
    const save = async () => {
      const answer = await server.api('/posts/draft', {
        json: { accountId: account, mediaType: 'IMAGE', caption: 'kept' },
      })
      return answer.status === 201 ? ((await answer.json()) as { id: string }).id : answer.status
    }
    const drafts = [await save(), await save(), await save()]
    for (const suffix of ['-wal', '-shm']) rmSync(join(server.dataDir, `nightpost.db${suffix}`))
    expect([await save(), await save()]).toEqual([500, 500])
    expect(await health(server)).toMatchObject({ services: { database: 'replaced' } })
    await server.kill9()
    const { posts } = (await (await (await server.again()).api('/posts')).json()) as {
      posts: { id: string }[]
    }
    expect(new Set(posts.map(({ id }) => id))).toEqual(new Set(drafts))
  })
})

describe('a process that may open no more files', () => {
  it('says so to those whom it can still answer', async ({ skip }) => {
    if (spawnSync(PRLIMIT, ['--version'], { stdio: 'ignore' }).status !== 0)
      return skip('limits of a running process are set with prlimit')
    const server = await startServer()
    const limit = (files: string) =>
      execFileSync(PRLIMIT, ['--pid', String(server.pid), `--nofile=${files}:`])
    // A new connection could not be taken: what is asked now comes over one that is there.
    const socket = await openSocket(server.port)
    const ask = (path: string) => {
      socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`)
      return readAnswers(socket, 1)
    }
    await ask('/auth/check')
    limit('3')
    const [answer] = await ask('/health')
    limit('1024')
    socket.destroy()
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      status: 'degraded',
      services: { database: 'healthy', disk: 'openFiles' },
    })
    await expectHealthy(server)
  })
})

describe('a database that another program holds', () => {
  it('stops nothing but writes, which name the cause and go on by themselves, and so does a due post', async () => {
    const server = await startServer()
    const [account, media] = [await accountId(server), await uploaded(server)]
    const other = new Database(join(server.dataDir, 'nightpost.db'))
    other.exec('BEGIN IMMEDIATE')
    const refused = saveDraft(server, account)
    const first = await Promise.race([
      refused.then(() => 'the write'),
      Promise.all([server.api('/posts'), health(server)]).then(() => 'the reads'),
    ])
    expect(first).toBe('the reads')
    expect(await refused).toEqual(refusal('locked'))
    expect(await health(server)).toMatchObject({
      status: 'degraded',
      services: { database: 'locked', disk: 'healthy' },
    })
    const waiting = saveDraft(server, account)
    const post = publish(server, { accountId: account, mediaFileId: media.id, caption: 'waits for the lock' })
    await health(server)
    other.exec('ROLLBACK')
    other.close()
    expect(await waiting).toMatchObject({ status: 201 })
    expect(await terminalPost(server, await post)).toMatchObject({ status: 'PUBLISHED' })
    await expectHealthy(server)
  })
})
