// The database file is taken away from under a server that runs: deleted, put aside, or replaced by a program that syncs folders or
// brings back a backup. SQLite goes on with a file that has no name any more, and what it takes there ends with the process.
import { copyFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_TROUBLES } from '../../../core/ports/data-storage.ts'
import { fileForm, smallPicture } from '../../process-harness/client.ts'
import { takeInstanceLock } from '../../../local-server/sqlite/instance-lock.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

let server: WiredServer
let post: object
beforeEach(async () => {
  server = await wireServer()
  // Lets the first turn of the job loop finish its writes.
  await server.publishDue()
  const me = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  post = { accountId: me.accounts[0]?.id, mediaType: 'IMAGE', mediaFileId: (await server.upload()).id }
})
afterEach(() => server.close())

const file = () => join(server.dataDir, 'nightpost.db')
const putAside = () => renameSync(file(), `${file()}.aside`)
const putBack = () => renameSync(`${file()}.aside`, file())
/** Replaces the file as such programs do: a new file, which then gets the name. */
function replace(): void {
  copyFileSync(file(), `${file()}.new`)
  putAside()
  renameSync(`${file()}.new`, file())
}
/** The file alone, without its log. */
function copyFile(): Database.Database {
  copyFileSync(file(), `${file()}.copy`)
  return new Database(`${file()}.copy`)
}
const saveDraft = () => server.send('POST', '/api/v1/posts/draft', post)
const { message } = STORAGE_TROUBLES.replaced

describe('a database file that is no longer in its place', () => {
  it.each([
    ['replaced', replace],
    ['put aside', putAside],
  ])('acknowledges and publishes nothing, and says why, until it is back: %s', async (_how, takeAway) => {
    const answer = await server.send('POST', '/api/v1/posts/publish', post)
    const { postId } = (await answer.json()) as { postId: string }
    takeAway()
    const refused = await saveDraft()
    expect([refused.status, await refused.json()]).toEqual([
      500,
      { error: message, code: 'INTERNAL_ERROR', status: 500 },
    ])
    await server.publishDue()
    expect(await (await server.get(`/api/v1/posts/${postId}`)).json()).toMatchObject({ status: 'QUEUED' })
    expect(await (await server.get('/api/v1/health')).json()).toMatchObject({
      services: { database: 'replaced' },
      problems: [{ code: 'DISK_UNWRITABLE', cause: 'replaced', message }],
    })

    putBack()
    expect((await saveDraft()).status).toBe(201)
    expect(await (await server.get('/api/v1/health')).json()).toMatchObject({
      services: { database: 'healthy' },
    })
  })

  it.each([
    ['both', ['-wal', '-shm']],
    ['the log', ['-wal']],
    ['its index', ['-shm']],
  ])(
    'keeps what was acknowledged, and acknowledges nothing more, when its log is deleted: %s',
    async (_which, gone) => {
      const drafts = [await saveDraft(), await saveDraft()]
      expect(drafts.map(({ status }) => status)).toEqual([201, 201])
      for (const suffix of gone) rmSync(file() + suffix)
      expect((await saveDraft()).status).toBe(500)
      expect(await (await server.get('/api/v1/health')).json()).toMatchObject({
        services: { database: 'replaced' },
      })
      // What a start finds after a kill: the log has no name any more.
      const found = copyFile()
      const posts = (await Promise.all(drafts.map(async (draft) => draft.json()))) as { id: string }[]
      expect(found.prepare('select id from posts').pluck().all()).toEqual(
        expect.arrayContaining(posts.map(({ id }) => id)),
      )
      found.close()
    },
  )

  it('goes on when its log is put back, which holds nothing that the file lacks', async () => {
    const log = `${file()}-wal`
    await saveDraft()
    renameSync(log, `${log}.aside`)
    expect((await saveDraft()).status).toBe(500)
    expect(statSync(`${log}.aside`).size).toBe(0)
    renameSync(`${log}.aside`, log)
    expect((await saveDraft()).status).toBe(201)
  })

  it('leaves the file as it is when another log with content has the place of its own', async () => {
    const log = `${file()}-wal`
    await saveDraft()
    copyFileSync(log, `${log}.copy`)
    const before = readFileSync(file())
    renameSync(`${log}.copy`, log)
    expect((await saveDraft()).status).toBe(500)
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it('acknowledges nothing when another server has taken the folder, whose lock was deleted, and goes on when that one has ended', async () => {
    const lock = join(server.dataDir, 'lock.db')
    rmSync(lock)
    const other = takeInstanceLock(lock)
    expect((await saveDraft()).status).toBe(500)
    expect(await (await server.get('/api/v1/health')).json()).toMatchObject({
      services: { database: 'replaced' },
    })
    other?.release()
    expect((await saveDraft()).status).toBe(201)
    expect(takeInstanceLock(lock)).toBeNull()
  })

  it('takes nothing of a request that only reads by its name, either: a login ends with one', async () => {
    putAside()
    await server.get('/api/v1/posts')
    await expect(server.server.parts.settings.put({ written: 'by it' })).rejects.toThrow('readonly')
    putBack()
  })

  it('acknowledges nothing that was written while it was taken away', async () => {
    const { media } = server.server.parts
    const add = media.add
    media.add = async (...asked) => {
      const added = await add(...asked)
      putAside()
      return added
    }
    const body = fileForm(await smallPicture())
    const answer = await server.ask('/api/v1/media/upload', { method: 'POST', body })
    expect(answer.status).toBe(500)
    putBack()
  })
})
