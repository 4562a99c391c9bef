// What a row of a table says as a post: its account, time, caption, files and options, and everything that keeps it from being one.
import type { TypedIn } from '../times/typed-time.ts'
import type { OwnColumn } from './columns.ts'
import { readRowTime, SLOT, type RowTime, type WrittenTime } from './row-time.ts'
import type { RowProblem } from './table-problems.ts'

export interface TableRow {
  /** As a spreadsheet or an editor counts. */
  readonly number: number
  /** What distinguishes it, in the user's own words. */
  readonly id: string | null
  readonly account: string | null
  readonly time: RowTime | null
  readonly writtenTime: WrittenTime | null
  /** Empty where the cell is; null without such a column. */
  readonly caption: string | null
  /** Names, paths or https addresses. */
  readonly files: readonly string[]
  /** Of the files, in their order; empty for one without. */
  readonly altTexts: readonly string[]
  /** Further fields of `POST /schedule`, by their names. */
  readonly options: Readonly<Record<string, unknown>>
  /** Its type says that it is for the feed; of which kind, its files say. */
  readonly isForFeed?: true
  readonly problems: readonly RowProblem[]
}

/** What was found in the cells of a row, by the columns that they stand in. */
export interface RowCells {
  readonly number: number
  readonly own: ReadonlyMap<OwnColumn, readonly unknown[]>
  readonly fields: Readonly<Record<string, unknown>>
  readonly problems: readonly RowProblem[]
}

export function judgeRow({ number, own, fields, problems }: RowCells, typed: TypedIn): TableRow {
  // Its cells are not those of the columns.
  if (problems.some(({ code }) => code === 'TOO_MANY_CELLS' || code === 'TOO_FEW_CELLS'))
    return { ...NOTHING, number, problems }
  const found: RowProblem[] = [...problems]
  const textOf = (name: OwnColumn): string | null => {
    const [value] = own.get(name) ?? []
    if (value === undefined || value === null) return null
    if (typeof value === 'string' || typeof value === 'number') return String(value).trim() || null
    found.push({ code: 'NOT_TEXT', column: name })
    return null
  }
  const { caption, nextSlot, ...rest } = fields
  const when = timeTextOf(textOf)
  const { time, written, problem } =
    nextSlot === true && when === null ? SLOT : readRowTime(when, textOf('zone'), typed)
  if (problem) found.push(problem)
  if (isYes(own.get('draft')?.[0])) found.push({ code: 'DRAFT_ROW' })
  const { files, altTexts, option } = describedFiles(own.get('file') ?? [], own.get('alt texts') ?? [])
  for (const link of files.filter((file) => /^http:/i.test(file))) found.push({ code: 'LINK', link })
  const collaborators = namesOf(own.get('collaborators')?.[0])
  const kind = textOf('mediaType')
  const mediaType = mediaTypeOf(kind)
  return {
    number,
    id: textOf('id'),
    account: textOf('account'),
    time,
    writtenTime: written,
    caption: typeof caption === 'string' ? caption : null,
    files,
    altTexts,
    options: {
      ...rest,
      ...option,
      ...(collaborators !== null && { collaborators }),
      ...(mediaType !== null && { mediaType }),
      ...(caption !== undefined && typeof caption !== 'string' && { caption }),
    },
    ...(kind !== null && mediaType === null && { isForFeed: true }),
    problems: found,
  }
}

const NOTHING = {
  id: null,
  account: null,
  time: null,
  writtenTime: null,
  caption: null,
  files: [],
  altTexts: [],
  options: {},
}

/** In one column, or a date and a time of day in two. */
function timeTextOf(textOf: (name: OwnColumn) => string | null): string | null {
  const [at, date, time] = [textOf('at'), textOf('date'), textOf('time')]
  // Databases and some spreadsheets write a day as its midnight.
  const day = time === null ? date : (date?.replace(MIDNIGHT, '') ?? null)
  return at ?? (day === null && time === null ? null : [day, time].filter(Boolean).join(' '))
}

const MIDNIGHT = /[ T]0?0:00(?::00(?:\.0+)?)?$/

/** Several in a cell: separated by `|`, on lines of their own or, as addresses, by commas. */
function filesOf(value: unknown): string[] {
  return [value]
    .flat()
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.split(/\s*[|\n]\s*|[,;\s]\s*(?=https?:)/))
    .map((file) => file.trim())
    .filter((file) => file !== '')
}

interface DescribedFiles extends Pick<TableRow, 'files' | 'altTexts'> {
  /** The field of the contract, as JSON. */
  readonly option?: { readonly altTexts: unknown }
}

/** Each file has a column and its description another, or all have one, where `||` separates the descriptions. */
function describedFiles(files: readonly unknown[], described: readonly unknown[]): DescribedFiles {
  const [first] = described
  const all = files.flatMap(filesOf)
  if (first !== undefined && (typeof first !== 'string' || first.trimStart().startsWith('[{')))
    return {
      files: all,
      altTexts: [],
      option: { altTexts: typeof first === 'string' ? jsonOf(first) : first },
    }
  const texts = described.map((text) =>
    String(text)
      .trim()
      .split(/\s*\|\|\s*/),
  )
  const arePaired = texts.length > 1 && texts.length === files.length
  const inOrder = arePaired
    ? files.flatMap((file, index) => filesOf(file).map((_, nth) => texts[index]?.[nth] ?? ''))
    : texts.flat()
  return { files: all, altTexts: inOrder.slice(0, inOrder.findLastIndex((text) => text !== '') + 1) }
}

/** `@anna, ben` */
function namesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null
  return value.trimStart().startsWith('[')
    ? jsonOf(value)
    : value.split(/[,;\s]+/).filter((name) => name !== '')
}

const KINDS: readonly (readonly [RegExp, string | null])[] = [
  [/^(?:story|stories)$/i, 'STORIES'],
  [/^reels?$/i, 'REELS'],
  // The files say it.
  [/^(?:posts?|feed|image|photo|carousel|album|video)$/i, null],
]

function mediaTypeOf(text: string | null): string | null {
  if (text === null) return null
  const known = KINDS.find(([words]) => words.test(text))
  return known ? known[1] : text
}

/** As spreadsheets write it in their language. */
export function isYes(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:true|yes|wahr|ja)$/i.test(value.trim()))
}

const isNo = (value: string) => /^(?:false|no|falsch|nein)$/i.test(value.trim())

/** What a cell says that is no text: JSON, or yes and no as spreadsheets write them. */
export function valueOf(cell: string): unknown {
  if (isYes(cell)) return true
  return isNo(cell) ? false : jsonOf(cell)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
