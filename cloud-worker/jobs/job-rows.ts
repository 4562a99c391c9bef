// A job's row, and what it says.
import { JOB_STATES, type JobEnvelope, type JobView } from '../../core/engine/worker/protocol.ts'
import {
  hasEnded,
  isNews,
  mediaUntil,
  stateOf,
  type JobState,
  type StoredJob,
} from '../../core/engine/worker/job-rules.ts'
import type { AttemptStep } from '../../core/ports/posts/job-record.ts'
import { PublicationPayload, type Publication } from '../../core/rules/publication/publication-schema.ts'
import {
  publicationOfRow,
  readWorkerPublication,
  reportedPublication,
  storePublication,
} from '../../core/engine/publishing/stored.ts'
import { reflectionOf } from '../../core/engine/publishing/reflect.ts'
import { preparationTimeOf } from '../../core/engine/publishing/staging.ts'
import { MINUTE, type Duration, type Instant } from '../../core/time.ts'
import type { News } from '../index/directory.ts'
import { enqueueMirrorWrite } from '../kv/mirror-outbox.ts'
import { nextSeq } from '../storage/tables.ts'
import { parseStoredJson, select, update, type Sql, type SqlValue } from '../storage/sql.ts'

// A type, not an interface: only then is it a record of columns too.
export type JobRow = {
  readonly id: string
  readonly post_id: string
  readonly account_id: string
  readonly revision: number
  readonly publish_at: Instant
  readonly state: JobState
  readonly ended: number
  readonly envelope_version: number
  readonly envelope: string | null
  readonly run_at: Instant
  readonly wake_at: Instant
  readonly due_at: Instant | null
  readonly held: number
  readonly publication: string | null
  readonly attempts: string
  readonly media_until: Instant | null
  readonly seq: number
  readonly created_at: Instant
  readonly updated_at: Instant
}

/** Far more than a post needs when all goes well, and far less than a row can hold. */
const MOST_ATTEMPTS = 200

export function jobRow(sql: Sql, id: string): JobRow | null {
  return select<JobRow>(sql, 'SELECT * FROM post_jobs WHERE id = ?', id)[0] ?? null
}

/** Null also when it cannot be understood: see `unreadablePublication`. */
export function publicationOf({ publication }: Pick<JobRow, 'publication'>): Publication | null {
  return publication === null ? null : readWorkerPublication(parseStoredJson(publication))
}

/** Null also for one that an edit has ended: only the next claim needs it. */
function currentPublicationOf(row: JobRow): Publication | null {
  const publication = publicationOf(row)
  return publication && row.state === 'waiting' && hasEnded(publication) ? null : publication
}

/**
 * What takes the place of a publication that cannot be understood, or of one in a state of the job that only a newer Worker
 * knows; null when there is none. Nothing of it is sent.
 */
export function unreadablePublication(row: JobRow, now: Instant): Publication | null {
  const isKnown = JOB_STATES.includes(row.state)
  if (isKnown && (row.publication === null || publicationOf(row))) return null
  const known = { id: row.id, postId: row.post_id, jobId: row.id, accountId: row.account_id }
  const step = row.state === 'waiting' ? 'claimed' : row.state === 'published' ? 'done' : 'uncertain'
  const stored = { ...known, version: row.seq, step, unsettled: false, createdAt: row.created_at } as const
  return publicationOfRow(stored, null, envelopePayloadOf(row), now)
}

/** Null when any of it cannot be understood. */
export function envelopePayloadOf(row: JobRow): PublicationPayload | null {
  return PublicationPayload.safeParse(envelopeOf(row)?.payload).data ?? null
}

/** The envelope as its schema let it in. */
export function envelopeOf({ envelope }: Pick<JobRow, 'envelope'>): JobEnvelope | null {
  return parseStoredJson<JobEnvelope>(envelope)
}

export function storedJob(row: JobRow): StoredJob {
  const { post_id: postId, account_id: accountId, revision, state, envelope, envelope_version } = row
  const publication = currentPublicationOf(row)
  return { postId, accountId, revision, state, envelope, envelopeVersion: envelope_version, publication }
}

