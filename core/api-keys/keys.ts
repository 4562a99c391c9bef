// Creating, checking and revoking API keys. A key is stored as its hash; its full text leaves us once.
import type { ApiKeyBody } from '../api/api-keys.ts'
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { ApiKeyRecord, KeyStore } from '../ports/key-store.ts'
import type { Random } from '../ports/random.ts'
import { MINUTE, toIso, toIsoOrNull } from '../time.ts'
import { isKeyShaped, mintKey, SHOWN_LENGTH } from './key-format.ts'

export interface KeyPorts {
  readonly keys: KeyStore
  readonly clock: Clock
  readonly random: Random
  /** SHA-256 in hex. A runtime may bring a synchronous one: Web Crypto's costs a trip to another thread per request. */
  sha256(text: string): string | Promise<string>
}

/** `lastUsedAt` is written at most this often per key: a commit for each request would cost more than the request. */
const USE_RESOLUTION = MINUTE

export async function createKey(
  { keys, clock, random, sha256 }: KeyPorts,
  name: string,
): Promise<{ key: ApiKeyRecord; fullKey: string }> {
  const fullKey = mintKey(random)
  const key: ApiKeyRecord = {
    id: random.uuid(),
    name,
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
export async function verifyKey({ keys, clock, sha256 }: KeyPorts, fullKey: string): Promise<ApiKeyRecord> {
  const key = isKeyShaped(fullKey) ? await keys.findByHash(await sha256(fullKey)) : null
  if (!key || key.revokedAt !== null) throw new CodedError('AUTH_INVALID_KEY')
  const now = clock.now()
  if (key.lastUsedAt === null || Math.abs(now - key.lastUsedAt) >= USE_RESOLUTION)
    // On a full disk reads must go on: when a key was used last is worth less than the answer.
    await keys.touch(key.id, now).catch(() => {})
  return key
}

export async function revokeKey({ keys, clock }: KeyPorts, id: string): Promise<{ alreadyRevoked: boolean }> {
  const revoked = await keys.revoke(id, clock.now())
  if (!revoked) throw new CodedError('NOT_FOUND', 'API key not found.')
  return revoked
}

export function apiKeyBody(key: ApiKeyRecord): ApiKeyBody {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: '',
    createdAt: toIso(key.createdAt),
    lastUsedAt: toIsoOrNull(key.lastUsedAt),
    revokedAt: toIsoOrNull(key.revokedAt),
  }
}
