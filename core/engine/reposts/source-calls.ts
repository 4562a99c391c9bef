import type { MentionTransport } from '../../ports/reposts/mention-source.ts'
import { exists, type ConfigDeps } from './change-config.ts'
import { callBarrier } from '../../rules/reposts/limits.ts'

/** Creates the guard that a source awaits before each call: it stops calls to the private API when a pause has begun meanwhile. */
export function createCallGuard(
  { reposts, clock }: ConfigDeps,
  { accountId, source }: { readonly accountId: string; readonly source: MentionTransport },
): () => Promise<boolean> {
  if (source === 'official') return async () => true
  return async () => {
    const config = await reposts.config(accountId)
    return config !== null && exists(config) && callBarrier(config, clock.now()) === null
  }
}
