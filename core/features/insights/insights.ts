// What the platform counted: read in turns, kept, and asked for by requests.
import type {
  AccountInsightsBody,
  InsightsPatchBody,
  RefreshedBody,
} from '../../api/insights/insight-shapes.ts'
import { CodedError } from '../../coded-error.ts'
import { createKeyedMutex } from '../../keyed-mutex.ts'
import { rowsOfMetric } from '../../rules/insights/rows.ts'
import { DAY, HOUR, MINUTE, type Duration } from '../../time.ts'
import {
  createAnswers,
  requireConnected,
  requireMedia,
  requireMetric,
  type InsightAnswering,
} from './answers.ts'
import { exportRows, type ExportFormat } from './export-rows.ts'
import { lookAtAccount, lookAtPost, type TurnEnd } from './look-at-account.ts'
import { AFTER_TROUBLE, requireRecord, type InsightReading } from './turn.ts'

/** A start has other things to do, and a restart is no reason to ask again. */
const AFTER_START: Duration = 3 * MINUTE

export function createInsights(reading: InsightAnswering) {
  const { insights, clock } = reading
  const answers = createAnswers(reading)
  const mutex = createKeyedMutex()
  const inTurn = (id: string, work: () => Promise<TurnEnd>) => mutex.runExclusive(id, work)
  const startedAt = clock.monotonic()
  let turns = 0
  return {
    ...answers,
    /** Takes the turns that are due. Resolves with the time until the next one. */
    async run(stopping?: AbortSignal): Promise<Duration> {
      const rest = AFTER_START - (clock.monotonic() - startedAt)
      if (rest > 0 || reading.hold.current()) return Math.max(rest, MINUTE)
      let wait: Duration = HOUR
      const accounts = await reading.accounts.list()
      // Each time another one is first: one with hundreds of looks to make up for uses up the calls of all.
      const first = accounts.length > 0 ? turns++ % accounts.length : 0
      for (const one of [...accounts.slice(first), ...accounts.slice(0, first)]) {
        if (stopping?.aborted) break
        const end = await inTurn(one.id, () => attempt(reading, one.id))
        wait = Math.min(wait, end.wait)
      }
      return wait
    },
    async change(accountId: string, change: InsightsPatchBody): Promise<AccountInsightsBody> {
      await mutex.runExclusive(accountId, async () => {
        const record = await requireRecord(reading, await requireConnected(reading, accountId))
        const { metric = record.metric, bestTimesForNextSlot = record.bestTimesForNextSlot } = change
        const isKept = rowsOfMetric(await insights.ownRows(accountId), metric).length > 0
        if (metric !== record.metric && !isKept) requireMetric(metric, 'VALIDATION_ERROR')
        await insights.putAccount({ ...record, metric, bestTimesForNextSlot })
      })
      return answers.show(accountId)
    },
    async refresh(accountId: string, postId: string | null): Promise<RefreshedBody> {
      await requireConnected(reading, accountId)
      if (postId !== null && (await requireMedia(reading, postId)).accountId !== accountId)
        throw new CodedError('NOT_FOUND', 'The account has no such post.')
      const { looks, rows, waiting } = await inTurn(accountId, async () => {
        const connected = await requireConnected(reading, accountId)
        return postId === null
          ? lookAtAccount(reading, connected, DAY)
          : lookAtPost(reading, connected, postId)
      })
      return { looks, rows, waiting: postId === null ? waiting : 1 - looks }
    },
    exportRows: (query: { readonly accountId?: string | undefined; readonly format: ExportFormat }) =>
      exportRows(insights, query),
    /** Deletes all that was kept of an account. */
    forget: (accountId: string) => insights.remove(accountId),
  }
}

export type Insights = ReturnType<typeof createInsights>

/** Reads the account again: it may have been disconnected during the turns of others. */
async function attempt(reading: InsightReading, accountId: string): Promise<TurnEnd> {
  const none = { looks: 0, rows: 0, waiting: 0 }
  try {
    const account = await reading.accounts.get(accountId)
    return account === null ? { ...none, wait: HOUR } : await lookAtAccount(reading, account)
  } catch (error) {
    reading.log.error('the figures of an account could not be read', { accountId, error })
    return { ...none, wait: AFTER_TROUBLE }
  }
}
