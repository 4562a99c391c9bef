// Makes the backups that are due.
import type { Log } from '../../core/ports/log.ts'
import { HOUR } from '../../core/time.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'
import { startLoop, type Loop } from './loop.ts'

export function startBackupLoop({ run }: Pick<ScheduledBackups, 'run'>, log: Log): Loop {
  return startLoop(run, { pollEvery: HOUR, log, failure: 'a backup could not be made, opened or removed' })
}
