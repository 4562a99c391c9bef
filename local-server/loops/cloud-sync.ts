// The exchange with the Worker in the background: at the start, when there is something to send or a post's time
// has come, and now and then for whatever it was not woken for. One round at a time.
import { syncRound, type SyncDeps } from '../../core/cloud/delegation/changes/sync-round.ts'
import { MINUTE } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export function startCloudSync(deps: SyncDeps): Loop {
  return startLoop(() => syncRound(deps), {
    pollEvery: 10 * MINUTE,
    log: deps.log,
    failure: 'the sync with the Worker failed',
  })
}
