// Turns a dropped table into rows of an import: with their captions, accounts, times and pictures, and what is wrong with each.
import type { QueryClient } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import type { TableRow } from '../../../../core/rules/tables/judge-row.ts'
import { accountOfRow, staysStory, storedFilesOf } from '../../../../core/rules/tables/post-of-row.ts'
import { readTable } from '../../../../core/rules/tables/read-table.ts'
import {
  findFates,
  type MarkedRow,
  type RowFate,
  type RowLookup,
} from '../../../../core/rules/tables/row-fates.ts'
import {
  baseName,
  countEqual,
  identifyRow,
  markOfRow,
  type RowIdentity,
} from '../../../../core/rules/tables/row-mark.ts'
import { isOfTable } from '../../../../core/rules/tables/table-problems.ts'
import type { DateOrder } from '../../../../core/rules/times/typed-time.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { parseIso, type Instant } from '../../../../core/time.ts'
import { api, pageApi, parseResponse } from '../api-client.ts'
import { isGone } from '../posts/post-queries.ts'
import { accountsQuery } from '../shared/queries.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import type { LazyStrings } from '../strings/strings.ts'

/** A row of the table, without the identity that it gets in the import. */
export interface ReadRow extends InOrder {
  readonly name: string
  readonly caption: string
  readonly accountId: string | null
  /** In their order: dropped with the table or in the library, else the name of one that is still to be chosen. */
  readonly files: readonly RowSource[]
  readonly altTexts: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
  /** Of the table that it is in; null for a file that came alone. */
  readonly line: number | null
  /** The table names an account that is not here. */
  readonly asksAccount: boolean
  /** Of a date that fits both ways: the row as each order reads it. Null where that is not asked. */
  readonly byOrder: Readonly<Record<DateOrder, InOrder>> | null
}

export type RowSource = File | MediaFileBody | string

/** What follows from which number is the day. */
export interface InOrder {
  readonly wall: string | null
  /** What `wall` was written for, which it may not say alone: clocks show an hour twice, and no seconds. */
  readonly meantAt: Instant | null
  /** As the row says; null where it says none. */
  readonly zone: string | null
  /** What is wrong with it. */
  readonly refusal: string | null
  readonly identity: RowIdentity | null
  /** It was imported before, and says something else now. */
  readonly changes: ChangedRow | null
  /** It was imported before, as it is. */
  readonly isKnown: boolean
  /** Nothing that can be done here makes it a post. */
  readonly isStuck: boolean
}

export interface ChangedRow {
  readonly postId: string
  /** Of the post. */
  readonly at: Instant | null
  /** The content that was imported before; null for a row of an export. */
  readonly before: string | null
  /** Of the post, when the table was read; null where that may have been changed by this import since. */
  readonly version: string | null
  /** It is a story, and stays one. */
  readonly isStory: boolean
  /** For people. */
  readonly note: string
}

interface Reading {
  readonly table: File
  /** What was dropped with it. */
  readonly files: readonly File[]
  /** Of the clocks that the page shows. */
  readonly zone: string
  /** Proposed for rows that name no account. */
  readonly accountId: string | null
  readonly client: QueryClient
  readonly words: LazyStrings['tables']
}

export interface ReadRows {
  readonly rows: readonly ReadRow[]
  /** Rows that are posts already. */
  readonly known: number
  /** Of these, rows that have changed since their posts have gone out. */
  readonly late: number
  /** Rows that are meant for other networks, and are none of these. */
  readonly elsewhere: number
}

/**
 * Throws an error for people when nothing of it can be read. Both orders of a date are read at once: the choice between them then needs
 * neither the table, which a reload takes away, nor the server.
 */
