// What hands posts over to the Worker, and gives the files of this computer a public address in the bucket.
import { setTimeout as pause } from 'node:timers/promises'
import { recallAll, abandonAll } from '../../core/features/cloud/delegation/recall/recall-all.ts'
import { createHandoverFiles } from '../../core/features/cloud/delegation/files/handover-files.ts'
import {
  createBucketAddress,
  type BucketAddress,
} from '../../core/features/cloud/delegation/files/bucket-address.ts'
import { createCloudRunner } from '../../core/features/cloud/delegation/cloud-runner.ts'
import { createHandovers } from '../../core/features/cloud/delegation/handovers.ts'
import {
  createAccountRegistration,
  type AccountRegistration,
} from '../../core/features/cloud/delegation/account-registration.ts'
import { createKeyedMutex, type KeyedMutex } from '../../core/keyed-mutex.ts'
import type { CloudMoves } from '../../core/features/cloud/connection/connect.ts'
import type { CloudSetup } from '../../core/features/cloud/connection/settings.ts'
import { isLoopback } from '../../core/engine/platform/sandbox-hosts.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import type { BucketObjects } from '../../core/ports/cloud/bucket.ts'
import type { CloudRunner } from '../../core/features/scheduling/cloud-runner.ts'
import type { Config } from '../config.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { Folder } from './data-folder.ts'
import type { Renderings } from './media.ts'
import { createRestoreMedia } from '../s3/restore-media.ts'
import { createSqliteBucketObjects } from '../sqlite/cloud/sqlite-bucket-objects.ts'
import { createSqliteRegisteredAccounts } from '../sqlite/cloud/sqlite-cloud-accounts.ts'
import { createSqliteHandoverStore } from '../sqlite/cloud/sqlite-handover-store.ts'
import { retryWhileLocked } from '../sqlite/retry-while-locked.ts'
import type { DelegationDeps } from '../../core/features/cloud/delegation/delegation-deps.ts'

interface Delegation {
  readonly runner: CloudRunner
  readonly moves: CloudMoves
  readonly bucketAddress: BucketAddress
  readonly objects: BucketObjects
  /** For the exchange that runs in the background, and for accounts whose reposts the Worker has. */
  readonly exchange: DelegationDeps
}

export function composeDelegation(
  config: Config,
  folder: Folder,
  given: {
    readonly cloudSetup: CloudSetup
    readonly renderings: Renderings
    wake(): void
    wakeSync(): void
  },
): Delegation {
  const { accounts, db, earlierRuns, hold, ledger, log, posts, reposts, settings, userId } = folder
  const { cloudSetup, renderings, wake, wakeSync } = given
  const { cloudConnection, isBeingLeft } = cloudSetup
  const store = retryWhileLocked(createSqliteHandoverStore(db))
  const mutex = createKeyedMutex()
  const registration = registrationOf(config, folder)
  const { files, bucketAddress, objects } = filesOf(folder, cloudSetup, renderings, mutex)
  const jobAdded = () => {
    earlierRuns.listAnew()
    wake()
  }
  const exchange: DelegationDeps = {
    handovers: createHandovers({ store, posts, clock, jobAdded }),
    files,
    accounts,
    ledger,
    registration,
    reposts,
    settings,
    userId,
    clock,
    random,
    log,
    mutex,
    underWay: new Set(),
    cloudConnection,
    isBeingLeft,
    isHeld: () => hold.current() !== null,
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
    wakeSync,
  }
  return {
    runner: createCloudRunner(exchange),
    moves: {
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
    },
    bucketAddress,
    objects,
    exchange,
  }
}

function registrationOf(
  { sandboxUrl }: Config,
  { accounts, db, log, settings, vault }: Folder,
): AccountRegistration {
  return createAccountRegistration({
    accounts,
    registeredAccounts: retryWhileLocked(createSqliteRegisteredAccounts(db)),
    vault,
    settings,
    clock,
    log,
    sandboxFor: (workerUrl) => (isLoopback(workerUrl) ? sandboxUrl : null),
  })
}

/** What puts files into the bucket: for hand-overs, and for the platform to fetch from. */
function filesOf(
  { blobs, db, log, media }: Folder,
  { mediaBucket }: CloudSetup,
  { images, videos, remuxer }: Renderings,
  mutex: KeyedMutex,
) {
  const { stagingDir } = blobs
  const objects = retryWhileLocked(createSqliteBucketObjects(db))
  const openMedia = (blobKey: string) => blobs.open(blobKey)
  const restoreMedia = createRestoreMedia({
    images,
    videos,
    remuxer,
    media,
    blobs,
    stagingDir,
    clock,
    random,
  })
  return {
    objects,
    files: createHandoverFiles({
      objects,
      media,
      mediaBucket,
      openMedia,
      restoreMedia,
      mutex,
      clock,
      random,
      log,
    }),
    bucketAddress: createBucketAddress({ objects, media, mediaBucket, openMedia, mutex, clock }),
  }
}
