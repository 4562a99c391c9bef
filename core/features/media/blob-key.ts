// The form of a blob key. One allow-list for every store: what is not on it (NUL, backslash, percent signs, dot segments,
// absolute or drive paths, device names with a colon) never reaches a file system.
import { fromBase64Url, toBase64Url, toHex } from '../../base64url.ts'
import type { Random } from '../../ports/random.ts'

const SEGMENT = /^[a-z0-9][a-z0-9._-]*$/i
const MAX_LENGTH = 200

/** True when `key` is safe to be a relative path below the store, e.g. `media/3f6a.jpg`. */
export function isBlobKey(key: string): boolean {
  if (key.length === 0 || key.length > MAX_LENGTH || key.includes('..')) return false
  return key.split('/').every((segment) => SEGMENT.test(segment) && !segment.endsWith('.'))
}

/** Keys of media start with this; other users of the store (avatars) have another prefix and are not swept. */
export const MEDIA_FOLDER = 'media/'

/** The key of one file of a media record, e.g. `media/<id>.mp4` or `media/<id>.thumbnail.jpg`. */
export function mediaKey(id: string, extension: string, variant?: 'thumbnail'): string {
  return `${MEDIA_FOLDER}${id}${variant === undefined ? '' : `.${variant}`}.${extension}`
}

/** Each rendered version has its own key: the next rendering must not replace what a publication was promised. */
export function renderingKey(random: Random, id: string, extension: string): string {
  return `${MEDIA_FOLDER}${id}.processed.${toBase64Url(random.bytes(6))}.${extension}`
}

/** A file name on the open `/media/` route: 192 bits, because anyone who knows it can fetch the file. */
export function newPublicKey(random: Random, extension: string): string {
  return `${toBase64Url(random.bytes(24))}.${extension}`
}

/**
 * The one name in the bucket of a file that this computer publishes itself: the first 128 random bits of its public
 * key.
 */
export function objectKeyOf(publicKey: string): string {
  const [name = '', extension = 'bin'] = publicKey.split('.')
  // The name is derived from the row: the Worker serves one form only.
  const bytes = /^[\w-]{32}$/.test(name) ? fromBase64Url(name) : new TextEncoder().encode(name.padEnd(16))
  return `media/${toHex(bytes.subarray(0, 16))}.${extension}`
}
