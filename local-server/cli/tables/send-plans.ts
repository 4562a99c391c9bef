// Sends what was read from a table: the files of each row, then its post. Uploads carry keys made from their content. A request for a
// post needs none: the row is remembered with its post, for exactly as long as that is there.
import { hash } from 'node:crypto'
import { z } from 'zod'
import { StartFailure } from '../../terminal/start-failure.ts'
import type { TableRow } from '../../../core/rules/tables/judge-row.ts'
import { contentOfRow, staysStory } from '../../../core/rules/tables/post-of-row.ts'
import type { RowFate } from '../../../core/rules/tables/row-fates.ts'
import type { RowMark } from '../../../core/rules/tables/row-mark.ts'
import type { AnnouncedPost } from '../contract/planned-post.ts'
import { ask, askIfThere, RefusedRequest, requireReadable, uploadFile, type UploadedMedia } from '../calls.ts'
import { changeKnownPost, type KnownPost } from './known-rows.ts'
import type { Send } from '../session.ts'

/** A row as the API takes it, but for files that are still to be uploaded. */
export interface Plan {
  readonly row: TableRow
  readonly post: Readonly<Record<string, unknown>>
  readonly files: readonly string[]
  readonly problems: readonly string[]
  readonly planned: AnnouncedPost
  /** Null for a row that cannot be told from others. */
  readonly mark: RowMark | null
  readonly fate: RowFate<KnownPost>
}

export interface RowOutcome extends AnnouncedPost {
  readonly row: number
  readonly postId: string | null
  readonly problems: readonly string[]
  /** `known`: it was imported before, and says the same. `changed`: its post was or would be changed. */
  readonly fate: Plan['fate']['kind']
  /** No answer came: it may be scheduled. */
  readonly isUnknown?: true
}

export const unsent = ({ row, problems, planned, fate }: Plan): RowOutcome => ({
  row: row.number,
  postId: fate.kind === 'known' ? fate.postId : null,
  ...planned,
  problems,
  fate: fate.kind,
})

const Bulk = z.object({
  results: z.array(
    z.object({
      post: z
        .object({
          postId: z.string(),
          scheduledFor: z.string(),
          timezone: z.string().nullable().default(null),
          warnings: z.array(z.string()).default([]),
        })
        .nullable(),
      problems: z.array(z.object({ message: z.string() })),
    }),
  ),
})

interface TableResult {
  readonly outcomes: readonly RowOutcome[]
  /** Why it ended before the last row. */
  readonly failure: StartFailure | null
}

interface Sending {
  readonly atomic: boolean
  readonly stopping: AbortSignal
}

/** Sends all that can be sent; `stopping` interrupts uploads, but lets the row being scheduled or changed finish. */
export async function sendAll(
  given: Send,
  plans: readonly Plan[],
  { atomic, stopping }: Sending,
): Promise<TableResult> {
  const send = stoppable(given, stopping)
  const outcomes = new Map(plans.map((plan) => [plan.row.number, unsent(plan)]))
  const sent = (failure: StartFailure | null) => ({ outcomes: [...outcomes.values()], failure })
  if (atomic && plans.some(hasProblems)) return sent(null)
  const good: Plan[] = []
  let bad = 0
  for (const plan of plans) {
    if (plan.fate.kind === 'known') continue
    const filled = hasProblems(plan) ? plan : await withMedia(send, plan)
    if (stopping.aborted) return sent(INTERRUPTED)
    if (filled.fate.kind === 'changed' && !hasProblems(filled)) {
      const { outcome, failure } = await changeOne(send, filled, filled.fate.post)
      outcomes.set(plan.row.number, outcome)
      if (failure) return sent(failure)
      continue
    }
    outcomes.set(plan.row.number, unsent(filled))
    if (hasProblems(filled)) bad += 1
    else good.push(filled)
  }
  if (atomic && bad > 0) return sent(null)
  for (const parts of atomic && good.length > 0 ? [good] : good.map((plan) => [plan])) {
    if (stopping.aborted) return sent(INTERRUPTED)
    try {
      for (const made of await scheduleTogether(send, parts, atomic)) outcomes.set(made.row, made)
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      const doubt = isRefused(error) ? {} : { isUnknown: true as const }
      for (const part of parts)
        outcomes.set(part.row.number, { ...unsent({ ...part, problems: [error.message] }), ...doubt })
      return sent(error)
    }
  }
  return sent(null)
}

