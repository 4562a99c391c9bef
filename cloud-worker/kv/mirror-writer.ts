// Keeps KV equal to the rows. An entry to be written is recorded in the transaction that changes the row, and removed
// once it is written; so it is written even if KV failed, a quota was spent, or the object ended in between. The text
// is made from the row at the time of writing. The first changes of an account are written at once; when there are many,
// they are gathered, and its open jobs are one document from then on.
import {
  accountEntry,
  CRON_KEY,
  documentEntry,
  jobEntries,
  jobKey,
  type MirrorEntry,
  type OpenJob,
} from '../../core/engine/worker/mirror-entries.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'
import type { KvMirror } from '../../core/ports/cloud/kv-mirror.ts'
import type { Pause } from '../../core/ports/pause.ts'
import { SECOND, toIso, type Duration, type Instant } from '../../core/time.ts'
import { readAccount } from '../accounts/account-rows.ts'
import { envelopeOf, jobRow, jobViewOf, type JobRow } from '../jobs/job-rows.ts'
import { gatherFor, noteKvWrites } from './kv-budget.ts'
import {
  dueMirrorWrites,
  postponeMirrorWrite,
  refusedUntil,
  removeMirrorWrite,
  type MirrorWrite,
} from './mirror-outbox.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { jsonIn, select, type Sql } from '../storage/sql.ts'
import { readMeta, writeMeta } from '../storage/tables.ts'

export interface MirrorWriterDeps {
  readonly sql: Sql
  readonly kv: KvMirror
  readonly clock: Clock
  readonly log: Log
  pause(time: Duration): Pause
}

export interface MirrorWriter {
  /**
   * Writes the recorded entries. Never rejects, and ends within seconds: a failed write is repeated by a later call.
   */
  write(): Promise<void>
  /** False when it could not be written. */
  writeCronRun(at: Instant): Promise<boolean>
}

/** Texts of one call: writing costs CPU time, too. */
const AT_ONCE = 20
/** A document holds as many changes as there are, so many are read. */
const READ_AT_ONCE = 500
/** Changes of one account within a minute that have a text each; more are gathered. */
const FEW = 2
/** A store that hangs must not delay a post. */
const PATIENCE: Duration = 5 * SECOND

export function createMirrorWriter(deps: MirrorWriterDeps): MirrorWriter {
  const { sql, clock, log } = deps
  const recent: RecentWrites = new Map()
  return {
    // One after the other: of two concurrent writes of one key, the older text could remain.
    write: oneAtATime(async () => {
      try {
        await writePending(deps, recent)
      } catch (error) {
        log.error('pending KV writes could not be read', { error })
      }
    }),
    async writeCronRun(at) {
      const isWritten = await put(deps, { key: CRON_KEY, text: toIso(at) })
      if (isWritten) noteKvWrites(sql, 1, clock.now())
      return isWritten
    },
  }
}

/** By account, how many texts of its open jobs were written, and since when. */
type RecentWrites = Map<string, { readonly since: Instant; readonly texts: number }>

/** Texts that are written together, and what is done with them. */
interface Batch {
  readonly entries: readonly MirrorEntry[]
  readonly writes: readonly MirrorWrite[]
  onWritten?(): void
}

async function writePending(deps: MirrorWriterDeps, recent: RecentWrites): Promise<void> {
  const { sql, clock } = deps
  if (refusedUntil(sql, clock.now()) !== null) return
  let texts = 0
  try {
    for (const batch of nextBatches(deps, recent).slice(0, AT_ONCE)) {
      for (const entry of batch.entries) {
        const isWritten = await put(deps, entry)
        if (isWritten && entry.text !== null) texts += 1
        if (isWritten) continue
        // What keeps this one from being written will most likely keep the others.
        for (const write of batch.writes) postponeMirrorWrite(sql, write, clock.now())
        return
      }
      for (const write of batch.writes) removeMirrorWrite(sql, write)
      batch.onWritten?.()
    }
  } finally {
    noteKvWrites(sql, texts, clock.now())
  }
}

function nextBatches(deps: MirrorWriterDeps, recent: RecentWrites): Batch[] {
  const { sql, clock } = deps
  const now = clock.now()
  for (const [accountId, { since }] of recent)
    if (now - since >= gatherFor(sql, now)) recent.delete(accountId)
  const quiet = [...recent].flatMap(([accountId, { texts }]) => (texts >= FEW ? accountId : []))
  const due = dueMirrorWrites(sql, { now, quiet, limit: READ_AT_ONCE })
  return [...Map.groupBy(due, ({ accountId }) => accountId)].flatMap(([accountId, writes]) =>
    batchesOf(deps, recent, { accountId, writes }),
  )
}

