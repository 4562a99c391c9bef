import type { MentionTransport } from '../../ports/reposts/mention-source.ts'
import { changeConfig, type ConfigDeps } from '../settings/change-config.ts'
import { callBarrier, nextPrivateApiCount } from '../limits.ts'

/**
 * Creates the guard that a source awaits before each of its calls. Calls to the private API are counted, and the
 * count is stored before the call: a crash can lose a call of the day, never add one. A pause that began meanwhile
 * counts, too.
 */
export function createCallGuard(
  deps: ConfigDeps,
  { accountId, source }: { readonly accountId: string; readonly source: MentionTransport },
): () => Promise<boolean> {
  if (source === 'official') return async () => true
  return async () => {
    let may = false
    await changeConfig(deps, accountId, (config) => {
      const now = deps.clock.now()
      const nativeCalls = nextPrivateApiCount(config, now)
      may = nativeCalls !== null && callBarrier(config, now) === null
      return may && nativeCalls ? { nativeCalls } : null
    })
    return may
  }
}
