// Loops that do one thing from time to time: how often, and what the log says of a run that failed.
import type { Attention } from '../../core/features/attention/attention.ts'
import { syncRound } from '../../core/features/cloud/delegation/changes/sync-round.ts'
import type { AppModules } from '../../core/http/modules.ts'
import type { Log } from '../../core/ports/log.ts'
import type { Recurrences } from '../../core/features/scheduling/recurrence/recurrences.ts'
import type { Insights } from '../../core/features/insights/insights.ts'
import { DAY, HOUR, MINUTE, type Duration } from '../../core/time.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'
import { startLoop, type Loop } from './loop.ts'
import type { DelegationDeps } from '../../core/features/cloud/delegation/delegation-deps.ts'

/**
 * The exchange with the Worker in the background: at the start, when there is something to send or a post's time
 * has come, and now and then for what nothing wakes it for.
 */
export function startCloudSync(deps: DelegationDeps): Loop {
  const failure = 'the sync with the Worker failed'
  return startLoop(() => syncRound(deps), { pollEvery: 10 * MINUTE, log: deps.log, failure })
}

/**
 * Tries the posts of the next two days for real, every evening, and in between what has changed or was found wrong. Each run also
 * notes that this computer is on.
 */
export function startNightCheck({ noteRunning, runNightCheck }: Attention, log: Log): Loop {
  const run = async () => {
    await noteRunning()
    return runNightCheck()
  }
  const failure = 'posts of the next two days could not be tried'
  return startLoop(run, { pollEvery: 10 * MINUTE, log, failure })
}

/** Reads what the platform counted, when that is due: a story that was published elsewhere announces nothing. */
export function startInsightLoop({ run }: Pick<Insights, 'run'>, log: Log): Loop {
  return startLoop(run, { pollEvery: 10 * MINUTE, log, failure: 'the figures of accounts could not be read' })
}

/** Makes the backups that are due. */
export function startBackupLoop({ run }: Pick<ScheduledBackups, 'run'>, log: Log): Loop {
  return startLoop(run, { pollEvery: HOUR, log, failure: 'a backup could not be made, opened or removed' })
}

/**
 * Makes the next of recurring posts that have gone out, from here or from the Worker: a minute's delay is fine. Also
 * tidies up what nobody asks for any more.
 */
export function startRecurrenceLoop(
  recurrences: Pick<Recurrences, 'makeNext'>,
  tidy: () => Promise<void>,
  log: Log,
): Loop {
  return startEvery(MINUTE, { log, failure: 'recurring posts could not be made' }, async () => {
    await recurrences.makeNext()
    await tidy()
  })
}

/** Reports to listeners what needs a person and what no longer does: it is derived, so no write announces it. Forgets old events. */
export function startEventsLoop(
  { attention, events }: Pick<AppModules, 'attention' | 'events'>,
  log: Log,
): Loop {
  return startEvery(MINUTE, { log, failure: 'what needs a person could not be told' }, async () => {
    await events.noteAttention(() => attention.list())
    await events.trim()
  })
}

/** Writes what came in with API keys, a minute's calls in one commit. */
export function startKeyCallsLoop({ apiKeys: { calls } }: Pick<AppModules, 'apiKeys'>, log: Log): Loop {
  return startEvery(MINUTE, { log, failure: 'calls by key could not be written' }, () => calls.write())
}

/**
 * Looks for damage in the database once a day, as the start does: a server may run for months, and what nobody reads would be
 * damaged unnoticed. What it finds is logged, and so reported like any other trouble of the disk.
 */
export function startDailyCheck(checkDatabase: () => void, log: Log): Loop {
  let isStart = true
  return startEvery(DAY, { log, failure: 'the database is damaged, or could not be looked at' }, async () => {
    if (!isStart) checkDatabase()
    isStart = false
  })
}

function startEvery(
  time: Duration,
  { log, failure }: { readonly log: Log; readonly failure: string },
  work: () => Promise<void>,
): Loop {
  const run = async () => {
    await work()
    return time
  }
  return startLoop(run, { pollEvery: time, log, failure })
}
