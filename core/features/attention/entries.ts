// Everything that needs a person, in one shape: what it is, how bad, since when, what it concerns, and the one thing to do.
import type { AttentionCode, AttentionEntryBody, AttentionStep, Severity } from '../../api/attention.ts'
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

interface Row {
  readonly severity: Severity
  readonly message: string
  readonly nextStep: AttentionStep
}

const ROWS: Readonly<Record<AttentionCode, Row>> = {
  QUEUE_HELD: {
    severity: 'error',
    message: 'Posts are waiting for your confirmation because this data folder was copied or restored.',
    nextStep: 'confirm_queue',
  },
  DISK_FULL: {
    severity: 'error',
    message: 'The disk is full, so nothing can be stored.',
    nextStep: 'free_disk',
  },
  DISK_UNWRITABLE: {
    severity: 'error',
    message: 'The data folder cannot be written.',
    nextStep: 'repair_disk',
  },
  DISK_FAILING: {
    severity: 'error',
    message: 'The disk of the data folder reports errors. Back up the folder to another disk.',
    nextStep: 'repair_disk',
  },
  DISK_NEARLY_FULL: {
    severity: 'warning',
    message: 'The disk of the data folder is nearly full.',
    nextStep: 'free_disk',
  },
  POST_UNCONFIRMED: {
    severity: 'error',
    message: 'It is not known whether this post is live.',
    nextStep: 'check_platform',
  },
  POST_FAILED: { severity: 'error', message: 'This post was not published.', nextStep: 'retry' },
  POST_OVERDUE: {
    severity: 'error',
    message: 'This post is overdue and has not gone out.',
    nextStep: 'open_post',
  },
  POST_WILL_FAIL: {
    severity: 'error',
    message: 'As things stand, this post will fail.',
    nextStep: 'open_post',
  },
  POST_WILL_BE_LATE: {
    severity: 'warning',
    message: 'As things stand, this post will go out later than planned.',
    nextStep: 'reschedule',
  },
  POST_WILL_BE_INCOMPLETE: {
    severity: 'warning',
    message: 'As things stand, this post will go out without everything that belongs to it.',
    nextStep: 'reconnect',
  },
  PLAN_LOST: {
    severity: 'error',
    message: 'A part of the plan could not be read and was removed.',
    nextStep: 'plan_again',
  },
  ACCOUNT_LIMITED: {
    severity: 'warning',
    message: 'Instagram is limiting this account, so its posts are waiting.',
    nextStep: 'wait',
  },
  ACCESS_ENDED: {
    severity: 'error',
    message: 'Access to this account has ended.',
    nextStep: 'reconnect',
  },
  ACCESS_REFUSED: {
    severity: 'error',
    message: 'This account cannot publish at the moment.',
    nextStep: 'reconnect',
  },
  ACCESS_ENDING: {
    severity: 'warning',
    message: 'Access to this account ends soon.',
    nextStep: 'reconnect',
  },
  REPOSTS_STOPPED: {
    severity: 'error',
    message: 'Story repost of this account switched itself off, so mentions are no longer looked for.',
    nextStep: 'check_reposts',
  },
  MENTIONS_UNPROVEN: {
    severity: 'notice',
    message:
      'Nobody’s message to this account has been seen yet, so it is not certain that story mentions are found: an app in development sees no strangers. Make the app live in Meta’s dashboard.',
    nextStep: 'make_app_live',
  },
  WORKER_SILENT: {
    severity: 'error',
    message: 'The cloud Worker has not answered for a while, and posts are waiting there.',
    nextStep: 'check_cloud',
  },
  WORKER_NEVER_VERIFIED: {
    severity: 'error',
    message:
      'The cloud Worker has not yet answered with this computer’s keys, and posts are meant to wait there. Check its address and keys.',
    nextStep: 'check_cloud',
  },
  WORKER_KEYS_WRONG: {
    severity: 'error',
    message:
      'The cloud Worker has different keys from this computer, and posts are waiting there. Connect it with its keys, or deploy it again.',
    nextStep: 'check_cloud',
  },
  COMPUTER_MUST_BE_ON: {
    severity: 'notice',
    message:
      'This computer has posts to publish in the next two days: it must be on and awake at their times.',
    nextStep: 'keep_awake',
  },
  APPROVAL_WAITING: {
    severity: 'warning',
    message: 'An agent wants to send this post and waits for your approval.',
    nextStep: 'approve',
  },
  SERIES_WAITS: {
    severity: 'warning',
    message: 'The next post of a series is a draft: it does not go out before you schedule it.',
    nextStep: 'open_post',
  },
  COMPUTER_SLEEPS: {
    severity: 'warning',
    message:
      'This computer has posts to publish in the next two days, but goes to sleep automatically. Keep it awake, or schedule them through the cloud.',
    nextStep: 'keep_awake',
  },
  BACKUP_OVERDUE: {
    severity: 'warning',
    message: 'Backups fail, so there is no recent one that could be restored. The log says why.',
    nextStep: 'see_log',
  },
}

const ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1, notice: 2 }

/** The same each time the trouble is found. */
export function keyOf({ code, postId, accountId }: AttentionEntry): string {
  return [code, postId ?? accountId].filter(Boolean).join(':')
}

/** Where nothing else is known, `since` is when it was first found. */
export function attentionBody(entry: AttentionEntry, firstFoundAt: Instant): AttentionEntryBody {
  const { code, since, postId = null, accountId = null, detail = null, until = null } = entry
  const { severity, nextStep } = ROWS[code]
  const message = entry.message ?? ROWS[code].message
  return {
    id: keyOf(entry),
    code,
    severity,
    since: toIso(since ?? firstFoundAt),
    postId,
    accountId,
    message: detail === null ? message : joined(message, detailSentence(detail)),
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
  return ORDER[a.severity] - ORDER[b.severity] || a.since.localeCompare(b.since) || a.id.localeCompare(b.id)
}
