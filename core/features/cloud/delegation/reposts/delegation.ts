// Which accounts the Worker may have, and what its owner means for the mentions of one.
import type { RepostStatus } from '../../../../rules/reposts/statuses.ts'
import type { RepostConfig, RepostRecord } from '../../../../ports/reposts/repost-store.ts'
import { changeConfig, exists, type ConfigDeps } from '../../../../engine/reposts/change-config.ts'
import type { Instant } from '../../../../time.ts'
import type { Ownership } from '../../../../rules/ownership/ownership.ts'

export const saveOwnership = (deps: ConfigDeps, accountId: string, ownership: Ownership) =>
  changeConfig(deps, accountId, () => ({ ownership }))

/**
 * Only what the Worker can do alone: it never uses the private API, draws no overlays, and has no Page token of a
 * partner login.
 */
export function isDelegable(config: RepostConfig): boolean {
  return (
    exists(config) && config.isEnabled && config.source === 'official' && config.signatureOverlay === null
  )
}

const OPEN: readonly RepostStatus[] = ['PENDING', 'REPOSTING', 'FAILED']
const MOST = 10_000

/** Changes records that may yet lead to something; those for which `change` returns null stay as they are. */
export async function updateOpenRecords(
  { reposts, clock }: ConfigDeps,
  accountId: string,
  change: (record: RepostRecord) => Partial<RepostRecord> | null,
): Promise<void> {
  for (const { id } of await reposts.records({ accountId, statuses: OPEN, limit: MOST })) {
    await reposts.updateRecord(id, (record) => {
      const changed = change(record)
      return changed && { ...record, ...changed, version: record.version + 1, updatedAt: clock.now() }
    })
  }
}

/** Mentions that wait for an automatic repost go with the account; all others stay with the user, here. */
export const asDelegated = ({ status, auto, runner }: RepostRecord): Partial<RepostRecord> | null =>
  status === 'PENDING' && auto && runner === 'here' ? { runner: 'cloud' } : null

export const asRecalled = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here' } : null

/** As `asRecalled`; a mention from before that, which another run may have reposted, is left to a person. */
export const asRecalledSince =
  (ignoreBefore: Instant) =>
  (record: RepostRecord): Partial<RepostRecord> | null => {
    const isDoubted = record.status === 'PENDING' && record.auto && record.mentionedAt < ignoreBefore
    return isDoubted ? { runner: 'here', auto: false } : asRecalled(record)
  }

/** Nobody will ever know whether the Worker has reposted it: from here on only a person decides. */
export const asInDoubt = ({ runner }: RepostRecord): Partial<RepostRecord> | null =>
  runner === 'cloud' ? { runner: 'here', auto: false } : null
