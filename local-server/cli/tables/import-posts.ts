// `nightpost schedule import`: posts of a table, each checked before anything is sent. Uploads and requests carry keys made of what they
// hold. Each post has a request of its own, so what is imported again, whatever has become of its neighbours, makes nothing twice.
import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { z } from 'zod'
import { nodeClock } from '../../node-clock.ts'
import { StartFailure } from '../../terminal/start-failure.ts'
import { accountOf, ask, mediaFields, Refusal, say, table, upload, type Media } from '../calls.ts'
import type { ContractFlags } from '../contract.ts'
import { readRows, type PostRow } from './post-rows.ts'
import { withSession, type Send } from '../session.ts'
import { instantOf } from '../time-of-day.ts'

export interface ImportFlags extends ContractFlags {
  readonly dryRun?: true
  readonly atomic?: true
  readonly account?: string
  readonly zone?: string
}

/** A row as the API takes it, but for files that are still to be uploaded. */
interface Plan {
  readonly row: number
  readonly post: Readonly<Record<string, unknown>>
  readonly files: readonly string[]
  readonly problems: readonly string[]
}

interface Outcome {
  readonly row: number
  readonly postId: string | null
  readonly scheduledFor: string | null
  readonly problems: readonly string[]
  /** No answer came: it may be scheduled. */
  readonly isUnknown?: true
}

const MOST_AT_ONCE = 200
/** Columns that are no fields of the API. */
const OWN_COLUMNS = ['file', 'account', 'at', 'zone']

export async function importPosts(name: string, flags: ImportFlags): Promise<void> {
  const text = await readFile(name, 'utf8').catch(() => {
    throw new StartFailure(`${name} cannot be read.`, 'Name a .csv or .jsonl file.')
  })
  await withSession(flags.dataDir, async (send) => {
    const fields = await readFields(send)
    const rows = readRows(
      name,
      text,
      (column) => OWN_COLUMNS.includes(column) || fields.get(column) === 'text',
    )
    if (flags.atomic && rows.length > MOST_AT_ONCE)
      throw new StartFailure(
        `${name} has ${rows.length} posts.`,
        `At most ${MOST_AT_ONCE} can be all or none.`,
      )
    const plans: Plan[] = []
    const context = { ...flags, folder: dirname(name), fields, accountNamed: rememberAccounts(send) }
    for (const row of rows) plans.push(await planOf(send, row, context))
    if (flags.dryRun) return report(plans.map(unsent), flags)
    const stopping = stopOnSignal()
    const sending = { atomic: flags.atomic ?? false, stopping }
    const { outcomes, failure } = await sendAll(stoppable(send, stopping), plans, sending)
    report(outcomes, flags)
    if (failure) throw new StartFailure(failure.message, IMPORT_AGAIN)
  })
}

/** The first signal lets the row that is being scheduled end, so that it is known what was made; the second ends this process. */
function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

/** An upload may take an hour and is interrupted; what schedules is waited for. */
function stoppable(send: Send, stopping: AbortSignal): Send {
  return (path, init) => {
    if (path.endsWith(SCHEDULE)) return send(path, init)
    const signals = init?.signal ? [init.signal, stopping] : [stopping]
    return send(path, { ...init, signal: AbortSignal.any(signals) })
  }
}

const SCHEDULE = '/schedule/bulk'

const IMPORT_AGAIN =
  'What is scheduled above stays so. Import the same table again within 24 hours, and no row makes anything twice; but "today" and "tomorrow" mean another day after midnight.'

const Served = z.object({
  components: z.object({
    schemas: z.object({
      SchedulablePost: z.object({
        properties: z.record(
          z.string(),
          z.looseObject({ type: z.union([z.string(), z.array(z.string())]).optional() }),
        ),
      }),
    }),
  }),
})

type Fields = ReadonlyMap<string, 'text' | 'other'>

