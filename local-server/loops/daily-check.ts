// Looks for damage in the database once a day, as the start does: a server may run for months, and what nobody reads would be
// damaged unnoticed.
import type { Log } from '../../core/ports/log.ts'
import { DAY } from '../../core/time.ts'
import { startLoop, type Loop } from './loop.ts'

/** What it finds is logged, and so reported like any other trouble of the disk. */
export function startDailyCheck(checkDatabase: () => void, log: Log): Loop {
  let isStart = true
  async function run() {
    if (!isStart) checkDatabase()
    isStart = false
    return DAY
  }
  return startLoop(run, {
    pollEvery: DAY,
    log,
    failure: 'the database is damaged, or could not be looked at',
  })
}
