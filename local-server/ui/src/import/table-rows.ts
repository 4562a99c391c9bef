// Turns a dropped table into rows of an import: with their captions, accounts, times and pictures, and what is wrong with each. Loaded when
// one is dropped.
import type { QueryClient } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { MOST_POSTS } from '../../../../core/rules/content/content-limits.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { readTable } from '../../../../core/rules/tables/read-table.ts'
import type { TableRow } from '../../../../core/rules/tables/judge-row.ts'
import { countEqualMarks, markRow, type RowMark } from '../../../../core/rules/tables/row-mark.ts'
import { isPostId, saysTheSame } from '../../../../core/rules/tables/row-of-post.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import type { DateOrder } from '../../../../core/rules/times/typed-time.ts'
import { parseIso } from '../../../../core/time.ts'
import { api, pageApi, parseResponse } from '../api-client.ts'
import { accountsQuery } from '../shared/queries.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'
import type { LazyStrings } from '../strings/strings.ts'

/** A row of the table, without the identity that it gets in the import. */
export interface ReadRow {
  readonly name: string
  readonly caption: string
  readonly accountId: string | null
  readonly wall: string | null
  /** Dropped with the table, or in the library; null: it is still to be chosen. */
  readonly media: File | MediaFileBody | null
  readonly options: Readonly<Record<string, unknown>>
  /** What is wrong with it. */
  readonly refusal: string | null
  /** Of the table that it is in; null for a file that came alone. */
  readonly line: number | null
  /** The table names an account that is not here. */
  readonly asksAccount: boolean
  /** Of a date that fits both ways: the row as each order reads it. Null where that is not asked. */
  readonly byOrder: Readonly<Record<DateOrder, InOrder>> | null
  readonly mark: RowMark | null
}

/** What follows from which number is the day. */
type InOrder = Pick<ReadRow, 'wall' | 'refusal' | 'mark'>

interface Reading {
  readonly table: File
  /** What was dropped with it. */
  readonly files: readonly File[]
  /** Of the clocks that the page shows. */
  readonly zone: string
  readonly client: QueryClient
  readonly words: LazyStrings['tables']
}

export interface ReadRows {
  readonly rows: readonly ReadRow[]
  /** Rows that are posts already. */
  readonly known: number
}

/**
 * Throws an error for people when nothing of it can be read. Both orders of a date are read at once: the choice between them then needs
 * neither the table, which a reload takes away, nor the server.
 */
export async function readRows(reading: Reading): Promise<ReadRows> {
  const bytes = new Uint8Array(await reading.table.arrayBuffer())
  const accounts = await reading.client.fetchQuery(accountsQuery)
  const found = new Map<number, Promise<RowMedia>>()
  const readAs = (order?: DateOrder) => readInOrder({ ...reading, bytes, accounts, found, order })
  const rows = await readAs()
  const fresh = rows.filter(({ isKnown }) => !isKnown)
  const known = rows.length - fresh.length
  if (!rows.some(({ asksOrder }) => asksOrder)) return { rows: fresh, known }
  const [dmy, mdy] = [await readAs('dmy'), await readAs('mdy')]
  const inOrder = (read: readonly JudgedRow[], line: number | null): InOrder => {
    const { wall = '', refusal = null, mark = null } = read.find((row) => row.line === line) ?? {}
    return { wall, refusal, mark }
  }
  return {
    rows: fresh.map((row) =>
      row.asksOrder ? { ...row, byOrder: { dmy: inOrder(dmy, row.line), mdy: inOrder(mdy, row.line) } } : row,
    ),
    known,
  }
}

interface JudgedRow extends ReadRow {
  readonly asksOrder: boolean
  /** It was imported before, as it is. */
  readonly isKnown: boolean
  /** Whether the post whose id it has, as an export writes it, says what it says. Null without one. */
  readonly isAsPost: boolean | null
}

interface AtHand extends Reading {
  readonly bytes: Uint8Array
  readonly accounts: readonly PlatformAccountBody[]
  /** By line: looked for once, in whichever order the dates are read. */
  readonly found: Map<number, Promise<RowMedia>>
  readonly order: DateOrder | undefined
}

type RowMedia = File | MediaFileBody | null

async function readInOrder(hand: AtHand): Promise<JudgedRow[]> {
  const { table, bytes, zone, order, words } = hand
  const read = readTable({ name: table.name, bytes, timeZone: zone, now: Date.now(), order })
  if ('refusal' in read) throw new Error(`${table.name}: ${words.problem(read.refusal)}`)
  const rows: JudgedRow[] = []
  for (const row of read.table.rows) rows.push(await toRow(row, hand))
  return noteKnown(countEqualMarks(rows), words)
}

