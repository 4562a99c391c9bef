import type { RepostConfig, RepostRecord } from '../ports/reposts/repost-store.ts'
import { exists } from './settings/change-config.ts'
import type { RepostsDeps } from './reposts-deps.ts'
import { syncRecords } from './sync-records.ts'
import { isUsableSource } from './scanning/sources.ts'

export interface RepostState {
  /** There is a configuration, and something to read the mentions with. */
  readonly configured: boolean
  readonly config: RepostConfig | null
}

/** Reads the status of the account, or of the one that was configured first. */
export async function readRepostStatus(
  deps: RepostsDeps,
  accountId: string | undefined,
): Promise<RepostState> {
  const configs = (await deps.reposts.configs()).filter(exists)
  const config = configs.find((one) => accountId === undefined || one.accountId === accountId) ?? null
  const account = config && (await deps.accounts.get(config.accountId))
  if (!account) return { configured: false, config }
  return { configured: isUsableSource(await deps.sourcesFor(account), config.source), config }
}

const MOST = 200

/** Newest first, each as its post stands now. */
export async function readRepostHistory(
  deps: RepostsDeps,
  accountId: string | undefined,
): Promise<{ readonly records: readonly RepostRecord[]; readonly hasMore: boolean }> {
  await syncRecords(deps, accountId)
  const records = await deps.reposts.records({ accountId, limit: MOST + 1 })
  return { records: records.slice(0, MOST), hasMore: records.length > MOST }
}
