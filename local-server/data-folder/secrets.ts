// The keys that must not be in the database: a copy of that one file has sealed tokens and nothing to open them.
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fromBase64Url, toBase64Url } from '../../core/base64url.ts'
import type { Random } from '../../core/ports/random.ts'
import { writeFileDurably } from '../disk/write-file-durably.ts'
import { StartFailure } from '../terminal/start-failure.ts'

export interface Secrets {
  /** Signs the session cookie. */
  readonly sessionKey: Uint8Array<ArrayBuffer>
  /** Seals platform tokens. */
  readonly tokenKey: Uint8Array<ArrayBuffer>
  /** Proves that a program can read the data folder. */
  readonly folderSecret: string
  /** True when they were made just now. */
  readonly areNew: boolean
}

const KEY_BYTES = 32
const KeyText = z.string().regex(/^[\w-]{43}$/)
const SecretsFile = z.object({ sessionKey: KeyText, tokenKey: KeyText, folderSecret: KeyText })

/**
 * Reads the secrets, or creates them at the first start. Only the file's owner can read it; a wrong mode is repaired.
 */
export function loadSecrets(dataDir: string, random: Random): Secrets {
  const file = join(dataDir, 'secrets.json')
  const areNew = !existsSync(file)
  if (areNew) {
    const key = () => toBase64Url(random.bytes(KEY_BYTES))
    writeFileDurably(file, JSON.stringify({ sessionKey: key(), tokenKey: key(), folderSecret: key() }))
  }
  chmodSync(file, 0o600)
  const { sessionKey, tokenKey, folderSecret } = read(file)
  return { sessionKey: fromBase64Url(sessionKey), tokenKey: fromBase64Url(tokenKey), folderSecret, areNew }
}

export function readFolderSecret(dataDir: string): string {
  return read(join(dataDir, 'secrets.json')).folderSecret
}

function read(file: string): z.infer<typeof SecretsFile> {
  try {
    return SecretsFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartFailure(
      `The secrets file ${file} cannot be read.`,
      'Restore it from a backup. To start with new secrets, move it away; accounts must then be reconnected.',
    )
  }
}
