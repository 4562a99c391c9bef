// What an alarm and a cron run do. Both may run twice, concurrently, or end anywhere: a failed step does not stop the
// others.
import type { Clock } from '../core/ports/clock.ts'
import type { RemovableObjects } from '../core/ports/cloud/media-objects.ts'
import type { Log } from '../core/ports/log.ts'
import { KEEP_RECORDS } from '../core/ports/reposts/repost-store.ts'
import type { Pause } from '../core/ports/pause.ts'
import type { Publishing } from '../core/engine/publishing/publishing.ts'
import { MINUTE, SECOND, type Duration } from '../core/time.ts'
import { keepUpTokens, type TokenUpkeepDeps } from './accounts/token-upkeep.ts'
import { attempt } from './attempt.ts'
import { createBudget, type Budget } from './budget.ts'
import { recordCronRun, recordMirrored } from './heartbeat.ts'
import { pruneJobs } from './jobs/job-api.ts'
import type { Runner } from './jobs/runner.ts'
import { firstDue, releaseStrays } from './jobs/sql-ledger.ts'
import type { MirrorWriter } from './kv/mirror-writer.ts'
import { expireMedia } from './media/media-expiry.ts'
import type { RepostChecks } from './reposts/repost-checks.ts'
import { pruneReposts } from './reposts/repost-rows.ts'
import type { Sql } from './storage/sql.ts'
import { onceADay } from './storage/tables.ts'
import type { WakeUp } from './wake-up.ts'

export interface CronRun {
  readonly cron: string
}

export interface CronRuns {
  /** Never rejects. */
  tick(run: CronRun): Promise<void>
}

export interface Invocations extends CronRuns {
  /** Never rejects: an alarm that fails is retried a few times and then never again. */
  alarm(): Promise<void>
}

interface InvocationDeps {
  readonly sql: Sql
  readonly runner: Runner
  readonly wakeUp: WakeUp
  readonly checks: RepostChecks
  readonly mirror: MirrorWriter
  writeMirror(): void
  /** Publishing of one invocation, whose calls `counted` counts. */
  publishing(counted: typeof fetch): Publishing
  readonly storyLooks: (budget: Budget) => Promise<void>
  readonly tokens: TokenUpkeepDeps
  readonly media: RemovableObjects
  readonly fetch: typeof fetch
  pause(time: Duration): Pause
  readonly clock: Clock
  readonly log: Log
}

const RUN = 'run what is due'

/** What the alarm of an account does: no cron tends to it. */
export function createTending(deps: InvocationDeps, report: () => Promise<void>): Tending {
  const { sql, runner, media, wakeUp, checks, mirror, clock, log } = deps
  return {
    rearm: wakeUp.rearm,
    async run() {
      const budget = createBudget(deps.fetch)
      const failed: string[] = []
      const take = async (steps: CronSteps) => {
        for (const [name, step] of Object.entries(steps))
          if (!(await attempt(log, name, step))) failed.push(name)
      }
      const posts = { [RUN]: () => runner.run(deps.publishing(budget.fetch), budget) }
      // Last, and once: each report is a request.
      const telling = { 'update the KV mirror': mirror.write, 'tell the index': report }
      await take({
        'release abandoned jobs': () => releaseStrays(sql, clock.now(), runner.heldJobs()),
        ...posts,
      })
      const others = take({
        'remove media': () => expireMedia(sql, media, clock),
        'look for story mentions': () => checks.run(budget),
        'look at stories': () => deps.storyLooks(budget),
        'renew tokens': () => keepUpTokens(deps.tokens),
        'forget old jobs': () => forgetOld(deps),
        ...telling,
      })
      let isUntold = false
      await attempt(log, 'publish meanwhile', () =>
        publishMeanwhile(deps, others, async () => {
          isUntold = true
          await take(posts)
        }),
      )
      await others
      if (isUntold) await take(telling)
      // After a failed step the alarm comes a minute later, not again and again at once; posts wait for no other step.
      const later = clock.now() + MINUTE
      await attempt(log, 'set the alarm', () => {
        if (failed.length === 0) return wakeUp.rearm()
        return failed.includes(RUN) ? wakeUp.setAlarm(later) : wakeUp.setAlarmForPosts(later)
      })
    },
  }
}

