// Takes over what the Worker has read of stories. The same news twice change nothing.
import type { AccountInsightNews, InsightNews } from '../../../../engine/worker/protocol.ts'
import type { InsightStore } from '../../../../ports/insights/insight-store.ts'
import type { Log } from '../../../../ports/log.ts'
import { safeLink } from '../../../../rules/content/safe-link.ts'
import { LOOK } from '../../../../rules/insights/insight-words.ts'
import { isStored } from './is-stored.ts'
import { LAST_OF_STORY, nextLook } from '../../../../rules/insights/looks.ts'
import type { InsightRow } from '../../../../rules/insights/rows.ts'
import type { Instant } from '../../../../time.ts'

/** False when something could not be stored: the Worker must not forget it. */
export async function applyInsights(
  { insights, log }: { readonly insights: InsightStore; readonly log: Log },
  { accountId, media }: AccountInsightNews,
): Promise<boolean> {
  return isStored({ log }, ['numbers from the Worker could not be taken over', { accountId }], async () => {
    // Of an account that was disconnected without its numbers.
    if ((await insights.account(accountId)) === null) return
    for (const one of media) await applyStory(insights, accountId, one)
  })
}

async function applyStory(insights: InsightStore, accountId: string, { rows, ...news }: InsightNews) {
  const { igMediaId, publishedAt } = news
  const permalink = safeLink(news.permalink)
  const fresh = { postId: null, caption: null, isTrial: false, done: 0, nextAt: publishedAt }
  await insights.addMedia([{ ...news, ...fresh, accountId, permalink }])
  await insights.record({ accountId, igMediaId }, (latest, before) => {
    const done = Math.max(before, news.done)
    const at = rows.at(-1)?.at ?? publishedAt
    const kept = rows.flatMap((row) => rowsToKeep(row, latest, publishedAt + LAST_OF_STORY))
    return { rows: kept, done, nextAt: nextLook(news, done, at)?.at ?? null }
  })
}

/** The last look that was missed here was made there, and its row takes the place of the one that says so. */
function rowsToKeep(row: InsightRow, latest: readonly InsightRow[], end: Instant): InsightRow[] {
  const known = latest.find(({ metric }) => metric === row.metric)
  if (row.metric === LOOK && row.value !== null && known?.value === null && known.at >= end)
    return [row, { ...row, at: known.at }]
  const isNews = known === undefined || known.at > row.at || known.value !== row.value
  return isNews && !(row.value === null && known !== undefined) ? [row] : []
}
