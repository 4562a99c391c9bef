// The Node job loop: runs what is due, and prepares what soon will be. In each of the two queues one publication per account
// at a time. It wakes for new work, for the next instant of either queue, and every five seconds for what it was not
// woken for: a clock that jumped, a machine that slept.
import type { PostLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { EarlierRuns } from '../../core/engine/publishing/effects.ts'
import { createDueWork, type Publishing } from '../../core/engine/publishing/publishing.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { ageOf, HOUR, MINUTE, SECOND, type Duration } from '../../core/time.ts'
import type { SleepInhibitor } from '../power/sleep-inhibitor.ts'
import { startLoop, type Loop } from './loop.ts'

export interface JobLoopDeps {
  readonly publishing: Publishing
  readonly ledger: PostLedger
  readonly earlierRuns: Pick<EarlierRuns, 'mustMark' | 'markWaiting'>
  readonly sleepInhibitor: SleepInhibitor
  readonly clock: Clock
  readonly log: Log
}

/**
 * A publication mostly waits for the platform, and posts planned for the same second must not wait for each other. Preparing may
 * send the bytes of a video: few share the bandwidth, so that the soonest gets most of it.
 */
export const ACCOUNTS_AT_ONCE = { publish: 512, prepare: 24 }

/** What an earlier process has left claimed is released first: on a full disk that waits for space, as everything else does. */
export function startJobLoop(deps: JobLoopDeps): Loop {
  const { ledger, clock, log } = deps
  const work = createDueWork({ clock, atOnce: ACCOUNTS_AT_ONCE, onEnd: () => loop.wake() })
  const underWay = new Set<Promise<void>>()
  const noticeClock = watchClock(deps)
  const keepAwake = createKeepAwake(deps)
  const publishing: Publishing = {
    ...deps.publishing,
    run(claimed, stopping) {
      keepAwake.noteTry(claimed)
      return deps.publishing.run(claimed, stopping)
    },
  }

  async function startDue(stopping: AbortSignal): Promise<Duration> {
    const goesOn = () => !stopping.aborted
    await noticeClock()
    await work.runDue({ publishing, underWay, mayClaim: goesOn, mayGoOn: goesOn })
    const untilNext = (await work.nextDue(publishing)) - clock.now()
    keepAwake.update(underWay.size > 0 || (untilNext <= AWAKE_BEFORE && !keepAwake.isCutOff()))
    return untilNext
  }

  const loop = startLoop(startDue, {
    pollEvery: 5 * SECOND,
    log,
    failure: 'the job loop could not read its queue',
    async before() {
      await ledger.correctTimesTo(clock.now())
      await ledger.releaseOrphans(clock.now())
    },
  })
  return {
    wake: loop.wake,
    /** Ends after the steps under way, each at its next safe point. */
    async stop() {
      await loop.stop()
      await Promise.all(underWay)
      deps.sleepInhibitor.release()
    },
  }
}

/** Longer than a video is prepared ahead. */
const AWAKE_BEFORE: Duration = 15 * MINUTE
/** Work that ends before any computer goes to sleep needs no program to keep it awake. */
const SOON_OVER: Duration = 10 * SECOND

/** After so long without a network nobody knows when there will be one: waiting awake for it would empty a battery. */
const AWAKE_WITHOUT_NETWORK: Duration = HOUR
/** Longer than what has just found no network waits for its next try. */
const LAST_TRIES: Duration = 10 * MINUTE

function createKeepAwake({ sleepInhibitor, clock }: Pick<JobLoopDeps, 'sleepInhibitor' | 'clock'>) {
  let since: number | null = null
  let [triedInVainAt, triedAt] = [-Infinity, -Infinity]
  const isRecent = (at: number) => clock.monotonic() - at < LAST_TRIES
  return {
    noteTry({ unreachedSince }: Publication): void {
      const unreachedFor = unreachedSince === undefined ? 0 : ageOf(unreachedSince, clock.now())
      if (unreachedFor > AWAKE_WITHOUT_NETWORK) triedInVainAt = clock.monotonic()
      else triedAt = clock.monotonic()
    },
    /** Whatever was tried of late has reached nothing for long, so what is due next would not either. */
    isCutOff: () => isRecent(triedInVainAt) && !isRecent(triedAt),
    update(isNeeded: boolean): void {
      since = isNeeded ? (since ?? clock.monotonic()) : null
      if (since === null) return sleepInhibitor.release()
      if (clock.monotonic() - since >= SOON_OVER) sleepInhibitor.hold()
    },
  }
}

/**
 * Times that a wrong clock has stored must not delay anything. At the start, and when the clock jumps, what
 * waits is marked to be looked for: nothing is claimed before that.
 */
export function watchClock({
  clock,
  ledger,
  earlierRuns,
  log,
}: Omit<JobLoopDeps, 'publishing' | 'sleepInhibitor'>) {
  let last = clock.now()
  return async (): Promise<void> => {
    const now = clock.now()
    if (now < last - SECOND)
      log.warn('the clock was set back', { bySeconds: Math.round((last - now) / SECOND) })
    const mustMark = earlierRuns.mustMark()
    if (mustMark || now < last - SECOND) await ledger.correctTimesTo(now)
    if (mustMark) await earlierRuns.markWaiting()
    last = now
  }
}
