// Creating, checking and revoking API keys. A key is stored as its hash; its full text leaves us once.
import type { ApiKeyBody } from '../api/api-keys.ts'
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { ApiKeyRecord, KeyStore } from '../ports/key-store.ts'
import type { Random } from '../ports/random.ts'
import { sha256Hex } from '../sha256.ts'
import { MINUTE, toIso, toIsoOrNull } from '../time.ts'
import { isKeyShaped, mintKey, SHOWN_LENGTH } from './key-format.ts'

export interface KeyPorts {
  readonly keys: KeyStore
  readonly clock: Clock
  readonly random: Random
}

/** `lastUsedAt` is written at most this often per key: a commit for each request would cost more than the request. */
const USE_RESOLUTION = MINUTE

export async function createKey(
  { keys, clock, random }: KeyPorts,
  name: string,
): Promise<{ key: ApiKeyRecord; fullKey: string }> {
  const fullKey = mintKey(random)
  const key: ApiKeyRecord = {
    id: random.uuid(),
    name,
    prefix: fullKey.slice(0, SHOWN_LENGTH),
    hash: await sha256Hex(fullKey),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
  }
  await keys.add(key)
  return { key, fullKey }
}

/** Throws AUTH_INVALID_KEY. The store is asked each time, so a revoked key is refused at its very next request. */
export async function verifyKey({ keys, clock }: KeyPorts, fullKey: string): Promise<ApiKeyRecord> {
  const key = isKeyShaped(fullKey) ? await keys.findByHash(await sha256Hex(fullKey)) : null
  if (!key || key.revokedAt !== null) throw new CodedError('AUTH_INVALID_KEY')
  const now = clock.now()
  if (key.lastUsedAt === null || Math.abs(now - key.lastUsedAt) >= USE_RESOLUTION)
    await keys.touch(key.id, now)
  return key
}

export async function revokeKey({ keys, clock }: KeyPorts, id: string): Promise<{ alreadyRevoked: boolean }> {
  const revoked = await keys.revoke(id, clock.now())
  if (!revoked) throw new CodedError('NOT_FOUND', 'There is no such API key.')
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
