import type { AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { BlobStore } from '../ports/media/blob-store.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import type { PostStore } from '../ports/posts/post-store.ts'
import type { PostLedger } from '../ports/posts/publication-ledger.ts'
import type { Random } from '../ports/random.ts'
import type { SettingsStore } from '../ports/settings-store.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'

/** Everything that accepting, checking, changing and deleting a post needs. */
export interface ChangeDeps {
  readonly posts: PostStore
  readonly ledger: PostLedger
  readonly accounts: AccountStore
  readonly media: MediaStore
  readonly blobs: BlobStore
  readonly settings: SettingsStore
  readonly cloud: CloudRunner
  readonly clock: Clock
  readonly random: Random
  readonly userId: string
  /** Wakes the runner: there is work. */
  wake(): void
}
