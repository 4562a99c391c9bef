// What the tests of backups share: the command line with a passphrase, and posts to back up.
import { HOUR, toIso } from '../../../core/time.ts'
import { accountId, uploaded } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'
import type { ServerProcess } from '../../process-harness/server-process.ts'

export const PASSPHRASE = 'five random words or more'

export const nightpost = (args: readonly string[], passphrase = PASSPHRASE) =>
  runProgram('cli/nightpost', args, { env: { HOME: newFolder(), NIGHTPOST_BACKUP_PASSPHRASE: passphrase } })

export const backup = (server: ServerProcess, file: string, ...flags: string[]) =>
  nightpost(['backup', file, '--data-dir', server.dataDir, ...flags])

export const restore = (file: string, dataDir: string, passphrase = PASSPHRASE) =>
  nightpost(['restore', file, '--data-dir', dataDir], passphrase)

export async function schedulePosts(server: ServerProcess, count: number): Promise<string[]> {
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
