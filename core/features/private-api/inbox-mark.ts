// What a scan remembers for the next one: the counters of the inbox, so that an unchanged one is not read again.
import * as z from 'zod'
import { parseJsonAs } from '../../parse-json-as.ts'
import { HOUR, type Duration, type Instant } from '../../time.ts'

/** As the platform counted when the inbox was last read as a whole. */
const Mark = z.object({ seqId: z.string(), badge: z.string(), readAt: z.number() })
export type InboxMark = z.infer<typeof Mark>

/** The counter is not documented to change with everything, and no story may expire unread because of that. */
const READ_AGAIN_AFTER: Duration = 12 * HOUR

/** Null when the platform sends no counter. */
export function markOf(
  {
    seq_id,
    badge_count,
  }: { readonly seq_id?: string | undefined; readonly badge_count?: string | undefined },
  now: Instant,
): InboxMark | null {
  return seq_id === undefined ? null : { seqId: seq_id, badge: badge_count ?? '', readAt: now }
}

export function saysNothingNew(memory: string | null, mark: InboxMark | null, now: Instant): boolean {
  const before = parseJsonAs(Mark, memory)
  if (before === null || mark === null) return false
  const age = now - before.readAt
  return before.seqId === mark.seqId && before.badge === mark.badge && age >= 0 && age < READ_AGAIN_AFTER
}
