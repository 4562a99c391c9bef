// Tells listeners what needs a person and what no longer does: it is derived, so no write announces it. Forgets old events.
import type { AppModules } from '../../core/http/modules.ts'
import type { Log } from '../../core/ports/log.ts'
import { MINUTE } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export function startEventsLoop(
  { attention, events }: Pick<AppModules, 'attention' | 'events'>,
  log: Log,
): Loop {
  async function run() {
    await events.noteAttention(() => attention.list())
    await events.trim()
    return MINUTE
  }
  return startLoop(run, { pollEvery: MINUTE, log, failure: 'what needs a person could not be told' })
}
