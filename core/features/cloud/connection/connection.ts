// The cloud as it is connected right now: set up by the user, or by variables.
import type { TokenVault } from '../../../engine/access/token-vault.ts'
import type { Bucket } from '../../../ports/cloud/bucket.ts'
import type { WorkerLink } from '../../../engine/worker/worker-link.ts'
import type { BucketLine } from '../../../rules/cloud/worker-line.ts'
import type { Duration } from '../../../time.ts'

export interface BucketSettings extends BucketLine {
  /** `auto` by default, which R2 accepts and most other stores refuse. */
  readonly region?: string | undefined
}

export interface MediaBucket extends Pick<BucketLine, 'publicUrl'> {
  readonly bucket: Bucket
}

export interface DeployedWorker {
  readonly accountId: string
  readonly scriptName: string
  readonly namespaceId: string | null
  readonly version: string | null
}

/** Everything that a hand-over needs; there is none without all of it. */
export interface CloudConnection {
  readonly workerUrl: string
  readonly worker: WorkerLink
  /** Seals under the key that server and Worker share. */
  readonly vault: TokenVault
  /** Which Worker it is, as `workerIdOf` names it. */
  readonly keyId: string
  readonly bucket: Bucket
  readonly mediaBaseUrl: string
  /** How far the Worker's clock was ahead of this one when it last answered; null before. */
  clockAhead?(): Duration | null
}

export interface WorkerReach {
  /** Null when the Worker, its keys or the bucket are missing. */
  cloudConnection(): Promise<CloudConnection | null>
  /** True while the Worker is being left: everything is recalled from it, and nothing new goes there. */
  isBeingLeft(): boolean
}
