// The cloud as it is connected right now: set up by the user, or by variables.
import type { TokenVault } from '../../accounts/token-vault.ts'
import type { Bucket } from '../../ports/cloud/bucket.ts'
import type { WorkerLink } from '../../ports/cloud/worker-link.ts'
import type { Duration, Instant } from '../../time.ts'

export interface CloudSettings {
  readonly workerUrl: string | null
  readonly workerKey: string | null
  /** base64url of 32 bytes. */
  readonly encryptionKey: string | null
  readonly bucket: BucketSettings | null
  /** When the Worker last answered with the right keys. */
  readonly verifiedAt: Instant | null
  /** It has answered with the right keys, and every answer since had them. */
  readonly isVerified: boolean
  /** The id of the encryption key; null without one. */
  readonly keyId: string | null
  /** The Worker that the automated deployment made; null when the Worker was deployed by hand. */
  readonly deployment: DeployedWorker | null
  readonly hasApiToken: boolean
}

interface PublicBucket {
  /** Objects are fetched from here: this, a slash, and the key. */
  readonly publicUrl: string
}

export interface BucketSettings extends PublicBucket {
  readonly endpoint: string
  readonly name: string
  /** `auto` by default, which R2 accepts and most other stores refuse. */
  readonly region?: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface MediaBucket extends PublicBucket {
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
  readonly keyId: string
  readonly bucket: Bucket
  readonly mediaBaseUrl: string
  /** How far the Worker's clock was ahead of ours when it last answered; null before. */
  clockAhead?(): Duration | null
}

export interface WorkerReach {
  /** Null when the Worker, its keys or the bucket are missing. */
  cloudConnection(): Promise<CloudConnection | null>
  /** True while the Worker is being left: everything is recalled from it, and nothing new goes there. */
  isBeingLeft(): boolean
}

/** What a hand-over needs of the cloud. */
export interface CloudReach extends WorkerReach {
  /** The bucket alone, which may be set up without a Worker. */
  mediaBucket(): Promise<MediaBucket | null>
}

export interface ConnectedCloud extends CloudReach {
  /** Variables override the page's set-up: as a whole for the Worker, and as a whole for the bucket. */
  cloudSettings(): Promise<CloudSettings>
  /** Null when no Worker is set up. */
  workerLink(): Promise<WorkerLink | null>
}
