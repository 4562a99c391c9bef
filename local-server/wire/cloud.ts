// What the user's own cloud needs here: its set-up in the settings, the Worker and the bucket over HTTP, the provider's API.
import { setTimeout as pause } from 'node:timers/promises'
import { createCloud, type Cloud } from '../../core/features/cloud/cloud.ts'
import type { CloudMoves } from '../../core/features/cloud/connection/connect.ts'
import { createCloudSetup, type CloudClients } from '../../core/features/cloud/connection/settings.ts'
import { createWorkerLink } from '../../core/features/cloud/worker-link/worker-client.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { SECOND } from '../../core/time.ts'
import type { Config } from '../config.ts'
import { nodeClock as clock } from '../node-clock.ts'
import { createS3Bucket } from '../s3/s3-bucket.ts'
import { readWorkerScript, workerVarsOf } from '../worker/worker-script.ts'
import type { Folder } from './data-folder.ts'
import { loadedWithFirstCall } from './first-call.ts'

/** A browser is answered after this long, and asks for the progress from then on. */
const PATIENCE = 45 * SECOND

type Fetch = typeof globalThis.fetch

/** Which Worker and which bucket are the user's, and how they are called. */
export function composeCloud(
  config: Config,
  { settings, vault }: Folder,
  { fetch, changed }: { readonly fetch: Fetch; changed(): void },
) {
  const createLink: CloudClients['createLink'] = ({ url, key }) =>
    createWorkerLink({ fetch, workerUrl: url, workerKey: key })
  const createBucket = createS3Bucket
  const fixedCloud = config.cloud
  return {
    createLink,
    createBucket,
    cloudSetup: createCloudSetup({
      settings,
      vault,
      clock,
      random,
      fixedCloud,
      createLink,
      createBucket,
      changed,
    }),
  }
}

/** `moves` is what the hand-over does when the Worker changes, which itself needs the parts above. */
export function createCloudModule(
  config: Config,
  { settings, vault, log }: Folder,
  parts: ReturnType<typeof composeCloud>,
  { fetch, moves }: { readonly fetch: Fetch; readonly moves: CloudMoves },
): Cloud {
  const provider = {
    fetch,
    apiUrl: config.cloudApiUrl,
    pause: (milliseconds: number) => pause(milliseconds),
  }
  const connecting = { ...parts, ...moves, provider, fetchPublic: fetch, clock, random }
  const deployer = loadedWithFirstCall(async () => {
    const { createDeployer } = await import('../../core/features/cloud/deploy/deployer.ts')
    const workerVars = workerVarsOf(config)
    return createDeployer({
      ...connecting,
      settings,
      vault,
      log,
      workerScript: readWorkerScript,
      workerVars,
    })
  })
  const patience = () => pause(PATIENCE, undefined, { ref: false })
  return createCloud({ ...connecting, deployer, patience })
}
