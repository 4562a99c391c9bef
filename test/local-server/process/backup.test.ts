// `nightpost backup` and `restore`: of a server that runs and is written to, and of what a kill leaves.
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOUR, toIso } from '../../../core/time.ts'
import { backUp } from '../../../local-server/backup/backup.ts'
import { accountId, uploaded } from '../../process-harness/client.ts'
import { openReadOnly } from '../../process-harness/database.ts'
import { digestsOf, newFolder } from '../../process-harness/own-folders.ts'
import { runProgram, startProgram } from '../../process-harness/running-program.ts'
import { newDataDir, startServer, type ServerProcess } from '../../process-harness/server-process.ts'

const PASSPHRASE = 'five random words or more'

const nightpost = (args: readonly string[], passphrase = PASSPHRASE) =>
  runProgram('cli/nightpost', args, { env: { HOME: newFolder(), NIGHTPOST_BACKUP_PASSPHRASE: passphrase } })

const backup = (server: ServerProcess, file: string, ...flags: string[]) =>
  nightpost(['backup', file, '--data-dir', server.dataDir, ...flags])

const restore = (file: string, dataDir: string, passphrase = PASSPHRASE) =>
  nightpost(['restore', file, '--data-dir', dataDir], passphrase)

async function schedulePosts(server: ServerProcess, count: number): Promise<string[]> {
  const account = await accountId(server)
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const json = {
      accountId: account,
      mediaType: 'IMAGE',
      mediaFileId: (await uploaded(server)).id,
      caption: `post ${n}`,
      scheduledFor: toIso(Date.now() + HOUR),
    }
    ids.push(((await (await server.api('/schedule', { json })).json()) as { postId: string }).postId)
  }
  return ids
}

describe('a backup', () => {
  it('made under load is whole: every post that was acknowledged before it, each with its files', async () => {
    const server = await startServer()
    const before = await schedulePosts(server, 3)
    const file = join(newFolder(), 'backup.age')
    const [made, meanwhile] = await Promise.all([backup(server, file, '--media'), schedulePosts(server, 6)])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    await server.stop()
    const dataDir = newDataDir()
    expect(await restore(file, dataDir)).toMatchObject({ code: 0, stderr: '' })

    using database = openReadOnly(dataDir)
    const posts = database.rows('SELECT id FROM posts') as { id: string }[]
    expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    expect(posts.filter(({ id }) => ![...before, ...meanwhile].includes(id))).toEqual([])
    const media = database.rows('SELECT storage_path, thumbnail_path FROM media') as Record<string, string>[]
    const files = Object.keys(digestsOf(join(dataDir, 'uploads')))
    expect(files).toEqual(expect.arrayContaining(media.flatMap((row) => Object.values(row).filter(Boolean))))
    expect(digestsOf(join(server.dataDir, 'uploads'))).toMatchObject(digestsOf(join(dataDir, 'uploads')))
    expect(readdirSync(join(server.dataDir, 'staging'))).toEqual([])
  })

  it('of everything, restored on another computer, is held until its user confirms', async () => {
    const server = await startServer()
    const [id = ''] = await schedulePosts(server, 1)
    const file = join(newFolder(), 'backup.age')
    await backup(server, file, '--media')
    await server.stop()
    const dataDir = newDataDir()
    await restore(file, dataDir)
    const restored = await startServer({ dataDir })
    expect(restored.stdout()).toMatch(/Held {3}Nothing is published/)
    const post = await restored.api(`/posts/${id}`)
    expect(await post.json()).toMatchObject({ id, status: 'SCHEDULED' })
    expect(await (await restored.api('/health')).json()).toMatchObject({ problems: [{ code: 'QUEUE_HELD' }] })
  })

  it('that is killed at any moment leaves no file under its name, and a server that goes on', async () => {
    const server = await startServer()
    await schedulePosts(server, 2)
    for (const after of [200, 400 + Math.random() * 3_000]) {
      const file = join(newFolder(), 'backup.age')
      const program = startProgram(
        'cli/nightpost',
        ['backup', file, '--data-dir', server.dataDir, '--media'],
        {
          env: { NIGHTPOST_BACKUP_PASSPHRASE: PASSPHRASE },
        },
      )
      await new Promise((resolve) => setTimeout(resolve, after))
      program.signal('SIGKILL')
      const { code } = await program.ended
      expect(existsSync(file)).toBe(code === 0)
    }
    const file = join(newFolder(), 'backup.age')
    expect(await backup(server, file, '--media')).toMatchObject({ code: 0 })
    expect(await nightpost(['backup', '--check', file])).toMatchObject({ code: 0 })
  })

  it('asks for a passphrase that cannot be guessed, and takes it from a file', async () => {
    const server = await startServer()
    const file = join(newFolder(), 'backup.age')
    const args = ['backup', file, '--data-dir', server.dataDir]
    expect(await nightpost(args, '')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/nobody to ask/),
    })
    expect(await nightpost(args, 'short')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/5 characters/),
    })
    expect(existsSync(file)).toBe(false)
    const secret = join(newFolder(), 'passphrase')
    writeFileSync(secret, `${PASSPHRASE}\n`)
    expect(await nightpost([...args, '--passphrase-file', secret], '')).toMatchObject({ code: 0 })
    expect(await nightpost(['backup', '--check', file])).toMatchObject({ code: 0 })
    expect(await nightpost(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(/already/) })
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
      .toEqual([expect.stringMatching(/^nightpost-\d{8}T\d{6}Z\.age$/)])
    const [name = ''] = readdirSync(folder)
    expect(await nightpost(['backup', '--check', join(folder, name)])).toMatchObject({ code: 0 })
    await server.stop()
  })
})

describe('restoring', () => {
  it('changes nothing where something is, with another passphrase, and from a file that is damaged', async () => {
    const dataDir = newDataDir()
    const server = await startServer({ dataDir })
    await server.stop()
    const file = join(newFolder(), 'backup.age')
    await backUp({ dataDir, file, withMedia: true, passphrase: PASSPHRASE })
    expect(await restore(file, dataDir)).toMatchObject({ code: 1, stderr: expect.stringMatching(/already/) })

    const empty = newDataDir()
    mkdirSync(empty)
    expect(await restore(file, empty, 'another passphrase')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cannot be opened/),
    })
    const whole = readFileSync(file)
    for (const length of [whole.length >> 1, whole.length - 1]) {
      writeFileSync(file, whole)
      truncateSync(file, length)
      expect(await restore(file, empty)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/damaged|opened/),
      })
    }
    const changed = Buffer.from(whole)
    changed[whole.length >> 1] = ~(changed[whole.length >> 1] ?? 0)
    writeFileSync(file, changed)
    expect(await restore(file, empty)).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged/) })
    expect(readdirSync(dirname(empty))).toEqual(['data'])
    expect(readdirSync(empty)).toEqual([])
    writeFileSync(file, whole)
    expect(await restore(file, empty)).toMatchObject({ code: 0 })
  })
})
