// What the user's own cloud stands on here: its set-up in the settings, the Worker and the bucket over HTTP, the provider's API.
import { setTimeout as pause } from 'node:timers/promises'
import type { TokenVault } from '../../core/accounts/token-vault.ts'
import type { CloudDeps } from '../../core/cloud/cloud.ts'
import type { CloudMoves } from '../../core/cloud/connection/connect.ts'
import { createDeployer } from '../../core/cloud/deploy/deployer.ts'
import { createCloudSetup } from '../../core/cloud/connection/settings.ts'
import { createWorkerLink } from '../../core/cloud/protocol/worker-client.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Random } from '../../core/ports/random.ts'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import { SECOND } from '../../core/time.ts'
import type { Config } from '../config.ts'
import { createS3Bucket } from '../s3/s3-bucket.ts'
import { readWorkerScript, workerVarsOf } from '../worker/worker-script.ts'

interface CloudWorld {
  readonly config: Config
  readonly settings: SettingsStore
  readonly vault: TokenVault
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly fetch: typeof globalThis.fetch
}

/** A browser is told in between, and asks for the progress from then on. */
const PATIENCE = 45 * SECOND

export function composeCloud({ config, fetch, ...world }: CloudWorld) {
  const { clock, random } = world
  const parts = {
    clock,
    random,
    fetchPublic: fetch,
    createLink: (worker: { readonly workerUrl: string; readonly workerKey: string }) =>
      createWorkerLink({ fetch, ...worker }),
    createBucket: createS3Bucket,
    provider: {
      fetch,
      apiUrl: config.cloudApiUrl,
      pause: (milliseconds: number) => pause(milliseconds),
    },
  }
  return { ...parts, cloudSetup: createCloudSetup({ ...world, ...parts, fixedCloud: config.cloud }) }
}

/** `moves` is what scheduling does when the Worker changes, which itself stands on the parts above. */
export function composeDeploy(
  world: CloudWorld,
  parts: ReturnType<typeof composeCloud>,
  moves: CloudMoves,
): CloudDeps {
  const { config, settings, vault, log } = world
  const deployer = createDeployer({
    ...parts,
    ...moves,
    settings,
    vault,
    log,
    workerScript: readWorkerScript,
    workerVars: workerVarsOf(config),
  })
  return { ...parts, ...moves, deployer, patience: () => pause(PATIENCE, undefined, { ref: false }) }
}
