// Which rows cannot be what we stored: SQLite keeps any value in any column, and a disk, a tool or an older version may have
// left one. Found by SQL made from the schema itself, in one pass over a table and before anybody reads it, so that the reads
// themselves pay nothing.
import { getTableColumns, getTableName, type Column } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { snakeCase, type Db } from '../open-database.ts'

type Member = 'text' | 'number' | 'array' | 'object' | 'array or missing' | 'object or null'
/** Members that an object has at least. */
type Members = Readonly<Record<string, Member>>

/** The shape of a JSON column: a list of texts, an object, a list of objects, one of either, or anything that is JSON. */
export type Shape = 'texts' | 'any' | Members | readonly [Members] | readonly ['text', Members]

export interface ExpectedRows {
  readonly table: SQLiteTable
  /** By column. JSON that is not named here is a list of texts. */
  readonly json?: Readonly<Record<string, Shape>>
  /** Rows, in SQL, of which it is enough that their JSON is JSON: it is never worked with again. */
  readonly ended?: string
  /** The words that a column may hold. */
  readonly among?: Readonly<Record<string, readonly string[]>>
}

export interface UnreadableRow {
  readonly rowid: number
  /** Names as the records have them. */
  readonly columns: readonly string[]
  /** Names as the file has them. */
  readonly stored: Readonly<Record<string, unknown>>
}

/** Time that `Date` can hold; every number of ours is smaller. */
const LARGEST = 8_640_000_000_000_000

export function prepareExamination({ $client }: Db, expected: ExpectedRows): () => UnreadableRow[] {
  const name = getTableName(expected.table)
  const tests = Object.entries(getTableColumns(expected.table)).map(([property, column]) => ({
    property,
    isBad: testUnlessNull(column, testOf(property, column, expected)),
  }))
  const any = tests.map(({ isBad }) => isBad).join(' or ')
  const each = tests.map(({ property, isBad }) => `(${isBad}) as "${property}"`).join(', ')
  const find = $client.prepare(`select rowid as "rowid", * from ${name} where ${any}`)
  const which = $client.prepare(`select ${each} from ${name} where rowid = ?`)
  return () =>
    (find.all() as { rowid: number }[]).map(({ rowid, ...stored }) => {
      const verdict = which.get(rowid) as Record<string, number>
      return { rowid, stored, columns: Object.keys(verdict).filter((column) => verdict[column] === 1) }
    })
}

function testUnlessNull(column: Column, isBad: string): string {
  const name = columnNameOf(column)
  return column.notNull ? `(${isBad})` : `(${name} is not null and (${isBad}))`
}

function testOf(property: string, column: Column, { json, among, ended }: ExpectedRows): string {
  const name = columnNameOf(column)
  const words = among?.[property]
  if (words) return `${name} not in (${words.map((word) => `'${word}'`).join(', ')})`
  const shape = json?.[property]
  if (shape || column.dataType === 'json') return shapeTest(name, shape ?? 'texts', ended)
  if (column.dataType === 'string') return `typeof(${name}) <> 'text'`
  const notANumber = `typeof(${name}) not in ('integer', 'real')`
  if (column.dataType === 'boolean') return `${notANumber} or ${name} not in (0, 1)`
  return `${notANumber} or ${name} not between -${LARGEST} and ${LARGEST}`
}

/** `case` asks the second question only of what has passed the first. */
function shapeTest(name: string, shape: Shape, ended = '0'): string {
  const readable = `typeof(${name}) = 'text' and json_valid(${name})`
  return `not case when ${readable} then ${ended} or ${shapeHolds(name, shape)} else 0 end`
}

function shapeHolds(name: string, shape: Shape): string {
  if (shape === 'any') return '1'
  if (shape === 'texts') {
    const strangers = `exists (select 1 from json_each(${name}) where type <> 'text')`
    return `(json_type(${name}) = 'array' and not ${strangers})`
  }
  if (isList(shape)) {
    const [text, members] = shape.length === 2 ? [`type = 'text'`, shape[1]] : ['0', shape[0]]
    const holds = `case when type = 'object' then ${membersHold('value', members)} else ${text} end`
    const strangers = `exists (select 1 from json_each(${name}) where not ${holds})`
    return `(json_type(${name}) = 'array' and not ${strangers})`
  }
  return membersHold(name, shape)
}

function isList(shape: Shape): shape is readonly [Members] | readonly ['text', Members] {
  return Array.isArray(shape)
}

function membersHold(name: string, shape: Members): string {
  const members = Object.entries(shape).map(([member, kind]) => {
    const type = `ifnull(json_type(${name}, '$.${member}'), 'missing')`
    if (kind === 'number') return `${type} in ('integer', 'real')`
    if (kind === 'array or missing') return `${type} in ('array', 'missing')`
    if (kind === 'object or null') return `${type} in ('object', 'null')`
    return `${type} = '${kind}'`
  })
  return `(${[`json_type(${name}) = 'object'`, ...members].join(' and ')})`
}

/** Stored names never need quoting. */
function columnNameOf(column: Column): string {
  return snakeCase(column.name)
}