/** Other work may take long, or hang: it is seen then whether a post has become due. */
const LOOK_AGAIN: Duration = 5 * SECOND

/** No alarm rings while another one is at work: what becomes due meanwhile is published by that one. */
async function publishMeanwhile(
  { sql, clock, pause }: Pick<InvocationDeps, 'sql' | 'clock' | 'pause'>,
  work: Promise<void>,
  publish: () => Promise<void>,
): Promise<void> {
  const untilDue = () => (firstDue(sql) ?? Number.POSITIVE_INFINITY) - clock.now()
  for (;;) {
    const left = untilDue()
    const wait = pause(left > 0 ? Math.min(left, LOOK_AGAIN) : LOOK_AGAIN)
    const isOver = await Promise.race([work.then(() => true), wait.over.then(() => false)])
    wait.end()
    if (isOver) return
    if (untilDue() <= 0) await publish()
  }
}

export interface Tending {
  /** Never rejects. */
  run(): Promise<void>
  rearm(): Promise<void>
}

export function createInvocations(deps: InvocationDeps): Invocations {
  const { sql, media, wakeUp, checks, clock, log } = deps
  const stepsOf = createCronSteps(deps)
  return {
    async tick(run) {
      for (const [name, step] of Object.entries(stepsOf(createBudget(deps.fetch), run)))
        await attempt(log, name, step)
    },
    async alarm() {
      const budget = createBudget(deps.fetch)
      const done = await attempt(log, RUN, () => runDue(deps, budget))
      await attempt(log, 'remove media', () => expireMedia(sql, media, clock))
      await attempt(log, 'look for story mentions', () => checks.run(budget))
      await attempt(log, 'set the alarm', () =>
        done ? wakeUp.rearm() : wakeUp.setAlarm(clock.now() + MINUTE),
      )
    },
  }
}

type CronSteps = Readonly<Record<string, () => void | Promise<void>>>

function createCronSteps(deps: InvocationDeps): (budget: Budget, run: CronRun) => CronSteps {
  const { sql, runner, wakeUp, checks, mirror, media, clock } = deps
  return (budget, { cron }) => {
    let isMirrorDue = false
    return {
      'write the heartbeat': () => void (isMirrorDue = recordCronRun(sql, { at: clock.now(), cron })),
      'release abandoned jobs': () => releaseStrays(sql, clock.now(), runner.heldJobs()),
      'set the alarm': wakeUp.rearm,
      'run what is overdue': async () => {
        if (wakeUp.isPublishingOverdue()) await runDue(deps, budget)
      },
      'remove media': () => expireMedia(sql, media, clock),
      'renew tokens': () => keepUpTokens(deps.tokens),
      'forget old jobs': () => forgetOld(deps),
      'update the KV mirror': async () => {
        const at = clock.now()
        if (isMirrorDue && (await mirror.writeCronRun(at))) recordMirrored(sql, at)
        await mirror.write()
      },
      'look for story mentions': async () => {
        if (wakeUp.isCheckOverdue()) await checks.run(budget)
      },
      'set the alarm again': wakeUp.rearm,
    }
  }
}

function forgetOld({ sql, clock }: InvocationDeps): void {
  onceADay(sql, 'prunedAt', clock.now(), () => {
    pruneJobs(sql, clock.now())
    pruneReposts(sql, clock.now() - KEEP_RECORDS)
  })
}

async function runDue({ runner, publishing, writeMirror }: InvocationDeps, budget: Budget): Promise<void> {
  try {
    await runner.run(publishing(budget.fetch), budget)
  } finally {
    writeMirror()
  }
}