export async function readRows(reading: Reading): Promise<ReadRows> {
  const bytes = new Uint8Array(await reading.table.arrayBuffer())
  const accounts = await reading.client.fetchQuery(accountsQuery)
  const readAs = (order?: DateOrder) => readMarked(reading, { bytes, accounts, order })
  const { marked: asWritten, elsewhere } = await readAs()
  const orders = asWritten.some(asksOrder) ? [(await readAs('dmy')).marked, (await readAs('mdy')).marked] : []
  const read = asWritten.flatMap((marked, index) =>
    asksOrder(marked) ? orders.flatMap((inOrder) => inOrder[index] ?? []) : [marked],
  )
  const fates = await findFates(read, LOOKUP)
  const byLine = Map.groupBy(
    read.map((marked, index): Fated => ({ ...marked, fate: fates[index] ?? NEW })),
    ({ row }) => row.number,
  )
  const judged = await Promise.all(
    asWritten.map((marked) => judge(marked, byLine.get(marked.row.number) ?? [], reading)),
  )
  const late = [...byLine.values()].filter(
    ([one, other]) => !other && one?.fate.kind === 'known' && one.fate.isLate,
  )
  const rows = judged.filter(({ isKnown }) => !isKnown)
  return { rows, known: judged.length - rows.length, late: late.length, elsewhere }
}

const NEW = { kind: 'new' } as const

const asksOrder = ({ row }: MarkedRow) => row.problems.some(({ code }) => code === 'DATE_ORDER')

interface Marked extends MarkedRow {
  readonly account: PlatformAccountBody | null
  /** The account that it names. */
  readonly named: string | undefined
  readonly identity: RowIdentity | null
}

interface AtHand {
  readonly bytes: Uint8Array
  readonly accounts: readonly PlatformAccountBody[]
  readonly order: DateOrder | undefined
}

async function readMarked(
  { table, files, zone, accountId, words }: Reading,
  { bytes, accounts, order }: AtHand,
): Promise<{ readonly marked: readonly Marked[]; readonly elsewhere: number }> {
  const read = readTable({ name: table.name, bytes, timeZone: zone, now: Date.now(), order })
  if ('refusal' in read) throw new Error(`${table.name}: ${words.problem(read.refusal)}`)
  const found = read.table.rows.map(async (row) => {
    const { account, named } = accountOfRow(row, accounts)
    const sizes = row.files.map((path) => droppedFile(baseName(path), files)?.size ?? null)
    return { row, account, named, identity: await identifyRow(row, account?.id ?? null, sizes) }
  })
  const rows = countEqual(await Promise.all(found))
  const marked = rows.map(async (one) => ({ ...one, mark: await markOfRow(one.identity, accountId) }))
  return { marked: await Promise.all(marked), elsewhere: read.table.elsewhere }
}

const LOOKUP: RowLookup<PostBody> = {
  async findRows(keys) {
    const json = { keys: [...keys] }
    return (await parseResponse(pageApi['imported-rows'].find.$post({ json }))).rows
  },
  async findPost(id) {
    try {
      return await parseResponse(api.posts[':id'].$get({ param: { id } }))
    } catch (error) {
      if (error instanceof Error && isGone(error)) return null
      throw error
    }
  },
}

type Fated = Marked & { readonly fate: RowFate<PostBody> }

/** `fated`: as it is written or, of a date that fits both ways, in either order. */
async function judge(asWritten: Marked, fated: readonly Fated[], reading: Reading): Promise<ReadRow> {
  const { row, account, named } = asWritten
  const { words } = reading
  const [post] = fated.flatMap(({ fate }) => (fate.kind === 'changed' ? fate.post : []))
  // What is known needs no file any more.
  const isKnown = fated.every(({ fate }) => fate.kind === 'known')
  const files = isKnown ? [] : await findFiles(row, reading.files, post)
  const asksAccount = account === null && named !== undefined
  const problems = [
    ...(asksAccount ? [words.noAccount(named)] : []),
    ...files.flatMap((file) => (typeof file === 'string' ? words.noFile(file) : [])),
  ]
  const [first, second] = fated.map((one) => inOrder(one, problems, reading))
  const asked = { ...asWritten, fate: NEW }
  return {
    ...(first && !second ? first : inOrder(asked, problems, reading)),
    name: baseName(row.files[0] ?? '') || words.row(row.number),
    caption: row.caption ?? post?.caption ?? '',
    accountId: row.account === null && row.options['accountId'] === undefined ? null : (account?.id ?? null),
    files,
    altTexts: row.altTexts,
    options: row.options,
    line: row.number,
    asksAccount,
    byOrder: first && second ? { dmy: first, mdy: second } : null,
  }
}

