// The user's own cloud: its set-up in the settings, the Worker and the bucket over HTTP, the provider's API.
import { createCloud, type Cloud } from '../../core/features/cloud/cloud.ts'
import type { CloudMoves } from '../../core/features/cloud/connection/connect.ts'
import { createCloudSetup, type CloudClients } from '../../core/features/cloud/connection/settings.ts'
import { createWorkerLink } from '../../core/features/cloud/worker-link/worker-client.ts'
import { SECOND } from '../../core/time.ts'
import type { Config } from '../config.ts'
import { readWorkerScript, workerVarsOf } from '../worker/worker-script.ts'
import type { Base } from './base.ts'
import { loadedWithFirstCall } from './first-call.ts'
import type { ReachedPlatform } from './platform.ts'

/** A browser is answered after this long, and asks for the progress from then on. */
const PATIENCE = 45 * SECOND

/** Which Worker and which bucket are the user's, and how they are called. */
export function composeCloud(config: Config, given: Base & ReachedPlatform) {
  const { fetchPublic: fetch, wakeNightCheck: changed } = given
  const createLink: CloudClients['createLink'] = ({ url, key }) =>
    createWorkerLink({ fetch, workerUrl: url, workerKey: key })
  const createBucket: Base['createBucket'] = (settings) => given.createBucket(settings, config.proxies)
  const reaching = { createLink, createBucket }
  const cloudSetup = createCloudSetup({ ...given, ...reaching, fixedCloud: config.cloud, changed })
  const { cloudConnection, isBeingLeft, mediaBucket } = cloudSetup
  return { ...reaching, cloudSetup, cloudConnection, isBeingLeft, mediaBucket }
}

export type ComposedCloud = ReturnType<typeof composeCloud>

/** `moves` is what the hand-over does when the Worker changes, which itself needs the parts above. */
export function createCloudModule(
  config: Config,
  given: Base & ReachedPlatform & ComposedCloud & { readonly moves: CloudMoves },
): Cloud {
  const { fetchPublic: fetch, pause } = given
  const connecting = { ...given, ...given.moves, provider: { fetch, apiUrl: config.cloudApiUrl, pause } }
  const deployer = loadedWithFirstCall(async () => {
    const { createDeployer } = await import('../../core/features/cloud/deploy/deployer.ts')
    return createDeployer({ ...connecting, workerScript: readWorkerScript, workerVars: workerVarsOf(config) })
  })
  return createCloud({ ...connecting, deployer, patience: () => pause(PATIENCE) })
}
