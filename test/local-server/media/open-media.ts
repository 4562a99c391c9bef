import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskBlobStore } from '../../../local-server/disk/disk-blob-store.ts'
import { createMediaProcess } from '../../../local-server/media/media-process.ts'
import { PATIENCE } from '../../patience.ts'
import type { MediaProcessOptions } from '../../../local-server/media/media-process.ts'

const CHILD = join(import.meta.dirname, '../../../local-server/media/child.ts')
const FIXTURES = join(import.meta.dirname, '../../fixtures')

/** A media process with a staging folder of its own. */
export async function openMedia(change: Partial<MediaProcessOptions> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'nightpost-media-'))
  const { stagingDir } = createDiskBlobStore(dir)
  const media = createMediaProcess({
    entry: CHILD,
    stagingDir,
    ffmpegPath: null,
    idleMs: 60_000,
    timeoutMs: PATIENCE,
    maxResidentBytes: 600 * 2 ** 20,
    ...change,
  })
  return {
    media,
    stagingDir,
    async stage(bytes: Uint8Array | string): Promise<string> {
      const stagingKey = crypto.randomUUID()
      await writeFile(join(stagingDir, stagingKey), bytes)
      return stagingKey
    },
    async stageFixture(name: string): Promise<string> {
      const stagingKey = crypto.randomUUID()
      await copyFile(join(FIXTURES, name), join(stagingDir, stagingKey))
      return stagingKey
    },
    read: (stagingKey: string) => readFile(join(stagingDir, stagingKey)),
    staged: () => readdir(stagingDir),
    async [Symbol.asyncDispose]() {
      await media[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type OpenMedia = Awaited<ReturnType<typeof openMedia>>
