// Makes the next draft of recurring posts that have gone out, from here or from the Worker: a minute's delay is fine. Also
// tidies up what nobody asks for any more.
import type { Log } from '../../core/ports/log.ts'
import type { Recurrences } from '../../core/scheduling/recurrence/recurrences.ts'
import { MINUTE } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export function startRecurrenceLoop(
  recurrences: Pick<Recurrences, 'makeDrafts'>,
  tidy: () => Promise<void>,
  log: Log,
): Loop {
  async function run() {
    await recurrences.makeDrafts()
    await tidy()
    return MINUTE
  }
  return startLoop(run, { pollEvery: MINUTE, log, failure: 'drafts of recurring posts could not be made' })
}
