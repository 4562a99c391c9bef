// The drill: a backup of a server that is written to, and what a kill leaves.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReadOnly } from '../../process-harness/database.ts'
import { digestsOf, filesBelow, newFolder } from '../../process-harness/own-folders.ts'
import { startProgram } from '../../process-harness/running-program.ts'
import { newDataDir, startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { backup, nightpost, PASSPHRASE, restore, schedulePosts } from './backups.ts'

const LACKS_AGE = ['age', 'script'].some((name) => spawnSync(name, ['--version']).error !== undefined)

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

    const { ids, files } = postsIn(dataDir)
    expect(ids).toEqual(expect.arrayContaining(before))
    expect(ids.filter((id) => ![...before, ...meanwhile].includes(id))).toEqual([])
    expect(Object.keys(digestsOf(join(dataDir, 'uploads')))).toEqual(expect.arrayContaining(files))
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

  it('is whole also when the server is killed at any moment of it, and the server has everything that it acknowledged', async () => {
    let server = await startServer()
    const acknowledged = await schedulePosts(server, 2)
    for (let round = 0; round < 2; round += 1) {
      const before = [...acknowledged]
      const file = join(newFolder(), 'backup.age')
      const backingUp = backup(server, file, '--media')
      const load = scheduleUntilKilled(server, acknowledged)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2_500))
      await server.kill9()
      const [made, inDoubt] = await Promise.all([backingUp, load])
      expect(made).toMatchObject({ code: 0, stderr: '' })

      const dataDir = newDataDir()
      expect(await restore(file, dataDir)).toMatchObject({ code: 0, stderr: '' })
      const restored = postsIn(dataDir)
      expect(restored.ids).toEqual(expect.arrayContaining(before))
      expect(restored.ids.filter((id) => !acknowledged.includes(id)).length).toBeLessThanOrEqual(inDoubt)
      expect(Object.keys(digestsOf(join(dataDir, 'uploads')))).toEqual(expect.arrayContaining(restored.files))
      expect(digestsOf(join(server.dataDir, 'uploads'))).toMatchObject(digestsOf(join(dataDir, 'uploads')))

      server = await server.again()
      expect(postsIn(server.dataDir).ids).toEqual(expect.arrayContaining(acknowledged))
      expect(readdirSync(join(server.dataDir, 'staging'))).toEqual([])
      // Requests that succeeded without an answer count from now on.
      acknowledged.splice(0, Infinity, ...postsIn(server.dataDir).ids)
    }
  })
})

describe('the file', () => {
  it.skipIf(LACKS_AGE)('is opened by age itself, and holds what is listed in it', async () => {
    const server = await startServer()
    await schedulePosts(server, 1)
    const folder = newFolder()
    const file = join(folder, 'backup.age')
    expect(await backup(server, file, '--media')).toMatchObject({ code: 0 })
    const tar = join(folder, 'backup.tar')
    // It asks for the passphrase on a terminal, which that program makes.
    execFileSync('script', ['-qec', `age --decrypt --output ${tar} ${file}`, '/dev/null'], {
      input: `${PASSPHRASE}\n`,
    })
    const unpacked = newFolder()
    execFileSync('tar', ['-xf', tar, '-C', unpacked])
    const inside = filesBelow(unpacked)
    expect(inside).toEqual(expect.arrayContaining(['nightpost.db', 'secrets.json']))
    expect(inside.filter((name) => name.startsWith('uploads/')).length).toBeGreaterThan(0)
    expect(postsIn(unpacked).ids).toHaveLength(1)
  })

  it.runIf(LACKS_AGE)('is opened by age where that is installed', ({ skip }) =>
    skip('age or script is not on PATH'),
  )
})

/** Adds what was acknowledged; resolves with how many requests had no answer. */
async function scheduleUntilKilled(server: ServerProcess, acknowledged: string[]): Promise<number> {
  for (;;) {
    try {
      acknowledged.push(...(await schedulePosts(server, 1)))
    } catch {
      return 1
    }
  }
}

function postsIn(dataDir: string): { ids: string[]; files: string[] } {
  using database = openReadOnly(dataDir)
  const ids = (database.rows('SELECT id FROM posts') as { id: string }[]).map(({ id }) => id)
  const media = database.rows('SELECT storage_path, thumbnail_path FROM media') as Record<string, string>[]
  return { ids, files: media.flatMap((row) => Object.values(row).filter(Boolean)) }
}
