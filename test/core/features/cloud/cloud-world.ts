// A computer, the provider's API and the Workers that were deployed through it: everything that a deployment touches.
import { createTokenVault, type TokenVault } from '../../../../core/engine/access/token-vault.ts'
import { createProviderDouble, TOKEN, type ProviderDouble } from '../../../provider-double/provider-double.ts'
import { createDeployedWorkers, type DeployedWorkers } from '../../../provider-double/deployed-worker.ts'
import { API_URL, fakeCloudPorts } from '../../../fakes/cloud/cloud-ports.ts'
import { createManualClock, type ManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog, type MemoryLog } from '../../../fakes/memory-log.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'
import type { SettingsStore } from '../../../../core/ports/settings-store.ts'
import type { StoredRows } from '../../../stored-rows.ts'
import { openStores } from '../../../memory-database.ts'

type Fakes = Parameters<typeof fakeCloudPorts>[0]

export interface CloudWorld {
  readonly provider: ProviderDouble
  readonly workers: DeployedWorkers
  readonly clock: ManualClock
  readonly log: MemoryLog
  /** What the computer has on its disk. */
  readonly values: StoredRows<string>
  readonly settings: SettingsStore
  readonly vault: TokenVault
  /** What was paused for, in seconds. */
  readonly pauses: number[]
  readonly fetch: typeof fetch
  /** A process on this computer; the one before is gone. */
  start(change?: Partial<Fakes>): ReturnType<typeof fakeCloudPorts>
}

export async function createCloudWorld(): Promise<CloudWorld> {
  const clock = createManualClock()
  const log = createMemoryLog()
  const provider = createProviderDouble(new URL(API_URL).pathname, clock.now)
  const workers = createDeployedWorkers(provider)
  const { settings, data } = openStores()
  const pauses: number[] = []
  const random = createSeededRandom()
  const vault = await createTokenVault(new Uint8Array(32).fill(3), random)
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.startsWith(API_URL)) return provider.fetch(request)
    const answer = await workers.answer(request)
    if (answer !== null) return answer
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('no name'), { code: 'ENOTFOUND' }) })
  }
  return {
    provider,
    workers,
    clock,
    log,
    settings,
    values: data.settings,
    vault,
    pauses,
    fetch,
    start: (change = {}) =>
      fakeCloudPorts({
        clock,
        random,
        log,
        settings,
        vault,
        fetch,
        pause: async (time) => {
          pauses.push(time / 1_000)
          clock.advance(time)
        },
        ...change,
      }),
  }
}

export const DEPLOY = { mode: 'deploy', apiToken: TOKEN } as const

/** The code of a thrown CodedError; of anything else that was thrown, its text. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
