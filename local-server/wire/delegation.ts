// What hands posts over to the Worker, and gives the files of this computer a public address in the bucket.
import { recallAll, abandonAll } from '../../core/features/cloud/delegation/recall/recall-all.ts'
import { createHandoverFiles } from '../../core/features/cloud/delegation/files/handover-files.ts'
import { createBucketAddress } from '../../core/features/cloud/delegation/files/bucket-address.ts'
import { createCloudRunner } from '../../core/features/cloud/delegation/cloud-runner.ts'
import { createRenewedAccess, takeNewsOfWorker } from '../../core/features/cloud/delegation/renewed-access.ts'
import { createHandovers } from '../../core/features/cloud/delegation/handovers.ts'
import { createAccountRegistration } from '../../core/features/cloud/delegation/account-registration.ts'
import { createKeyedMutex } from '../../core/keyed-mutex.ts'
import type { CloudMoves } from '../../core/features/cloud/connection/connect.ts'
import { isLoopback } from '../../core/engine/platform/sandbox-hosts.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import type { PayloadItem } from '../../core/rules/publication/publication.ts'
import type { Config } from '../config.ts'
import { createRestoreMedia } from '../s3/restore-media.ts'
import { madeWithFirstUse } from '../sqlite/prepare-rows.ts'
import type { DelegationDeps } from '../../core/features/cloud/delegation/delegation-deps.ts'
import type { Base } from './base.ts'
import type { ComposedCloud } from './cloud.ts'
import type { Renderings } from './media.ts'
import type { ReachedPlatform } from './platform.ts'

export function composeDelegation(
  { sandboxUrl }: Config,
  given: Base & ReachedPlatform & Renderings & ComposedCloud,
) {
  const { blobs, earlierRuns, hold, wake } = given
  const registration = createAccountRegistration({
    ...given,
    sandboxFor: (workerUrl) => (isLoopback(workerUrl) ? sandboxUrl : null),
  })
  const jobAdded = () => {
    earlierRuns.listAnew()
    wake()
  }
  const bucket = {
    ...given,
    mutex: createKeyedMutex(),
    openMedia: (blobKey: string) => blobs.open(blobKey),
    restoreMedia: createRestoreMedia({ ...given, stagingDir: blobs.stagingDir }),
  }
  const { mutex, openMedia } = bucket
  const bucketAddress = createBucketAddress(bucket)
  const handovers = madeWithFirstUse(() =>
    createHandovers({ ...given, store: given.handoverStore, jobAdded }),
  )
  const exchange: DelegationDeps = {
    ...given,
    handovers,
    files: createHandoverFiles(bucket),
    registration,
    mutex,
    underWay: new Set(),
    confirmed: new Set(),
    isHeld: () => hold.current() !== null,
  }
  return {
    cloud: createCloudRunner(exchange),
    moves: movesOf(exchange),
    handovers,
    mutex,
    openMedia,
    accessTo: createRenewedAccess(exchange, given.accessTo, () => takeNewsOfWorker(exchange)),
    publicUrl: async (item: PayloadItem, access: PlatformAccess, _jobId?: string, isAskedAgain?: boolean) =>
      given.addressHere(item, access) ?? bucketAddress(item, isAskedAgain),
    /** For the exchange that runs in the background, and for accounts whose reposts the Worker has. */
    exchange,
  }
}

export type Delegation = ReturnType<typeof composeDelegation>

function movesOf(exchange: DelegationDeps): CloudMoves {
  const { cloudConnection, registration } = exchange
  return {
    recallAll: () => recallAll(exchange),
    abandonAll: () => abandonAll(exchange),
    async unregisterAccounts() {
      const connection = await cloudConnection()
      if (connection) await registration.removeAll(connection)
    },
    async registerAllAccounts() {
      const connection = await cloudConnection()
      return connection ? registration.registerAll(connection) : { left: 0 }
    },
  }
}
