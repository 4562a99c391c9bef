import { spawnSync } from 'node:child_process'
import type * as files from 'node:fs/promises'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDiskBlobStore } from '../../../local-server/disk/disk-blob-store.ts'
import { createStagingFile } from '../../../local-server/disk/staging-folder.ts'
import { describeSweepableBlobStore } from '../../contracts/blob-store.contract.ts'
import { mountDisk, unmountDisks } from './small-disk.ts'

/** Fails each opening of a file while it is not empty. */
const refusal = vi.hoisted(() => ({ code: '' }))

vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof files>()
  return {
    ...fs,
    async open(...given: Parameters<typeof fs.open>) {
      const { code } = refusal
      if (code === '') return fs.open(...given)
      throw Object.assign(new Error(`${code}: open`), { code, syscall: 'open' })
    },
  }
})

afterAll(unmountDisks)

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nightpost-blobs-'))
})
afterEach(async () => {
  await rm(dir, { recursive: true, force: true })
})

async function stageIn(stagingDir: string, bytes: Uint8Array): Promise<string> {
  const { stagingKey, handle } = await createStagingFile(stagingDir)
  await handle.write(bytes)
  await handle.close()
  return stagingKey
}

describeSweepableBlobStore('the disk', async () => {
  const [a, b] = [createDiskBlobStore(dir), createDiskBlobStore(dir)]
  return { a, b, reopen: () => createDiskBlobStore(dir), stage: (bytes) => stageIn(a.stagingDir, bytes) }
})

describe('a library on a disk of its own', () => {
  it('is kept whole, by a copy where a rename cannot cross disks', async ({ skip }) => {
    const disk = mountDisk(4)
    if (typeof disk !== 'string') return skip(disk.reason)
    await symlink(disk, join(dir, 'uploads'))
    const store = createDiskBlobStore(dir)
    await store.keep(await stageIn(store.stagingDir, HELLO), 'media/one.jpg')
    expect(await readdir(store.stagingDir)).toEqual([])
    expect(await readdir(join(disk, 'media'))).toEqual(['one.jpg'])
    expect(await modeOf(join(disk, 'media/one.jpg'))).toBe('600')
    expect(await new Response((await store.open('media/one.jpg'))?.stream()).text()).toBe('hello')
  })

  it('is not filled by a copy that finds no room', async ({ skip }) => {
    const disk = mountDisk(1)
    if (typeof disk !== 'string') return skip(disk.reason)
    await symlink(disk, join(dir, 'uploads'))
    const store = createDiskBlobStore(dir)
    const staged = await stageIn(store.stagingDir, new Uint8Array(2 ** 21))
    await expect(store.keep(staged, 'media/one.jpg')).rejects.toMatchObject({ code: 'PROCESSING_FAILED' })
    expect(await readdir(join(disk, 'media'))).toEqual([])
  })
})

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const HELLO = new TextEncoder().encode('hello')

