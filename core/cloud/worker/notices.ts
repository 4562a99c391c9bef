// What people find on the notice-board. Written after the row that decides, and never read by us: a notice that fails is
// logged and missed by nobody but a reader. Every key is described in cloud-worker/KEYS.md.
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { NoticeBoard } from '../../ports/notice-board.ts'
import type { Pause } from '../../ports/pause.ts'
import { DAY, MINUTE, SECOND, toIso, type Duration, type Instant } from '../../time.ts'
import type { AccountEnvelope, JobEnvelope, JobView } from '../protocol.ts'

const KEEP_JOB: Duration = 7 * DAY
const KEEP_RESULT: Duration = 30 * DAY
const SHORTEST: Duration = MINUTE
/** A board that hangs must not keep a post waiting. */
const PATIENCE: Duration = 5 * SECOND

interface NoticePorts {
  readonly board: NoticeBoard
  readonly clock: Clock
  readonly log: Log
  pause(time: Duration): Pause
}

/** Nothing here rejects, and everything ends within a few seconds. */
export interface Notices {
  job(envelope: JobEnvelope): Promise<void>
  cancelled(jobId: string): Promise<void>
  result(job: JobView): Promise<void>
  /** Without anything secret. */
  account(account: AccountEnvelope): Promise<void>
  accountGone(accountId: string): Promise<void>
  cronRun(at: Instant): Promise<void>
}

export function createNotices({ board, clock, log, pause }: NoticePorts): Notices {
  const write = async (key: string, value: object | string, keepFor?: Duration) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const options = keepFor === undefined ? {} : { keepFor: Math.max(keepFor, SHORTEST) }
    const writing = board.put(key, text, options).catch((error: unknown) => {
      log.warn('a notice could not be written', { key, error })
    })
    const patience = pause(PATIENCE)
    await Promise.race([writing, patience.over])
    patience.end()
  }
  return {
    job(envelope) {
      const publishAt = toIso(envelope.publishAt)
      const keepFor = envelope.publishAt - clock.now() + KEEP_JOB
      return write(`job:${envelope.jobId}`, { ...envelope, publishAt, state: 'waiting' }, keepFor)
    },
    cancelled: (jobId) => write(`job:${jobId}`, { jobId, state: 'cancelled', at: toIso(clock.now()) }, DAY),
    result({ jobId, postId, state, publication }) {
      const at = toIso(publication?.publishedAt ?? clock.now())
      const { mediaId = null, permalink = null, failure = null } = publication ?? {}
      const error = failure && { code: failure.code, message: failure.message }
      return write(`result:${jobId}`, { jobId, postId, state, at, mediaId, permalink, error }, KEEP_RESULT)
    },
    account({ accountId, igUserId, username, loginMethod, tokenExpiresAt }) {
      const expiresAt = tokenExpiresAt === null ? null : toIso(tokenExpiresAt)
      return write(`account:${accountId}`, {
        accountId,
        igUserId,
        username,
        loginMethod,
        tokenExpiresAt: expiresAt,
      })
    },
    accountGone: (accountId) => write(`account:${accountId}`, { accountId, state: 'removed' }, SHORTEST),
    cronRun: (at) => write('meta:lastCronRun', toIso(at)),
  }
}