async function readFields(send: Send): Promise<Fields> {
  const { properties } = Served.parse(await ask(send, '/openapi.json')).components.schemas.SchedulablePost
  return new Map(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      [type].flat().includes('string') ? 'text' : 'other',
    ]),
  )
}

interface PlanContext extends ImportFlags {
  /** To which the paths of files are relative. */
  readonly folder: string
  readonly fields: Fields
  readonly accountNamed: (name: string | undefined) => Promise<string>
}

/** A table names few accounts in many rows. */
function rememberAccounts(send: Send): PlanContext['accountNamed'] {
  const known = new Map<string | undefined, Promise<string>>()
  return (name) => {
    const account = known.get(name) ?? accountOf(send, name)
    known.set(name, account)
    return account
  }
}

const Findings = z.object({ problems: z.array(z.object({ field: z.string(), message: z.string() })) })
const Columns = z.object({
  file: z
    .union([z.string(), z.array(z.string())])
    .transform((paths) => (typeof paths === 'string' ? paths.split('|') : paths))
    .default([]),
  account: z.string().optional(),
  at: z.string().optional(),
  zone: z.string().optional(),
})

async function planOf(send: Send, { number, fields: cells }: PostRow, context: PlanContext): Promise<Plan> {
  const problems: string[] = []
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      problems.push(error.message)
      return null
    }
  }
  const columns = Columns.safeParse(cells)
  if (!columns.success) problems.push(`${OWN_COLUMNS.join(', ')} hold text.`)
  const { file, account, at, zone } = columns.data ?? Columns.parse({})
  const given = Object.fromEntries(Object.entries(cells).filter(([name]) => !OWN_COLUMNS.includes(name)))
  for (const name of Object.keys(given))
    if (!context.fields.has(name)) problems.push(`There is no field ${name}.`)
  const files = file.map((path) => resolve(context.folder, path.trim()))
  for (const path of files) await attempt(() => requireFile(path))
  const post = {
    accountId: given['accountId'] ?? (await attempt(() => context.accountNamed(account ?? context.account))),
    ...(at !== undefined && (await attempt(() => timeOf(at, zone ?? context.zone)))),
    ...given,
  }
  if (!('scheduledFor' in post || 'nextSlot' in post) && problems.length === 0)
    problems.push('It has no time: fill in the column at.')
  const { mediaType } = mediaFields(
    files.map((path) => ({ id: path, mimeType: VIDEO.test(extname(path)) ? 'video/' : '' })),
  )
  const found = Findings.parse(await ask(send, '/posts/validate', { json: { mediaType, ...post } })).problems
  // A file’s content is known once it is uploaded, and an unknown account was reported above.
  const isMeant = (field: string) =>
    !(files.length > 0 && field.startsWith('media')) &&
    !(post.accountId === null && field.startsWith('account'))
  problems.push(...found.filter(({ field }) => isMeant(field)).map(({ message }) => message))
  return { row: number, post, files, problems }
}

const VIDEO = /^\.(mp4|mov|m4v|mkv|avi|webm)$/i
const NEXT_SLOT = 'next slot'

function timeOf(at: string, zone = new Intl.DateTimeFormat().resolvedOptions().timeZone) {
  if (at.trim().toLowerCase() === NEXT_SLOT) return { nextSlot: true }
  return { scheduledFor: instantOf(at, zone, nodeClock.now()), timezone: zone }
}

async function requireFile(path: string): Promise<void> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) throw new StartFailure(`${path} cannot be read.`, 'Name a picture or a video.')
}

const unsent = ({ row, problems }: Plan): Outcome => ({ row, postId: null, scheduledFor: null, problems })

const Bulk = z.object({
  results: z.array(
    z.object({
      post: z.object({ postId: z.string(), scheduledFor: z.string() }).nullable(),
      problems: z.array(z.object({ message: z.string() })),
    }),
  ),
})

interface Sent {
  readonly outcomes: readonly Outcome[]
  /** Why it ended before the last row. */
  readonly failure: StartFailure | null
}

interface Sending {
  readonly atomic: boolean
  readonly stopping: AbortSignal
}

