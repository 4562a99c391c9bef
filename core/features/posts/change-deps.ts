import type { PostStore } from '../../ports/posts/post-store.ts'
import type { PostLedger } from '../../ports/posts/publication-ledger.ts'
import type { Random } from '../../ports/random.ts'
import type { CloudRunner } from '../scheduling/cloud-runner.ts'
import type { CheckDeps } from './content/validate.ts'

/** What accepting and changing a post needs beside checking it. */
export interface ChangeDeps extends CheckDeps {
  readonly posts: PostStore
  readonly ledger: PostLedger
  readonly cloud: CloudRunner
  readonly random: Random
  readonly userId: string
  /** Wakes the runner: there is work. */
  wake(): void
}
