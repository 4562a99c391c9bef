// `nightpost schedule import`: posts of a table, each checked before anything is sent. Each row is remembered with its post, so
// importing again makes nothing twice.
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { tableSentence } from '../../../core/rules/tables/table-problems.ts'
import { readTable, type Table } from '../../../core/rules/tables/read-table.ts'
import {
  accountOfRow,
  contentOfRow,
  staysStory,
  storedFilesOf,
} from '../../../core/rules/tables/post-of-row.ts'
import { findFates, type RowFate } from '../../../core/rules/tables/row-fates.ts'
import {
  countEqual,
  identifyRow,
  markOfRow,
  type RowIdentity,
  type RowMark,
} from '../../../core/rules/tables/row-mark.ts'
import type { TableRow } from '../../../core/rules/tables/judge-row.ts'
import type { DateOrder } from '../../../core/rules/times/typed-time.ts'
import { findSameName } from '../../disk/same-name.ts'
import { nodeClock, timeZoneHere } from '../../node-clock.ts'
import { say, table } from '../../terminal/say.ts'
import { endWithFailure, StartFailure } from '../../terminal/start-failure.ts'
import {
  ask,
  expectedFields,
  listAccounts,
  pickAccount,
  requireReadable,
  type KnownAccount,
} from '../calls.ts'
import type { ContractFlags } from '../contract/contract.ts'
import { plannedWhen } from '../contract/planned-post.ts'
import { rowLookup, type KnownPost } from './known-rows.ts'
import { type RowOutcome, type Plan, sendAll, unsent } from './send-plans.ts'
import { withSession, type Send } from '../session.ts'
import { firstWords } from '../time-of-day.ts'

export interface ImportFlags extends ContractFlags {
  readonly dryRun?: true
  readonly atomic?: true
  readonly account?: string
  readonly zone?: string
  readonly dates?: DateOrder
}

const MOST_AT_ONCE = 200

export async function importPosts(name: string, flags: ImportFlags): Promise<void> {
  const given = await readNamedTable(name, flags)
  const { rows } = given
  if (flags.atomic && rows.length > MOST_AT_ONCE)
    throw new StartFailure(
      `${name} has ${rows.length} posts.`,
      `Import it without --atomic, or in parts of at most ${MOST_AT_ONCE}.`,
    )
  await withSession(flags.dataDir, async (send) => {
    const context = { account: flags.account, folder: dirname(name), accounts: await listAccounts(send) }
    const found: FoundRow[] = []
    for (const row of rows) found.push(await findRow(row, context))
    const read: MarkedFoundRow[] = []
    for (const row of countEqual(found)) read.push({ ...row, mark: await markOfRow(row.identity, null) })
    const fates = await findFates(read, rowLookup(send))
    const plans: Plan[] = []
    for (const [index, each] of read.entries()) {
      const plan = await planOf(send, each, fates[index])
      plans.push(flags.atomic ? withAtomicProblem(plan) : plan)
    }
    if (flags.dryRun) return report(plans.map(unsent), given, flags)
    const stopping = stopOnSignal()
    const sending = { atomic: flags.atomic ?? false, stopping }
    const { outcomes, failure } = await sendAll(send, plans, sending)
    report(outcomes, given, flags)
    if (!failure) return
    const toldAfterwards = new StartFailure(failure.message, IMPORT_AGAIN)
    // Standard output has its one line of JSON.
    if (flags.json) endWithFailure(toldAfterwards)
    else throw toldAfterwards
  })
}

/** Throws StartFailure for what is no table, and for one without rows. */
async function readNamedTable(name: string, { zone, dates }: ImportFlags): Promise<Table> {
  const bytes = await readFile(name).catch(() => {
    throw new StartFailure(`${name} cannot be read.`, 'Name a .csv, .tsv or .jsonl file.')
  })
  const timeZone = zone ?? timeZoneHere()
  const read = readTable({ name, bytes, timeZone, now: nodeClock.now(), order: dates })
  if ('table' in read) return read.table
  const [said = '', ...remedy] = tableSentence(read.refusal).split(/(?<=[.?]) (?=[A-Z])/)
  throw new StartFailure(`${name} cannot be imported: ${said}`, remedy.join(' '))
}

/** The first signal lets the row being scheduled finish, so that we know what was made; the second ends this process. */
function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

const IMPORT_AGAIN =
  'What is scheduled above stays so. Import the same table again, and no row makes anything twice.'

interface PlanContext {
  /** For rows that name none. */
  readonly account: string | undefined
  /** To which the paths of files are relative. */
  readonly folder: string
  readonly accounts: readonly KnownAccount[]
}

const Findings = z.object({
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.object({ field: z.string().default(''), message: z.string() })).default([]),
  scheduledFor: z.string().nullable().default(null),
})

/** A row with what it means here: its account and its files. */
interface FoundRow {
  readonly row: TableRow
  readonly account: KnownAccount | null
  /** As the table or the flag names it. */
  readonly named: string | null
  readonly files: readonly string[]
  readonly problems: readonly string[]
  readonly identity: RowIdentity | null
}

type MarkedFoundRow = FoundRow & { readonly mark: RowMark | null }

async function findRow(row: TableRow, context: PlanContext): Promise<FoundRow> {
  const problems = row.problems.map(tableSentence)
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      problems.push(`${error.message} ${error.whatToDo}`.trim())
      return null
    }
  }
  const files: string[] = []
  for (const name of row.files) files.push((await attempt(() => findFile(context.folder, name))) ?? name)
  const { account, named } = accountOfRow(row, context.accounts, context.account)
  // Says what to do.
  if (account === null) await attempt(() => pickAccount(context.accounts, named))
  const sizes = files.map(async (file) => (await stat(file).catch(() => null))?.size ?? null)
  const identity = await identifyRow(row, account?.id ?? null, await Promise.all(sizes))
  return { row, account, named: named ?? null, files, problems, identity }
}

