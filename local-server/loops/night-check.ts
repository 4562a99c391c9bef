// Tries the posts of the next two days for real, every evening, and in between what has changed or was found wrong. Each run also
// notes that this computer is on.
import type { Attention } from '../../core/attention/attention.ts'
import type { Log } from '../../core/ports/log.ts'
import { MINUTE } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

export function startNightCheck({ noteRunning, runNightCheck }: Attention, log: Log): Loop {
  const run = async () => {
    await noteRunning()
    return runNightCheck()
  }
  return startLoop(run, {
    pollEvery: 10 * MINUTE,
    log,
    failure: 'posts of the next two days could not be tried',
  })
}
