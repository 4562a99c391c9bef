// Everything that needs a person, in one shape: what it is, how bad, since when, what it concerns, and the one thing to do.
import { ENGLISH_DETAILS } from '../../rules/notices/english/english.ts'
import { SEVERITIES, type AttentionEntryBody, type AttentionStep } from '../../api/attention.ts'
import { ATTENTION, type AttentionCode } from '../../rules/notices/attention-entries.ts'
import { toIso, toIsoOrNull, type Instant } from '../../time.ts'
import { detailSentence, type AttentionDetail } from '../../rules/notices/attention-details.ts'

export interface AttentionEntry {
  readonly code: AttentionCode
  /** Null where only the moment is known at which it was first found. */
  readonly since: Instant | null
  readonly postId?: string
  readonly accountId?: string
  /** Replaces the sentence of the code. */
  readonly message?: string
  /** Says more than the sentence of the code: which file, which refusal. */
  readonly detail?: AttentionDetail
  readonly nextStep?: AttentionStep
  /** How long the platform takes no posts from the account. */
  readonly until?: Instant | null
}

/** The same each time the trouble is found. */
export function keyOf({ code, postId, accountId }: AttentionEntry): string {
  return [code, postId ?? accountId].filter(Boolean).join(':')
}

/** Where nothing else is known, `since` is when it was first found. */
export function attentionBody(entry: AttentionEntry, firstFoundAt: Instant): AttentionEntryBody {
  const { code, since, postId = null, accountId = null, detail = null, until = null } = entry
  const [severity, nextStep, sentence] = ATTENTION[code]
  const message = entry.message ?? sentence
  return {
    id: keyOf(entry),
    code,
    severity,
    since: toIso(since ?? firstFoundAt),
    postId,
    accountId,
    message: detail === null ? message : joined(message, detailSentence(detail, ENGLISH_DETAILS)),
    detail,
    nextStep: entry.nextStep ?? nextStep,
    until: toIsoOrNull(until),
  }
}

/** A detail may begin with what the code says: it is not said twice. */
function joined(message: string, detail: string): string {
  return detail.startsWith(message) ? detail : `${message} ${detail}`
}

/** Worst first, then longest. */
export function byUrgency(a: AttentionEntryBody, b: AttentionEntryBody): number {
  const rank = ({ severity }: AttentionEntryBody) => SEVERITIES.indexOf(severity)
  return rank(a) - rank(b) || a.since.localeCompare(b.since) || a.id.localeCompare(b.id)
}