describe('blobs on disk', () => {
  it('that were staged and cannot be removed stop nothing, and go at the next start', async () => {
    const store = createDiskBlobStore(dir)
    const stagingKey = crypto.randomUUID()
    // Fails like a file that another program holds open on Windows.
    await mkdir(join(store.stagingDir, stagingKey))
    await store.discard(stagingKey)
    expect(await readdir(store.stagingDir)).toEqual([stagingKey])
    await createDiskBlobStore(dir).sweepStaging()
    expect(await readdir(store.stagingDir)).toEqual([])
  })

  it('have no company from a killed backup: what it left goes at the next start', async () => {
    const { stagingDir } = createDiskBlobStore(dir)
    const { pid } = spawnSync(process.execPath, ['--version'])
    await mkdir(join(stagingDir, `backup-${pid}_a1B2c3`))
    await createDiskBlobStore(dir).sweepStaging()
    expect(await readdir(stagingDir)).toEqual([])
  })

  it('are readable by the user only, whatever the umask', async () => {
    const umask = process.umask(0)
    try {
      const store = createDiskBlobStore(join(dir, 'data'))
      await store.keep(await stageIn(store.stagingDir, HELLO), 'media/deep/one.jpg')
      const folders = [
        'data',
        'data/uploads',
        'data/staging',
        'data/uploads/media',
        'data/uploads/media/deep',
      ]
      for (const folder of folders) expect([folder, await modeOf(join(dir, folder))]).toEqual([folder, '700'])
      expect(await modeOf(join(dir, 'data/uploads/media/deep/one.jpg'))).toBe('600')
    } finally {
      process.umask(umask)
    }
  })

  it('have their folders repaired at the next start', async () => {
    createDiskBlobStore(dir)
    await chmod(join(dir, 'uploads'), 0o755)
    createDiskBlobStore(dir)
    expect(await modeOf(join(dir, 'uploads'))).toBe('700')
  })

  it('are never found through a link, be it the file or its folder', async () => {
    const store = createDiskBlobStore(join(dir, 'data'))
    await mkdir(join(dir, 'outside'))
    await writeFile(join(dir, 'outside/secret.jpg'), 'secret')
    await mkdir(join(dir, 'data/uploads/media'))
    await symlink(join(dir, 'outside/secret.jpg'), join(dir, 'data/uploads/media/link.jpg'))
    await symlink(join(dir, 'outside'), join(dir, 'data/uploads/away'))
    expect(await store.open('media/link.jpg')).toBeNull()
    expect(await store.open('away/secret.jpg')).toBeNull()
    // They are not handed to programs either, which read by path.
    expect(await store.stageKept('media/link.jpg')).toBeNull()
    expect(await store.stageKept('away/secret.jpg')).toBeNull()
    expect(await readdir(store.stagingDir)).toEqual([])
    await store.remove('away/secret.jpg')
    await expect(store.keep(await stageIn(store.stagingDir, HELLO), 'away/new.jpg')).rejects.toThrow()
    expect(await readdir(join(dir, 'outside'))).toEqual(['secret.jpg'])
  })

  it.each([
    ['EACCES', /belongs to another user/],
    ['EIO', /reports errors/],
  ])('are not gone when the disk does not give them: it says what helps (%s)', async (code, help) => {
    const store = createDiskBlobStore(dir)
    await store.keep(await stageIn(store.stagingDir, HELLO), 'media/one.jpg')
    refusal.code = code
    const opening = store.open('media/one.jpg').finally(() => (refusal.code = ''))
    await expect(opening).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      message: expect.stringMatching(help),
    })
  })

  it('are files: a folder is no blob', async () => {
    const store = createDiskBlobStore(dir)
    await mkdir(join(dir, 'uploads/media'))
    expect(await store.open('media')).toBeNull()
  })

  it('refuse a malformed staging key', async () => {
    const store = createDiskBlobStore(dir)
    await expect(async () => store.keep('../../etc/passwd', 'media/a.jpg')).rejects.toThrow()
    await expect(async () => store.discard('../uploads')).rejects.toThrow()
  })

  it('survive a new start', async () => {
    const store = createDiskBlobStore(dir)
    await store.keep(await stageIn(store.stagingDir, HELLO), 'media/one.jpg')
    const again = createDiskBlobStore(dir)
    expect(await new Response((await again.open('media/one.jpg'))?.stream()).text()).toBe('hello')
  })
})

describe.runIf(process.platform === 'linux')('file handles of streams', () => {
  const openHandles = async () => (await readdir('/proc/self/fd')).length

  it('are released by reading to the end, by stopping and by never starting', async () => {
    const store = createDiskBlobStore(dir)
    await store.keep(await stageIn(store.stagingDir, new Uint8Array(1_000_000)), 'media/large.mp4')
    const before = await openHandles()
    for (let round = 0; round < 20; round++) {
      await new Response((await store.open('media/large.mp4'))?.stream()).arrayBuffer()
      const stopped = (await store.open('media/large.mp4'))?.stream().getReader()
      await stopped?.read()
      await stopped?.cancel()
      const hasty = (await store.open('media/large.mp4'))?.stream().getReader()
      void hasty?.read().catch(() => {})
      await hasty?.cancel()
      ;(await store.open('media/large.mp4'))?.stream()
    }
    await expect.poll(openHandles).toBeLessThanOrEqual(before)
  })
})
