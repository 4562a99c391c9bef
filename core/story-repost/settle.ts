// Records follow what became of their posts and of the stories behind them. Telling the same twice changes nothing.
import type { RepostRecord } from '../ports/repost-store.ts'
import { DAY, type Duration } from '../time.ts'
import { GONE } from './new-records.ts'
import type { PostOutcome, RepostPorts } from './repost-ports.ts'
import { moved } from './states.ts'

export type SettlePorts = Pick<RepostPorts, 'reposts' | 'stories' | 'clock' | 'owner'>

/** A failed post is retried by hand or found live late, a permalink is read late, a crash came before the tidying. */
const LATE_NEWS: Duration = 7 * DAY
const MOST = 200

/** Of one account, or of all. */
export async function settleRecords(ports: SettlePorts, accountId?: string): Promise<void> {
  const { reposts, owner, clock } = ports
  const records = await reposts.records({ accountId, statuses: SETTLED_LATER, limit: MOST })
  const since = clock.now() - LATE_NEWS
  for (const record of records) {
    const hasEnded = record.status === 'FAILED' || record.status === 'PUBLISHED'
    if (record.runner === owner && !(hasEnded && record.updatedAt < since)) await settle(ports, record)
  }
}

const SETTLED_LATER = ['PENDING', 'REPOSTING', 'FAILED', 'PUBLISHED'] as const

async function settle(ports: SettlePorts, record: RepostRecord): Promise<void> {
  const now = ports.clock.now()
  if (record.status === 'PENDING') {
    if (record.expiresAt > now) return
    const over = expired(record, 'expired', now)
    if (await ports.reposts.moveRecord(over)) await ports.stories.tidy(over)
    return
  }
  if (record.postId !== null) await follow(ports, record)
}

export function expired(
  record: RepostRecord,
  gone: NonNullable<RepostRecord['gone']>,
  now: number,
): RepostRecord {
  return moved(record, { status: 'EXPIRED', gone, errorMessage: GONE[gone], errorCode: null }, now)
}

/** What its post leaves behind is removed as soon as nothing needs it, also when a crash came between. */
async function follow({ reposts, stories, clock }: SettlePorts, record: RepostRecord): Promise<void> {
  const outcome = await stories.outcomeOf(record)
  const change = outcome ? changeFor(record, outcome) : changeWithout(record)
  const next = change && moved(record, change, clock.now())
  if (next && !(await reposts.moveRecord(next))) return
  const settled = next ?? record
  if (settled.status !== 'REPOSTING') await stories.tidy(settled)
}

const changeWithout = ({ status }: RepostRecord) => (status === 'PUBLISHED' ? null : DELETED)

const DELETED: Partial<RepostRecord> = {
  status: 'DISMISSED',
  errorCode: null,
  errorMessage: 'Its post was deleted before anything of it was sent.',
}

function changeFor(record: RepostRecord, outcome: PostOutcome): Partial<RepostRecord> | null {
  const { state, igPermalink, publishedAt, errorCode, errorMessage } = outcome
  if (record.status === 'PUBLISHED') return record.igPermalink === igPermalink ? null : { igPermalink }
  if (state === 'published')
    return { status: 'PUBLISHED', igPermalink, publishedAt, errorCode: null, errorMessage: null }
  if (state === 'under-way')
    return record.status === 'FAILED' ? { status: 'REPOSTING', errorCode: null, errorMessage: null } : null
  const isKnown =
    record.status === 'FAILED' && record.errorCode === errorCode && record.errorMessage === errorMessage
  return isKnown ? null : { status: 'FAILED', errorCode, errorMessage }
}
