// Changes of a configuration, decided on what is stored at that moment.
import type { Clock } from '../../ports/clock.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../../ports/reposts/repost-store.ts'
import type { Instant } from '../../time.ts'

export interface ConfigDeps {
  readonly reposts: RepostStore
  readonly clock: Clock
}

/** Null when there is none. `change` returns null to leave it as it is. */
export async function changeConfig(
  { reposts, clock }: ConfigDeps,
  accountId: string,
  change: (config: RepostConfig) => Partial<RepostConfig> | null,
): Promise<RepostConfig | null> {
  let after: RepostConfig | null = null
  await reposts.updateConfig(accountId, (config) => {
    const changed = change(config)
    after = changed && nextConfig(config, changed, clock.now())
    if (after) return after
    after = config
    return null
  })
  return after
}

/** The configuration's next version. */
export function nextConfig(config: RepostConfig, change: Partial<RepostConfig>, now: Instant): RepostConfig {
  return { ...config, ...change, version: config.version + 1, updatedAt: now }
}

/** A configuration that the user has removed stays for the Worker, which must release it, and for its pauses. */
export const exists = ({ removedAt }: RepostConfig): boolean => removedAt === null

/** It has switched itself off, and the user leaves it at that. */
export const isLeftOff = ({ autoDisabledAt, leftOffAt }: RepostConfig): boolean =>
  autoDisabledAt !== null && autoDisabledAt === leftOffAt

/** A record is never between two owners, and names the one that it has. */
export const isOwnedBy = ({ ownership }: RepostConfig, owner: RepostRecord['runner']): boolean =>
  ownership.state === (owner === 'here' ? 'local' : 'worker')
