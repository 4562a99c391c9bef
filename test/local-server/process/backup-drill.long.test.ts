// The drill: a backup of a server that is written to, and what a kill leaves.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReadOnly } from '../../process-harness/database.ts'
import { digestsOf, newFolder } from '../../process-harness/own-folders.ts'
import { startProgram } from '../../process-harness/running-program.ts'
import { newDataDir, startServer } from '../../process-harness/server-process.ts'
import { backup, nightpost, PASSPHRASE, restore, schedulePosts } from './backups.ts'

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
})
