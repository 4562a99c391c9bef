// The recurring job of each account. Its time is only a suggestion: the configuration decides what may be done.
import type { RepeatingJob } from '../../../ports/repeating-jobs.ts'
import { HOUR, type Instant } from '../../../time.ts'
import { checkAccount } from '../../../engine/reposts/check-account.ts'
import type { RepostsDeps } from '../reposts-deps.ts'

const PREFIX = 'story-repost:'
const INTERVAL = 6 * HOUR

const keyOf = (accountId: string) => PREFIX + accountId

/** Upserted by account: however often it is requested, there is one. */
export async function scheduleCheck(
  { repeatingJobs, clock }: RepostsDeps,
  accountId: string,
  at: Instant,
): Promise<void> {
  const now = clock.now()
  const runAt = Math.min(Math.max(at, now), now + INTERVAL)
  const job = {
    type: 'STORY_REPOST_CHECK',
    repeatKey: keyOf(accountId),
    repeatIntervalMs: INTERVAL,
    runAt,
  } as const
  await repeatingJobs.upsert(job, now)
}

/** The handler of the job. */
export async function runCheckJob(deps: RepostsDeps, { repeatKey }: RepeatingJob): Promise<void> {
  const accountId = repeatKey.slice(PREFIX.length)
  const at = await checkAccount(deps, accountId)
  if (at === null) await deps.repeatingJobs.cancel(repeatKey, deps.clock.now())
  else await scheduleCheck(deps, accountId, at)
}

/** At start: a job for every configuration, because a crash may have lost some. */
export async function scheduleAllChecks(deps: RepostsDeps): Promise<void> {
  for (const { accountId } of await deps.reposts.configs())
    await scheduleCheck(deps, accountId, deps.clock.now())
}
