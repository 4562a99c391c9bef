// Changes of a configuration: read, decide, write; and decided anew when another change was faster.
import type { Clock } from '../../ports/clock.ts'
import type { RepostConfig, RepostStore } from '../../ports/reposts/repost-store.ts'

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
  for (;;) {
    const config = await reposts.config(accountId)
    if (config === null) return null
    const changed = change(config)
    if (changed === null) return config
    const next = { ...config, ...changed, version: config.version + 1, updatedAt: clock.now() }
    if (await reposts.moveConfig(next)) return next
  }
}

/** One that the user has removed is only there until the Worker has let go of it. */
export const exists = ({ removedAt }: RepostConfig): boolean => removedAt === null
