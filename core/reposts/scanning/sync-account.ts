import { afterInterruption } from '../breaker.ts'
import { changeConfig } from '../settings/change-config.ts'
import type { SyncDeps } from '../repost-ports.ts'
import { syncRecords } from '../sync-records.ts'

/** Runs before anything is done for an account, inside its mutex: what became of its posts, and whether a life ended in mid-call. */
export async function syncAccount(ports: SyncDeps, accountId: string): Promise<void> {
  await syncRecords(ports, accountId)
  await changeConfig(ports, accountId, (config) =>
    config.runner === ports.owner ? afterInterruption(config) : null,
  )
}
