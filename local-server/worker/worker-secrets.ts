// What the Worker on this computer shares with the server: made at its first start, and kept beside its data.
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { toBase64Url } from '../../core/base64url.ts'
import type { Random } from '../../core/ports/random.ts'
import { writeFileDurably } from '../disk/write-file-durably.ts'
import { StartFailure } from '../terminal/start-failure.ts'

const KeyText = z.string().regex(/^[\w-]{43}$/)
const WorkerSecrets = z.object({
  workerKey: KeyText,
  encryptionKey: KeyText,
  accessKeyId: z.string().regex(/^[0-9a-f]{32}$/),
  secretAccessKey: z.string().regex(/^[0-9a-f]{64}$/),
})
export type WorkerSecrets = z.infer<typeof WorkerSecrets>

/** Throws StartFailure when the file is there and cannot be read. */
export function loadWorkerSecrets(file: string, random: Random): WorkerSecrets {
  if (!existsSync(file)) writeFileDurably(file, JSON.stringify(newSecrets(random)))
  chmodSync(file, 0o600)
  try {
    return WorkerSecrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartFailure(
      `The Worker’s secrets file ${file} cannot be read.`,
      'Restore it from a backup, or name another folder: npm run worker -- --data-dir DIR',
    )
  }
}

function newSecrets(random: Random): WorkerSecrets {
  const key = () => toBase64Url(random.bytes(32))
  const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex')
  return { workerKey: key(), encryptionKey: key(), accessKeyId: hex(16), secretAccessKey: hex(32) }
}