interface AccountWrites {
  readonly accountId: string
  readonly writes: readonly MirrorWrite[]
}

/** Each ended job has a text of its own; the open jobs of an account may share one. */
function batchesOf(
  { sql, clock }: MirrorWriterDeps,
  recent: RecentWrites,
  { accountId, writes }: AccountWrites,
): Batch[] {
  const now = clock.now()
  const rows = new Map(writes.map((write) => [write, write.kind === 'job' ? jobRow(sql, write.of) : null]))
  const isOpenJob = (write: MirrorWrite) => {
    const state = rows.get(write)?.state
    return state !== undefined && state !== 'published' && state !== 'failed'
  }
  const [open, others] = [writes.filter(isOpenJob), writes.filter((write) => !isOpenJob(write))]
  const single = (write: MirrorWrite): Batch => ({
    entries: entriesOf(sql, { write, row: rows.get(write) ?? null }, now),
    writes: [write],
    onWritten: () => isOpenJob(write) && noteTexts(recent, accountId, { now, texts: 1 }),
  })
  const documentAt = readMeta<Instant>(sql, documentName(accountId))
  const few = FEW - (recent.get(accountId)?.texts ?? 0)
  if (accountId === '' || (documentAt === null && open.length <= few)) return [...others, ...open].map(single)
  const isEarly = documentAt !== null && now - documentAt < gatherFor(sql, now) && now >= documentAt
  if (isEarly) recent.set(accountId, { since: documentAt, texts: FEW })
  if (open.length === 0 || isEarly) return others.map(single)
  const replaced = open.flatMap((write) => {
    const row = rows.get(write)
    return row && !hasNoTextYet(row) ? { key: jobKey(write.of), text: null } : []
  })
  const document = {
    entries: [documentEntry(accountId, openJobsOf(sql, accountId), now), ...replaced],
    writes: open,
    onWritten: () => {
      writeMeta(sql, documentName(accountId), now)
      noteTexts(recent, accountId, { now, texts: FEW })
    },
  }
  return [...others.map(single), document]
}

/** The row that says when the account had its last document. */
export const documentName = (accountId: string) => `document/${accountId}`

function noteTexts(
  recent: RecentWrites,
  accountId: string,
  { now, texts }: { now: Instant; texts: number },
): void {
  const before = recent.get(accountId)
  recent.set(accountId, { since: before?.since ?? now, texts: (before?.texts ?? 0) + texts })
}

/** Nothing of it was written before this first version of it. */
function hasNoTextYet({ revision, state }: JobRow): boolean {
  return revision === 1 && state === 'waiting'
}

function openJobsOf(sql: Sql, accountId: string): OpenJob[] {
  const [mediaType, caption] = ['mediaType', 'caption'].map(
    (name) => `json_extract(${jsonIn('envelope')}, '$.payload.${name}') AS ${name}`,
  )
  const query = `SELECT id AS jobId, post_id AS postId, account_id AS accountId, revision, publish_at AS publishAt,
    state, ${mediaType}, ${caption} FROM post_jobs
    WHERE due_at IS NOT NULL AND account_id = ? AND state IN ('waiting', 'publishing') ORDER BY publish_at`
  return select<OpenJob>(sql, query, accountId)
}

function entriesOf(
  sql: Sql,
  { write: { kind, of }, row }: { readonly write: MirrorWrite; readonly row: JobRow | null },
  now: Instant,
): MirrorEntry[] {
  if (kind === 'account') return [accountEntry(of, readAccount(sql, of))]
  return row ? jobEntries(jobViewOf(row), envelopeOf(row), now) : []
}

async function put(
  { kv, log, pause }: MirrorWriterDeps,
  { key, text, keepFor }: MirrorEntry,
): Promise<boolean> {
  const options = keepFor === undefined ? {} : { keepFor }
  const writing = (text === null ? kv.remove(key) : kv.put(key, text, options)).then(
    () => true,
    (error: unknown) => {
      log.warn('KV could not be written', { key, error })
      return false
    },
  )
  const patience = pause(PATIENCE)
  const isWritten = await Promise.race([writing, patience.over.then(() => false)])
  patience.end()
  return isWritten
}
