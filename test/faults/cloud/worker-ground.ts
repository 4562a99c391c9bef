// What stands around every Worker of these stories: the sandbox as the platform, where it is, and what is not asked.
import { createTokenVault } from '../../../core/engine/access/token-vault.ts'
import type { KvMirror } from '../../../core/ports/cloud/kv-mirror.ts'
import type { Log } from '../../../core/ports/log.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import type { AccountBehaviour, ContainerScript } from '../../../local-server/sandbox/behaviour/behaviour.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { createSandbox, type Sandbox } from '../../../local-server/sandbox/sandbox.ts'
import type { ManualClock } from '../../fakes/manual-clock.ts'
import { createMemorySandboxStore } from '../../fakes/memory-sandbox-store.ts'
import { bytesOf } from '../kinds/post-kinds.ts'

export const SANDBOX_ORIGIN = 'http://127.0.0.1:4200'
/** Shared by server and Worker. */
export const CLOUD_KEY = new Uint8Array(32).fill(7)

/** What an engine has of a Worker on which nothing but the story happens. */
export const QUIET = {
  random: webCryptoRandom,
  pause: () => ({ over: new Promise<void>(() => {}), end() {} }),
  inBackground: (work: Promise<unknown>) => void work.catch(() => {}),
  version: '0.0.0',
  hosts: {
    platformGraphUrl: `${SANDBOX_ORIGIN}/sandbox/graph.instagram.com`,
    partnerGraphUrl: `${SANDBOX_ORIGIN}/sandbox/graph.facebook.com`,
    uploadUrl: `${SANDBOX_ORIGIN}/sandbox/rupload.facebook.com`,
  },
  keys: async () => ({ id: 'key', vault: await createTokenVault(CLOUD_KEY, webCryptoRandom) }),
}

export const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

export const NO_KV_MIRROR: KvMirror = {
  put: async () => {},
  get: async () => null,
  remove: async () => {},
  list: async () => ({ names: [], isComplete: true }),
}

interface PlatformScript {
  readonly containers?: Partial<ContainerScript>
  readonly behaviour?: Partial<AccountBehaviour>
}

export function openSandbox(
  clock: ManualClock,
  { containers, behaviour = {} }: PlatformScript = {},
): Sandbox {
  return createSandbox({
    store: createMemorySandboxStore(),
    clock,
    random: webCryptoRandom,
    origin: () => SANDBOX_ORIGIN,
    accessToken: SANDBOX_ACCESS_TOKEN,
    // The strictest platform: it hides no mistake of ours.
    containers: { secondPublish: 'duplicate', ...containers },
    behaviour,
    waitsForMedia: true,
    async fetch(input) {
      const { bytes, type } = bytesOf(new Request(input).url)
      const headers = { 'content-type': type, 'content-length': String(bytes.length) }
      return new Response(new Uint8Array(bytes), { headers })
    },
    wait: async (time) => clock.advance(time),
  })
}
