// An account whose figures are read, on the server's stores and a platform that counts.
import { createCallBudget } from '../../../../core/engine/access/call-budget.ts'
import { createFiguresReader } from '../../../../core/engine/platform/insights/read-figures.ts'
import type { InsightAnswering } from '../../../../core/features/insights/answers.ts'
import { createInsights } from '../../../../core/features/insights/insights.ts'
import { createPlatformClock } from '../../../../core/features/insights/platform-clock.ts'
import type { AccountRecord } from '../../../../core/ports/account-store.ts'
import type { InsightCalls } from '../../../../core/ports/platform/insight-calls.ts'
import type { PlatformAccess } from '../../../../core/ports/platform/platform.ts'
import type { WaitingPost } from '../../../../core/ports/posts/slot-store.ts'
import { MINUTE } from '../../../../core/time.ts'
import { anAccountRecord } from '../../../factories.ts'
import { createManualClock, type ManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { NO_HOLD } from '../../../fakes/no-hold.ts'
import { createAudience } from '../../../fakes/platform/audience.ts'
import { memoryAccess } from '../../../fakes/platform/memory-platform.ts'
import { openStores } from '../../../memory-database.ts'

export const ACCOUNT_ID = '00000000-0000-4000-8000-00000000000a'

/** `platform`: another one than the audience that only counts. */
interface Platform {
  readonly clock: ManualClock
  readonly calls: InsightCalls
  readonly account: Partial<AccountRecord>
  accessTo(accountId: string): Promise<PlatformAccess>
}

export async function createInsightWorld(platform?: Platform) {
  /** The platform's: only time moves it. */
  const truth = platform?.clock ?? createManualClock()
  /** This computer's, which can be wrong. */
  const clock = createManualClock()
  const stores = openStores(() => clock.now())
  const audience = createAudience(truth)
  const waiting: WaitingPost[] = []
  await stores.accounts.put(
    anAccountRecord({ id: ACCOUNT_ID, followersCount: 120, lastSyncedAt: clock.now(), ...platform?.account }),
  )
  const reading = (): InsightAnswering => ({
    ...stores,
    slots: { ...stores.slots, listWaiting: async (_id, from) => waiting.filter(({ at }) => at >= from) },
    figures: createFiguresReader(platform?.calls ?? audience.calls),
    platformClock: createPlatformClock(clock),
    calls: createCallBudget(clock),
    clock,
    hold: NO_HOLD,
    log: createMemoryLog(),
    accessTo: platform?.accessTo ?? memoryAccess(stores.accounts, clock),
  })
  let insights = createInsights(reading())
  return {
    truth,
    clock,
    stores,
    audience,
    waiting,
    get insights() {
      return insights
    },
    /** The process ends anywhere, and begins again. */
    restart() {
      insights = createInsights(reading())
    },
    async pass(time: number) {
      truth.advance(time)
      clock.advance(time)
    },
    /** Lets it run for that long, woken as its loop would wake it. */
    async run(time: number, longest = 10 * MINUTE) {
      const end = truth.now() + time
      while (truth.now() < end) {
        const wait = await insights.run()
        const step = Math.min(Math.max(wait, MINUTE), longest, end - truth.now())
        truth.advance(step)
        clock.advance(step)
      }
    },
    async rowsOf(id: string, accountId = ACCOUNT_ID) {
      const media = await stores.insights.media(accountId, [0, Number.MAX_SAFE_INTEGER])
      return media.find(({ igMediaId }) => igMediaId === id)?.rows ?? []
    },
  }
}

export type InsightWorld = Awaited<ReturnType<typeof createInsightWorld>>