/** A row that was imported before says so, and so does one that has changed since. */
async function noteKnown(rows: readonly JudgedRow[], words: Reading['words']): Promise<JudgedRow[]> {
  const contents = new Map<string, string>()
  const keys = rows.flatMap(({ mark }) => mark?.key ?? [])
  for (let from = 0; from < keys.length; from += MOST_POSTS) {
    const json = { keys: keys.slice(from, from + MOST_POSTS) }
    const found = await parseResponse(pageApi['imported-rows'].find.$post({ json }))
    for (const { key, content } of found.rows) contents.set(key, content)
  }
  return rows.map((row) => {
    const before = row.mark && contents.get(row.mark.key)
    if (!before && row.isAsPost === null) return row
    const isKnown = before ? before === row.mark?.content : row.isAsPost === true
    const refusal = [isKnown ? words.imported : words.changed, row.refusal].filter(Boolean).join(' ')
    return { ...row, refusal, wall: '', isKnown }
  })
}

async function toRow(row: TableRow, { files, accounts, zone, words, found }: AtHand): Promise<JudgedRow> {
  const problems = row.problems.map(words.problem)
  const [path = ''] = row.files
  const name = baseName(path)
  const { mediaFileId, accountId: givenAccount, mediaFileIds, ...options } = row.options
  const ids = [mediaFileId, mediaFileIds].flat().filter((id) => typeof id === 'string')
  const named = row.account?.replace(/^@/, '').toLowerCase()
  const account = accounts.find(({ id, username }) => id === givenAccount || username.toLowerCase() === named)
  const asksAccount = row.account !== null && !account
  if (asksAccount) problems.push(words.noAccount(row.account ?? ''))
  const isSeveral = row.files.length > 1 || ids.length > 1
  if (isSeveral) problems.push(words.several)
  const looked = found.get(row.number) ?? (isSeveral ? null : findMedia(name, ids[0], files))
  if (looked) found.set(row.number, looked)
  const media = await looked
  if (media === null && !isSeveral) problems.push(words.noFile(name))
  const [altText] = row.altTexts
  const at = row.time && 'scheduledFor' in row.time ? parseIso(row.time.scheduledFor) : null
  return {
    name: name || words.row(row.number),
    caption: row.caption ?? '',
    accountId: account?.id ?? null,
    // A time that cannot be read is asked for, never proposed.
    wall: at !== null ? wallTimeOf(at, zone) : row.time === null ? '' : null,
    media,
    options: { ...options, ...(altText && { altText }) },
    refusal: problems.length === 0 ? null : problems.join(' '),
    line: row.number,
    asksAccount,
    asksOrder: row.problems.some(({ code }) => code === 'DATE_ORDER'),
    isKnown: false,
    isAsPost: await isAsPost(row),
    byOrder: null,
    mark: await markRow(
      row,
      (account ?? onlyOf(accounts))?.id ?? null,
      // As the command line has it: only what the row itself names.
      row.files.map((file) => (media === null ? { name: baseName(file), size: null } : fileOf(media))),
    ),
  }
}

async function isAsPost(row: TableRow): Promise<boolean | null> {
  if (row.id === null || !isPostId(row.id)) return null
  const post = await parseResponse(api.posts[':id'].$get({ param: { id: row.id } })).catch(() => null)
  return post && saysTheSame(row, post)
}

const onlyOf = (accounts: readonly PlatformAccountBody[]) => (accounts.length === 1 ? accounts[0] : undefined)

const fileOf = (media: File | MediaFileBody) =>
  media instanceof File
    ? { name: media.name, size: media.size }
    : { name: media.originalFilename, size: media.fileSize }

const baseName = (path: string) => path.split(/[\\/]/).at(-1) ?? ''
const folded = (name: string) => name.normalize('NFC').toUpperCase().normalize('NFC')

async function findMedia(name: string, id: string | undefined, files: readonly File[]): Promise<RowMedia> {
  if (id !== undefined) return readMedia(id)
  if (name === '') return null
  const dropped = files.find((file) => folded(file.name) === folded(name))
  if (dropped) return dropped
  const query = { text: name, timeZone: BROWSER_ZONE }
  const { ids } = await parseResponse(pageApi.library.$get({ query }))
  // A search finds parts of names, too.
  for (const found of ids.slice(0, MOST_LOOKED_AT)) {
    const media = await readMedia(found)
    if (media && folded(media.originalFilename) === folded(name)) return media
  }
  return null
}

const MOST_LOOKED_AT = 5

const readMedia = (id: string): Promise<MediaFileBody | null> =>
  parseResponse(api.media[':id'].$get({ param: { id } })).catch(() => null)
