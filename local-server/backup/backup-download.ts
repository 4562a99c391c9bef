// A backup that its user takes away at once: made in the staging area, where what a kill leaves behind is removed at the next start.
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CodedError } from '../../core/coded-error.ts'
import type { System } from '../../core/ports/system.ts'
import { makePrivateFolder } from '../disk/private-folder.ts'
import { runBackupProgram } from './run-backup-program.ts'

export function createBackupDownload(dataDir: string): System['makeBackup'] {
  return async ({ passphrase, withMedia }, stopping) => {
    const staging = join(dataDir, 'staging')
    makePrivateFolder(staging)
    const folder = await mkdtemp(join(staging, 'download-'))
    const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
    try {
      const [file, words] = [join(folder, 'backup.age'), join(folder, 'passphrase')]
      await writeFile(words, passphrase, { mode: 0o600 })
      const media = withMedia ? ['--media'] : []
      const where = ['--data-dir', dataDir, '--passphrase-file', words]
      await runBackupProgram(stopping, 'backup', file, ...where, ...media).catch(refuseBackup)
      await rm(words)
      const { size } = await stat(file)
      const bytes = createReadStream(file)
      bytes.once('close', () => void remove())
      return { size, body: Readable.toWeb(bytes) as ReadableStream<Uint8Array> }
    } catch (error) {
      await remove()
      throw error
    }
  }
}

/** The program's last words say what is wrong and what helps. */
function refuseBackup(error: unknown): never {
  const words = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  throw new CodedError('UNKNOWN_ERROR', words === '' ? undefined : words.replaceAll(/\s*\n\s*/g, ' '), {
    cause: error,
  })
}
