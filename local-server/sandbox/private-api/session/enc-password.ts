// How the app seals a password: `#PWD_INSTAGRAM:4:<unix time>:<base64>`, an AES key in an RSA block and what it has sealed.
import { BLOCK_SIZE, openPracticeBlock, PRACTICE_KEY_ID } from './practice-key.ts'

const FORM = /^#PWD_INSTAGRAM:4:(\d{10}):([A-Za-z0-9+/]+={0,2})$/
const IV_SIZE = 12
const TAG_SIZE = 16

/** Null when it is not sealed so, or for another key, or was changed on its way. Plain forms are not taken. */
export async function openPassword(sealed: string): Promise<string | null> {
  const [, time, payload] = FORM.exec(sealed) ?? []
  if (time === undefined || payload === undefined) return null
  const parts = readParts(Uint8Array.from(atob(payload), (char) => char.charCodeAt(0)))
  const aesKey = parts && openPracticeBlock(parts.block)
  return parts && aesKey?.length === 32 ? openText({ ...parts, aesKey, time }) : null
}

interface SealedParts {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly block: Uint8Array<ArrayBuffer>
  readonly tag: Uint8Array<ArrayBuffer>
  readonly text: Uint8Array<ArrayBuffer>
}

/** Form (1), key id (1), IV (12), length of the block (2, the lower byte first), block, tag (16), ciphertext. */
function readParts(bytes: Uint8Array<ArrayBuffer>): SealedParts | null {
  let at = 0
  const take = (length: number) => bytes.slice(at, (at += length))
  const [form, keyId] = take(2)
  const iv = take(IV_SIZE)
  const [low = 0, high = 0] = take(2)
  const block = take(BLOCK_SIZE)
  const tag = take(TAG_SIZE)
  const isOurs = form === 1 && keyId === PRACTICE_KEY_ID && low + high * 256 === BLOCK_SIZE
  return isOurs && tag.length === TAG_SIZE ? { iv, block, tag, text: bytes.slice(at) } : null
}

async function openText(parts: SealedParts & { aesKey: Uint8Array<ArrayBuffer>; time: string }) {
  const { iv, tag, text, aesKey, time } = parts
  const key = await crypto.subtle.importKey('raw', aesKey, 'AES-GCM', false, ['decrypt'])
  // Web Crypto wants the tag behind the text.
  const sealed = new Uint8Array([...text, ...tag])
  const additionalData = new TextEncoder().encode(time)
  try {
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed)
    return new TextDecoder().decode(opened)
  } catch {
    return null
  }
}
