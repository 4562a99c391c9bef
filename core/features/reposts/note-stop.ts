import type { Stop } from '../../ports/reposts/mention-source.ts'
import { afterStopOf } from '../../engine/reposts/breaker.ts'
import { changeConfig, type ConfigDeps } from '../../engine/reposts/change-config.ts'

/**
 * Applies a signal of the private API that was met outside a check, while publishing: it pauses checks and reposts, too, as far as it
 * concerns them. If the Worker has the account, it is notified.
 */
export async function noteStop(
  deps: ConfigDeps & { wakeSync(): void },
  accountId: string,
  stop: Stop,
): Promise<void> {
  // A call that was certainly not made says nothing.
  if (stop.signal === 'offline') return
  await changeConfig(deps, accountId, (config) => ({
    ...afterStopOf(config, 'native', stop, deps.clock.now()),
    revision: config.revision + 1,
  }))
  deps.wakeSync()
}
