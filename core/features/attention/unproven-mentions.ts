// Official mentions come as messages, and the platform shows an app in development no messages of people without a role in it. It
// says nothing of that, so an account of which none was ever read may go without mentions for ever.
import { hasHeard } from '../../engine/platform/mentions/scan-memory.ts'
import type { RepostConfig, RepostStore } from '../../ports/reposts/repost-store.ts'
import { exists } from '../../engine/reposts/change-config.ts'
import type { AttentionEntry } from './entries.ts'

/** After a check that found nothing, until the first message or mention was read. */
export async function findUnprovenMentions(
  {
    reposts,
  }: {
    readonly reposts: Pick<RepostStore, 'configs' | 'records'>
  },
  hidden: ReadonlySet<string>,
): Promise<AttentionEntry[]> {
  const entries: AttentionEntry[] = []
  for (const config of (await reposts.configs()).filter(exists)) {
    const { accountId, configuredAt: since } = config
    if (hidden.has(accountId) || !hasFoundNothing(config)) continue
    const records = await reposts.records({ accountId, limit: MOST_LOOKED_AT })
    if (records.some(({ transport }) => transport === 'official')) continue
    entries.push({ code: 'MENTIONS_UNPROVEN', since, accountId })
  }
  return entries
}

/** The Worker keeps the memory of what it reads: of its mentions there are records. */
const MOST_LOOKED_AT = 100

function hasFoundNothing({ source, isEnabled, lastPollStatus, memory }: RepostConfig): boolean {
  return source === 'official' && isEnabled && lastPollStatus === 'NO_MENTIONS' && !hasHeard(memory)
}
