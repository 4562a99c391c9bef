import { afterInterruption } from '../breaker.ts'
import { changeConfig } from '../settings/change-config.ts'
import type { SyncDeps } from '../reposting-deps.ts'
import { syncRecords } from '../sync-records.ts'

/** Runs before anything is done for an account, inside its mutex: what became of its posts, and whether a life ended in mid-call. */
export async function syncAccount(deps: SyncDeps, accountId: string): Promise<void> {
  await syncRecords(deps, accountId)
  await changeConfig(deps, accountId, (config) =>
    config.runner === deps.owner ? afterInterruption(config) : null,
  )
}
