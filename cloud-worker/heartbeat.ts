// When the cron last ran, and the state of the Worker.
import { ENVELOPE_VERSION, type WorkerStatus } from '../core/engine/worker/protocol.ts'
import type { Random } from '../core/ports/random.ts'
import type { Instant } from '../core/time.ts'
import { MINUTE } from '../core/time.ts'
import type { JobRow } from './jobs/job-rows.ts'
import { readKvWrites } from './kv/kv-budget.ts'
import { jsonIn, select, type Sql } from './storage/sql.ts'
import { highestSeq, readMeta, writeMeta } from './storage/tables.ts'

interface CronCall {
  readonly at: Instant
  readonly cron: string
}

interface Heartbeat extends CronCall {
  /** How often a run is written to the KV mirror. */
  readonly mirroredAt: Instant
}

/** 96 a day, of the thousand writes that the free plan allows. */
const MIRROR_EVERY = 15 * MINUTE
const RECENT = 20

/** One row. True when the run should be written to KV. */
export function recordCronRun(sql: Sql, { at, cron }: CronCall): boolean {
  const mirroredAt = readMeta<Heartbeat>(sql, 'heartbeat')?.mirroredAt ?? 0
  writeMeta(sql, 'heartbeat', { at, cron, mirroredAt })
  return at - mirroredAt >= MIRROR_EVERY || at < mirroredAt
}

/** Records that the run at this time was written to the KV mirror. */
export function recordMirrored(sql: Sql, mirroredAt: Instant): void {
  const heartbeat = readMeta<Heartbeat>(sql, 'heartbeat')
  if (heartbeat) writeMeta(sql, 'heartbeat', { ...heartbeat, mirroredAt })
}

type OfRows = Pick<
  WorkerStatus,
  'storeId' | 'lastCronRun' | 'cron' | 'counts' | 'recentJobs' | 'kvWritesToday'
>

/** Counting reads every row of thirty days, so it is done only after a change. */
export function createStatusReader(sql: Sql, random: Random): (now: Instant) => OfRows {
  let counted: { readonly seq: number; readonly counts: WorkerStatus['counts'] } | null = null
  return (now) => {
    const seq = highestSeq(sql)
    if (counted?.seq !== seq) counted = { seq, counts: countJobs(sql) }
    const heartbeat = readMeta<Heartbeat>(sql, 'heartbeat')
    const { counts } = counted
    return {
      storeId: storeIdOf(sql, random),
      lastCronRun: heartbeat?.at ?? null,
      cron: heartbeat?.cron ?? null,
      counts,
      recentJobs: recentJobs(sql),
      kvWritesToday: readKvWrites(sql, now).writes,
    }
  }
}

/** Made when it is first asked for, and never again. */
function storeIdOf(sql: Sql, random: Random): string {
  const known = readMeta<string>(sql, 'storeId')
  if (known !== null) return known
  const made = random.uuid()
  writeMeta(sql, 'storeId', made)
  return made
}

function countJobs(sql: Sql): WorkerStatus['counts'] {
  const query = `SELECT state, envelope_version > ${ENVELOPE_VERSION} AS newer, count(*) AS n
    FROM post_jobs WHERE envelope IS NOT NULL GROUP BY 1, 2`
  const rows = select<Pick<JobRow, 'state'> & { newer: number; n: number }>(sql, query)
  const sum = (counts: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(counts).reduce((total, { n }) => total + n, 0)
  const known = (...states: string[]) => sum(({ state, newer }) => newer === 0 && states.includes(state))
  return {
    scheduled: known('waiting', 'publishing'),
    completed: known('published'),
    failed: known('failed'),
    unknownVersion: sum(({ newer }) => newer === 1),
    ...repostCounts(sql),
  }
}

/** Accounts that are checked from here, and mentions that wait here to be reposted. */
function repostCounts(sql: Sql): Pick<WorkerStatus['counts'], 'repostConfigs' | 'pendingReposts'> {
  const configs = `SELECT count(*) AS n FROM repost_configs WHERE returned = 0 AND json_extract(${jsonIn('config')}, '$.isEnabled')`
  const pending = `SELECT count(*) AS n FROM reposts WHERE status = 'PENDING' AND runner = 'cloud'`
  const [repostConfigs, pendingReposts] = [configs, pending].map(
    (query) => select<{ n: number }>(sql, query)[0]?.n ?? 0,
  )
  return { repostConfigs: repostConfigs ?? 0, pendingReposts: pendingReposts ?? 0 }
}

function recentJobs(sql: Sql): WorkerStatus['recentJobs'] {
  const query = `SELECT id, post_id, state, publish_at FROM post_jobs WHERE envelope IS NOT NULL ORDER BY seq DESC LIMIT 0 + ?`
  const rows = select<Pick<JobRow, 'id' | 'post_id' | 'state' | 'publish_at'>>(sql, query, RECENT)
  return rows.map((row) => ({
    jobId: row.id,
    postId: row.post_id,
    state: row.state,
    publishAt: row.publish_at,
  }))
}
