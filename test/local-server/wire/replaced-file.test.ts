// The database file is taken away from under a server that runs: deleted, put aside, or replaced by a program that syncs folders or
// brings back a backup. SQLite goes on with a file that has no name any more, and what it takes there ends with the process.
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_TROUBLES } from '../../../core/ports/data-storage.ts'
import { fileForm, smallPicture } from '../../process-harness/client.ts'
import { takeInstanceLock } from '../../../local-server/sqlite/instance-lock.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

let server: WiredServer
let post: object
beforeEach(async () => {
  server = await wireServer()
  // What the first turn of the job loop writes is over.
  await server.publishDue()
  const me = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  post = { accountId: me.accounts[0]?.id, mediaType: 'IMAGE', mediaFileId: (await server.upload()).id }
})
afterEach(() => server.close())

const file = () => join(server.dataDir, 'nightpost.db')
const putAside = () => renameSync(file(), `${file()}.aside`)
const putBack = () => renameSync(`${file()}.aside`, file())
/** As such programs do it: a new file, which then gets the name. */
function replace(): void {
  copyFileSync(file(), `${file()}.new`)
  putAside()
  renameSync(`${file()}.new`, file())
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
    await expect(server.server.folder.settings.put({ written: 'by it' })).rejects.toThrow('readonly')
    putBack()
  })

  it('acknowledges nothing that was written while it was taken away', async () => {
    const { media } = server.server.folder
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
