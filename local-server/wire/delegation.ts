// What hands posts over to the Worker, and gives the files of this computer a public address in the bucket.
import { setTimeout as pause } from 'node:timers/promises'
import type { TokenVault } from '../../core/accounts/token-vault.ts'
import { recallAll, abandonAll } from '../../core/cloud/delegation/recall/recall-all.ts'
import { createBucketAddress, type BucketAddress } from '../../core/cloud/delegation/files/bucket-address.ts'
import { createCloudRunner } from '../../core/cloud/delegation/cloud-runner.ts'
import { unregisterAccounts } from '../../core/cloud/delegation/recall/unregister-accounts.ts'
import type { HandoverPorts } from '../../core/cloud/delegation/handover-ports.ts'
import { registerAllAccounts } from '../../core/cloud/delegation/register-account.ts'
import { createKeyedMutex } from '../../core/keyed-mutex.ts'
import type { CloudPorts } from '../../core/cloud/connection/connection.ts'
import type { CloudMoves } from '../../core/cloud/connection/connect.ts'
import type { AccountStore } from '../../core/ports/account-store.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { MediaStore } from '../../core/ports/media/media-store.ts'
import type { PostStore } from '../../core/ports/posts/post-store.ts'
import type { QueueHold } from '../../core/ports/posts/queue-hold.ts'
import type { Random } from '../../core/ports/random.ts'
import type { RepostStore } from '../../core/ports/reposts/repost-store.ts'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import type { CloudRunner } from '../../core/scheduling/cloud-runner.ts'
import type { Config } from '../config.ts'
import type { Renderings } from './media.ts'
import type { DiskBlobStore } from '../disk/disk-blob-store.ts'
import { createRestoreMedia } from '../s3/restore-media.ts'
import type { Db } from '../sqlite/open-database.ts'
import { createSqliteBucketObjects } from '../sqlite/cloud/sqlite-bucket-objects.ts'
import { createSqliteRegisteredAccounts } from '../sqlite/cloud/sqlite-cloud-accounts.ts'
import { createSqliteHandoverStore } from '../sqlite/cloud/sqlite-handover-store.ts'

export interface HandoverWorld {
  readonly config: Config
  readonly db: Db
  readonly settings: SettingsStore
  readonly vault: TokenVault
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly accounts: AccountStore
  readonly media: MediaStore
  readonly posts: PostStore
  readonly blobs: DiskBlobStore
  readonly renderings: Pick<Renderings, 'images' | 'videos' | 'remuxer'>
  readonly userId: string
  readonly hold: QueueHold
  readonly reposts: RepostStore
  wake(): void
  wakeSync(): void
}

interface Handovers {
  readonly cloud: CloudRunner
  readonly moves: CloudMoves
  readonly bucketAddress: BucketAddress
  /** For the exchange that runs in the background. */
  readonly sync: HandoverPorts
}

export function composeHandover(
  { config, db, blobs, hold, renderings, ...world }: HandoverWorld,
  cloud: CloudPorts,
): Handovers {
  const ports: HandoverPorts = {
    ...world,
    handovers: createSqliteHandoverStore(db),
    objects: createSqliteBucketObjects(db),
    registeredAccounts: createSqliteRegisteredAccounts(db),
    mutex: createKeyedMutex(),
    underWay: new Set(),
    cloudConnection: cloud.cloudConnection,
    mediaBucket: cloud.mediaBucket,
    openMedia: (blobKey) => blobs.open(blobKey),
    restoreMedia: createRestoreMedia({ ...world, ...renderings, blobs, stagingDir: blobs.stagingDir }),
    isHeld: () => hold.current() !== null,
    sandboxFor: (workerUrl) => (isOnThisComputer(workerUrl) ? config.sandboxUrl : null),
    pause: (milliseconds) => pause(milliseconds, undefined, { ref: false }),
  }
  return {
    cloud: createCloudRunner(ports),
    moves: {
      recallAll: () => recallAll(ports),
      abandonAll: () => abandonAll(ports),
      unregisterAccounts: () => unregisterAccounts(ports),
      async registerAllAccounts() {
        const connection = await cloud.cloudConnection()
        return connection ? registerAllAccounts(ports, connection) : { left: 0 }
      },
    },
    bucketAddress: createBucketAddress(ports),
    sync: ports,
  }
}

function isOnThisComputer(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(URL.parse(url)?.hostname ?? '')
}
