// Makes the next draft of recurring posts that have gone out, from here or from the Worker: it is not needed by the second.
import type { Log } from '../../core/ports/log.ts'
import type { Recurrences } from '../../core/scheduling/recurrence/recurrences.ts'
import { MINUTE } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export function startRecurrenceLoop(recurrences: Pick<Recurrences, 'makeDrafts'>, log: Log): Loop {
  async function run() {
    await recurrences.makeDrafts()
    return MINUTE
  }
  return startLoop(run, { pollEvery: MINUTE, log, failure: 'drafts of recurring posts could not be made' })
}
