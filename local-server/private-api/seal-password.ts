// Seals a password as the app does before it sends it: a fresh AES key for the password, and the platform's RSA key for that
// key. Its padding is one that Web Crypto does not know, so this is the part of a log-in that needs Node.
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { CodedError } from '../../core/coded-error.ts'
import type { PasswordToSeal } from '../../core/features/private-api/private-api-deps.ts'
import { SECOND } from '../../core/time.ts'

const FORM = 4
const VERSION = 1
const KEY_BYTES = 32
const IV_BYTES = 12

/** `#PWD_INSTAGRAM:4:<unix time>:<base64>`. Rejects with PLATFORM_ERROR when the key is invalid. */
export async function sealPassword({ publicKey, keyId, password, time }: PasswordToSeal): Promise<string> {
  const seconds = String(Math.floor(time / SECOND))
  const key = randomBytes(KEY_BYTES)
  const iv = randomBytes(IV_BYTES)
  const sealedKey = publicEncrypt({ key: readKey(publicKey), padding: constants.RSA_PKCS1_PADDING }, key)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(seconds))
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
  const length = Buffer.alloc(2)
  length.writeUInt16LE(sealedKey.length)
  const bytes = Buffer.concat([
    Buffer.from([VERSION, keyId]),
    iv,
    length,
    sealedKey,
    cipher.getAuthTag(),
    sealed,
  ])
  return `#PWD_INSTAGRAM:${FORM}:${seconds}:${bytes.toString('base64')}`
}

function readKey(publicKey: string) {
  try {
    const key = createPublicKey(Buffer.from(publicKey, 'base64').toString('utf8'))
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Said below.
  }
  throw new CodedError(
    'PLATFORM_ERROR',
    'Instagram’s key for encrypting the password cannot be read. Nothing was sent.',
  )
}