function inOrder(
  { row, identity, fate }: Fated,
  others: readonly string[],
  { zone, words }: Reading,
): InOrder {
  const post = fate.kind === 'changed' ? fate.post : null
  const isDraft = post?.status === 'DRAFT'
  const problems = [...row.problems.map(words.problem), ...others, ...(isDraft ? [words.isDraft] : [])]
  const said = row.time && 'scheduledFor' in row.time ? parseIso(row.time.scheduledFor) : null
  // A free slot was taken when it was imported.
  const at = said ?? (row.time && post?.scheduledFor ? parseIso(post.scheduledFor) : null)
  return {
    // A time that cannot be read is asked for, never proposed.
    wall: at !== null ? wallTimeOf(at, zone) : row.time === null ? '' : null,
    meantAt: at,
    zone: row.writtenTime?.zone ?? null,
    refusal: problems.length === 0 ? null : problems.join(' '),
    identity,
    changes: fate.kind === 'changed' ? changedRow(row, fate, words) : null,
    isKnown: fate.kind === 'known',
    isStuck: isDraft || row.problems.some(isOfTable),
  }
}

function changedRow(
  row: TableRow,
  { post, before }: Extract<RowFate<PostBody>, { kind: 'changed' }>,
  words: Reading['words'],
): ChangedRow {
  const { id: postId, scheduledFor, updatedAt: version } = post
  const at = scheduledFor === null ? null : parseIso(scheduledFor)
  return { postId, at, before, version, isStory: staysStory(row, post), note: words.changes }
}

const isNamed = (one: string, other: string) => folded(one) === folded(other)
const folded = (name: string) => name.normalize('NFC').toUpperCase().normalize('NFC')

const droppedFile = (name: string, files: readonly File[]) => files.find((file) => isNamed(file.name, name))

/** Of a changed row, those of its post are preferred to others of the same name. */
async function findFiles(
  row: TableRow,
  dropped: readonly File[],
  post: PostBody | undefined,
): Promise<readonly RowSource[]> {
  const ids = storedFilesOf(row.options)
  if (row.files.length === 0 && ids.length > 0)
    return Promise.all(ids.map(async (id) => (await readMedia(id)) ?? ''))
  if (row.files.length === 0) return post?.mediaFiles ?? ['']
  return Promise.all(
    row.files.map(async (path) => {
      const name = baseName(path)
      const own = post?.mediaFiles.find(({ originalFilename }) => isNamed(originalFilename, name))
      return droppedFile(name, dropped) ?? own ?? (await findInLibrary(name)) ?? name
    }),
  )
}

async function findInLibrary(name: string): Promise<MediaFileBody | null> {
  // Signed addresses are longer than any name; one of them must not keep the whole table from being read.
  const query = { text: name.slice(0, LONGEST_SEARCH), timeZone: BROWSER_ZONE }
  const { ids } = await parseResponse(pageApi.library.$get({ query }))
  // A search finds parts of names, too.
  for (const found of ids.slice(0, MOST_LOOKED_AT)) {
    const media = await readMedia(found)
    if (media && isNamed(media.originalFilename, name)) return media
  }
  return null
}

const MOST_LOOKED_AT = 5
/** The server refuses more. */
const LONGEST_SEARCH = 200

const readMedia = (id: string): Promise<MediaFileBody | null> =>
  parseResponse(api.media[':id'].$get({ param: { id } })).catch(() => null)