export function jobViewOf(row: JobRow): JobView {
  const publication = currentPublicationOf(row)
  return {
    jobId: row.id,
    postId: row.post_id,
    accountId: row.account_id,
    revision: row.revision,
    publishAt: row.publish_at,
    state: row.state,
    isEnded: row.ended === 1,
    publication: publication && reportedPublication(publication),
    attempts: attemptsOf(row),
    envelope: envelopeOf(row),
  }
}

export function jobNews(row: JobRow): News {
  return { kind: 'job', seq: row.seq, body: jobViewOf(row) }
}

/** When the job is taken up: ahead of its time to be prepared, and at its time. */
export function timesOf({ payload, publishAt }: JobEnvelope, now: Instant) {
  const wakeAt = Math.min(preparationTimeOf(payload, publishAt, now), publishAt)
  return { run_at: publishAt, wake_at: wakeAt, due_at: wakeAt }
}

/** Moves the row to what the publication says. In a transaction; `row` is what it holds now. */
export function writePublication(
  sql: Sql,
  row: JobRow,
  publication: Publication,
  steps: readonly AttemptStep[] = [],
): void {
  const news = isNews(currentPublicationOf(row), publication)
  const change: Record<string, SqlValue> = {
    publication: storePublication(publication),
    updated_at: publication.updatedAt,
    ...moved(row, publication),
  }
  if (steps.length > 0) change['attempts'] = withSteps(row, steps)
  if (stateOf(publication) !== row.state) change['state'] = stateOf(publication)
  if (news) change['seq'] = nextSeq(sql)
  noteForMirror(sql, row, publication)
  update(sql, 'post_jobs', row.id, change)
}

/**
 * The mirror gets an ended job at once; one that may still change, because its permalink is being read, once and a
 * little later.
 */
const SAID_AFTER: Duration = MINUTE

function noteForMirror(
  sql: Sql,
  { id: of, account_id: accountId, state: before }: JobRow,
  publication: Publication,
): void {
  const { updatedAt } = publication
  const state = stateOf(publication)
  if (hasEnded(publication)) enqueueMirrorWrite(sql, { kind: 'job', of, accountId }, updatedAt)
  else if (state !== before && (state === 'published' || state === 'failed'))
    enqueueMirrorWrite(sql, { kind: 'job', of, accountId }, updatedAt + SAID_AFTER)
}

/** The columns that say who holds the job, and when it is due again. */
function moved(row: JobRow, publication: Publication): Record<string, SqlValue> {
  if (hasEnded(publication)) return { held: 0, ended: 1, due_at: null, media_until: mediaUntil(publication) }
  if (publication.nextAt === null) return { held: 1 }
  const { followUpAt } = reflectionOf(publication)
  const wakeAt = followUpAt ?? publication.nextAt
  const runAt = followUpAt ?? Math.max(row.run_at, wakeAt)
  return { held: 0, ...takenUpAt(row, { wakeAt, runAt }) }
}

/** Gives jobs that were put off until the end of a backoff their own times again, once it is over. */
export function resumePutOff(sql: Sql, accountId: string, until: Instant, now: Instant): void {
  const query =
    'SELECT * FROM post_jobs WHERE account_id = ? AND wake_at = ? AND held = 0 AND due_at IS NOT NULL'
  for (const row of select<JobRow>(sql, query, accountId, until)) {
    const runAt = row.run_at === until ? row.publish_at : row.run_at
    update(sql, 'post_jobs', row.id, takenUpAt(row, { wakeAt: now, runAt }))
  }
}

export function takenUpAt(
  row: JobRow,
  { wakeAt, runAt }: { wakeAt: Instant; runAt: Instant },
): Record<string, SqlValue> {
  const dueAt = Math.min(wakeAt, runAt)
  return { wake_at: wakeAt, run_at: runAt, ...(dueAt === row.due_at ? {} : { due_at: dueAt }) }
}

function withSteps(row: JobRow, steps: readonly AttemptStep[]): string {
  return JSON.stringify([...attemptsOf(row), ...steps].slice(-MOST_ATTEMPTS))
}

function attemptsOf({ attempts }: JobRow): AttemptStep[] {
  return parseStoredJson<AttemptStep[]>(attempts) ?? []
}
