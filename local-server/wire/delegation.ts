// What hands posts over to the Worker, and gives the files of this computer a public address in the bucket.
import { setTimeout as pause } from 'node:timers/promises'
import { recallAll, abandonAll } from '../../core/cloud/delegation/recall/recall-all.ts'
import { createBucketAddress, type BucketAddress } from '../../core/cloud/delegation/files/bucket-address.ts'
import { createCloudRunner } from '../../core/cloud/delegation/cloud-runner.ts'
import type { HandoverDeps } from '../../core/cloud/delegation/handover-deps.ts'
import { createAccountRegistration } from '../../core/cloud/delegation/account-registration.ts'
import { createKeyedMutex } from '../../core/keyed-mutex.ts'
import type { CloudMoves } from '../../core/cloud/connection/connect.ts'
import type { CloudSetup } from '../../core/cloud/connection/settings.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import type { CloudRunner } from '../../core/scheduling/cloud-runner.ts'
import type { Config } from '../config.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { Folder } from './data-folder.ts'
import type { Renderings } from './media.ts'
import { createRestoreMedia } from '../s3/restore-media.ts'
import { createSqliteBucketObjects } from '../sqlite/cloud/sqlite-bucket-objects.ts'
import { createSqliteRegisteredAccounts } from '../sqlite/cloud/sqlite-cloud-accounts.ts'
import { createSqliteHandoverStore } from '../sqlite/cloud/sqlite-handover-store.ts'
import { retryWhileLocked } from '../sqlite/retry-while-locked.ts'

interface Delegation {
  readonly runner: CloudRunner
  readonly moves: CloudMoves
  readonly bucketAddress: BucketAddress
  /** For the exchange that runs in the background, and for accounts whose reposts the Worker has. */
  readonly exchange: HandoverDeps
}

interface Given {
  readonly cloudSetup: CloudSetup
  readonly renderings: Renderings
  wake(): void
  wakeSync(): void
}

export function composeDelegation(config: Config, folder: Folder, given: Given): Delegation {
  const { accounts, blobs, db, hold, log, media, posts, reposts, settings, userId, vault } = folder
  const { cloudSetup, wake, wakeSync } = given
  const { images, videos, remuxer } = given.renderings
  const { stagingDir } = blobs
  const { cloudConnection } = cloudSetup
  const registration = createAccountRegistration({
    accounts,
    registeredAccounts: retryWhileLocked(createSqliteRegisteredAccounts(db)),
    vault,
    log,
    sandboxFor: (workerUrl) => (isOnThisComputer(workerUrl) ? config.sandboxUrl : null),
  })
  const exchange: HandoverDeps = {
    handovers: retryWhileLocked(createSqliteHandoverStore(db)),
    objects: retryWhileLocked(createSqliteBucketObjects(db)),
    accounts,
    registration,
    media,
    posts,
    reposts,
    settings,
    userId,
    clock,
    random,
    log,
    mutex: createKeyedMutex(),
    underWay: new Set(),
    cloudConnection,
    mediaBucket: cloudSetup.mediaBucket,
    openMedia: (blobKey) => blobs.open(blobKey),
    restoreMedia: createRestoreMedia({ images, videos, remuxer, media, blobs, stagingDir, clock, random }),
    isHeld: () => hold.current() !== null,
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
    wake,
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
    bucketAddress: createBucketAddress(exchange),
    exchange,
  }
}

function isOnThisComputer(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(URL.parse(url)?.hostname ?? '')
}
