// Finds what needs a person and what no longer does, which nothing writes: it is derived. Forgets old events.
import type { AppModules } from '../../core/http/modules.ts'
import type { Log } from '../../core/ports/log.ts'
import { MINUTE } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export function startEventsLoop(
  { attention, events }: Pick<AppModules, 'attention' | 'events'>,
  log: Log,
): Loop {
  // Not at once: it looks at the disk, as the first to ask for health does, and a start has enough to do.
  let isStarting = true
  async function run() {
    if (isStarting) {
      isStarting = false
      return MINUTE
    }
    await events.noteAttention(await attention.list())
    await events.trim()
    return MINUTE
  }
  return startLoop(run, { pollEvery: MINUTE, log, failure: 'what needs a person could not be told' })
}
