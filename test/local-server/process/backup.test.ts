// `nightpost backup` and `restore` as programs, beside a server that runs. What restoring refuses: local-server/backup/restore.test.ts.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../process-harness/own-folders.ts'
import { liveAt } from '../../process-harness/sandbox-process.ts'
import { newDataDir, startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { backup, nightpost, PASSPHRASE, restore, schedulePosts } from './backups.ts'

describe('a backup', () => {
  const file = join(newFolder(), 'backup.age')
  let server: ServerProcess
  let postId = ''
  // Deriving a key takes seconds, so that one backup serves several tests.
  beforeAll(async () => {
    server = await startServer({ demo: true })
    ;[postId = ''] = await schedulePosts(server, 1)
    const secret = join(newFolder(), 'passphrase')
    writeFileSync(secret, `${PASSPHRASE}\n`)
    const args = ['backup', file, '--data-dir', server.dataDir, '--media', '--passphrase-file', secret]
    expect(await nightpost(args, '')).toMatchObject({ code: 0 })
  })

  it('of everything, restored on another computer, is held until its user confirms', async () => {
    const dataDir = newDataDir()
    const left = join(dirname(dataDir), '.data.restoring-1')
    mkdirSync(left)
    const told = await restore(file, dataDir)
    expect(told).toMatchObject({ code: 0 })
    const restored = await startServer({ dataDir })
    expect(restored.stdout()).toMatch(/Held {3}Nothing is published/)
    const post = await restored.api(`/posts/${postId}`)
    expect(await post.json()).toMatchObject({ id: postId, status: 'SCHEDULED' })
    const practised = await Promise.all([restored, server].map(({ origin }) => liveAt(origin)))
    expect(practised.map((live) => live.map(({ id }) => id))).toEqual([
      ['18000000000000001'],
      ['18000000000000001'],
    ])
    expect(await (await restored.api('/health')).json()).toMatchObject({ problems: [{ code: 'QUEUE_HELD' }] })
    // What an earlier restore that was killed has left is told at both, and kept.
    const says = `${left} holds an unencrypted copy of a backup, which a restore has not finished. Delete it if no restore is running.`
    for (const stdout of [told.stdout, restored.stdout()]) expect(stdout).toContain(says)
    expect(existsSync(left)).toBe(true)
  })

  it('says what to do where it cannot be written, or restored', async () => {
    expect(await backup(server, file)).toMatchObject({ code: 1, stderr: expect.stringMatching(/already/) })
    const missing = join(newFolder(), 'missing')
    expect(await backup(server, join(missing, 'backup.age'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The backup .* failed: ENOENT.*\.\nNothing was changed\. Create .*\n$/),
    })
    expect(await restore(file, join(file, 'data'))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Restoring to .* failed: (ENOTDIR|EEXIST).*\.\nNothing was changed\. A part .*\n$/,
      ),
    })
  })

  it('is handed to the page that asks for one, opens, and leaves nothing in the folder', async () => {
    const ask = async (order: object) =>
      server.request('/api/backup', {
        method: 'POST',
        headers: { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      })
    expect((await ask({ passphrase: 'short', withMedia: false })).status).toBe(400)
    const response = await ask({ passphrase: PASSPHRASE, withMedia: true })
    expect(response.status).toBe(200)
    const taken = join(newFolder(), 'taken.age')
    writeFileSync(taken, Buffer.from(await response.arrayBuffer()))
    expect(await nightpost(['backup', '--check', taken])).toMatchObject({ code: 0 })
    await expect.poll(() => readdirSync(join(server.dataDir, 'staging'))).toEqual([])
  })

  it('asks for a passphrase that cannot be guessed', async () => {
    const file = join(newFolder(), 'backup.age')
    const args = ['backup', file, '--data-dir', newDataDir()]
    expect(await nightpost(args, '')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/nobody to ask/),
    })
    expect(await nightpost(args, 'short')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/5 characters/),
    })
    expect(existsSync(file)).toBe(false)
  })
})

describe('scheduled backups', () => {
  it('are made by the running server, and can be opened', async () => {
    const [folder, secret] = [join(newFolder(), 'backups'), join(newFolder(), 'passphrase')]
    writeFileSync(secret, PASSPHRASE)
    const server = await startServer({
      env: { NIGHTPOST_BACKUP_DIR: folder, NIGHTPOST_BACKUP_PASSPHRASE_FILE: secret },
    })
    await expect
      .poll(() => (existsSync(folder) ? readdirSync(folder) : []))
      .toEqual([expect.stringMatching(/^nightpost-[\da-f]{8}-\d{8}T\d{6}Z\.age$/)])
    const [name = ''] = readdirSync(folder)
    expect(await nightpost(['backup', '--check', join(folder, name)])).toMatchObject({ code: 0 })
    await server.stop()
  })
  it('end with the server, and leave nothing behind', async () => {
    const [folder, secret] = [newFolder(), join(newFolder(), 'passphrase')]
    writeFileSync(secret, PASSPHRASE)
    const server = await startServer({
      env: { NIGHTPOST_BACKUP_DIR: folder, NIGHTPOST_BACKUP_PASSPHRASE_FILE: secret },
    })
    await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/^\.nightpost-/)])
    await server.stop()
    const folders = [folder, join(server.dataDir, 'staging')]
    // On a slow machine the server does not wait until a key is derived.
    await expect.poll(() => folders.flatMap((each) => readdirSync(each))).toEqual([])
  })
})