async function sendAll(send: Send, plans: readonly Plan[], { atomic, stopping }: Sending): Promise<Sent> {
  const outcomes = new Map(plans.map((plan) => [plan.row, unsent(plan)]))
  const sent = (failure: StartFailure | null) => ({ outcomes: [...outcomes.values()], failure })
  if (atomic && plans.some(hasProblems)) return sent(null)
  const good: Plan[] = []
  for (const plan of plans) {
    const filled = hasProblems(plan) ? plan : await withMedia(send, plan)
    if (stopping.aborted) return sent(INTERRUPTED)
    outcomes.set(plan.row, unsent(filled))
    if (!hasProblems(filled)) good.push(filled)
  }
  if (atomic && good.length < plans.length) return sent(null)
  for (const { parts, nth } of atomic && good.length > 0 ? [{ parts: good, nth: 1 }] : countEqual(good)) {
    if (stopping.aborted) return sent(INTERRUPTED)
    try {
      for (const made of await scheduleTogether(send, parts, { atomic, nth })) outcomes.set(made.row, made)
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      const doubt = error instanceof Refusal ? {} : { isUnknown: true as const }
      for (const part of parts)
        outcomes.set(part.row, { ...unsent({ ...part, problems: [error.message] }), ...doubt })
      return sent(error)
    }
  }
  return sent(null)
}

const INTERRUPTED = new StartFailure('The import was interrupted.', '')

const hasProblems = ({ problems }: Plan) => problems.length > 0

async function withMedia(send: Send, plan: Plan): Promise<Plan> {
  try {
    return { ...plan, post: { ...(await mediaOf(send, plan.files)), ...plan.post } }
  } catch (error) {
    if (error instanceof StartFailure) return { ...plan, problems: [error.message] }
    throw error
  }
}

/** Each on its own. */
function countEqual(plans: readonly Plan[]) {
  const seen = new Map<string, number>()
  return plans.map((plan) => {
    const post = JSON.stringify(plan.post)
    const nth = (seen.get(post) ?? 0) + 1
    seen.set(post, nth)
    return { parts: [plan], nth }
  })
}

/** `nth` distinguishes equal rows of one table. */
async function scheduleTogether(
  send: Send,
  plans: readonly Plan[],
  { atomic, nth }: { readonly atomic: boolean; readonly nth: number },
): Promise<Outcome[]> {
  const json = { atomic, posts: plans.map(({ post }) => post) }
  const headers = { 'idempotency-key': hash('sha256', JSON.stringify([json, nth])) }
  const { results } = Bulk.parse(await ask(send, SCHEDULE, { json, headers }))
  return results.map(({ post, problems }, index) => ({
    row: plans[index]?.row ?? 0,
    postId: post?.postId ?? null,
    scheduledFor: post?.scheduledFor ?? null,
    problems: problems.map(({ message }) => message),
  }))
}

async function mediaOf(send: Send, files: readonly string[]) {
  const media: Media[] = []
  for (const file of files) {
    const { size, mtimeMs } = await stat(file)
    const key = hash('sha256', JSON.stringify([file, size, mtimeMs]))
    media.push(await upload(send, file, { 'idempotency-key': key }))
  }
  return media.length > 0 ? mediaFields(media) : {}
}

function report(outcomes: readonly Outcome[], { json, dryRun }: ImportFlags): void {
  if (outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = 1
  if (json) return say(JSON.stringify(outcomes))
  const rows = outcomes.map(({ row, postId, scheduledFor, problems, isUnknown }) => {
    const time = scheduledFor === null ? '' : new Date(scheduledFor).toLocaleString()
    const unsentAs = problems.length > 0 || !dryRun ? 'not scheduled' : 'would be scheduled'
    const what = postId ?? (isUnknown ? 'not known' : unsentAs)
    return [String(row), what, time, problems.join(' ')]
  })
  table([['row', 'post', 'time', 'problems'], ...rows])
}
