// `nightpost schedule import`: posts of a table, each checked before anything is sent. Each post has a request of its own, so
// importing again, even with other rows changed, makes nothing twice.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { z } from 'zod'
import { findSameName } from '../../disk/same-name.ts'
import { nodeClock, timeZoneHere } from '../../node-clock.ts'
import { say, table } from '../../terminal/say.ts'
import { StartFailure } from '../../terminal/start-failure.ts'
import { chooseAccount, ask, mediaFields } from '../calls.ts'
import type { ContractFlags } from '../contract.ts'
import { readRows, type PostRow } from './post-rows.ts'
import { type RowOutcome, type Plan, sendAll, unsent } from './send-plans.ts'
import { withSession, type Send } from '../session.ts'
import { readTypedTime } from '../time-of-day.ts'

export interface ImportFlags extends ContractFlags {
  readonly dryRun?: true
  readonly atomic?: true
  readonly account?: string
  readonly zone?: string
}

const MOST_AT_ONCE = 200
/** Columns that are not fields of the API. */
const OWN_COLUMNS = ['file', 'account', 'at', 'zone']

export async function importPosts(name: string, flags: ImportFlags): Promise<void> {
  const text = await readText(name)
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
    const { outcomes, failure } = await sendAll(send, plans, sending)
    report(outcomes, flags)
    if (failure) throw new StartFailure(failure.message, IMPORT_AGAIN)
  })
}

/** Spreadsheets may use the encoding of their system: read as another one, the text would be published garbled. */
async function readText(name: string): Promise<string> {
  const bytes = await readFile(name).catch(() => {
    throw new StartFailure(`${name} cannot be read.`, 'Name a .csv or .jsonl file.')
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartFailure(
      `${name} is not a text in UTF-8.`,
      'Save it again as "CSV UTF-8" (in LibreOffice: character set UTF-8), and try again.',
    )
  }
}

/** The first signal lets the row being scheduled finish, so that we know what was made; the second ends this process. */
function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

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
    const account = known.get(name) ?? chooseAccount(send, name)
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
      problems.push(`${error.message} ${error.whatToDo}`.trim())
      return null
    }
  }
  const columns = Columns.safeParse(cells)
  if (!columns.success) problems.push(`${OWN_COLUMNS.join(', ')} hold text.`)
  const { file, account, at, zone } = columns.data ?? Columns.parse({})
  const given = Object.fromEntries(Object.entries(cells).filter(([name]) => !OWN_COLUMNS.includes(name)))
  for (const name of Object.keys(given))
    if (!context.fields.has(name)) problems.push(`There is no field ${name}.`)
  const named = file.map((path) => resolve(context.folder, path.trim()))
  const files: string[] = []
  for (const path of named) files.push((await attempt(() => findFile(path))) ?? path)
  const { mediaType } = mediaFields(
    files.map((path) => ({ id: path, mimeType: VIDEO.test(extname(path)) ? 'video/' : '' })),
  )
  const post = {
    // What kind of post files make is known once they are uploaded.
    ...(files.length === 0 && { mediaType }),
    accountId: given['accountId'] ?? (await attempt(() => context.accountNamed(account ?? context.account))),
    ...(at !== undefined && (await attempt(() => timeOf(at, zone ?? context.zone)))),
    ...given,
  }
  if (!('scheduledFor' in post || 'nextSlot' in post) && problems.length === 0)
    problems.push('It has no time: fill in the column at.')
  const found = Findings.parse(await ask(send, '/posts/validate', { json: { mediaType, ...post } })).problems
  // A file’s content is known once it is uploaded, and an unknown account was reported above.
  const isMeant = (field: string) =>
    !(files.length > 0 && field === 'media') && !(post.accountId === null && field.startsWith('account'))
  problems.push(...found.filter(({ field }) => isMeant(field)).map(({ message }) => message))
  return { row: number, post, files, problems }
}

const VIDEO = /^\.(mp4|mov|m4v|mkv|avi|webm)$/i
const NEXT_SLOT = 'next slot'

function timeOf(at: string, zone = timeZoneHere()) {
  if (at.trim().toLowerCase() === NEXT_SLOT) return { nextSlot: true }
  return { scheduledFor: readTypedTime(at, zone, nodeClock.now()), timezone: zone }
}

/** As it is on the disk: a table may have been written on a computer whose file names ignore case. */
async function findFile(path: string): Promise<string> {
  const [folder, name] = [dirname(path), basename(path)]
  const same = findSameName(name, await readdir(folder).catch(() => [])) ?? name
  const info = await stat(join(folder, same)).catch(() => null)
  if (info?.isFile()) return join(folder, same)
  throw new StartFailure(`${path} cannot be read.`, 'Name a picture or a video.')
}

function report(outcomes: readonly RowOutcome[], { json, dryRun }: ImportFlags): void {
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