const isRefused = (error: StartFailure) => error instanceof RefusedRequest && !error.isInDoubt

const INTERRUPTED = new StartFailure('The import was interrupted.', '')

const hasProblems = ({ problems }: Plan) => problems.length > 0

async function withMedia(send: Send, plan: Plan): Promise<Plan> {
  if (plan.files.length === 0) return plan
  try {
    const media = await uploadAll(send, plan.files)
    const isStory = plan.fate.kind === 'changed' && staysStory(plan.row, plan.fate.post)
    return { ...plan, post: { ...plan.post, ...contentOfRow(plan.row, media, isStory) } }
  } catch (error) {
    if (error instanceof StartFailure) return { ...plan, problems: [error.message] }
    throw error
  }
}

/** A post that has gone out stays as it is, which is no fault of the table. */
async function changeOne(
  send: Send,
  plan: Plan,
  known: KnownPost,
): Promise<{ readonly outcome: RowOutcome; readonly failure?: StartFailure }> {
  const outcome = { ...unsent(plan), postId: known.id }
  try {
    await changeKnownPost(send, known, plan)
    return { outcome }
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    const refused = { ...outcome, problems: [error.message] }
    if (!(error instanceof RefusedRequest))
      return { outcome: { ...refused, isUnknown: true }, failure: error }
    if (error.isInDoubt) return { outcome: { ...refused, isUnknown: true } }
    if (error.code !== 'INVALID_STATUS') return { outcome: refused }
    const warnings = [`The row has changed, but its post can no longer be: ${error.message}`]
    return { outcome: { ...outcome, fate: 'known', warnings } }
  }
}

async function scheduleTogether(send: Send, plans: readonly Plan[], atomic: boolean): Promise<RowOutcome[]> {
  const marks = plans.flatMap(({ mark }) => mark ?? [])
  const rows = marks.length === plans.length ? { rows: marks } : {}
  const json = { atomic, posts: plans.map(({ post }) => post), ...rows }
  const { results } = Bulk.parse(await ask(send, SCHEDULE, { json }))
  return plans.map((plan, index) => {
    const { post, problems = [] } = results[index] ?? {}
    const made = post && { scheduledFor: post.scheduledFor, timezone: post.timezone, warnings: post.warnings }
    return {
      row: plan.row.number,
      postId: post?.postId ?? null,
      ...plan.planned,
      ...made,
      problems: problems.map(({ message }) => message),
      fate: 'new' as const,
    }
  })
}

async function uploadAll(send: Send, files: readonly string[]): Promise<UploadedMedia[]> {
  const media: UploadedMedia[] = []
  for (const file of files) {
    const { size, mtimeMs } = await requireReadable(file)
    const key = hash('sha256', JSON.stringify([file, size, mtimeMs]))
    const known = await uploadFile(send, file, { 'idempotency-key': key })
    // The same answer comes for a day, also for a file that was deleted since.
    const isThere = (await askIfThere(send, `/media/${known.id}`)) !== null
    media.push(isThere ? known : await uploadFile(send, file))
  }
  return media
}

/** An upload may take an hour and is interrupted; a request that schedules or changes is awaited. */
function stoppable(send: Send, stopping: AbortSignal): Send {
  return (path, init) => {
    if (!path.endsWith('/media/upload')) return send(path, init)
    const signals = init?.signal ? [init.signal, stopping] : [stopping]
    return send(path, { ...init, signal: AbortSignal.any(signals) })
  }
}

const SCHEDULE = '/schedule/bulk'