async function planOf(
  send: Send,
  found: MarkedFoundRow,
  fate: RowFate<KnownPost> = { kind: 'new' },
): Promise<Plan> {
  const { row, account, files, mark } = found
  const { scheduledFor = null, timezone = null } = { ...(row.time && 'timezone' in row.time && row.time) }
  const planned = {
    scheduledFor,
    timezone,
    account: account?.username ?? found.named,
    caption: row.caption,
    warnings: fate.kind === 'known' && fate.isLate ? ['The row has changed, but its post has gone out.'] : [],
  }
  const changed = fate.kind === 'changed' ? fate.post : null
  const isStory = changed !== null && staysStory(row, changed)
  const said = { accountId: account?.id ?? null, ...row.time, ...contentOfRow(row, [], isStory) }
  const leavesFiles = changed !== null && files.length + storedFilesOf(row.options).length === 0
  const leavesKind = leavesFiles || (isStory && files.length === 1)
  const tried = { mediaType: leavesKind ? changed?.mediaType : expectedFields(files).mediaType, ...said }
  // The files say what kind of post they make once they are uploaded; a change that names none leaves it.
  const post = files.length > 0 || changed !== null ? said : tried
  const base = { row, post, files, mark, fate }
  // What was imported before says nothing new: its time may have passed, and its files may be gone.
  if (fate.kind === 'known') return { ...base, problems: [], planned }
  const replaced = changed && { postId: changed.id }
  const judged = Findings.parse(await ask(send, '/posts/validate', { json: { ...tried, ...replaced } }))
  // A file’s content is known once it is uploaded; an unknown account and a time were judged above.
  const isMeant = ({ field }: { readonly field: string }) =>
    !((files.length > 0 || leavesFiles) && field === 'media') &&
    !(account === null && field.startsWith('account')) &&
    !(row.time === null && field === 'scheduledFor')
  const refused = judged.problems.filter(isMeant).map(({ message }) => message)
  const warnings = judged.warnings.filter(isMeant).map(({ message }) => message)
  const problems = [...found.problems, ...refused, ...draftProblem(fate)]
  return { ...base, problems, planned: { ...planned, warnings } }
}

/** A person has made it a draft again, and did not mean it to go out. */
function draftProblem(fate: Plan['fate']): string[] {
  if (fate.kind !== 'changed' || fate.post.status !== 'DRAFT') return []
  return [
    `Its post is a draft. Schedule it with nightpost drafts schedule ${fate.post.id}, or change it with posts edit.`,
  ]
}

/** A change is a request of its own, and would stay when the others are refused. */
function withAtomicProblem(plan: Plan): Plan {
  if (plan.fate.kind !== 'changed') return plan
  const problem =
    'It has changed since it was imported, and its post cannot be changed together with others: import without --atomic.'
  return { ...plan, problems: [...plan.problems, problem] }
}

/** As it is on the disk: a table may have been written on a computer whose file names ignore case, or whose paths have other slashes. */
async function findFile(folder: string, name: string): Promise<string> {
  if (/^https:/i.test(name))
    throw new StartFailure(
      `${name} is an address.`,
      'Download the picture or video beside the table, and write the name of its file.',
    )
  const path = resolve(folder, process.platform === 'win32' ? name : name.replaceAll('\\', '/'))
  const same = await asOnDisk(path)
  await requireReadable(same)
  return same
}

async function asOnDisk(path: string): Promise<string> {
  const [above, name] = [dirname(path), basename(path)]
  if (above === path || existsSync(path)) return path
  const folder = await asOnDisk(above)
  return join(folder, findSameName(name, await readdir(folder).catch(() => [])) ?? name)
}

function report(outcomes: readonly RowOutcome[], { guessed, elsewhere }: Table, flags: ImportFlags): void {
  const { json, dryRun } = flags
  if (outcomes.some(({ problems }) => problems.length > 0)) process.exitCode = 1
  if (json) return say(JSON.stringify(outcomes.map((outcome) => ({ id: outcome.postId, ...outcome }))))
  const rows = outcomes.map((outcome) => {
    const { row, problems, account, caption } = outcome
    const about = [plannedWhen(outcome), account === null ? '' : `@${account}`, firstWords(caption, 24)]
    return [String(row), resultOf(outcome, dryRun), ...about, problems.join(' ')]
  })
  table([['row', 'post', 'time', 'account', 'caption', 'problems'], ...rows])
  for (const { row, warnings } of outcomes) for (const warning of warnings) say(`  ! row ${row}: ${warning}`)
  const known = outcomes.filter(({ fate }) => fate === 'known').length
  if (known > 0) say(`Imported before, and left as they are: ${known} of ${outcomes.length} rows.`)
  if (elsewhere > 0) say(`Rows for other networks were left out: ${elsewhere}.`)
  if (guessed !== null) say(`Its letters were read as those of ${guessed}: look at the captions above.`)
}

function resultOf({ fate, postId, problems, isUnknown }: RowOutcome, dryRun: true | undefined): string {
  const verb = fate === 'changed' ? 'changed' : 'scheduled'
  if (isUnknown) return 'not known'
  if (problems.length > 0) return `not ${verb}`
  if (postId !== null) return fate === 'new' ? postId : `${postId} ${fate}`
  return dryRun ? `would be ${verb}` : `not ${verb}`
}
