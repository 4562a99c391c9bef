// Creating, checking and revoking API keys. A key is stored as its hash; its full text is returned once.
import type { ApiKeyBody, NewKeyBody } from '../../api/api-keys.ts'
import { CodedError } from '../../coded-error.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ApiKeyRecord, KeyStore } from '../../ports/key-store.ts'
import type { Random } from '../../ports/random.ts'
import type { RateLimiter } from '../rate-limits/sliding-log.ts'
import { MINUTE, toIso, toIsoOrNull } from '../../time.ts'
import { createKeyCalls } from './key-calls.ts'

export interface ApiKeysDeps {
  readonly keys: KeyStore
  readonly clock: Clock
  readonly random: Random
  /** SHA-256 in hex. A runtime may bring a synchronous one: Web Crypto's costs a trip to another thread per request. */
  sha256(text: string): string | Promise<string>
  readonly limiter: RateLimiter
}

export function createApiKeys(deps: ApiKeysDeps) {
  return {
    async create(wanted: NewKeyBody) {
      const { key, fullKey } = await createKey(deps, wanted)
      return { key: apiKeyBody(key), fullKey }
    },
    async list() {
      return { keys: (await deps.keys.list()).map(apiKeyBody), hasMore: false }
    },
    /** Throws NOT_FOUND. Also forgets its counted requests. */
    async revoke(id: string) {
      const revoked = await revokeKey(deps, id)
      deps.limiter.forget(id)
      return revoked
    },
    /** Throws AUTH_INVALID_KEY. */
    verify: (fullKey: string) => verifyKey(deps, fullKey),
    calls: createKeyCalls(deps),
  }
}

export type ApiKeys = ReturnType<typeof createApiKeys>

/** `lastUsedAt` is written at most this often per key: a commit for each request would cost more than the request. */
const USE_RESOLUTION = MINUTE

export async function createKey(
  { keys, clock, random, sha256 }: ApiKeysDeps,
  { name, rights }: NewKeyBody,
): Promise<{ key: ApiKeyRecord; fullKey: string }> {
  const fullKey = mintKey(random)
  const key: ApiKeyRecord = {
    id: random.uuid(),
    name,
    rights,
    prefix: fullKey.slice(0, SHOWN_LENGTH),
    hash: await sha256(fullKey),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await keys.add(key)
  return { key, fullKey }
}

/** Throws AUTH_INVALID_KEY. The store is asked each time, so a revoked key is refused at its very next request. */
async function verifyKey({ keys, clock, sha256 }: ApiKeysDeps, fullKey: string): Promise<ApiKeyRecord> {
  const key = isKeyShaped(fullKey) ? await keys.findByHash(await sha256(fullKey)) : null
  if (!key || key.revokedAt !== null) throw new CodedError('AUTH_INVALID_KEY')
  const now = clock.now()
  if (key.lastUsedAt === null || Math.abs(now - key.lastUsedAt) >= USE_RESOLUTION)
    // On a full disk reads must go on: when a key was used last is worth less than the answer.
    await keys.touch(key.id, now).catch(() => {})
  return key
}

export async function revokeKey(
  { keys, clock }: ApiKeysDeps,
  id: string,
): Promise<{ alreadyRevoked: boolean }> {
  const revoked = await keys.revoke(id, clock.now())
  if (!revoked) throw new CodedError('NOT_FOUND', 'API key not found.')
  return revoked
}

function apiKeyBody(key: ApiKeyRecord): ApiKeyBody {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: '',
    rights: key.rights,
    createdAt: toIso(key.createdAt),
    lastUsedAt: toIsoOrNull(key.lastUsedAt),
    revokedAt: toIsoOrNull(key.revokedAt),
  }
}

// The format: `app_live_` and 43 characters of [0-9A-Za-z]: 37 random ones (220 bits) and a CRC-32 of all before it in 6, so
// that a scanner that finds one in a public place recognises it as a key of Nightpost, and a typing error is noticed without a look-up.
const KEY_PREFIX = 'app_live_'
const RANDOM_LENGTH = 37
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY = /^app_live_[0-9A-Za-z]{43}$/

/** The length of the part of a key that may be stored and shown. */
const SHOWN_LENGTH = 12

export function mintKey(random: Random): string {
  const secret = KEY_PREFIX + randomCharacters(random, RANDOM_LENGTH)
  return secret + checksum(secret)
}

export function isKeyShaped(text: string): boolean {
  if (!KEY.test(text)) return false
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** Bytes of 248 and more are thrown away: each of the 62 characters must be equally likely. */
function randomCharacters(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62)
    }
  }
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    written = ALPHABET.charAt(rest % 62) + written
    rest = Math.floor(rest / 62)
  }
  return written
}

/** CRC-32 (IEEE 802.3) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
