// The KV entry of a job or an account: a readable copy of the object's rows, which also answers when the object does
// not. Built from the row at the time of writing, so that writing it again is always right. Every key is described in
// cloud-worker/KEYS.md.
import * as z from 'zod'
import { DAY, MINUTE, parseIso, toIso, type Duration, type Instant } from '../../time.ts'
import { JOB_STATES, type AccountEnvelope, type JobEnvelope, type JobView } from './protocol.ts'

const KEEP_JOB: Duration = 7 * DAY
const KEEP_CANCELLED: Duration = DAY
const KEEP_RESULT: Duration = 30 * DAY
/** KV accepts no shorter lifetime. */
const SHORTEST: Duration = MINUTE

export const CRON_KEY = 'meta:lastCronRun'
export const jobKey = (id: string) => `job:${id}`
export const resultKey = (id: string) => `result:${id}`
const accountKey = (id: string) => `account:${id}`
/** The open jobs of an account of which many changed at once. */
export const documentKey = (accountId: string) => `jobs:${accountId}`

export interface MirrorEntry {
  readonly key: string
  /** Null: the key is removed. */
  readonly text: string | null
  readonly keepFor?: Duration
}

/** In the order in which they are written: the job is in at least one of the two at all times. */
export function jobEntries(view: JobView, envelope: JobEnvelope | null, now: Instant): MirrorEntry[] {
  const { jobId, state } = view
  const key = jobKey(jobId)
  if (state === 'published' || state === 'failed')
    return [
      { key: resultKey(jobId), text: JSON.stringify(resultOf(view, now)), keepFor: KEEP_RESULT },
      { key, text: null },
    ]
  if (state === 'cancelled' || envelope === null) {
    const text = JSON.stringify({ jobId, state: 'cancelled', at: toIso(now) })
    return [{ key, text, keepFor: KEEP_CANCELLED }]
  }
  const text = JSON.stringify({ ...withoutAddresses(envelope), publishAt: toIso(envelope.publishAt), state })
  return [{ key, text, keepFor: Math.max(envelope.publishAt - now + KEEP_JOB, SHORTEST) }]
}

/** What the document of an account says of an open job. */
export type OpenJob = Pick<JobView, 'jobId' | 'postId' | 'accountId' | 'revision' | 'publishAt' | 'state'> & {
  readonly mediaType: string | null
  readonly caption: string | null
}

/** All open jobs of an account in one text. */
export function documentEntry(accountId: string, jobs: readonly OpenJob[], now: Instant): MirrorEntry {
  const texts = jobs.map((job) => ({ ...job, publishAt: toIso(job.publishAt) }))
  const last = Math.max(now, ...jobs.map(({ publishAt }) => publishAt))
  const text = JSON.stringify({ accountId, at: toIso(now), jobs: texts })
  return { key: documentKey(accountId), text, keepFor: last - now + KEEP_JOB }
}

/** Contains nothing secret; a key to be removed expires within a minute. */
export function accountEntry(accountId: string, account: AccountEnvelope | null): MirrorEntry {
  const key = accountKey(accountId)
  if (account === null)
    return { key, text: JSON.stringify({ accountId, state: 'removed' }), keepFor: SHORTEST }
  const { igUserId, username, loginMethod, tokenExpiresAt } = account
  const expiresAt = tokenExpiresAt === null ? null : toIso(tokenExpiresAt)
  return {
    key,
    text: JSON.stringify({ accountId, igUserId, username, loginMethod, tokenExpiresAt: expiresAt }),
  }
}

/** The address of a story is signed: it never leaves the Worker. */
function withoutAddresses(envelope: JobEnvelope): JobEnvelope {
  const items = envelope.payload.items.filter(({ url }) => url === undefined)
  return { ...envelope, payload: { ...envelope.payload, items } }
}

function resultOf(
  { jobId, postId, accountId, revision, publishAt, state, publication }: JobView,
  now: Instant,
) {
  const { mediaId = null, permalink = null, failure = null } = publication ?? {}
  const error = failure && { code: failure.code, message: failure.message }
  const at = toIso(publication?.publishedAt ?? now)
  const job = { jobId, postId, accountId, revision, publishAt: toIso(publishAt) }
  return { ...job, state, at, mediaId, permalink, error }
}

const Time = z.string().transform((text, context) => parseIso(text) ?? context.addIssue('no time'))
const Mirrored = z.object({
  jobId: z.string(),
  postId: z.string(),
  accountId: z.string(),
  revision: z.int(),
  publishAt: Time.pipe(z.number()),
  state: z.enum(JOB_STATES),
  at: Time.pipe(z.number()).nullable().default(null),
  mediaId: z.string().nullable().default(null),
  permalink: z.string().nullable().default(null),
})

const Document = z.object({ jobs: z.array(z.unknown()) })

/** A job as KV has it. Never reported as ended: only the object can say that nothing more happens. */
export function viewOfMirror(text: string | null): JobView | null {
  return viewOf(parseJson(text))
}

/** The jobs in the document of an account. One whose time is long past has a result of its own, or had one. */
export function viewsOfDocument(text: string | null, now: Instant): JobView[] {
  const read = Document.safeParse(parseJson(text))
  const views = read.success ? read.data.jobs.flatMap((job) => viewOf(job) ?? []) : []
  return views.filter(({ publishAt }) => publishAt > now - KEEP_JOB)
}

function viewOf(value: unknown): JobView | null {
  const read = Mirrored.safeParse(value)
  if (!read.success) return null
  const { at, mediaId, permalink, ...job } = read.data
  return { ...job, isEnded: false, publication: null, attempts: [], secondCopy: { at, mediaId, permalink } }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
