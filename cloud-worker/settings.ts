// Reads bindings and variables into the Worker's settings.
import { createTokenVault } from '../core/engine/access/token-vault.ts'
import { fromBase64Url } from '../core/base64url.ts'
import { keyIdOf } from '../core/engine/worker/protocol.ts'
import { isLoopback } from '../core/engine/platform/sandbox-hosts.ts'
import { webCryptoRandom } from '../core/random.ts'
import type { EngineAdapters } from './engine.ts'
import type { Hosts } from './jobs/platform-access.ts'

/** Secrets are set after the first deployment, so they may be missing. */
export interface SecretBindings {
  readonly WORKER_API_KEY?: string
  /** base64url of 32 bytes. */
  readonly ENCRYPTION_KEY?: string
}

export type WorkerEnv = Env & SecretBindings

const KEY_BYTES = 32

export function hostsOf({ PLATFORM_GRAPH_URL, PARTNER_GRAPH_URL, UPLOAD_URL }: WorkerEnv): Hosts {
  return {
    platformGraphUrl: hostUrl('PLATFORM_GRAPH_URL', PLATFORM_GRAPH_URL),
    partnerGraphUrl: hostUrl('PARTNER_GRAPH_URL', PARTNER_GRAPH_URL),
    uploadUrl: hostUrl('UPLOAD_URL', UPLOAD_URL),
  }
}

/** Tokens are sent there: never in the clear, unless they stay on this computer. */
function hostUrl(name: string, url: string): string {
  if (!url.startsWith('https://') && !isLoopback(url))
    throw new Error(`${name} must be an https address, or an address of this computer.`)
  return url.replace(/\/$/, '')
}

export async function keysOf({ ENCRYPTION_KEY }: SecretBindings): ReturnType<EngineAdapters['keys']> {
  const key = readKey(ENCRYPTION_KEY ?? '')
  return key && { id: await keyIdOf(key), vault: await createTokenVault(key, webCryptoRandom) }
}

function readKey(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+=?$/.test(text)) return null
  try {
    const key = fromBase64Url(text)
    return key.length === KEY_BYTES ? key : null
  } catch {
    return null
  }
}
